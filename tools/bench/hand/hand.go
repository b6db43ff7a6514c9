// Package hand is the rule set in force written as Go: what a good programmer
// would write who puts speed first and does without rules that others can edit.
// Its tables, formulas and risks are generated; this file is what holds them
// together. It answers in the standard unit, without traces and assumptions.
package hand

import (
	"math"

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
	for i := range r.Samples {
		s := &r.Samples[i]
		if known := indicators[s.Name]; known != nil && (s.Unit == "" || s.Unit == known.unit) && known.low <= s.Value && s.Value <= known.high {
			*known.input(in) = s.Value
		}
	}
	if !a.TablesOnly {
		in.derive(result.Derived)
	}
	clear(a.flags[:])
	clear(a.shared[:])
	a.memory = a.memory[:0]
	for i := range r.Samples {
		a.sample(&r.Samples[i], &result.Samples[i])
	}
}

func (a *Assessor) sample(s *assess.Sample, out *assess.SampleResult) {
	*out = assess.SampleResult{Level: "U0"}
	known := indicators[s.Name]
	if known == nil || known.find == nil {
		return
	}
	row, table := known.find(&a.in, s.Value)
	if table != nil {
		out.Ideal = table.ideal
	}
	if row == nil {
		return
	}
	if s.Value < known.low || s.Value > known.high {
		out.Level = "U1"
		return
	}
	out.Tip, out.Hint, out.Color, out.Level = row.tip, row.hint, row.color, row.level
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
