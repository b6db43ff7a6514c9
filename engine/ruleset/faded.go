package ruleset

import (
	"slices"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// Faded says to what urgency a result of long ago comes down: nobody can tell by it
// how things stand, so it is to be measured anew. Its words stand for those of the
// result; they may use {days}, {zh}, {result}, {act} and {department}.
type Faded struct {
	Days int               `yaml:"days,required"` // from
	Acts []strictyaml.Text `yaml:"acts,required"` // that come down
	Act  strictyaml.Text   `yaml:"act,required"`  // to this one
	Tip  string            `yaml:"tip,required"`
	Hint string            `yaml:"hint,required"`
	Risk string            `yaml:"risk,required"` // the words of a risk, which has no {result}
	At   problem.Place
}

// Lasting names what no time mends: nobody is cured of it by waiting, and what was to
// be done and was not is still to be done. It comes down no further than what was the
// most urgent.
type Lasting struct {
	Organs     []strictyaml.Text `yaml:"organs"`
	Indicators []strictyaml.Text `yaml:"indicators"`
	Risks      []strictyaml.Text `yaml:"risks"`
}

// FadedTo finds what an act comes down to so many days after the examination: the last
// that fits; nil where it stays.
func (m *Manifest) FadedTo(act *Act, days int, lasting bool) *Faded {
	from := act.Told()
	if lasting {
		from = actIDs[0]
	}
	for i := range slices.Backward(m.Faded) {
		f := &m.Faded[i]
		if f.Days <= days && slices.ContainsFunc(f.Acts, func(a strictyaml.Text) bool { return a.Value == from }) {
			if act.Rank() < m.ActOf(f.Act.Value).Rank() {
				return f
			}
			return nil
		}
	}
	return nil
}

// Lasts reports whether what a table tells does not pass.
func (m *Manifest) Lasts(t *Table) bool {
	return t != nil && (named(m.Lasting.Indicators, t.Indicator.Name) || t.Organ != nil && named(m.Lasting.Organs, t.Organ.ID))
}

// LastsRisk reports whether a risk does not pass.
func (m *Manifest) LastsRisk(r *Risk) bool {
	return named(m.Lasting.Risks, r.ID) || r.Organ != nil && named(m.Lasting.Organs, r.Organ.ID)
}

func named(list []strictyaml.Text, name string) bool {
	return slices.ContainsFunc(list, func(text strictyaml.Text) bool { return text.Value == name })
}

// faded checks the names that are used by what fades and what lasts.
func (l *loader) faded() {
	for _, f := range l.set.Faded {
		to := l.act(f.Act)
		for _, text := range f.Acts {
			if from := l.act(text); from != nil && to != nil && from.Rank() >= to.Rank() {
				l.list.Add(message.FadedSooner.At(text.At, "from", text.Value, "to", to.ID))
			}
		}
	}
	for _, text := range l.set.Lasting.Organs {
		l.organ(text)
	}
	for _, text := range l.set.Lasting.Indicators {
		if _, ok := l.set.Dictionary.Lookup(text.Value); !ok {
			l.unknownIndicator(text)
		}
	}
	for _, text := range l.set.Lasting.Risks {
		if _, ok := l.riskIDs[text.Value]; !ok {
			l.unknownRisk(text)
		}
	}
}
