package assess

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/ruleset"
)

// A Reference is a printed reference range in the sample's unit.
type Reference = numeral.Range

// An Earlier result of the same indicator. A blank Unit is the sample's.
type Earlier struct {
	Value float64
	Unit  string
	At    time.Time
}

// A Background is what is known of a sample besides its value, in the standard
// unit; NaN is not known.
type Background struct {
	Low, High float64 // printed
	Previous  float64 // the latest earlier result
	Days      float64 // since then
	Unit      float64 // 1 when one was sent
	Graded    float64 // the grade, when it came as a word
	latest    *Earlier
}

// nothing is known of most samples.
var nothing = Background{Low: math.NaN(), High: math.NaN(), Previous: math.NaN(), Days: math.NaN(), Unit: math.NaN(), Graded: math.NaN()}

const daysPerYear = 365.25

// Background works out what is known of a sample of an indicator of a person. Numbers that are not plausible at
// the age that the person had count for nothing.
func (s *Sample) Background(i *dictionary.Indicator, p *ruleset.Person) Background {
	b := nothing
	if strings.TrimSpace(s.Unit) != "" {
		b.Unit = 1
		if i.InWords(s.Unit) {
			b.Graded = s.Value
		}
	}
	if s.Reference == nil && len(s.Previous) == 0 {
		return b
	}
	then := *p
	standard := func(x float64, unit string) float64 { // of somebody as old as then
		y, ok := i.ToStandard(x, strings.TrimSpace(unit))
		if ends := i.PlausibleAt(then.Age()); !ok || !(ends[0] <= y && y <= ends[1]) {
			return math.NaN()
		}
		return y
	}
	if r := s.Reference; r != nil && i.Steps(strings.TrimSpace(s.Unit)) == nil { // it is not of words
		b.Low, b.High = standard(r.Low, s.Unit), standard(r.High, s.Unit)
	}
	for k := range s.Previous {
		e := &s.Previous[k]
		then.At = e.At
		x := standard(e.Value, s.unitOf(e))
		if math.IsNaN(x) || !e.At.Before(p.At) || b.latest != nil && !e.At.After(b.latest.At) {
			continue
		}
		b.Previous, b.Days, b.latest = x, p.At.Sub(e.At).Hours()/24, e
	}
	return b
}

func (s *Sample) unitOf(e *Earlier) string {
	if strings.TrimSpace(e.Unit) == "" {
		return s.Unit
	}
	return e.Unit
}

// Facet works out a facet of a sample with the value x; NaN when it is not known.
func (b *Background) Facet(f ruleset.Facet, x float64) float64 {
	switch f {
	case ruleset.RefLow:
		return b.Low
	case ruleset.RefHigh:
		return b.High
	case ruleset.TimesRefLow:
		return over(x, b.Low)
	case ruleset.TimesRefHigh:
		return over(x, b.High)
	case ruleset.Previous:
		return b.Previous
	case ruleset.PreviousDays:
		return math.Floor(b.Days)
	case ruleset.Change:
		return tidy(x - b.Previous)
	case ruleset.ChangeRatio:
		return over(x-b.Previous, b.Previous)
	case ruleset.UnitSent:
		return b.Unit
	case ruleset.Graded:
		return b.Graded
	default:
		return over((x-b.Previous)*daysPerYear, b.Days)
	}
}

// at is the value for which a facet is c, NaN when the facet does not move with
// the value.
func (b *Background) at(f ruleset.Facet, c float64) float64 {
	switch f {
	case ruleset.TimesRefLow:
		return tidy(c * b.Low)
	case ruleset.TimesRefHigh:
		return tidy(c * b.High)
	case ruleset.Change:
		return tidy(b.Previous + c)
	case ruleset.ChangeRatio:
		return tidy(b.Previous * (1 + c))
	case ruleset.ChangePerYear:
		return tidy(b.Previous + c*b.Days/daysPerYear)
	}
	return math.NaN()
}

// over divides by what is above 0 and nothing else.
func over(x, y float64) float64 {
	if !(y > 0) {
		return math.NaN()
	}
	return tidy(x / y)
}

// tidy takes the dust of binary fractions away, so that 0.3 is three times 0.1.
func tidy(x float64) float64 { return math.Round(x*1e9) / 1e9 }

// background notes what is known of a sample, gives the rules those facets that
// they name with the indicator, and finds what is wrong with them.
func (s *state) background(i int, indicator *indicator, x float64) {
	sample := &s.request.Samples[i]
	if sample.Reference != nil || len(sample.Previous) > 0 || indicator.unitSent && strings.TrimSpace(sample.Unit) != "" {
		for k := range sample.Previous {
			e := &sample.Previous[k]
			if _, ok := indicator.ToStandard(e.Value, strings.TrimSpace(sample.unitOf(e))); !ok {
				s.fault(fmt.Sprintf("samples[%d].previous[%d].unit", i, k), message.NotConvertible.With("unit", e.Unit, "name", sample.Name, "known", units(indicator.Indicator)))
			}
		}
		b := sample.Background(indicator.Indicator, &s.request.Person)
		s.found[len(s.found)-1].background = &b
	}
	for _, f := range indicator.facets {
		if b := s.found[len(s.found)-1].background; b != nil && s.possible(indicator, x) && sample.Bound == "" {
			s.in.SetNumber(f.Slot, b.Facet(f.Facet, x))
		} else {
			s.in.Unset(f.Slot)
		}
		s.from[f.Slot] = fromSample
	}
}

// A looked facet is one that the rows of a table look at.
type looked struct {
	ruleset.FacetSlot
	bounds []float64
}

// look notes the facets that a row looks at.
func (t *table) look(set *ruleset.Set, when *expression.Condition) {
	for f, slot := range set.Names.Facets {
		if !slices.Contains(when.Slots(), slot) {
			continue
		}
		k := slices.IndexFunc(t.facets, func(l looked) bool { return l.Slot == slot })
		if k < 0 {
			k = len(t.facets)
			t.facets = append(t.facets, looked{FacetSlot: ruleset.FacetSlot{Facet: ruleset.Facet(f), Slot: slot}})
		}
		b := when.Bounds(set.Scope.Slot(slot))
		t.facets[k].bounds = append(t.facets[k].bounds, b.Numbers...)
		t.exact = t.exact && b.Exact
	}
}

// line cuts the value's axis where facets that move with it reach a constant,
// too.
func (t *table) line(b *Background) lattice.Axis {
	if len(t.facets) == 0 {
		return t.axis
	}
	bounds := slices.Clone(t.axis.Bounds)
	for _, f := range t.facets {
		for _, c := range f.bounds {
			if at := b.at(f.Facet, c); !math.IsNaN(at) {
				bounds = append(bounds, at)
			}
		}
	}
	return lattice.NewAxis(bounds...)
}

// ask finds the row of a value by expr. It overwrites the value and facets.
func (s *state) ask(t *table, b *Background, x float64) int {
	s.in.SetNumber(s.set.Names.Value, x)
	for _, f := range t.facets {
		s.in.SetNumber(f.Slot, b.Facet(f.Facet, x))
	}
	return t.row(s.in)
}

// forget makes the value and facets unknown again.
func (s *state) forget(t *table) {
	s.in.Unset(s.set.Names.Value)
	for _, f := range t.facets {
		s.in.Unset(f.Slot)
	}
}

// ParseReference reads a range as it was printed: 3.9-6.1, <5, ≥ 60. A text
// without ends, such as 阴性, gives nil, and so does one that can be read in two
// ways (-4.5--1, <1,234). It reports false when the lower end lies above the upper one.
func ParseReference(text string) (*Reference, bool) {
	r, ok, crossed := numeral.ReadRange(text)
	if !ok {
		return nil, !crossed
	}
	return &r, true
}
