package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Release lists what a release still lacks: tables and risks that nobody has
// signed, and rows of tables with risks whose sources name no place.
func Release(set *ruleset.Set) problem.List {
	var list problem.List
	for _, byName := range set.AllTables() {
		for _, tables := range byName {
			for _, t := range tables {
				releaseTable(t, &list)
			}
		}
	}
	for _, r := range set.Risks {
		if !signs(r.Reviewed, riskSays(r)) {
			list.Add(message.Unsigned.At(r.At, "what", message.Phrase{ZH: r.Name, EN: r.ID}))
		}
	}
	list.Sort()
	return list
}

// Signatures warns of tables and risks of a draft that were changed since they
// were signed: in another version, or by the fingerprint of what was signed in
// this one, which it gives where it is lacking.
func Signatures(before, after *ruleset.Set) problem.List {
	var list problem.List
	was := map[string]bool{} // what was signed, by whom, when; and with what it said
	for _, s := range signed(before) {
		was[s.what.EN+s.by()] = true
		was[s.what.EN+s.by()+s.says] = true
	}
	for _, s := range signed(after) {
		switch now := s.fingerprint(); {
		case s.stale():
			list.Add(message.SignatureStale.At(s.at, "what", s.what, "by", s.review.By, "day", s.review.On.Value, "of", s.review.Of, "now", now))
			continue
		case s.review.Of == "" && !was[s.what.EN+s.by()]:
			list.Add(message.SignatureOpen.At(s.at, "what", s.what, "now", now))
		}
		if was[s.what.EN+s.by()] && !was[s.what.EN+s.by()+s.says] {
			list.Add(message.SignatureOutdated.At(s.at, "what", s.what, "by", s.review.By, "day", s.review.On.Value, "version", before.Version))
		}
	}
	list.Sort()
	return list
}

// Signed reports whether anything of a set carries a signature.
func Signed(set *ruleset.Set) bool { return len(signed(set)) > 0 }

// A signature is what somebody signed: a table or a risk, with what it says.
type signature struct {
	what   message.Phrase
	says   string
	review *ruleset.Review
	at     problem.Place
}

func (s *signature) by() string {
	return fmt.Sprintf("\x00%s\x00%s\x00", s.review.By, s.review.On.Value)
}

// fingerprint names what stands there now.
func (s *signature) fingerprint() string {
	sum := sha256.Sum256([]byte(s.says))
	return hex.EncodeToString(sum[:])[:12]
}

// stale reports whether something else was signed.
func (s *signature) stale() bool { return s.review.Of != "" && s.review.Of != s.fingerprint() }

// signs reports whether a review, nil for none, is of what is said now.
func signs(review *ruleset.Review, says string) bool {
	return review != nil && !(&signature{says: says, review: review}).stale()
}

func signed(set *ruleset.Set) []signature {
	var all []signature
	for _, byName := range set.AllTables() {
		for _, tables := range byName {
			for _, t := range tables {
				if t.Reviewed != nil {
					all = append(all, signature{t.Indicator.Called(), tableSays(t), t.Reviewed, t.At})
				}
			}
		}
	}
	for _, r := range set.Risks {
		if r.Reviewed != nil {
			all = append(all, signature{message.Phrase{ZH: r.Name, EN: r.ID}, riskSays(r), r.Reviewed, r.At})
		}
	}
	return all
}

func tableSays(t *ruleset.Table) string {
	var b strings.Builder
	fmt.Fprint(&b, written(t.For), t.Risks, t.Printed)
	for _, r := range t.Rows {
		fmt.Fprintf(&b, "%q", []string{written(r.When), r.Level.ID, fmt.Sprint(r.Color, r.Urgency), r.Tip, r.Hint, r.LateTip, cited(r.Sources)})
		b.WriteString(r.Deliberate.String())
	}
	return b.String()
}

func riskSays(r *ruleset.Risk) string {
	var b strings.Builder
	fmt.Fprint(&b, r.Name, r.NotShownOn)
	for _, rule := range r.Rules {
		fmt.Fprintf(&b, "%q", []string{rule.ID, written(rule.When), cited(rule.Sources)})
		for _, row := range slices.Concat(rule.Rows, rule.AtLeast) {
			fmt.Fprintf(&b, "%q", []string{written(row.When), fmt.Sprint(row.Flag, row.Urgency), row.Tip, row.LateTip})
			b.WriteString(row.Deliberate.String())
		}
	}
	return b.String()
}

func written(c *expression.Condition) string {
	if c == nil {
		return ""
	}
	return c.Canonical()
}

func cited(list []ruleset.Citation) string {
	var b strings.Builder
	for _, c := range list {
		fmt.Fprintf(&b, "%s %s;", c.Key, c.Place)
	}
	return b.String()
}

func releaseTable(t *ruleset.Table, list *problem.List) {
	if !signs(t.Reviewed, tableSays(t)) {
		list.Add(message.Unsigned.At(t.At, "what", t.Indicator.Called()))
	}
	for _, r := range t.Rows {
		if len(t.Risks) > 0 && !slices.ContainsFunc(r.Sources, func(c ruleset.Citation) bool { return c.Place != "" }) {
			list.Add(message.NoPlace.At(r.At, "what", t.Indicator.Called()))
		}
	}
}
