package lint

import (
	"regexp"
	"strconv"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// told holds what risks say in a summary to the same as rows of tables.
func (c *checker) told() {
	for _, row := range c.set.EveryRiskRow() {
		if f := c.set.FlagOf(row.Flag); f != nil && row.Tip != "" {
			c.later(row.At, noSeverity, row.Tip, row.LateTip, &row.Urgency)
			c.recheck(row.At, row.Tip, &row.Urgency)
		}
	}
}

// noSeverity stands for a text that the manifest's words never replace.
const noSeverity = -1

// later warns of an urgent text that would still be said days after the
// examination: one that asks to act at once and has no other words for then,
// neither its own nor, for its severity, those of the manifest.
func (c *checker) later(at problem.Place, severity int, tip, late string, u *ruleset.Urgency) {
	words := c.set.Wording.AtOnce
	if len(words) == 0 || len(c.set.Late) == 0 {
		return
	}
	urgent := u.Alert == ruleset.AlertA || says(tip, words)
	for _, l := range c.set.Late {
		if l.Severity <= severity && !strings.Contains(l.Tip, "{tip}") {
			urgent = false
		}
	}
	if urgent && late == "" {
		c.list.Add(message.NoLateWords.At(at, "text", tip, "days", "{days}"))
	}
}

// within finds a term in which to be seen: 三天内, 一两周内, 1个月内.
var within = regexp.MustCompile(`([0-9]+|[半一二两三四五六七八九十几]+)(天|日|周|个月|个半月|年)(?:之|以)?内|今明两天|今天或明天|今天`)

// daysOf are the days of a term's unit.
var daysOf = map[string]int{"天": 1, "日": 1, "周": 7, "个月": 30, "个半月": 45, "年": 365}

// soon are terms that are no number.
var soon = map[string]int{"今天": 1, "今天或明天": 2, "今明两天": 2}

// recheck warns of a text with a term that ends before the days that the
// summary gives.
func (c *checker) recheck(at problem.Place, tip string, u *ruleset.Urgency) {
	if u.Act != nil || !strings.ContainsAny(tip, "内今") {
		return // a tip says no other term than its act's; every term has one of these
	}
	for _, m := range within.FindAllStringSubmatch(tip, -1) {
		if days := count(m[1])*daysOf[m[2]] + soon[m[0]]; days > 0 && u.Recheck > days {
			c.list.Add(message.RecheckLater.At(at, "term", m[0], "days", u.Recheck))
		}
	}
}

// after finds a time after which to recheck: 4至8周后复查, 半年后再查.
var after = regexp.MustCompile(`([0-9]+|[半一二两三四五六七八九十几]+)(天|日|周|个月|个半月|年)(?:之|以)?后(?:再|应|请|要)?(?:复查|复诊|重测|再测|查)`)

// slack is how many times its recheck a row's text may say.
const slack = 3

// term warns of a text that asks to recheck much later than its row does.
func (c *checker) term(u *use) {
	if u.row.Deliberate.Covers(ruleset.OwnRecheck) {
		return
	}
	for _, text := range []string{u.row.Tip, u.row.Hint} {
		for _, m := range after.FindAllStringSubmatch(text, -1) {
			if days := count(m[1]) * daysOf[m[2]]; u.row.Recheck > 0 && days > slack*u.row.Recheck {
				c.list.Add(message.LateTerm.At(u.row.At, "indicator", u.table.Indicator.Called(), "row", u.row.Number, "term", m[1]+m[2]+"后", "days", u.row.Recheck))
			}
		}
	}
}

// count reads a small number; of 两三 the larger, 0 for what is none.
func count(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	most := 0
	for _, digit := range text {
		most = max(most, numerals[digit])
	}
	return most
}

var numerals = map[rune]int{'半': 1, '一': 1, '二': 2, '两': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9, '十': 10, '几': 7}
