package ruleset

import (
	"cmp"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// An Identity is what values of one sampling must be to each other: a part is no
// larger than its whole, a share is that of its count. Values for which it does
// not hold contradict each other, and none of them is judged but those that others
// vouch for.
type Identity struct {
	ID         string
	When       *expression.Condition // whom it is true of; nil for everybody
	Holds      *expression.Condition // unknown, and so no contradiction, unless each value was sent
	Indicators []*dictionary.Indicator
	Why        string // for readers: what must be
	Vouches    bool   // where it holds, its values are believed when others contradict one of them
	Sources    []Citation
	At         problem.Place
}

type identityEntry struct {
	ID     strictyaml.Text   `yaml:"id,required"`
	When   strictyaml.Text   `yaml:"when"`
	Holds  strictyaml.Text   `yaml:"holds,required"`
	Why    string            `yaml:"why,required"`
	Vouch  bool              `yaml:"vouches"`
	Source []strictyaml.Text `yaml:"source,required"`
	At     problem.Place
}

// coherence reads coherence.yaml, which a version need not have.
func (l *loader) coherence() {
	seen := map[string]problem.Place{}
	for _, e := range optionalList[identityEntry](l, "coherence.yaml") {
		if before, taken := seen[e.ID.Value]; taken {
			l.list.Add(message.DuplicateIdentity.At(e.ID.At, "name", e.ID.Value, "before", before))
		}
		seen[e.ID.Value] = e.ID.At
		i := &Identity{ID: e.ID.Value, When: l.guard(e.When, l.noValue()), Why: e.Why, Vouches: e.Vouch, Sources: l.citations(e.Source), At: e.At}
		if i.Holds = l.condition(e.Holds, l.noValue()); i.Holds == nil {
			continue
		}
		for _, slot := range i.Holds.Slots() {
			if of, ok := l.set.Dictionary.Lookup(l.set.Scope.Slot(slot).Name); ok {
				i.Indicators = append(i.Indicators, of)
			}
		}
		switch {
		case len(i.Indicators) < 2:
			l.list.Add(message.IdentityOfOne.At(e.Holds.At, "name", e.ID.Value))
		case i.Vouches && len(i.Indicators) < 3:
			l.list.Add(message.VouchingOfTwo.At(e.Holds.At, "name", e.ID.Value))
		}
		l.set.Coherence = append(l.set.Coherence, i)
	}
	if len(seen) > 0 && l.set.levels[LevelContradicted] == nil {
		l.list.Add(message.LevelMissing.At(l.file("manifest.yaml"), "level", LevelContradicted))
	}
}

// Held reports whether all that an identity is about is known, and is as it must be.
func (i *Identity) Held(in *expression.Inputs) bool {
	return (i.When == nil || i.When.Eval(in) == expression.True) && i.Holds.Eval(in) == expression.True
}

// Contradicted reports whether all that an identity is about is known, and is not
// as it must be.
func (i *Identity) Contradicted(in *expression.Inputs) bool {
	return (i.When == nil || i.When.Eval(in) == expression.True) && i.Holds.Eval(in) == expression.False
}

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
