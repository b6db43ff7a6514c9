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
	for _, s := range signable(set) {
		if s.review == nil || s.stale() {
			list.Add(message.Unsigned.At(s.at, "what", s.what))
		}
	}
	for t := range set.EveryTable() {
		for _, r := range t.Rows {
			if len(t.Risks) > 0 && !slices.ContainsFunc(r.Sources, func(c ruleset.Citation) bool { return c.Place != "" }) {
				list.Add(message.NoPlace.At(r.At, "what", t.Indicator.Called()))
			}
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

// A signature is what somebody signs: a table or a risk, with what it says where
// that is signed.
type signature struct {
	what   message.Phrase
	says   string
	review *ruleset.Review // nil where nobody did
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

// signable are all tables and risks.
func signable(set *ruleset.Set) (all []signature) {
	for t := range set.EveryTable() {
		s := signature{what: t.Indicator.Called(), review: t.Reviewed, at: t.At}
		if s.review != nil {
			s.says = tableSays(t)
		}
		all = append(all, s)
	}
	for _, r := range set.Risks {
		s := signature{what: message.Phrase{ZH: r.Name, EN: r.ID}, review: r.Reviewed, at: r.At}
		if s.review != nil {
			s.says = riskSays(r)
		}
		all = append(all, s)
	}
	return all
}

func signed(set *ruleset.Set) []signature {
	return slices.DeleteFunc(signable(set), func(s signature) bool { return s.review == nil })
}

func tableSays(t *ruleset.Table) string {
	var b strings.Builder
	fmt.Fprint(&b, t.Guard(), t.Risks, t.Printed)
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
