package diff

import (
	"cmp"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A SignatureChange is a table or a risk that bears another signature.
type SignatureChange struct {
	Namespace    string
	Indicator    string // "" for a risk
	Risk, Name   string
	From, To     *ruleset.Review // nil for none
	FromAt, ToAt problem.Place
}

// signed notes a signature if it differs.
func (r *Report) signed(s SignatureChange) {
	if signature(s.From) != signature(s.To) {
		r.Signatures = append(r.Signatures, s)
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
	guard := func(t *ruleset.Table) string { return canonical(t.For) }
	for _, pair := range aligned(from, to, guard, guard) {
		s := SignatureChange{Namespace: namespace, Indicator: indicator}
		if t := pair[0]; t != nil {
			s.From, s.FromAt = t.Reviewed, t.At
		}
		if t := pair[1]; t != nil {
			s.To, s.ToAt = t.Reviewed, t.At
		}
		r.signed(s)
	}
}

// Written writes both signatures; with their fingerprints where nothing else
// differs.
func (s *SignatureChange) Written(lang string) (from, to string) {
	a, b := signature(s.From), signature(s.To)
	text := func(r [3]string) string {
		who := cmp.Or(r[0], message.Pick(lang, "无", "none"))
		if r[1] != "" {
			who += " " + r[1]
		}
		if a[0] == b[0] && a[1] == b[1] {
			who += message.Pick(lang, "，指纹 ", ", fingerprint ") + cmp.Or(r[2], message.Pick(lang, "无", "none"))
		}
		return who
	}
	return text(a), text(b)
}
