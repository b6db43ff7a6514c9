package lint

import (
	"regexp"
	"strconv"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/sense"
)

// told holds what risks say in a summary to the same as rows of tables.
func (c *checker) told() {
	for _, row := range c.set.EveryRiskRow() {
		if f := c.set.FlagOf(row.Flag); f != nil && row.Tip != "" {
			c.later(row.At, noSeverity, row.Tip, row.LateTip, &row.Urgency)
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

// after is what stands behind a time after which to recheck: 4至8周后复查, 半年后再查.
var after = regexp.MustCompile(`^(?:之|以)?后(?:再|应|请|要)?(?:复查|复诊|重测|再测|查)`)

// slack is how many times its recheck a row's text may say.
const slack = 3

// term warns of a text that asks to recheck much later than its row does.
func (c *checker) term(u *use) {
	if u.row.Deliberate.Covers(ruleset.OwnRecheck) || u.row.Recheck <= 0 {
		return
	}
	for _, text := range []string{u.row.Tip, u.row.Hint} {
		for _, f := range sense.Terms(text) {
			if days, _ := strconv.ParseFloat(f.Of, 64); days > float64(slack*u.row.Recheck) && after.MatchString(text[f.At+len(f.Word):]) {
				c.list.Add(message.LateTerm.At(u.row.At, "indicator", u.table.Indicator.Called(), "row", u.row.Number, "term", f.Word+"后", "days", u.row.Recheck))
			}
		}
	}
}
