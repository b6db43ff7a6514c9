package values

import (
	"slices"
	"unicode"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// unprinted says which unit is meant where none is written.
type unprinted struct {
	Above float64 `yaml:"above,required"` // times the usual upper end that are still believed
	Below float64 `yaml:"below,required"` // likewise, parts of the lower one
	Near  float64 `yaml:"near,required"`  // times that a printed end is the usual one, for certain
	Wide  float64 `yaml:"wide,required"`  // at most
	At    problem.Place
}

// Characters that a name has at least that may have a value without a unit: Cr
// 1.2 and 钾 4 could be anything.
const (
	shortestLatin = 3
	shortest      = 2
)

// unitAt reads the unit behind the number that ends before rune i. It reports
// whether the number can be a value of the indicator.
func (p *parser) unitAt(v *Value, i int) (end int, ok bool) {
	if unit, e, fits := p.unitBehind(v.Indicator, i); fits {
		v.Unit, v.Known = p.written(p.skip(i), e), true
		v.In = unit
		return e, true
	}
	k := p.skip(i)
	if k >= len(p.runes) || p.runes[k] == '\n' {
		return i, true
	}
	if e, _ := p.markAt(k); e > k {
		return i, true
	}
	if w, _ := p.words.at(p.runes, k); k > i && w != nil && w.class == named {
		return i, true
	}
	if latin(p.runes[k]) || slices.Contains([]rune("%‰×*^°℃"), p.runes[k]) {
		return i, false // the unit of something else
	}
	return i, true
}

// longestUnit is how many characters a unit has at most.
const longestUnit = 16

// unitBehind reads a unit of the indicator that begins at rune i or behind a
// blank.
func (p *parser) unitBehind(indicator *dictionary.Indicator, i int) (unit string, end int, ok bool) {
	k := p.skip(i)
	if k-i > 1 {
		return "", i, false
	}
	if !p.beginsUnit(k) && !(k > i && k < len(p.runes) && digit(p.runes[k])) {
		return "", i, false
	}
	most := k
	for most < len(p.runes) && most < k+longestUnit && (unicode.IsLetter(p.runes[most]) || digit(p.runes[most]) || slices.Contains(inUnits, p.runes[most])) {
		most++
	}
	for n := most - k; n > 0; n-- {
		e := k + n
		if !p.endsUnit(e) || digit(p.runes[k]) && !slices.Contains(p.runes[k:e], '^') {
			continue
		}
		candidates := p.dictionary.Units().Candidates(p.written(k, e)) // as written, for case tells units apart: G/L
		for _, known := range indicator.KnownUnits() {
			if known != "" && slices.Contains(candidates, known) {
				return known, e, true
			}
		}
	}
	return "", i, false
}

// beginsUnit reports whether the rune at k can begin a unit.
func (p *parser) beginsUnit(k int) bool {
	return k < len(p.runes) && (latin(p.runes[k]) || unicode.Is(unicode.Han, p.runes[k]) || slices.Contains(unitSigns, p.runes[k]))
}

// endsUnit reports whether a unit can end before the rune at e.
func (p *parser) endsUnit(e int) bool {
	last := p.runes[e-1]
	if !unicode.IsLetter(last) && !digit(last) && !slices.Contains([]rune("%‰)℃²³㎡"), last) {
		return false
	}
	return e >= len(p.runes) || !(latin(last) && latin(p.runes[e])) && p.runes[e] != '/' && p.runes[e] != '^'
}

// inUnits are the signs that units hold.
var inUnits = []rune("%‰×*/°℃^.·-()²³㎡")

// unitSigns begin units that begin with no letter: ×10^9/L, %, /HP, ℃.
var unitSigns = []rune("%‰×*x/°℃^")

// settle decides which unit is meant where none is written, and reports whether
// the value can be one of the indicator at all.
func (p *parser) settle(v *Value, at place) bool {
	if v.Indicator.Kind == dictionary.Qualitative {
		return true
	}
	plausible := func(unit string) bool {
		x, ok := v.Indicator.ToStandard(v.Number, unit)
		return ok && x >= v.Indicator.Plausible[0] && x <= v.Indicator.Plausible[1]
	}
	if v.Known && v.Unclear == (message.Phrase{}) {
		return plausible(v.In)
	}
	if n := at.end - at.start; !v.Known && !at.name.paired && (n < shortest || n < shortestLatin && latin(p.runes[at.start])) {
		return false
	}
	if v.Unclear != (message.Phrase{}) {
		v.Known = false
		return true
	}
	units := p.distinct(v.Indicator)
	units = slices.DeleteFunc(units, func(u string) bool { return !plausible(u) })
	switch {
	case len(units) == 0:
		return false
	case len(units) > 1:
		units = p.meant(v, units)
	}
	if len(units) == 1 {
		v.In, v.Known = units[0], true
	}
	return true
}

// distinct are the units of an indicator that give different values.
func (p *parser) distinct(i *dictionary.Indicator) []string {
	var units []string
	var ones []float64
	for _, u := range i.KnownUnits() {
		if x, ok := i.ToStandard(1, u); ok && !slices.Contains(ones, x) {
			units, ones = append(units, u), append(ones, x)
		}
	}
	return units
}

// meant are the units that fit the printed range, else the mark and the usual
// range.
func (p *parser) meant(v *Value, units []string) []string {
	usual := v.Indicator.Usual
	if v.Range != nil {
		return v.Indicator.UnitsOf(v.Range.Low, v.Range.High, units, p.unprinted.Near, p.unprinted.Wide)
	}
	return keep(units, func(u string) bool {
		x, _ := v.Indicator.ToStandard(v.Number, u)
		switch {
		case usual.High > 0 && (x > usual.High*p.unprinted.Above || v.Mark == Low && x > usual.High):
			return false
		case usual.Low > 0 && (x < usual.Low/p.unprinted.Below || v.Mark == High && x < usual.Low):
			return false
		}
		return true
	})
}

func keep(units []string, fits func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(units), func(u string) bool { return !fits(u) })
}
