package lint

import (
	"fmt"
	"slices"
	"strings"

	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// atOnce is the severity of levels that ask to act at once.
const atOnce = 4

// normal warns of a table by which nobody can be well.
func (c *checker) normal(t *ruleset.Table) {
	if slices.ContainsFunc(t.Rows, func(r *ruleset.Row) bool { return r.Level.ID[0] == 'N' }) {
		return
	}
	c.list.Add(problem.Problem{Place: t.At, Severity: problem.Warning, Code: "no-normal",
		ZH: t.Indicator.Title + " 的表没有 N0 或 N1 的行，谁的结果都不会是正常", EN: "the table of " + t.Indicator.Name + " has no row with N0 or N1; nobody's result is normal",
		MendZH: "检查级别是否写错，或补上正常的一行", MendEN: "Check the levels or add the normal row"})
}

// words holds the texts of a row to the wording of the manifest.
func (c *checker) words(u *use) {
	wording := &c.set.Wording
	title, name := u.table.Indicator.Title, u.table.Indicator.Name
	if u.row.Level.Severity >= atOnce && len(wording.SeeDoctor) > 0 && !says(u.row.Tip, wording.SeeDoctor) {
		c.list.Add(problem.Problem{Place: u.row.At, Severity: problem.Warning, Code: "no-doctor",
			ZH:     fmt.Sprintf("%s 第 %d 行是 %s，tip 却没有请人去看医生", title, u.row.Number, u.row.Level.ID),
			EN:     fmt.Sprintf("row %d of %s is %s, but its tip sends nobody to a doctor", u.row.Number, name, u.row.Level.ID),
			MendZH: "用上这些词之一：" + strings.Join(wording.SeeDoctor, "、"), MendEN: "Use one of " + strings.Join(wording.SeeDoctor, ", ")})
	}
	for _, word := range wording.Avoid {
		if strings.Contains(u.row.Tip, word) || strings.Contains(u.row.Hint, word) {
			c.list.Add(problem.Problem{Place: u.row.At, Severity: problem.Warning, Code: "wording",
				ZH:     fmt.Sprintf("%s 第 %d 行用了“%s”：不下诊断，不吓人", title, u.row.Number, word),
				EN:     fmt.Sprintf("row %d of %s says %s: a word of diagnosis or fear", u.row.Number, name, word),
				MendZH: "换一种说法", MendEN: "Say it another way"})
		}
	}
	for _, at := range u.row.Cut {
		c.list.Add(problem.Problem{Place: at, Severity: problem.Warning, Code: "comment-in-text",
			ZH: "tip 或 hint 的文字到“#”就断了，后面是注释，读者看不到", EN: "the text ends at #, what follows is a comment",
			MendZH: "是文字就给整个值加引号；是注释就移到上一行", MendEN: "Quote the whole text, or move the comment to a line of its own"})
	}
}

func says(text string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}
