package change

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// A Grade is a level with its colour, or a risk's flag.
type Grade struct {
	Level string `json:"level"` // "" for no answer; a flag is written as a digit
	Color int    `json:"color"` // -1 for flags
}

// Class is the class that colours an answer on a page.
func (g Grade) Class() string {
	if g.Color < 0 {
		return "flag"
	}
	return "c" + strconv.Itoa(g.Color)
}

// Days until a value is to be checked anew; ruleset.NoRecheck is none.
type Days int

// IsZero reports whether nothing is to be checked anew.
func (d Days) IsZero() bool { return d == ruleset.NoRecheck }

// String is the number, "" where nothing is to be checked anew.
func (d Days) String() string {
	if d.IsZero() {
		return ""
	}
	return strconv.Itoa(int(d))
}

// An Instruction is what an answer says beside its level and colour: to the
// summary, and days after the examination.
type Instruction struct {
	Alert      string `json:"alert,omitempty"`
	Department string `json:"department,omitempty"`
	Recheck    Days   `json:"recheck,omitzero"`
	Late       string `json:"late_tip,omitempty"`
}

// NothingTold is the instruction of an answer that has none.
var NothingTold = Instruction{Recheck: ruleset.NoRecheck}

// Told is what a row of a colour tells. The summary passes over what neither
// alarms nor has at least a certain colour.
func Told(set *ruleset.Set, color int, u ruleset.Urgency, late string) Instruction {
	t := Instruction{u.Alert, u.Department, Days(u.Recheck), late}
	if s := set.Summary; s != nil && color < s.FromColor && u.Alert == "" {
		t.Department, t.Recheck = "", ruleset.NoRecheck
	}
	return t
}

// A Given answer is what a table says of a region, and the rows that say it.
type Given struct {
	Grade
	Rows []Row `json:"rows"`
	Instruction
}

// Becomes writes what a given answer becomes: both levels, colours where the
// levels are the same, and what is told otherwise. The words for later go with a
// level, as its tip does.
func (g *Given) Becomes(to *Given, lang string) string {
	text, was := g.Level, g.Instruction
	switch {
	case g.Level != to.Level:
		text += " → " + to.Level
		was.Late = to.Late
	case g.Color != to.Color:
		text += fmt.Sprintf(" %s %d → %d", message.Pick(lang, "颜色", "colour"), g.Color, to.Color)
	}
	return join(text, was.changes(to.Instruction, lang), lang)
}

// NoFlag stands for no flag given.
const NoFlag = -1

// Flags writes what becomes of the flag that a rule gives, or of the rule.
func Flags(c *Change[int], lang string) string {
	if c.Part == "when" {
		if *c.To == 1 {
			return message.Pick(lang, "规则改为适用", "the rule now applies")
		}
		return message.Pick(lang, "规则不再适用", "the rule no longer applies")
	}
	flag := func(f int) string {
		if f == NoFlag {
			return message.Pick(lang, "无", "none")
		}
		return strconv.Itoa(f)
	}
	text := "flag "
	if c.Part == "at_least" {
		text = message.Pick(lang, "至少 flag ", "at least flag ")
	}
	text += flag(*c.From)
	if *c.From != *c.To {
		text += " → " + flag(*c.To)
	}
	if c.FromTold == nil {
		return text
	}
	return join(text, c.FromTold.changes(*c.ToTold, lang), lang)
}

// Signatures writes both signatures; with their fingerprints where nothing else
// differs.
func Signatures(c *Change[*Signature], lang string) string {
	var zero Signature
	a, b := cmp.Or(*c.From, &zero), cmp.Or(*c.To, &zero)
	text := func(s *Signature) string {
		who := cmp.Or(s.By, message.Pick(lang, "无", "none"))
		if s.On != "" {
			who += " " + s.On
		}
		if a.By == b.By && a.On == b.On {
			who += message.Pick(lang, "，指纹 ", ", fingerprint ") + cmp.Or(s.Of, message.Pick(lang, "无", "none"))
		}
		return who
	}
	return text(a) + " → " + text(b)
}

// changes names each part that is told otherwise, with both.
func (t Instruction) changes(to Instruction, lang string) (parts []string) {
	none := message.Pick(lang, "无", "none")
	add := func(name, from, to string) {
		if from != to {
			parts = append(parts, fmt.Sprintf("%s %s → %s", name, cmp.Or(from, none), cmp.Or(to, none)))
		}
	}
	days := func(d Days) string {
		if d.IsZero() {
			return ""
		}
		return d.String() + message.Pick(lang, " 天", "")
	}
	quoted := func(text string) string {
		if text == "" {
			return ""
		}
		return message.Pick(lang, "“"+text+"”", strconv.Quote(text))
	}
	add(message.Pick(lang, "重要异常结果", "alert"), t.Alert, to.Alert)
	add(message.Pick(lang, "科室", "department"), t.Department, to.Department)
	add(message.Pick(lang, "复查", "recheck days"), days(t.Recheck), days(to.Recheck))
	add(message.Pick(lang, "过几天后说", "days later"), quoted(t.Late), quoted(to.Late))
	return parts
}

// join puts what is told otherwise behind what else becomes of an answer.
func join(text string, parts []string, lang string) string {
	return strings.Join(append([]string{text}, parts...), message.Pick(lang, "，", ", "))
}

// Weight is how seriously an answer takes a value: by its level, then its colour.
// No answer has none.
func Weight(set *ruleset.Set, g Grade) int {
	const colors = 6
	if level := set.Level(g.Level); level != nil {
		return level.Severity*colors + g.Color
	}
	return 0
}

// IsMilder reports whether the other answer takes a value less seriously, or presses
// less.
func IsMilder(set *ruleset.Set, from, to *Given) bool {
	return Weight(set, from.Grade) > Weight(set, to.Grade) || from.Later(to.Instruction)
}

// Later reports whether the other instruction presses less: by its alert, or the
// days until a value is checked anew.
func (t Instruction) Later(to Instruction) bool {
	return AlertRank(t.Alert) > AlertRank(to.Alert) || t.Recheck.span() < to.Recheck.span()
}

// AlertRank orders the classes of alerts; none is 0.
func AlertRank(class string) int {
	return map[string]int{ruleset.AlertA: 2, ruleset.AlertB: 1}[class]
}

// span is the days, where never is longer than any.
func (d Days) span() int {
	if d.IsZero() {
		return 1 << 16
	}
	return int(d)
}
