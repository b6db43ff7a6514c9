package reference

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
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

// A state is the work of one request.
type state struct {
	*plan
	request *assess.Request
	faults  assess.FieldErrors
	from    []origin // by slot
	// By sample:
	indicators []*dictionary.Indicator // nil when unknown
	standard   []float64               // value in the standard unit
	// By derived id:
	derived map[string]any
	assumed map[*ruleset.Derived][]*ruleset.Assumption
	// By risk, worked out when first asked for:
	answers map[string]*answer
}

func newState(p *plan, r *assess.Request) *state {
	p.env.Reset()
	return &state{plan: p, request: r, from: make([]origin, p.set.Scope.Len()), derived: map[string]any{},
		assumed: map[*ruleset.Derived][]*ruleset.Assumption{}, answers: map[string]*answer{}}
}

func (s *state) fault(path, format string, args ...any) {
	s.faults = append(s.faults, assess.FieldError{Path: path, Reason: fmt.Sprintf(format, args...)})
}

func (s *state) put(slot int, value any, from origin) {
	s.env.Set(slot, value)
	s.from[slot] = from
}

func (s *state) person() {
	r, n := s.request, &s.set.Names
	age := r.Age()
	if age < 0 {
		s.fault("profile.dob", "must not be after datetime")
	}
	if r.Sex != assess.Male && r.Sex != assess.Female {
		s.fault("profile.gender", `must be "male" or "female"`)
	}
	if math.IsNaN(r.SmokeDaily) || math.IsInf(r.SmokeDaily, 0) {
		s.fault("health_background.smoke_daily_frequency", "must be a finite number")
	}
	s.put(n.Age, float64(age), fromPerson)
	s.put(n.Sex, string(r.Sex), fromPerson)
	s.put(n.HasDiabetes, r.HasDiabetes, fromPerson)
	s.put(n.OnAntihypertensives, r.OnAntihypertensives, fromPerson)
	s.put(n.HasCVD, r.HasCVD, fromPerson)
	s.put(n.HasHBP, r.HasHypertension, fromPerson)
	s.put(n.SmokeDaily, r.SmokeDaily, fromPerson)
}

// arguments checks and takes the additional arguments, then reports those
// that are required and missing.
func (s *state) arguments() {
	for _, a := range s.set.Arguments {
		value, sent := s.request.Arguments[a.Path]
		if !sent {
			if a.Required != nil && a.Required.Eval(s.env) == expression.True {
				s.faults = append(s.faults, assess.FieldError{Path: a.Path, Reason: "is required", Missing: true})
			}
			continue
		}
		if reason := wrong(a, value); reason != "" {
			s.fault(a.Path, "%s", reason)
			continue
		}
		s.put(a.Slot, value, fromPerson)
	}
}

func wrong(a *ruleset.Argument, value any) string {
	switch v := value.(type) {
	case bool:
		if a.Type == expression.Boolean {
			return ""
		}
	case float64:
		if a.Type == expression.Number && !math.IsNaN(v) && !math.IsInf(v, 0) {
			return ""
		}
	case string:
		if a.Type == expression.String && slices.Contains(a.Allowed, v) {
			return ""
		}
	}
	switch a.Type {
	case expression.Boolean:
		return "must be true or false"
	case expression.Number:
		return "must be a finite number"
	default:
		return "must be one of " + strings.Join(a.Allowed, ", ")
	}
}

// samples converts every value to the standard unit. The last of a name is
// what rules that look at other indicators see, unless it is implausible.
func (s *state) samples() {
	for i := range s.request.Samples {
		sample := &s.request.Samples[i]
		if math.IsNaN(sample.Value) || math.IsInf(sample.Value, 0) {
			s.fault(fmt.Sprintf("samples[%d].value", i), "must be a finite number")
		}
		indicator, known := s.set.Dictionary.Lookup(sample.Name)
		s.indicators = append(s.indicators, indicator)
		s.standard = append(s.standard, sample.Value)
		if !known {
			continue
		}
		x, ok := indicator.ToStandard(sample.Value, strings.TrimSpace(sample.Unit))
		if !ok {
			s.fault(fmt.Sprintf("samples[%d].unit", i), "%q cannot be converted for %s, known units: %s", sample.Unit, sample.Name, units(indicator))
			continue
		}
		s.standard[i] = x
		slot := s.set.Names.Indicators[sample.Name]
		if plausible(indicator, x) {
			s.env.SetNumber(slot, x)
			s.from[slot] = fromSample
		} else {
			s.env.Unset(slot)
			s.from[slot] = unknown
		}
	}
}

func plausible(i *dictionary.Indicator, x float64) bool {
	return i.Plausible[0] <= x && x <= i.Plausible[1]
}

func units(i *dictionary.Indicator) string {
	known := slices.DeleteFunc(i.KnownUnits(), func(u string) bool { return u == "" })
	if len(known) == 0 {
		return "none"
	}
	return strings.Join(known, ", ")
}
