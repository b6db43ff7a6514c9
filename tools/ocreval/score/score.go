// Package score compares what a recogniser read with the truth of drawn pages:
// a pair of indicator and value counts as right only when both are.
package score

import (
	"cmp"
	"math"
	"slices"

	"tijian/ocr/result"
	"tijian/tools/reportgen/truth"
)

// tolerance is the relative difference that rounding in unit conversion may
// make; a difference in the last printed digit is always larger.
const tolerance = 1e-4

// Right reports whether two values in the standard unit are the same reading.
func Right(read, true float64) bool {
	return math.Abs(read-true) <= tolerance*math.Abs(true)+1e-9
}

// A Reading is what a recogniser made of one page.
type Reading struct {
	Values  map[string]float64 // by indicator, in the standard unit
	Full    result.Full        // what Values was taken from; nil when the reader has no such form
	Error   string             // "" unless the page was refused or failed
	Seconds float64
}

// A Wrong is a value that was given and is not the truth.
type Wrong struct {
	File      string    `json:"file"` // picture
	Line      int       `json:"line"` // of the truth, from 1; 0 when the page has no such indicator
	Indicator string    `json:"indicator"`
	Name      string    `json:"name"`    // as printed
	Printed   string    `json:"printed"` // result as printed
	Unit      string    `json:"unit"`
	Reference string    `json:"reference"`
	True      *float64  `json:"true"` // nil when the page has no such indicator
	Read      float64   `json:"read"`
	Box       truth.Box `json:"box"` // of the line
}

// A Missing is a true value that was not given.
type Missing struct {
	File      string    `json:"file"`
	Line      int       `json:"line"`
	Indicator string    `json:"indicator"`
	Name      string    `json:"name"`
	Printed   string    `json:"printed"`
	Box       truth.Box `json:"box"`
	Cause     Cause     `json:"cause"`
	Read      string    `json:"read"` // the name as read, of the entry that the cause speaks of
}

// A Failure is a page that gave an error instead of values.
type Failure struct {
	File  string `json:"file"`
	Error string `json:"error"`
}

// A Tally counts pairs of indicator and value.
type Tally struct {
	Pages int `json:"pages"`
	True  int `json:"true"`  // pairs on the pages
	Given int `json:"given"` // pairs read
	Right int `json:"right"` // pairs read rightly
}

// Precision is the share of right values among those given; 1 when none is.
func (t Tally) Precision() float64 { return ratio(t.Right, t.Given) }

// Recall is the share of true values that were read rightly.
func (t Tally) Recall() float64 { return ratio(t.Right, t.True) }

// Wrong is the share of wrong values among those given.
func (t Tally) Wrong() float64 { return 1 - t.Precision() }

// F1 is the harmonic mean of precision and recall.
func (t Tally) F1() float64 {
	if t.True+t.Given == 0 {
		return 1
	}
	return 2 * float64(t.Right) / float64(t.True+t.Given)
}

func (t *Tally) add(u Tally) {
	t.Pages += u.Pages
	t.True += u.True
	t.Given += u.Given
	t.Right += u.Right
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

// A Group is the tally of the pages or lines that share something.
type Group struct {
	Name string `json:"name"`
	Tally
	Precision float64 `json:"precision"`
	Recall    float64 `json:"recall"`
	F1        float64 `json:"f1"`
	Wrong     float64 `json:"wrong_share"`
}

// A Board adds up pages.
type Board struct {
	groups   map[string]map[string]*Tally // kind -> name
	Wrongs   []Wrong
	Missings []Missing
	Failures []Failure
	Matches  Calibration
	seconds  []float64
}

// Kinds of groups that a Board keeps.
const (
	All       = "all"
	Layout    = "layout"
	Condition = "condition"
	Both      = "layout and condition"
	Form      = "form"
	Hospital  = "hospital"
	Trait     = "trait"
	Indicator = "indicator"
)

// New makes an empty board.
func New() *Board { return &Board{groups: map[string]map[string]*Tally{}} }

func (b *Board) count(kind, name string, t Tally) {
	if b.groups[kind] == nil {
		b.groups[kind] = map[string]*Tally{}
	}
	if b.groups[kind][name] == nil {
		b.groups[kind][name] = &Tally{}
	}
	b.groups[kind][name].add(t)
}

// Add counts one page.
func (b *Board) Add(file string, page *truth.Page, r Reading) {
	b.seconds = append(b.seconds, r.Seconds)
	if r.Error != "" {
		b.Failures = append(b.Failures, Failure{file, r.Error})
	}
	whole := Tally{Pages: 1, True: len(page.Values), Given: len(r.Values)}
	for name, value := range page.Values {
		one := Tally{Pages: 1, True: 1}
		number, line := find(page, name)
		read, given := r.Values[name]
		switch {
		case !given:
			m := Missing{File: file, Line: number, Indicator: name, Name: line.Name, Printed: line.Printed, Box: line.Box}
			m.Cause, m.Read = cause(name, line, r)
			b.Missings = append(b.Missings, m)
		case Right(read, value):
			one.Given, one.Right = 1, 1
			whole.Right++
		default:
			one.Given = 1
			b.Wrongs = append(b.Wrongs, Wrong{file, number, name, line.Name, line.Printed, line.Unit, line.Reference, &value, read, line.Box})
		}
		b.count(Indicator, name, one)
	}
	for name, read := range r.Values {
		if _, is := page.Values[name]; !is {
			b.Wrongs = append(b.Wrongs, Wrong{File: file, Indicator: name, Read: read})
			b.count(Indicator, name, Tally{Pages: 1, Given: 1})
		}
	}
	b.Matches.add(page, r.Full)
	b.count(All, "all", whole)
	b.count(Layout, page.Layout, whole)
	b.count(Condition, page.Condition, whole)
	b.count(Both, page.Layout+" "+page.Condition, whole)
	b.count(Form, page.Layout+" "+page.Form, whole)
	b.count(Hospital, page.Style, whole)
	for _, t := range page.Traits {
		b.count(Trait, t, whole)
	}
}

func find(page *truth.Page, indicator string) (int, truth.Line) {
	for i, line := range page.Lines {
		if line.Indicator == indicator {
			return i + 1, line
		}
	}
	return 0, truth.Line{}
}

// Groups lists the groups of a kind by name.
func (b *Board) Groups(kind string) []Group {
	var list []Group
	for name, t := range b.groups[kind] {
		list = append(list, Group{name, *t, t.Precision(), t.Recall(), t.F1(), t.Wrong()})
	}
	slices.SortFunc(list, func(x, y Group) int { return cmp.Compare(x.Name, y.Name) })
	return list
}

// Worst lists up to n groups of a kind with the lowest F1, leaving out those
// without a fault.
func (b *Board) Worst(kind string, n int) []Group {
	list := slices.DeleteFunc(b.Groups(kind), func(g Group) bool { return g.F1 == 1 })
	slices.SortStableFunc(list, func(x, y Group) int { return cmp.Compare(x.F1, y.F1) })
	return list[:min(n, len(list))]
}

// Sort puts the lists of faults in the order of files and lines.
func (b *Board) Sort() {
	slices.SortFunc(b.Wrongs, func(x, y Wrong) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Indicator, y.Indicator))
	})
	slices.SortFunc(b.Missings, func(x, y Missing) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Line, y.Line), cmp.Compare(x.Indicator, y.Indicator))
	})
	slices.SortFunc(b.Failures, func(x, y Failure) int { return cmp.Compare(x.File, y.File) })
	slices.Sort(b.seconds)
}

// Seconds gives the median and the longest time of a page, after Sort.
func (b *Board) Seconds() (median, longest float64) {
	if len(b.seconds) == 0 {
		return 0, 0
	}
	return b.seconds[len(b.seconds)/2], b.seconds[len(b.seconds)-1]
}
