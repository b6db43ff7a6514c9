package regress

import (
	"slices"
	"strconv"
	"strings"

	"tijian/engine/ruleset"
)

// Subject is what an expectation is about: an indicator, risk or derived value,
// or the kind of check where it has no name, such as summary.
func (ch Change) Subject() string {
	kind, name, _ := strings.Cut(ch.Check, " ")
	if name, _, _ = strings.Cut(name, " "); name == "" {
		return kind
	}
	return name
}

// Milder reports whether a version would take somebody less seriously than it is
// expected to: by a lower level, colour or flag, a later alert, or words that are
// no longer asked for.
func (ch Change) Milder(set *ruleset.Set) bool {
	kind, _, _ := strings.Cut(ch.Check, " ")
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			return -1 // none
		}
		return n
	}
	switch Kind(kind) {
	case Level:
		severity := func(id string) int {
			if level := set.Level(id); level != nil {
				return level.Severity
			}
			return 0
		}
		return severity(ch.Now) < severity(ch.Want)
	case Color, Risk:
		return number(ch.Now) < number(ch.Want)
	case Alert:
		grave := []string{ruleset.AlertB, ruleset.AlertA}
		return slices.Index(grave, ch.Now) < slices.Index(grave, ch.Want)
	case Says, MustNotSay:
		return ch.Dropped
	}
	return false
}
