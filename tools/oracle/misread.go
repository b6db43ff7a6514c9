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
	if !known || doubt == nil || doubt.Number == nil || s.Reference != nil || e.against[k] != nil || i.Kind == dictionary.Qualitative || s.Unit == "grade" {
		return
	}
	n := doubt.Number
	table, row, _ := o.find(e, s, x)
	if plausible(i, e.Age(), x) && (row == nil || row.Level.Severity < 4 || !rare(n, i, x)) {
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
	answer.Tip = o.inUnit(answer.Tip, like)
}

// inUnit adds to a tip the unit in which the number would be ordinary.
func (o *Oracle) inUnit(tip, like string) string {
	n := o.set.UnitDoubt.Number
	if called := n.Called[like]; called != "" {
		like = called
	}
	return strings.NewReplacer("{tip}", strings.TrimSuffix(tip, "。"), "{like}", like).Replace(n.Text)
}

// reconciled is the unit in which a number that hardly anybody has would be ordinary
// and go with all that it contradicts; blank for none.
func (o *Oracle) reconciled(e *examination, s assess.Sample, i *dictionary.Indicator, against []*ruleset.Identity) string {
	doubt := o.set.UnitDoubt
	if x, _ := i.ToStandard(s.Value, s.Unit); doubt == nil || doubt.Number == nil || i.Kind == dictionary.Qualitative || s.Unit == "grade" || !rare(doubt.Number, i, x) {
		return ""
	}
	for _, u := range i.KnownUnits() {
		x, _ := i.ToStandard(s.Value, u)
		if u == "grade" || !ordinary(doubt.Number, i, x) {
			continue
		}
		then := &state{known: map[string]value{}, around: e.state}
		for k, other := range e.Samples {
			then.known[other.Name] = number(e.standard[k])
		}
		then.known[i.Name] = number(x)
		for _, identity := range against {
			if o.holds(identity.Holds, then) != yes {
				return ""
			}
		}
		return u
	}
	return ""
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
		if ok && plausible(i, ageAt(e.Person, p.At), x) && p.At.Before(e.At) && (latest == nil || p.At.After(latest.At)) {
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
		concerned = concerned && o.sent(e, identity)
		if concerned && o.holds(identity.Holds, e.state) == yes {
			return true
		}
	}
	return false
}

// sent is whether an examination has a number of each of an identity's indicators: one that
// holds whatever they are vouches for none.
func (o *Oracle) sent(e *examination, identity *ruleset.Identity) bool {
	for _, of := range identity.Indicators {
		exact := false
		for _, s := range e.Samples {
			if s.Name == of.Name {
				exact = s.Bound == ""
			}
		}
		if !exact {
			return false
		}
	}
	return true
}
