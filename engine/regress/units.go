package regress

import (
	"slices"
	"strconv"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/lattice"
)

// converted notes the units whose conversion a trial checks.
func (c *coverer) converted(t answered) {
	for _, s := range t.request.Samples {
		if !slices.ContainsFunc(t.checks, func(k Check) bool { return k.Kind == Value && k.Name == s.Name }) {
			continue
		}
		for _, unit := range c.set.Dictionary.Units().Candidates(s.Unit) {
			c.units[[2]string{s.Name, unit}] = true
		}
	}
}

// conversions counts the units of the indicators that the rules look at.
func (c *coverer) conversions() {
	for _, i := range c.set.Used() {
		for _, u := range i.Units {
			c.count(c.units[[2]string{i.Name, u.Unit}], Missed{Part: Units, At: u.At, Name: i.Name, Title: i.Title, Unit: u.Unit, indicator: i})
		}
	}
}

// Conversion is an example of a unit: a usual value as a laboratory prints it,
// and what it is in the standard unit, to four digits.
func Conversion(i *dictionary.Indicator, unit string) (printed, standard string) {
	if steps := i.Steps(unit); steps != nil {
		return rounded(steps[len(steps)-1][0]), rounded(steps[len(steps)-1][1])
	}
	usual := (i.Plausible[0] + i.Plausible[1]) / 2
	if i.Usual.High > 0 {
		usual = (i.Usual.Low + i.Usual.High) / 2
	}
	x, _ := i.FromStandard(usual, unit)
	printed = rounded(x)
	x, _ = strconv.ParseFloat(printed, 64)
	x, _ = i.ToStandard(x, unit)
	return printed, rounded(x)
}

// rounded writes a number with four digits.
func rounded(x float64) string {
	const digits = 4
	x, _ = strconv.ParseFloat(strconv.FormatFloat(x, 'e', digits-1, 64), 64)
	return strconv.FormatFloat(x, 'f', lattice.Decimals(x, digits), 64)
}

// conversions makes a case of the units of each indicator that no case
// converts.
func (g *generator) conversions(all []Missed) {
	base := assess.Request{Person: assess.Person{Sex: assess.Male, At: g.at, Born: g.at.AddDate(-usualAge, 0, 0)}}
	for _, m := range all {
		if m.Part != Units {
			continue
		}
		printed, standard := Conversion(m.indicator, m.Unit)
		x, _ := strconv.ParseFloat(printed, 64)
		request := base
		request.Samples = []assess.Sample{{Name: m.Name, Unit: m.Unit, Value: x}}
		if _, err := g.engine.Assess(&request); err != nil {
			g.Left = append(g.Left, m)
			continue
		}
		if n := len(g.cases); n == 0 || g.cases[n-1].indicator != m.indicator || g.cases[n-1].levels != nil {
			g.cases = append(g.cases, generated{indicator: m.indicator, base: base, person: g.person(&base)})
		}
		made := &g.cases[len(g.cases)-1]
		made.values = append(made.values, quote(printed+" "+m.Unit)+": "+standard)
		g.Trials++
	}
}
