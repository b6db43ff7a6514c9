// Package hand is the rule set in force written as Go: what a good programmer
// would write who puts speed first and does without rules that others can edit.
// Its tables, formulas and risks are generated; this file is what holds them
// together. It answers in the standard unit, without traces.
package hand

import (
	"math"
	"slices"

	"tijian/engine/assess"
)

type row struct {
	tip, hint string
	color     int
	level     string
}

type table struct {
	ideal string
	risks int // in lists
}

type indicator struct {
	unit      string
	low, high float64
	input     func(*inputs) *float64
	find      func(in *inputs, value float64) (*row, *table)
}

// truth of what may be missing.
type truth int8

const (
	unknown truth = iota
	no
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

var missing = math.NaN()

func known(x float64) bool { return !math.IsNaN(x) }

func differ(x, y float64) bool { return x < y || x > y }

func square(x float64) float64 { return x * x }

func finite(x float64) float64 {
	if x-x != 0 {
		return missing
	}
	return x
}

// An Assessor answers requests one after the other.
type Assessor struct {
	TablesOnly bool // leaves out derived values and risks

	in     inputs
	flags  [len(riskFunctions)]int8 // 0 not asked, 1 cannot be told, else flag + 2
	found  []*indicator             // by sample
	shared [len(lists)][]assess.Risk
	memory []assess.Risk
}

// Assess answers a request into a result, whose memory it uses again.
func (a *Assessor) Assess(r *assess.Request, result *assess.Result) {
	in := &a.in
	in.reset()
	in.Age, in.Sex = float64(r.Age()), string(r.Sex)
	in.HasDiabetes, in.IsTakingAntihypertensiveTherapy, in.HasCvd, in.HasHbp = r.HasDiabetes, r.OnAntihypertensives, r.HasCVD, r.HasHypertension
	in.SmokeDailyFrequency = r.SmokeDaily
	for path, value := range r.Arguments {
		in.argument(path, value)
	}
	if cap(result.Samples) < len(r.Samples) {
		result.Samples = make([]assess.SampleResult, len(r.Samples))
	}
	result.Samples = result.Samples[:len(r.Samples)]
	if clear(result.Derived); result.Derived == nil {
		result.Derived = map[string]any{}
	}
	result.Version, result.Hash = "", Hash
	a.found = a.found[:0]
	for i := range r.Samples {
		s := &r.Samples[i]
		known := indicators[s.Name]
		a.found = append(a.found, known)
		if known != nil && (s.Unit == "" || s.Unit == known.unit) && known.low <= s.Value && s.Value <= known.high {
			*known.input(in) = s.Value
		}
	}
	if !a.TablesOnly {
		result.Assumptions = result.Assumptions[:0]
		in.derive(result.Derived, func(text string) {
			if !slices.Contains(result.Assumptions, text) {
				result.Assumptions = append(result.Assumptions, text)
			}
		})
	}
	clear(a.flags[:])
	clear(a.shared[:])
	a.memory = a.memory[:0]
	for i := range r.Samples {
		a.sample(a.found[i], r.Samples[i].Value, &result.Samples[i])
	}
}

func (a *Assessor) sample(known *indicator, value float64, out *assess.SampleResult) {
	if known == nil || known.find == nil {
		*out = assess.SampleResult{Level: "U0"}
		return
	}
	row, table := known.find(&a.in, value)
	switch {
	case row == nil:
		*out = assess.SampleResult{Level: "U0"}
		return
	case value < known.low || value > known.high:
		*out = assess.SampleResult{Level: "U1", Ideal: table.ideal}
		return
	}
	*out = assess.SampleResult{Tip: row.tip, Hint: row.hint, Color: row.color, Level: row.level, Ideal: table.ideal}
	if a.TablesOnly {
		return
	}
	if a.shared[table.risks] == nil {
		a.shared[table.risks] = a.risks(lists[table.risks])
	}
	out.Risks = a.shared[table.risks]
}

func (a *Assessor) risks(list []int) []assess.Risk {
	begin := len(a.memory)
	for _, i := range list {
		if a.flags[i] == 0 {
			a.flags[i] = int8(riskFunctions[i](&a.in)) + 2
		}
		if a.flags[i] > 1 {
			a.memory = append(a.memory, assess.Risk{ID: riskNames[i][0], Name: riskNames[i][1], Flag: int(a.flags[i]) - 2})
		}
	}
	return a.memory[begin:len(a.memory):len(a.memory)]
}
