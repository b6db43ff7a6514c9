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
	"tijian/engine/dictionary"
	"tijian/ocr/merge"
	"tijian/server/task"
)

// sure is the probability from which a value is shown as certain.
const sure = 0.99

// A reportPage is a report: under way, failed, or with what it shows.
type reportPage struct {
	ID, Status, Error string
	Pictures          []int
	Kind              string // of the error, where the pages know what to do about it
	Lines             []line
	Wanting           int // lines that somebody should look at
	Add               addForm
}

// An addForm takes a line that was not read.
type addForm struct {
	ID, Name, Value, Unit, Fault string
	Indicators                   []string // what people call them
	Added                        *line    // just now
}

// A line is one line of a report that names an indicator.
type line struct {
	ID                       string // of the report
	Indicator                string // standard name
	Entry                    int    // among those of the indicator; addedEntry of one that a person added
	Title, Name              string // for readers; as read
	Read                     string // what was read, in Unit; "" for nothing
	Shown                    string // what it says by what is known, in Unit
	Unit, Printed, Flag      string // Unit as printed where that is known; the rest as printed
	Standard                 string // Shown in the standard unit, where Unit is another
	Corrected, Struck, Added bool   // by a person; struck is what the report does not have
	Certainty                string // sure, doubtful or none
	Percent                  int
	Picture                  int
	Range                    string // Printed, where it is in Unit
	Fault                    string // what is wrong with Shown, which was typed
	Box                      string // left, top, right, bottom of the line
	top                      int
	indicator                *dictionary.Indicator // nil for one that the rules in force do not know
	read, now                *float64              // in the standard unit
}

// addedEntry is the entry of a line that a person added.
const addedEntry = -1

// Mark is the look of a line.
func (l line) Mark() string {
	if l.Struck {
		return "struck"
	}
	if l.Corrected {
		return "sure"
	}
	return l.Certainty
}

// write puts the values into words.
func (l *line) write(dict *dictionary.Dictionary) {
	l.Read, l.Shown, l.Standard = l.in(dict, l.read), l.in(dict, l.now), ""
	if l.indicator != nil && l.now != nil && !l.indicator.IsStandard(l.Unit) {
		l.Standard = shortest(*l.now) + " " + l.indicator.Unit
	}
}

// in writes a value in the line's unit, or as the grade that it stands for.
func (l *line) in(dict *dictionary.Dictionary, value *float64) string {
	switch {
	case value == nil:
		return ""
	case l.indicator == nil:
		return shortest(*value)
	}
	if grade, ok := dict.Grades().Display(*value); ok && l.indicator.Kind == dictionary.Qualitative {
		return grade
	}
	if printed, ok := l.indicator.FromStandard(*value, l.Unit); ok && !l.indicator.IsStandard(l.Unit) {
		return strconv.FormatFloat(printed, 'g', 6, 64)
	}
	return shortest(*value)
}

func shortest(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func (c *Console) report(v *visit) error {
	p, err := c.readReport(v)
	if err != nil {
		return err
	}
	if v.isHTMX() {
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
	if kind, _, _ := strings.Cut(t.Error, ":"); words[v.lang]["report.error."+kind] != "" {
		p.Kind = kind
	}
	if t.Status == task.Done {
		p.Lines, err = c.lines(v, id, t.Result)
		for _, l := range p.Lines {
			if l.Mark() == "none" || l.Mark() == "doubtful" {
				p.Wanting++
			}
		}
		p.Add = addForm{ID: id, Indicators: calledAll(v.lang, c.Live.Snapshot().Dictionary)}
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
				Picture: e.Image, Percent: int(e.Confidence * 100), Certainty: "none", read: e.Value, now: e.Value}
			if i, ok := dict.Lookup(name); ok {
				l.indicator, l.Title = i, called(v.lang, i)
				if _, ok := i.FromStandard(0, e.Unit); !ok || e.Unit == "" {
					l.Unit = i.Unit
				}
				if _, ok := assess.ParseReference(e.Reference); ok && (e.Unit == "" || l.Unit == e.Unit) {
					l.Range = e.Reference
				}
			}
			if e.Value != nil {
				if l.Certainty = "doubtful"; e.Confidence >= sure {
					l.Certainty = "sure"
				}
			}
			if said, ok := corrected[key{name, k}]; ok {
				l.say(said)
			}
			l.write(dict)
			l.Box, l.top = hull(e.Coords)
			list = append(list, l)
		}
	}
	for k, said := range corrected {
		if i, ok := dict.Lookup(k.indicator); ok && k.entry == addedEntry {
			list = append(list, added(v.lang, id, i, said, dict))
		}
	}
	order := map[string]int{"none": 0, "doubtful": 1, "sure": 2}
	slices.SortFunc(list, func(a, b line) int {
		return cmp.Or(order[a.Certainty]-order[b.Certainty], cmp.Compare(a.Picture, b.Picture), cmp.Compare(a.top, b.top),
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
	Corrected bool     `json:"corrected"`
	Struck    bool     `json:"struck"` // the report has no such line
	Added     bool     `json:"added"`  // the line was not read
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
	for _, l := range p.Lines {
		one := label{Report: l.ID, Indicator: l.Indicator, Entry: l.Entry, Name: l.Name, Unit: l.Unit,
			Read: l.read, Label: l.now, Corrected: l.Corrected || l.Struck, Struck: l.Struck, Added: l.Added}
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
	lines := slices.Clone(p.Lines)
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.Picture, b.Picture), cmp.Compare(a.top, b.top))
	})
	for _, l := range lines {
		if l.Shown != "" && !seen[l.Indicator] {
			seen[l.Indicator] = true
			unit := l.Unit
			if l.indicator != nil && l.indicator.Kind == dictionary.Qualitative {
				unit = "" // of a grade
			}
			rows = append(rows, row{Name: l.Title, Value: l.Shown, Unit: unit, Reference: l.Range})
		}
	}
	return rows
}
