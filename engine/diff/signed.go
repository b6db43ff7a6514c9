package diff

import (
	"cmp"
	"slices"

	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Signed is a table or a risk that bears another signature.
type Signed struct {
	Namespace    string
	Indicator    string // "" for a risk
	Risk, Name   string
	From, To     *ruleset.Review // nil for none
	FromAt, ToAt problem.Place
}

// signed notes a signature if it differs.
func (r *Report) signed(s Signed) {
	if signature(s.From) != signature(s.To) {
		r.Signed = append(r.Signed, s)
	}
}

// signature is who signed what when, without the place.
func signature(r *ruleset.Review) [3]string {
	if r == nil {
		return [3]string{}
	}
	return [3]string{r.By, r.On.Value, r.Of}
}

// signedTables compares the signatures of the tables of one indicator that are
// for the same persons. Where guards differ too, tables follow each other.
func (r *Report) signedTables(namespace, indicator string, from, to []*ruleset.Table) {
	left := slices.Clone(from)
	take := func(same func(*ruleset.Table) bool) *ruleset.Table {
		i := slices.IndexFunc(left, same)
		if i < 0 {
			return nil
		}
		t := left[i]
		left = slices.Delete(left, i, i+1)
		return t
	}
	before := make([]*ruleset.Table, len(to))
	for i, t := range to {
		before[i] = take(func(old *ruleset.Table) bool { return canonical(old.For) == canonical(t.For) })
	}
	for i, t := range to {
		if before[i] == nil {
			before[i] = take(func(*ruleset.Table) bool { return true })
		}
		s := Signed{Namespace: namespace, Indicator: indicator, To: t.Reviewed, ToAt: t.At}
		if before[i] != nil {
			s.From, s.FromAt = before[i].Reviewed, before[i].At
		}
		r.signed(s)
	}
	for _, t := range left {
		r.signed(Signed{Namespace: namespace, Indicator: indicator, From: t.Reviewed, FromAt: t.At})
	}
}

// Signatures writes both signatures; with their fingerprints where nothing else
// differs.
func (s *Signed) Signatures(lang string) (from, to string) {
	a, b := signature(s.From), signature(s.To)
	text := func(r [3]string) string {
		who := cmp.Or(r[0], pick(lang, "无", "none"))
		if r[1] != "" {
			who += " " + r[1]
		}
		if a[0] == b[0] && a[1] == b[1] {
			who += pick(lang, "，指纹 ", ", fingerprint ") + cmp.Or(r[2], pick(lang, "无", "none"))
		}
		return who
	}
	return text(a), text(b)
}
