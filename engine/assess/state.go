package assess

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Where a known input came from.
type origin int8

const (
	unknown origin = iota
	fromPerson
	fromSample
	fromDerived
	fromAssumption
)

func (o origin) String() string {
	return [...]string{"", "person", "sample", "derived", "assumed"}[o]
}

// A state is the work of one request; states are pooled.
type state struct {
	*plan
	in      *expression.Inputs
	request *Request
	result  *Result
	age     int
	days    int // since the examination
	faults  FieldErrors
	from    []origin // by slot
	found   []found  // by sample
	doubts  []Doubt
	cases   []problem.Place // of derived values, where the request asks what was seen
	// By index of the derived value:
	values   []any                   // float64 or string; nil for none
	assumed  [][]*ruleset.Assumption // that mattered
	assuming []int                   // those that have any
	lazy     bool                    // they are worked out as they are wanted
	worked   []bool                  // then: which are
	had      []bool                  // and which of plan.wants
	// Decided when first asked for:
	guards  []int8 // by guard; 0 not asked, else its truth + 1
	chosen  []int  // by choice; 0 not asked, else the table + 1, or without
	answers []answer
	lists   [][]Risk      // by list
	traces  [][]RiskTrace // by list
	rows    []int         // of cells, for tables without columns
	sought  bool          // patterns were, and found:
	leading []int
	placed  bool // contexts were, and are:
	within  []*context
}

// found is a sample as the rules see it.
type found struct {
	*indicator              // nil when unknown
	value       float64     // in the standard unit
	converted   bool        // from another unit
	slipped     bool        // its printed range is in its own unit, and it is not
	foreign     bool        // its printed range shows another unit than its own, or than the standard one where it has none
	like        string      // then: which
	background  *Background // nil for nothing
	table       *table      // that answered, with its row; nil for none
	row         *ruleset.Row
	pattern     *answer             // that explains it
	department  string              // of who the person is; "" for the row's
	doubted     *ruleset.Row        // that would have answered urgently, were the value plausible
	contradicts []*ruleset.Identity // that do not hold
	beyond      bool                // its printed range, while nothing else is known of it
}

func newState(p *plan) *state {
	return &state{
		plan: p, in: p.set.Scope.NewInputs(), from: make([]origin, p.set.Scope.Len()),
		values: make([]any, len(p.derived)), assumed: make([][]*ruleset.Assumption, len(p.derived)), worked: make([]bool, len(p.derived)), had: make([]bool, len(p.wants)),
		guards: make([]int8, len(p.guards)), chosen: make([]int, len(p.choices)), answers: make([]answer, len(p.risks)),
		lists: make([][]Risk, len(p.lists)), traces: make([][]RiskTrace, len(p.lists)),
	}
}

func (s *state) reset(r *Request, result *Result) {
	s.request, s.result = r, result
	result.reset(len(r.Samples), !r.NoTrace)
	s.age, s.days = r.Age(), r.DaysSince()
	s.in.Reset()
	clear(s.from)
	s.faults = nil
	s.found, s.doubts, s.cases = s.found[:0], nil, nil
	clear(s.values)
	for _, i := range s.assuming {
		s.assumed[i] = nil
	}
	s.assuming = s.assuming[:0]
	clear(s.worked)
	clear(s.had)
	clear(s.guards)
	clear(s.chosen)
	clear(s.answers)
	clear(s.lists)
	clear(s.traces)
	s.sought, s.leading, s.placed, s.within = false, s.leading[:0], false, s.within[:0]
}

func (s *state) fault(path string, reason message.Phrase) {
	s.faults = append(s.faults, FieldError{Path: path, Reason: reason})
}

func (s *state) put(slot int, value any, from origin) {
	s.in.Set(slot, value)
	s.from[slot] = from
}

func (s *state) person() {
	r, n := s.request, &s.set.Names
	if s.age < 0 {
		s.fault("profile.dob", message.AfterDay)
	}
	if r.Sex != ruleset.Male && r.Sex != ruleset.Female {
		s.fault("profile.gender", message.MustBe.With("want", message.Plain(`"male" or "female"`)))
	}
	if math.IsNaN(r.SmokeDaily) || math.IsInf(r.SmokeDaily, 0) {
		s.fault("health_background.smoke_daily_frequency", message.MustBe.With("want", message.FiniteNumber))
	}
	n.Put(s.in, &r.Person)
	for _, slot := range n.Person() {
		s.from[slot] = fromPerson
	}
}

// arguments checks and takes the additional arguments, then reports those
// that are required and missing.
func (s *state) arguments() {
	for i, a := range s.set.Arguments {
		value, sent := s.request.Arguments[a.Path]
		if !sent {
			if s.required[i] != nil && s.required[i].Eval(s.in) == expression.True {
				s.faults = append(s.faults, FieldError{Path: a.Path, Reason: message.Required, Missing: true})
			}
			continue
		}
		if reason := wrong(a, value); reason != (message.Phrase{}) {
			s.fault(a.Path, reason)
			continue
		}
		s.put(a.Slot, value, fromPerson)
	}
}

// wrong returns what is wrong with the value of an argument; nothing for a good
// one.
func wrong(a *ruleset.Argument, value any) message.Phrase {
	switch v := value.(type) {
	case bool:
		if a.Type == expression.Boolean {
			return message.Phrase{}
		}
	case float64:
		if a.Type == expression.Number && !math.IsNaN(v) && !math.IsInf(v, 0) {
			if !a.Admits(v) {
				return message.OutOfRange.With("low", a.Range[0], "high", a.Range[1])
			}
			return message.Phrase{}
		}
	case string:
		if a.Type == expression.String && slices.Contains(a.Allowed, v) {
			return message.Phrase{}
		}
	}
	switch a.Type {
	case expression.Boolean:
		return message.MustBe.With("want", message.ATruthValue)
	case expression.Number:
		return message.MustBe.With("want", message.FiniteNumber)
	default:
		return message.MustBeOneOf.With("known", a.Allowed)
	}
}

// plausible is what is plausible of an indicator at the person's age.
func (s *state) plausible(i *indicator) [2]float64 { return i.PlausibleAt(s.request.Age()) }

// possible reports whether somebody of the person's age can have a value.
func (s *state) possible(i *indicator, x float64) bool {
	ends := s.plausible(i)
	return ends[0] <= x && x <= ends[1]
}

// samples converts every value to the standard unit. The last of a name is
// what rules that look at other indicators see, unless it is implausible.
func (s *state) samples() {
	for i := range s.request.Samples {
		sample := &s.request.Samples[i]
		if math.IsNaN(sample.Value) || math.IsInf(sample.Value, 0) {
			s.fault(fmt.Sprintf("samples[%d].value", i), message.MustBe.With("want", message.FiniteNumber))
		}
		indicator := s.plan.indicators[sample.Name]
		if indicator == nil {
			s.found = append(s.found, found{})
			continue
		}
		x, ok := sample.Value, sample.Unit == indicator.unit
		if !ok {
			x, ok = indicator.ToStandard(x, strings.TrimSpace(sample.Unit))
		}
		if !ok {
			s.fault(fmt.Sprintf("samples[%d].unit", i), message.NotConvertible.With("unit", sample.Unit, "name", sample.Name, "known", units(indicator.Indicator)))
			continue
		}
		s.found = append(s.found, found{indicator: indicator, value: x, converted: sample.Unit != indicator.unit})
		s.background(i, indicator, x)
		if like, foreign, slipped := s.foreign(sample, indicator); foreign {
			f := &s.found[len(s.found)-1]
			f.foreign, f.slipped, f.like = true, slipped, like
			s.forgetSample(indicator)
			continue
		}
		known := s.possible(indicator, x)
		if known && sample.Bound != "" {
			x, known = s.standIn(indicator, sample.Bound, x)
		}
		if known {
			s.in.SetNumber(indicator.slot, x)
			s.from[indicator.slot] = fromSample
		} else {
			s.in.Unset(indicator.slot)
			s.from[indicator.slot] = unknown
		}
	}
}

// foreign reports whether a number is in another unit than the one that it is
// taken for, as its printed range shows, and in which; slipped where the range is in
// the number's own and only the number is not.
func (s *state) foreign(sample *Sample, i *indicator) (like string, foreign, slipped bool) {
	r := sample.Reference
	if r == nil {
		return "", false, false
	}
	if like, foreign = s.set.Doubts(i.Indicator, i.unitless, sample.Unit, r.Low, r.High); foreign {
		return like, true, false
	}
	like = s.set.Slipped(i.Indicator, i.unitless, sample.Value, sample.Unit, r.Low, r.High)
	return like, like != "", true
}

// forgetSample has rules know nothing of an indicator, nor of an earlier sample of
// it: the last one counts.
func (s *state) forgetSample(i *indicator) {
	s.in.Unset(i.slot)
	s.from[i.slot] = unknown
	for _, f := range i.facets {
		s.in.Unset(f.Slot)
	}
}

// units returns a []string, or a message.Phrase where there are none.
func units(i *dictionary.Indicator) any {
	known := slices.DeleteFunc(i.KnownUnits(), func(u string) bool { return u == "" })
	if len(known) == 0 {
		return message.NoUnits
	}
	return known
}
