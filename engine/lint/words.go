package lint

import (
	"regexp"
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// normal warns of a table by which nobody can be well or left unassessed.
func (c *checker) normal(t *ruleset.Table) {
	if slices.ContainsFunc(t.Rows, func(r *ruleset.Row) bool { return r.Level.ID[0] == 'N' || r.Level.ID[0] == 'U' }) {
		return
	}
	c.list.Add(message.NoNormal.At(t.At, "indicator", t.Indicator.Called()))
}

// printed warns of a table that sends its readers to the printed range and does
// not look at it itself.
func (c *checker) printed(t *ruleset.Table) {
	if t.Printed || t.NotPrinted != "" {
		return
	}
	said := ""
	for _, r := range t.Rows {
		for f, slot := range c.set.Names.Facets {
			if ruleset.Facet(f).OfReference() && slices.Contains(r.When.Slots(), slot) {
				return
			}
		}
		for _, word := range c.set.Wording.Printed {
			if said == "" && strings.Contains(r.Tip+r.Hint, word) {
				said = word
			}
		}
	}
	if said != "" {
		c.list.Add(message.PrintedUnread.At(t.At, "indicator", t.Indicator.Called(), "text", said))
	}
}

// words holds the texts of a row to the wording of the manifest.
func (c *checker) words(u *use) {
	wording := &c.set.Wording
	indicator := u.table.Indicator.Called()
	if u.row.Level.Severity >= ruleset.Gravest && len(wording.SeeDoctor) > 0 && !says(u.row.Tip, wording.SeeDoctor) {
		c.list.Add(message.NoDoctor.At(u.row.At, "indicator", indicator, "row", u.row.Number, "level", u.row.Level.ID, "words", wording.SeeDoctor))
	}
	for _, word := range wording.Avoid {
		if strings.Contains(u.row.Tip, word) || strings.Contains(u.row.Hint, word) {
			c.list.Add(message.Wording.At(u.row.At, "indicator", indicator, "row", u.row.Number, "word", word))
		}
	}
	for _, text := range u.row.Texts {
		if wide := fullWidth.FindString(text.Value); wide != "" {
			c.list.Add(message.FullWidthText.At(text.At, "text", wide))
		}
	}
	for _, at := range u.row.Cut {
		c.list.Add(message.CommentInText.At(at))
	}
}

// fullWidth finds what an input method writes for digits and letters.
var fullWidth = regexp.MustCompile(`[０-９Ａ-Ｚａ-ｚ]+`)

func says(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}
