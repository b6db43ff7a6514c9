package ruleset

import (
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Family is indicators that tell of the same thing, so that their tables may
// not disagree about a person.
type Family struct {
	// Same are indicators of one analyte: each has the same value.
	Same []*dictionary.Indicator
	// Or what the value of From is in To, by the derived value that supplies it.
	From, To *dictionary.Indicator
	// Or a truth value: no table judges a person for whom it holds more mildly
	// than the same person otherwise.
	NeverMilder *expression.Variable
	// Or words one of which every abnormal row tells those whom For admits, of the
	// indicators of some categories or specimens.
	For      *expression.Condition
	Says, Of []string
	Except   []*Exception
	At       problem.Place
}

// An Exception is where a family may disagree on purpose.
type Exception struct {
	Indicator string                // of the table that is meant, where the family names none; "" for every one
	When      *expression.Condition // value is that of the family's first indicator
	Reason    string
}

type familyEntry struct {
	Same   []strictyaml.Text `yaml:"same"`
	From   strictyaml.Text   `yaml:"from"`
	To     strictyaml.Text   `yaml:"to"`
	Never  strictyaml.Text   `yaml:"never_milder"`
	For    strictyaml.Text   `yaml:"for"`
	Says   []strictyaml.Text `yaml:"says"`
	Of     []strictyaml.Text `yaml:"of"`
	Except []*exceptionEntry `yaml:"except"`
	At     problem.Place
}

type exceptionEntry struct {
	Indicator strictyaml.Text `yaml:"indicator"`
	When      strictyaml.Text `yaml:"when,required"`
	Reason    string          `yaml:"reason,required"`
}

// families reads families.yaml, which a version need not have.
func (l *loader) families() {
	for _, e := range optionalList[familyEntry](l, "families.yaml") {
		f := &Family{At: e.At}
		for _, name := range e.Same {
			i := l.indicator(name)
			if i == nil {
				continue
			}
			f.Same = append(f.Same, i)
			if _, ok := i.ToStandard(1, f.Same[0].Unit); !ok {
				l.list.Add(message.FamilyUnits.At(name.At, "name", i.Name, "unit", f.Same[0].Unit))
			}
		}
		if e.From.Set() {
			f.From = l.indicator(e.From)
		}
		if e.To.Set() {
			f.To = l.indicator(e.To)
		}
		if e.For.Set() {
			l.saying(f, e)
		} else if e.Never.Set() {
			if v, ok := l.set.Scope.Lookup(e.Never.Value); ok && v.Type == expression.Boolean {
				f.NeverMilder = v
			} else {
				l.list.Add(message.FamilyTruth.At(e.Never.At, "name", e.Never.Value))
			}
		} else if derived := f.From != nil && f.To != nil; derived == (len(f.Same) > 1) || len(f.Same) == 1 {
			l.list.Add(message.FamilyForm.At(e.At))
		}
		supplied := func(d *Derived) bool { return d.Supplies == f.To }
		if f.To != nil && !slices.ContainsFunc(l.set.Derived, supplied) {
			l.list.Add(message.FamilyNotDerived.At(e.To.At, "name", e.To.Value))
		}
		for _, x := range e.Except {
			if x != nil && x.When.Set() {
				if x.Indicator.Set() {
					l.indicator(x.Indicator)
				}
				f.Except = append(f.Except, &Exception{x.Indicator.Value, l.condition(x.When, expression.Options{Refuse: l.noStep}), x.Reason})
			}
		}
		l.set.Families = append(l.set.Families, f)
	}
}

// saying reads what is told to some persons.
func (l *loader) saying(f *Family, e *familyEntry) {
	f.For = l.condition(e.For, expression.Options{Refuse: l.noStep})
	for _, word := range e.Says {
		f.Says = append(f.Says, word.Value)
	}
	for _, name := range e.Of {
		f.Of = append(f.Of, name.Value)
		if !slices.ContainsFunc(l.set.Dictionary.All(), f.Covers) {
			l.list.Add(message.FamilyOf.At(name.At, "name", name.Value))
			f.Of = f.Of[:len(f.Of)-1]
		}
	}
	if len(e.Says) == 0 || len(e.Of) == 0 {
		l.list.Add(message.FamilyForm.At(e.At))
	}
}

// Covers reports whether what a family says is told of an indicator.
func (f *Family) Covers(i *dictionary.Indicator) bool {
	return slices.Contains(f.Of, i.Category) || slices.Contains(f.Of, i.Specimen)
}

// indicator finds an indicator; nil, which is reported, when it is unknown.
func (l *loader) indicator(name strictyaml.Text) *dictionary.Indicator {
	i, ok := l.set.Dictionary.Lookup(name.Value)
	if !ok {
		l.unknownIndicator(name)
	}
	return i
}
