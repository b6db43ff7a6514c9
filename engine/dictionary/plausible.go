package dictionary

import (
	"io/fs"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// aged is what is plausible of an indicator at some ages, where that is not what
// Plausible says: a child of two has 12 kg.
type aged struct {
	Indicator string     `yaml:"indicator,required"`
	Years     [2]int     `yaml:"years,required"` // completed, the last not included
	Range     [2]float64 `yaml:"range,required"` // in the standard unit, both ends included
	Source    string     `yaml:"source,required"`
	At        problem.Place
}

// plausible reads plausible.yaml, which a version need not have.
func (l *loader) plausible() {
	const file = "plausible.yaml"
	if _, err := fs.Stat(l.fsys, file); err != nil {
		return
	}
	var list []*aged
	l.read(file, &list)
	for _, a := range list {
		i, known := l.d.byName[a.Indicator]
		if !known {
			l.list.Add(message.PlausibleOf.At(a.At, "name", a.Indicator))
			continue
		}
		if !(a.Range[0] < a.Range[1]) {
			l.list.Add(message.Plausible.At(a.At, "name", a.Indicator, "low", a.Range[0], "high", a.Range[1]))
		}
		for _, b := range i.aged {
			if a.Years[0] < b.Years[1] && b.Years[0] < a.Years[1] {
				l.list.Add(message.PlausibleTwice.At(a.At, "name", a.Indicator, "before", b.At))
			}
		}
		if !(0 <= a.Years[0] && a.Years[0] < a.Years[1]) {
			l.list.Add(message.PlausibleYears.At(a.At, "name", a.Indicator))
		}
		i.aged = append(i.aged, a)
	}
}

// PlausibleAt is what is plausible of somebody of an age in completed years, in the
// standard unit, both ends included.
func (i *Indicator) PlausibleAt(years int) [2]float64 {
	for _, a := range i.aged {
		if a.Years[0] <= years && years < a.Years[1] {
			return a.Range
		}
	}
	return i.Plausible
}

// PlausibleOnce is what is plausible of somebody at some age.
func (i *Indicator) PlausibleOnce() [2]float64 {
	all := i.Plausible
	for _, a := range i.aged {
		all = [2]float64{min(all[0], a.Range[0]), max(all[1], a.Range[1])}
	}
	return all
}
