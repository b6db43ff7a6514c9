package diff

import (
	"tijian/engine/change"
	"tijian/engine/ruleset"
)

// signed notes what bears another signature.
func (r *Report) signed(c change.Change[*change.Signature], from, to *ruleset.Review) {
	a, b := change.SignatureOf(from), change.SignatureOf(to)
	if a == b || a != nil && b != nil && *a == *b {
		return
	}
	c.From, c.To = &a, &b
	r.Signatures = append(r.Signatures, c)
}

// signedTables compares the signatures of the tables of one indicator that are
// for the same persons. Where guards differ too, tables follow each other.
func (r *Report) signedTables(namespace, indicator string, from, to []*ruleset.Table) {
	for _, pair := range aligned(from, to, (*ruleset.Table).Guard, (*ruleset.Table).Guard) {
		s := change.Change[*change.Signature]{Namespace: namespace, Indicator: indicator}
		var from, to *ruleset.Review
		if t := pair[0]; t != nil {
			from, s.FromAt = t.Reviewed, change.Row(t.At)
		}
		if t := pair[1]; t != nil {
			to, s.ToAt = t.Reviewed, change.Row(t.At)
		}
		r.signed(s, from, to)
	}
}
