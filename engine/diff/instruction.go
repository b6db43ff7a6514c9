package diff

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// An Instruction is what an answer says beside its level and colour: to the summary, and
// days after the examination.
type Instruction struct {
	Alert, Department string
	Recheck           int // in days; ruleset.NoRecheck for none
	Late              string
}

var nothingTold = Instruction{Recheck: ruleset.NoRecheck}

// told is what a row of a colour tells. The summary passes over what neither
// alarms nor has at least a certain colour.
func told(set *ruleset.Set, color int, u ruleset.Urgency, late string) Instruction {
	t := Instruction{u.Alert, u.Department, u.Recheck, late}
	if s := set.Summary; s != nil && color < s.FromColor && u.Alert == "" {
		t.Department, t.Recheck = "", ruleset.NoRecheck
	}
	return t
}

func answerOf(set *ruleset.Set, r *ruleset.Row) Answer {
	return Answer{r.Level.ID, r.Color, told(set, r.Color, r.Urgency, r.LateTip)}
}

// A flagged is what a row of a risk answers.
type flagged struct {
	flag int
	Instruction
}

func flaggedBy(set *ruleset.Set, r *ruleset.RiskRow) flagged {
	color := 0
	if f := set.FlagOf(r.Flag); f != nil {
		color = f.Color
	}
	return flagged{r.Flag, told(set, color, r.Urgency, r.LateTip)}
}

// changes names each part that is told otherwise, with both.
func (t Instruction) changes(to Instruction, lang string) (parts []string) {
	none := message.Pick(lang, "无", "none")
	add := func(name, from, to string) {
		if from != to {
			parts = append(parts, fmt.Sprintf("%s %s → %s", name, cmp.Or(from, none), cmp.Or(to, none)))
		}
	}
	days := func(n int) string {
		if n == ruleset.NoRecheck {
			return ""
		}
		return strconv.Itoa(n) + message.Pick(lang, " 天", "")
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

// withTold puts what is told otherwise behind what else becomes of an answer, ""
// for nothing else.
func withTold(text string, from, to Instruction, lang string) string {
	parts := from.changes(to, lang)
	if text != "" {
		parts = append([]string{text}, parts...)
	}
	return strings.Join(parts, message.Pick(lang, "，", ", "))
}
