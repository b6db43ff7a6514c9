package console

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"tijian/ocr/merge"
	"tijian/server/audit"
	"tijian/server/cases"
	"tijian/server/samples"
)

// sure is the probability from which a value is shown as certain.
const sure = 0.99

// A reportPage is a report: under way, failed, or with what it shows.
type reportPage struct {
	ID, Status, Error string // the status of the task, while it reads
	State             cases.State
	Person            string
	Failed            bool // nothing could be read
	Sent, Assessed    bool
	Pictures          []int
	Kind              string // of the error, where the pages know what to do about it
	Lines             []line
	Counts            counts
	Differ            bool // pictures print different sexes or ages
	Apart             bool // sheets are of several days
	Skipped           bool // a page of a file was not read
	Add               addForm
}

// counts are those of a report's lines.
type counts struct {
	All     int // but struck ones
	Wanting int // that somebody should look at
	Settled int // that somebody has looked at
}

// count counts the lines as they are now.
func (p *reportPage) count() {
	p.Counts = counts{}
	for i := range p.Lines {
		l := &p.Lines[i]
		if !l.Struck {
			p.Counts.All++
		}
		switch {
		case l.Mark() == unclear || l.Mark() == doubtful:
			p.Counts.Wanting++
		case l.Certainty != certain:
			p.Counts.Settled++
		}
	}
}

// An addForm takes a line that was not read.
type addForm struct {
	ID, Name, Value, Unit, Fault string
	Indicators                   []string // what people call them
	Added                        *line    // just now
	Counts                       counts
}

func (c *Console) report(v *requestContext) error {
	p, err := c.readReport(v)
	if err != nil {
		return err
	}
	if p.State != cases.Reading && !p.Failed {
		c.Audit.Add(v.Context(), v.entry(audit.ReportRead, p.ID, ""))
	}
	return v.partOr(http.StatusOK, "report", "values", p)
}

func (c *Console) readReport(v *requestContext) (reportPage, error) {
	w, err := c.own(v)
	if err != nil {
		return reportPage{}, err
	}
	return c.reportOf(v, w)
}

func (c *Console) reportOf(v *requestContext, w *casework) (reportPage, error) {
	p := reportPage{ID: w.ID, State: w.State, Person: w.Person, Error: w.Error, Failed: w.Failed, Apart: w.Apart, Skipped: w.Skipped, Differ: w.Printed.Differ, Sent: w.SignedBy != "", Assessed: w.Answers != nil}
	if w.State == cases.Reading {
		t, err := c.Tasks.Get(v.Context(), v.user.Name, w.ID)
		p.Status = string(t.Status)
		return p, err
	}
	for i := range w.Pictures {
		p.Pictures = append(p.Pictures, i)
	}
	if kind, _, _ := strings.Cut(w.Error, ":"); words[v.lang]["report.error."+kind] != "" {
		p.Kind = kind
	}
	var err error
	p.Lines, err = c.lines(v.lang, w)
	p.count()
	p.Add = addForm{ID: w.ID, Indicators: calledAll(v.lang, c.Live.Snapshot().Dictionary)}
	return p, err
}

// lines are what was read, in the order of the paper, and what was added.
func (c *Console) lines(lang string, w *casework) ([]line, error) {
	var full merge.Full // one picture's entries have no image, which is the first
	if len(w.Read) > 0 {
		if err := json.Unmarshal(w.Read, &full); err != nil {
			return nil, fmt.Errorf("stored result of case %s: %w", w.ID, err)
		}
	}
	dict := c.Live.Snapshot().Dictionary
	var list []line
	for name, entries := range full {
		for k, e := range entries {
			l := line{ID: w.ID, Indicator: name, Entry: k, Title: name, Name: e.Name, Unit: cmp.Or(e.UnitTaken, e.Unit), Printed: e.Reference, Flag: e.Flag,
				Picture: e.Image, Percent: int(e.Confidence * 100), Certainty: unclear, Was: untouched}
			if e.Value != nil {
				l.read = &amount{*e.Value, e.Comparator}
				l.now = l.read
				l.Certainty = doubtful
				if !samples.Unanimous(entries) {
					l.Percent = 0
				} else if e.Confidence >= sure {
					l.Certainty = certain
				}
			}
			if i, ok := dict.Lookup(name); ok {
				l.indicator, l.Title = i, called(lang, i)
				l.Range = samples.RangeOf(&e.Entry, i)
				if _, ok := i.FromStandard(0, l.Unit); !ok || l.Unit == "" {
					l.Unit = i.Unit
				}
			}
			if said, ok := w.Said[key{name, k}]; ok {
				l.say(said)
			}
			l.write(dict)
			l.page = e.Page
			if l.box, l.Box = hull(e.Coords); e.Page > 1 {
				l.Box = "" // the browser shows the first page of a file
			}
			list = append(list, l)
		}
	}
	for k, said := range w.Said {
		if i, ok := dict.Lookup(k.indicator); ok && k.entry == addedEntry {
			l := added(lang, w.ID, i, said, dict)
			l.Picture, l.page = w.Pictures, math.MaxInt // after all that was read
			list = append(list, l)
		}
	}
	columns(list)
	slices.SortFunc(list, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.Picture, b.Picture), cmp.Compare(a.page, b.page), cmp.Compare(a.column, b.column), cmp.Compare(a.box[1], b.box[1]),
			strings.Compare(a.Indicator, b.Indicator), cmp.Compare(a.Entry, b.Entry))
	})
	return list, nil
}

// hull is the rectangle around blocks: left, top, right, bottom.
func hull(blocks [][4]int) (box [4]int, text string) {
	if len(blocks) == 0 {
		return box, ""
	}
	box = blocks[0]
	for _, b := range blocks[1:] {
		box = [4]int{min(box[0], b[0]), min(box[1], b[1]), max(box[2], b[2]), max(box[3], b[3])}
	}
	return box, fmt.Sprintf("%d %d %d %d", box[0], box[1], box[2], box[3])
}

// columns numbers the columns of a page: what lies wholly to the right of a line is in
// a later one than it.
func columns(list []line) {
	byLeft := make([]*line, len(list))
	for i := range list {
		byLeft[i] = &list[i]
	}
	slices.SortStableFunc(byLeft, func(a, b *line) int { return cmp.Compare(a.box[0], b.box[0]) })
	for i, l := range byLeft {
		for _, before := range byLeft[:i] {
			if before.Picture == l.Picture && before.page == l.page && before.box[2] < l.box[0] {
				l.column = max(l.column, before.column+1)
			}
		}
	}
}

// A label is one line of the exported data: what was read, and what a person
// says it is.
type label struct {
	Report    string   `json:"report"`
	Picture   *int     `json:"picture"` // null of an added line
	Indicator string   `json:"indicator"`
	Entry     int      `json:"entry"`
	Box       []int    `json:"box"`
	Name      string   `json:"name"`
	Unit      string   `json:"unit"`
	Read      *float64 `json:"read"`
	Label     *float64 `json:"label"`
	Bounds    []string `json:"comparators,omitempty"` // before read and label: <, <=, >, >= or ""
	Corrected bool     `json:"corrected"`
	Confirmed bool     `json:"confirmed"` // somebody says that it was read rightly
	Struck    bool     `json:"struck"`    // the report has no such line
	Added     bool     `json:"added"`     // the line was not read
}

// labels exports a report's lines as labelled data.
func (c *Console) labels(v *requestContext) error {
	p, err := c.readReport(v)
	if err != nil {
		return err
	}
	c.Audit.Add(v.Context(), v.entry(audit.LabelsRead, p.ID, ""))
	v.w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	v.w.Header().Set("Content-Disposition", `attachment; filename="`+p.ID+`.jsonl"`)
	out := json.NewEncoder(v.w)
	for _, l := range p.Lines {
		one := label{Report: l.ID, Indicator: l.Indicator, Entry: l.Entry, Name: l.Name, Unit: l.Unit,
			Read: l.read.number(), Label: l.now.number(), Corrected: l.Corrected || l.Struck, Confirmed: l.Confirmed, Struck: l.Struck, Added: l.Added}
		if read, now := l.read.bound(), l.now.bound(); read+now != "" {
			one.Bounds = []string{read, now}
		}
		if !l.Added {
			one.Picture = &l.Picture
		}
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
	for _, l := range p.Lines {
		if l.Shown != "" && !l.Struck && !seen[l.Indicator] {
			seen[l.Indicator] = true
			unit := l.Unit
			if l.Unitless() {
				unit = ""
			}
			rows = append(rows, row{Of: l.Indicator, Name: l.Title, Value: l.Shown, Unit: unit, Reference: l.Range})
		}
	}
	return rows
}
