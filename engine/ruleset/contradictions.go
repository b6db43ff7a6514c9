package ruleset

import (
	"cmp"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Contradiction is a pair that no answer may show together: words that
// reassure about an organ, and a finding of that organ that alarms.
type Contradiction struct {
	Organ     *Organ
	Reassures []string
	FromColor int // of findings that alarm
	At        problem.Place
}

type contradictionEntry struct {
	Organ     strictyaml.Text `yaml:"organ,required"`
	Reassures []string        `yaml:"reassures,required"`
	FromColor int             `yaml:"from_color"`
	At        problem.Place
}

// alarming is the colour from which findings alarm, where nothing else is said.
const alarming = 4

// contradictions reads contradictions.yaml, which a version need not have.
func (l *loader) contradictions() {
	for _, e := range optionalList[contradictionEntry](l, "contradictions.yaml") {
		c := &Contradiction{Organ: l.organ(e.Organ), Reassures: e.Reassures, FromColor: cmp.Or(e.FromColor, alarming), At: e.At}
		if l.set.Summary == nil {
			l.list.Add(message.ContradictionsNeedSummary.At(e.At))
		}
		l.set.Contradictions = append(l.set.Contradictions, c)
	}
}
