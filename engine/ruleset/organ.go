package ruleset

import (
	"slices"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// An Organ is what findings are grouped by. The manifest lists organs in the
// order in which equally grave ones are told.
type Organ struct {
	ID         string `yaml:"id,required"`
	Title      string `yaml:"title,required"`
	Department string `yaml:"department"` // that its findings are for
	At         problem.Place
	rank       int
}

// Rank is the place of an organ among those of the manifest; unlisted ones come
// last.
func (o *Organ) Rank() int {
	if o == nil {
		return 1 << 16
	}
	return o.rank
}

func (l *loader) organs(list []Organ) {
	for i := range list {
		o := &list[i]
		o.rank = i
		if slices.ContainsFunc(l.set.Organs, func(other *Organ) bool { return other.ID == o.ID }) {
			l.list.Add(message.DuplicateOrgan.At(o.At, "name", o.ID))
			continue
		}
		l.set.Organs = append(l.set.Organs, o)
	}
}

// organ finds what a table or risk is about; nil without a name.
func (l *loader) organ(text strictyaml.Text) *Organ {
	if !text.Set() {
		return nil
	}
	for _, o := range l.set.Organs {
		if o.ID == text.Value {
			return o
		}
	}
	l.list.Add(message.UnknownOrgan.At(text.At, "name", text.Value, "fix", message.Suggest(text.Value, names(l.set.Organs))))
	return nil
}

func names(organs []*Organ) []string {
	ids := make([]string, len(organs))
	for i, o := range organs {
		ids[i] = o.ID
	}
	return ids
}
