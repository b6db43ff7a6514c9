package lint

import (
	"regexp"
	"slices"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/message"
)

// sexes looks for a number of one sex where nobody asks which: a constant whose
// title says 男 or 女, in a table, formula or rule that is for both and does not
// mention sex.
func (c *checker) sexes() {
	for t := range c.set.EveryTable() {
		if t.For != nil && asksSex(&t.For.Expression) {
			continue
		}
		for _, condition := range t.Conditions() {
			c.namesOne(&condition.Expression)
		}
	}
	for _, d := range c.set.Derived {
		all := d.Expressions()
		if d.Show != nil {
			all = append(all, &d.Show.Expression)
		}
		c.namesOne(all...)
	}
	for _, r := range c.set.Risks {
		for _, rule := range r.Rules {
			var all []*expression.Expression
			for _, condition := range rule.Conditions() {
				all = append(all, &condition.Expression)
			}
			c.namesOne(all...)
		}
	}
}

// ofOneSex are the words by which the title of a constant says of whom it is.
const ofOneSex = "男女"

// sexOf is the word for those of whom alone an expression is, "" for both.
func sexOf(expression string) string {
	switch {
	case strings.Contains(expression, `"male" ?`), strings.Contains(expression, `"female" ?`):
		return ofOneSex
	case strings.Contains(expression, `"male"`):
		return "男"
	case strings.Contains(expression, `"female"`), asked.MatchString(strings.ReplaceAll(expression, "not pregnant", "")):
		return "女"
	}
	return ""
}

// namesOne looks at expressions that are true together: one that asks for the sex, or
// for a pregnancy, does for all.
func (c *checker) namesOne(all ...*expression.Expression) {
	if slices.ContainsFunc(all, asksSex) {
		return
	}
	for _, e := range all {
		for _, name := range word.FindAllString(e.Text.Written(), -1) {
			if k := c.set.Constants[name]; k != nil && strings.ContainsAny(k.Title, ofOneSex) {
				c.list.Add(message.NumberOfOneSex.At(e.Text.At, "name", name, "title", k.Title))
			}
		}
	}
}

// asked are words of an expression that hold for one sex; who is not pregnant may be of
// either.
var asked = regexp.MustCompile(`(not )?\b(sex|\w*pregnan\w*)\b`)

func asksSex(e *expression.Expression) bool {
	return slices.ContainsFunc(asked.FindAllString(e.Text.Written(), -1), func(found string) bool { return !strings.HasPrefix(found, "not ") })
}
