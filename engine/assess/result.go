package assess

import (
	"tijian/engine/assess/internal/ideal"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// A Result answers one request by one version of the rules.
type Result struct {
	Version, Hash string
	Samples       []SampleResult // in the order of the request
	Derived       map[string]any // the derived values that could be worked out: float64, unrounded, or string
	Assumptions   []string       // what was assumed for missing inputs, each once
	Doubts        []Doubt        // contradictions; nil in versions that look for none, and without traces
	Summary       *Summary       // with traces, where the rules have words for it; else nil
	Seen          *Seen          // where the request asks for it; else nil

	risks  []Risk  // memory of the samples' risks
	traces []Trace // of the samples; nil when none are wanted
}

// reset makes room for so many samples.
func (r *Result) reset(samples int, trace bool) {
	if cap(r.Samples) < samples {
		r.Samples = make([]SampleResult, samples)
	}
	r.Samples = r.Samples[:samples] // each is overwritten as a whole
	r.Assumptions = r.Assumptions[:0]
	r.risks = r.risks[:0]
	clear(r.Derived)
	r.traces, r.Summary, r.Doubts, r.Seen = nil, nil, nil, nil
	if trace {
		r.traces = make([]Trace, samples)
	}
}

// A SampleResult is what one sample means.
type SampleResult struct {
	Tip, Hint string
	Plain     bool // both are known to need nothing but quotes in JSON
	Color     int
	Level     string
	Act       string // how soon something is to be done; "" in versions without acts
	Ideal     string // text range in the submitted unit, "" when there is none
	IdealEnds ideal.Ends
	Risks     []Risk
	Trend     string // since the last result; "" without one, or without a trace
	Trace     *Trace // nil when the request wants none
}

// A Risk of a disease, the same on every sample of a response.
type Risk struct {
	ID, Name string
	Flag     int
	Act      string // as of a sample
}

// A Trace says how a sample's answer came about.
type Trace struct {
	StandardValue float64
	StandardUnit  string
	File          string // of the rule that answered, "" for U-levels
	Line          int
	Row           int // in its table, from 1
	Sources       []Source
	Range         string  // PrintedRange, TableRange or IgnoredRange; "" when none was printed
	Inputs        []Input // besides the value, that the table looked at in the sample
	// Distances to the nearest other level, nil when there is none.
	DistanceDown, DistanceUp *Distance
	Risks                    []RiskTrace // of the sample's risks, in the same order

	rule  *ruleset.Row // this and what follows where the request has Lines
	table *table
	line  line
}

// Of reports whether a row answered.
func (t *Trace) Of(r *ruleset.Row) bool {
	return r.At.File == t.File && r.At.Line == t.Line && r.Number == t.Row
}

// Rule is the row that answered; nil where none did, or without Lines.
func (t *Trace) Rule() *ruleset.Row { return t.rule }

// Table is that of the row.
func (t *Trace) Table() *ruleset.Table {
	if t.table == nil {
		return nil
	}
	return t.table.Table
}

// A Stretch is a range of values, in the standard unit, that one row answers.
type Stretch struct {
	lattice.Interval
	Row *ruleset.Row // nil where none does
}

// Stretches are all values from the lowest to the highest, for this person with
// all that was sent; none where the rules compute with the value.
func (t *Trace) Stretches() []Stretch {
	var list []Stretch
	rows := t.line.rows
	for first := 0; first < len(rows); {
		last := first
		for last+1 < len(rows) && rows[last+1] == rows[first] {
			last++
		}
		s := Stretch{Interval: t.line.axis.Span(first, last)}
		if rows[first] >= 0 {
			s.Row = t.table.Rows[rows[first]]
		}
		list = append(list, s)
		first = last + 1
	}
	return list
}

// Which range decided about a sample.
const (
	PrintedRange = "printed" // that the client sent
	TableRange   = "table"
	IgnoredRange = "ignored" // what was printed is no range of this indicator
)

// A Source is a document that a rule rests on.
type Source struct {
	Key   string
	Title string
	Body  string // who published it
	Year  int
	Place string // in the document: table, section; "" when not given
}

// A Distance says how far another level is, in the standard unit.
type Distance struct {
	By    float64 // how much the value would have to move, always positive
	At    float64 // the value at which the level changes
	Level string  // that begins there; "" where no row applies
}

// A RiskTrace says how a risk's flag came about.
type RiskTrace struct {
	ID          string
	Rule        string // that answered
	File        string
	Line        int
	Sources     []Source
	Inputs      []Input  // that the rule and its derived values used
	Assumptions []string // made for them
}

// An Input is a value used.
type Input struct {
	Name  string
	Value any    // float64, bool or string
	Unit  string // of a number, where known
	From  string // "sample", "derived", "person" or "assumed"
}
