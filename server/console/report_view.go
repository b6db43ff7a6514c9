package console

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/assess"
	"tijian/ocr/merge"
	"tijian/server/audit"
	"tijian/server/store"
	"tijian/server/task"
)

// sure is the probability from which a value is shown as certain.
const sure = 0.99

// A reportPage is a report: under way, failed, or with what it shows.
type reportPage struct {
	ID, Status, Error string
	Pictures          []int
	Lines             []line
	Fresh             bool // just ended: the browser still has the pictures
}

// A line is one line of a report that names an indicator.
type line struct {
	ID                         string // of the report
	Indicator                  string // standard name
	Entry                      int    // among those of the indicator
	Title, Name                string // for readers; as read
	Value, Unit, Printed, Flag string // the value in Unit; the rest as printed
	Corrected                  string // what a person says instead
	Certainty                  string // sure, doubtful or none
	Percent                    int
	Picture                    int
	Range                      string // Printed, where it is in Unit
	Box                        string // left, top, right, bottom of the line
	top                        int
}

// Shown is the value to go on with.
func (l line) Shown() string { return cmp.Or(l.Corrected, l.Value) }

func (c *Console) report(v *visit) error {
	p, err := c.readReport(v)
	if err != nil {
		return err
	}
	if v.isHTMX() {
		p.Fresh = true
		return v.part(http.StatusOK, "report", "values", p)
	}
	return v.show(http.StatusOK, "report", p)
}

func (c *Console) readReport(v *visit) (reportPage, error) {
	id := v.PathValue("id")
	t, pictures, err := c.own(v, id)
	if err != nil {
		return reportPage{}, err
	}
	p := reportPage{ID: id, Status: string(t.Status), Error: t.Error}
	for i := range pictures {
		p.Pictures = append(p.Pictures, i)
	}
	if t.Status == task.Done {
		p.Lines, err = c.lines(v, id, t.Result)
	}
	return p, err
}

// lines are what was read, what needs a look first.
func (c *Console) lines(v *visit, id string, stored json.RawMessage) ([]line, error) {
	var full merge.Full // one picture's entries have no image, which is the first
	if err := json.Unmarshal(stored, &full); err != nil {
		return nil, fmt.Errorf("stored result of report %s: %w", id, err)
	}
	corrected, err := c.corrections(v, id)
	if err != nil {
		return nil, err
	}
	dict := c.Live.Snapshot().Dictionary
	var list []line
	for name, entries := range full {
		for k, e := range entries {
			l := line{ID: id, Indicator: name, Entry: k, Title: name, Name: e.Name, Unit: e.Unit, Printed: e.Reference, Flag: e.Flag,
				Picture: e.Image, Percent: int(e.Confidence * 100), Certainty: "none", Corrected: corrected[key{name, k}]}
			if i, ok := dict.Lookup(name); ok {
				l.Title, l.Unit = called(v.lang, i), i.Unit
				if _, ok := assess.ParseReference(e.Reference); ok && (e.Unit == "" || i.IsStandard(e.Unit)) {
					l.Range = e.Reference
				}
			}
			if e.Value != nil {
				l.Value = strconv.FormatFloat(*e.Value, 'f', -1, 64)
				if l.Certainty = "doubtful"; e.Confidence >= sure {
					l.Certainty = "sure"
				}
			}
			l.Box, l.top = hull(e.Coords)
			list = append(list, l)
		}
	}
	order := map[string]int{"none": 0, "doubtful": 1, "sure": 2}
	slices.SortFunc(list, func(a, b line) int {
		return cmp.Or(cmp.Compare(order[a.Certainty], order[b.Certainty]), cmp.Compare(a.Picture, b.Picture), cmp.Compare(a.top, b.top),
			strings.Compare(a.Indicator, b.Indicator), cmp.Compare(a.Entry, b.Entry))
	})
	return list, nil
}

// hull is the rectangle around blocks.
func hull(blocks [][4]int) (text string, top int) {
	if len(blocks) == 0 {
		return "", 0
	}
	box := blocks[0]
	for _, b := range blocks[1:] {
		box = [4]int{min(box[0], b[0]), min(box[1], b[1]), max(box[2], b[2]), max(box[3], b[3])}
	}
	return fmt.Sprintf("%d %d %d %d", box[0], box[1], box[2], box[3]), box[1]
}

// A key names a line of a report.
type key struct {
	indicator string
	entry     int
}

func (c *Console) corrections(v *visit, id string) (map[key]string, error) {
	rows, err := c.DB.Query(v.Context(), "SELECT indicator, entry, value FROM corrections WHERE owner = ? AND task_id = ?", v.user.Name, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[key]string{}
	for rows.Next() {
		var k key
		var value string
		if err := rows.Scan(&k.indicator, &k.entry, &value); err != nil {
			return nil, err
		}
		all[k] = value
	}
	return all, rows.Err()
}

// correct keeps what a person says a line shows; nothing takes it back.
func (c *Console) correct(v *visit) error {
	p, err := c.readReport(v)
	if err != nil {
		return err
	}
	entry, err := strconv.Atoi(v.PostFormValue("entry"))
	at := slices.IndexFunc(p.Lines, func(l line) bool { return l.Indicator == v.PostFormValue("indicator") && l.Entry == entry })
	if err != nil || at < 0 {
		return v.fail(http.StatusBadRequest, "error.form")
	}
	l := &p.Lines[at]
	text := strings.TrimSpace(v.PostFormValue("value"))
	dict := c.Live.Snapshot().Dictionary
	if i, ok := dict.Lookup(l.Indicator); ok && text != "" {
		number, ok := reading(text, i, dict)
		if !ok {
			return v.fail(http.StatusUnprocessableEntity, "report.bad.value", l.Title)
		}
		text = number.String()
	}
	if text == l.Value {
		text = ""
	}
	if text == "" {
		_, err = c.DB.Exec(v.Context(), "DELETE FROM corrections WHERE owner = ? AND task_id = ? AND indicator = ? AND entry = ?", v.user.Name, p.ID, l.Indicator, l.Entry)
	} else {
		_, err = c.DB.Exec(v.Context(), `INSERT INTO corrections (owner, task_id, indicator, entry, value, corrected_at) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (owner, task_id, indicator, entry) DO UPDATE SET value = excluded.value, corrected_at = excluded.corrected_at`,
			v.user.Name, p.ID, l.Indicator, l.Entry, text, store.Micros(c.Now()))
	}
	if err != nil {
		return err
	}
	c.Audit.Add(v.Context(), audit.Entry{Event: audit.ReportCorrected, Who: v.user.Name, About: p.ID, Via: "console", Address: v.RemoteAddr})
	if l.Corrected = text; v.isHTMX() {
		return v.part(http.StatusOK, "report", "line", l)
	}
	return v.redirect("report/" + p.ID)
}

// A label is one line of the exported data: what was read, and what a person
// says it is.
type label struct {
	Report    string   `json:"report"`
	Picture   int      `json:"picture"`
	Indicator string   `json:"indicator"`
	Entry     int      `json:"entry"`
	Box       []int    `json:"box"`
	Name      string   `json:"name"`
	Unit      string   `json:"unit"`
	Read      *float64 `json:"read"`
	Label     *float64 `json:"label"`
	Corrected bool     `json:"corrected"`
}

// labels exports a report's lines as labelled data.
func (c *Console) labels(v *visit) error {
	p, err := c.readReport(v)
	if err != nil {
		return err
	}
	v.w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+p.ID+`.jsonl"`)
	out := json.NewEncoder(v.w)
	float := func(text string) *float64 {
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			return &x
		}
		return nil
	}
	for _, l := range p.Lines {
		one := label{Report: l.ID, Picture: l.Picture, Indicator: l.Indicator, Entry: l.Entry, Name: l.Name, Unit: l.Unit,
			Read: float(l.Value), Label: float(l.Shown()), Corrected: l.Corrected != ""}
		for _, side := range strings.Fields(l.Box) {
			if n, err := strconv.Atoi(side); err == nil {
				one.Box = append(one.Box, n)
			}
		}
		if out.Encode(one) != nil {
			return nil // the client left
		}
	}
	return nil
}

// rows are a report's values for the form of an assessment: of each indicator the
// first that has one.
func (p *reportPage) rows() []row {
	var rows []row
	seen := map[string]bool{}
	lines := slices.Clone(p.Lines)
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.Picture, b.Picture), cmp.Compare(a.top, b.top))
	})
	for _, l := range lines {
		if l.Shown() != "" && !seen[l.Indicator] {
			seen[l.Indicator] = true
			rows = append(rows, row{Name: l.Title, Value: l.Shown(), Unit: l.Unit, Reference: l.Range})
		}
	}
	return rows
}
