package oracle

import (
	"cmp"
	"math"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// misread says of a value that nobody has, or that is critical and next to nobody has,
// that its number is ordinary in another unit, unless something beside it speaks for its own.
func (o *Oracle) misread(e *examination, k int, answer *assess.SampleResult) {
	s, x := e.Samples[k], e.standard[k]
	i, known := o.set.Dictionary.Lookup(s.Name)
	doubt := o.set.UnitDoubt
	if !known || doubt == nil || doubt.Number == nil || s.Reference != nil || i.Kind == dictionary.Qualitative || s.Unit == "grade" {
		return
	}
	n := doubt.Number
	table, row, _ := o.find(e, s, x)
	if plausible(i, x) && (row == nil || row.Level.Severity < 4 || !rare(n, i, x)) {
		return
	}
	like := ""
	for _, u := range i.KnownUnits() {
		if y, _ := i.ToStandard(s.Value, u); like == "" && u != "grade" && ordinary(n, i, y) {
			like = u
			if _, there, _ := o.find(e, s, y); table != nil && (there == nil || there.Level.Severity > n.Severity) {
				return
			}
		}
	}
	if like == "" || o.vouched(e, s, i, like) {
		return
	}
	name := like
	if called := n.Called[like]; called != "" {
		name = called
	}
	answer.Tip = strings.NewReplacer("{tip}", strings.TrimSuffix(answer.Tip, "。"), "{like}", name).Replace(n.Text)
	if !plausible(i, x) && strings.TrimSpace(s.Unit) != "" {
		answer.Level = "U2"
	}
}

// rare is whether a plausible value is nearer, by ratio, to where that ends.
func rare(n *ruleset.NumberDoubt, i *dictionary.Indicator, x float64) bool {
	if i.Usual.Low <= 0 || i.Usual.High <= 0 {
		return false
	}
	end, usual := i.Plausible[1], i.Usual.High
	if x < i.Usual.Low {
		end, usual = i.Plausible[0], i.Usual.Low
	}
	whole := math.Abs(math.Log(end / usual))
	beyond := x > i.Usual.High || x < i.Usual.Low
	return beyond && end > 0 && x > 0 && whole <= math.Log(n.Reach) && math.Abs(math.Log(x/usual)) >= n.Far*whole
}

func ordinary(n *ruleset.NumberDoubt, i *dictionary.Indicator, x float64) bool {
	low, high := cmp.Or(i.Usual.Low/n.Near, i.Usual.High/n.Open), cmp.Or(i.Usual.High*n.Near, i.Usual.Low*n.Open)
	return high > 0 && low <= x && x <= high
}

// vouched is whether the latest earlier result or an identity speaks for a unit.
func (o *Oracle) vouched(e *examination, s assess.Sample, i *dictionary.Indicator, like string) bool {
	var latest *assess.Earlier
	for k := range s.Previous {
		p := &s.Previous[k]
		x, ok := i.ToStandard(p.Value, cmp.Or(strings.TrimSpace(p.Unit), s.Unit))
		if ok && plausible(i, x) && p.At.Before(e.At) && (latest == nil || p.At.After(latest.At)) {
			latest = p
		}
	}
	if latest != nil {
		if x, _ := i.ToStandard(latest.Value, like); !ordinary(o.set.UnitDoubt.Number, i, x) {
			return true
		}
	}
	for _, identity := range o.set.Coherence {
		concerned := false
		for _, of := range identity.Indicators {
			concerned = concerned || of.Name == i.Name
		}
		if concerned && o.holds(identity.Holds, e.state) == yes {
			return true
		}
	}
	return false
}
