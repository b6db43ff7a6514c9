package regress

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
)

// A Change is an expectation of a case that a version is to have otherwise.
type Change struct {
	Suite, Trial, Check string // as files of a version's own expectations name them
	Want                string // what the version expects now
	Now                 string // what it is to expect; "" where only people can say it
	Dropped             bool   // it is to expect nothing instead
}

// Possible reports whether it is known what the version is to expect instead.
func (ch Change) Possible() bool { return ch.Now != "" || ch.Dropped }

// changeOf is what it takes to make the answer that came the one expected. A text
// that is missing or said can only be asked for no longer.
func changeOf(s *Suite, t *Trial, c *Check, got string) Change {
	ch := Change{Suite: called(s.File), Trial: t.Name, Check: c.title(), Want: c.Want, Dropped: c.Kind == Says || c.Kind == MustNotSay}
	switch {
	case ch.Dropped, got == noSample, c.Kind == Risk && strings.Contains(got, "/"):
	case c.Kind == Value || c.Kind == Derived:
		ch.Now = c.rounded(got)
	default:
		ch.Now = got
	}
	return ch
}

// rounded writes a number that came as the one expected was written.
func (c *Check) rounded(got string) string {
	x, err := strconv.ParseFloat(got, 64)
	if err != nil || c.within < 0 {
		return got
	}
	number, tolerance, given := strings.Cut(c.Want, "±")
	_, fraction, _ := strings.Cut(strings.TrimSpace(number), ".")
	text := strconv.FormatFloat(x, 'f', len(fraction), 64)
	if given {
		text += " ±" + strings.TrimSpace(tolerance)
	} else if written, _ := strconv.ParseFloat(text, 64); math.Abs(written-x) > c.within {
		return got
	}
	return text
}

const otherwiseHead = `# yaml-language-server: $schema=../../../docs/schema/otherwise.schema.json
# 与来源版本的用例预期不同的地方：从这一版起按这里的，别的版本仍按用例里写的。
# tijian rules accept 和网页写在这里；signed 写核对的人和日期，没有签字的不能发布。
`

// Otherwise writes changes into the file of a version's own expectations, nil
// when there is none yet. It reports false when a case expects something else
// by now, or its entry is not on a line of its own; then, and with problems,
// nothing is to be written.
func (c *Collection) Otherwise(data []byte, changes []Change, reason func(Change) string, signed string) ([]byte, problem.List, bool) {
	var list problem.List
	wanted := &Suite{}
	var entries []*changedEntry
	lines := strings.SplitAfter(string(data), "\n")
	if len(bytes.TrimSpace(data)) == 0 {
		lines = []string{otherwiseHead}
	} else if entries = parseChanged(OtherwiseName, data, &list); len(list) > 0 {
		return nil, list, false
	}
	if last := len(lines) - 1; lines[last] != "" && !strings.HasSuffix(lines[last], "\n") {
		lines[last] += "\n"
	}
	for _, ch := range changes {
		check := c.expects(ch)
		if check == nil {
			return nil, nil, false
		}
		if !ch.Dropped {
			wanted.again(check, strictyaml.Text{Value: ch.Now}, problem.Place{}, &list)
		}
		i := slices.IndexFunc(entries, func(e *changedEntry) bool {
			return e.Suite.Value == ch.Suite && e.Trial.Value == ch.Trial && e.Check.Value == ch.Check && e.Now.Value == ch.Want
		})
		if i < 0 {
			lines = append(lines, ch.line(ch.Want, reason(ch), signed))
			continue
		}
		line := &lines[entries[i].At.Line-1]
		switch was := entries[i].Was.Value; {
		case !strings.HasPrefix(*line, "- {") || !strings.HasSuffix(strings.TrimSpace(*line), "}"):
			return nil, nil, false
		case !ch.Dropped && ch.Now == was:
			*line = "" // as the others have it again
		default:
			*line = ch.line(was, reason(ch), signed)
		}
	}
	text := strings.Join(lines, "")
	if strings.TrimSpace(text) == strings.TrimSpace(otherwiseHead) {
		text += "[]\n"
	}
	list = append(list, Validate([]Suite{*wanted}, c.set)...)
	return []byte(strings.Replace(text, otherwiseHead+"[]\n- ", otherwiseHead+"- ", 1)), list, true
}

// line is the entry of a change.
func (ch *Change) line(was, reason, signed string) string {
	now := "now: " + plain(ch.Now)
	if ch.Dropped {
		now = "dropped: true"
	}
	return fmt.Sprintf("- {suite: %s, trial: %s, check: %s, was: %s, %s, reason: %s, signed: %s}\n",
		plain(ch.Suite), plain(ch.Trial), plain(ch.Check), plain(was), now, plain(reason), plain(signed))
}

// expects finds the expectation that is to change; nil when no case has it.
func (c *Collection) expects(ch Change) *Check {
	if !ch.Dropped && ch.Now == "" {
		return nil
	}
	for _, s := range c.Hold {
		if called(s.File) != ch.Suite {
			continue
		}
		for _, t := range s.Trials {
			for i := range t.Checks {
				if k := &t.Checks[i]; t.Name == ch.Trial && k.title() == ch.Check && k.Want == ch.Want {
					return k
				}
			}
		}
	}
	return nil
}

var isPlain = regexp.MustCompile(`^[\p{L}\p{N}<≥≤（][\p{L}\p{N} ._/%（）、<>≥≤±^+-]*$`)

// plain writes a text so that YAML reads it as it is, with quotes only where it
// needs them.
func plain(s string) string {
	if isPlain.MatchString(s) && strings.TrimSpace(s) == s && !slices.Contains([]string{"null", "true", "false", "yes", "no"}, strings.ToLower(s)) {
		return s
	}
	return strconv.Quote(s)
}

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
