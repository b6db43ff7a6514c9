package lint

import (
	"fmt"
	"slices"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// maxPersons bounds the combinations of sex, background and arguments that are
// tried for one indicator.
const maxPersons = 4096

// holes warns of an age for which an indicator has no table although younger
// and older persons of the same kind have one: `age > 60` beside `age < 60`.
func (c *checker) holes(tables []*ruleset.Table) {
	var slots []int
	for _, t := range tables {
		if t.For == nil {
			return
		}
		slots = append(append(slots, t.For.Inputs...), t.For.Asked...)
	}
	slices.Sort(slots)
	slots = slices.DeleteFunc(slices.Compact(slots), func(s int) bool { return s == c.set.Names.Age })
	env, left := c.set.Scope.NewEnv(), maxPersons
	var walk func(depth int) bool
	walk = func(depth int) bool {
		if depth == len(slots) {
			left--
			return c.hole(tables, env, slots) || left == 0
		}
		for _, value := range c.values(slots[depth]) {
			env.Set(slots[depth], value)
			if walk(depth + 1) {
				return true
			}
		}
		return false
	}
	walk(0)
}

// values of an input that is not a number; a number is left out, which makes
// conditions on it unknown.
func (c *checker) values(slot int) []any {
	v := c.set.Scope.Slot(slot)
	switch v.Type {
	case expression.Boolean:
		return []any{false, true}
	case expression.String:
		var words []any
		for _, word := range v.Allowed {
			words = append(words, word)
		}
		return words
	}
	return []any{nil}
}

// hole reports the first age without a table between ages with one.
func (c *checker) hole(tables []*ruleset.Table, env *expression.Env, slots []int) bool {
	first := -1 // age of the hole, once older than someone with a table
	covered := false
	for age := range assess.MaxAge + 1 {
		env.SetNumber(c.set.Names.Age, float64(age))
		admitted := slices.ContainsFunc(tables, func(t *ruleset.Table) bool { return t.For.Eval(env) != expression.False })
		switch {
		case admitted && first >= 0:
			c.warnHole(tables, env, slots, first)
			return true
		case admitted:
			covered = true
		case covered && first < 0:
			first = age
		}
	}
	return false
}

func (c *checker) warnHole(tables []*ruleset.Table, env *expression.Env, slots []int, age int) {
	zh, en := []string{fmt.Sprintf("年龄=%d", age)}, []string{fmt.Sprintf("age=%d", age)}
	for _, slot := range slots {
		if value := env.Value(slot); value != nil {
			v := c.set.Scope.Slot(slot)
			title := v.Title
			if title == "" {
				title = v.Name
			}
			zh, en = append(zh, fmt.Sprintf("%s=%v", title, value)), append(en, fmt.Sprintf("%s=%v", v.Name, value))
		}
	}
	c.list.Add(problem.Problem{Place: tables[0].At, Severity: problem.Warning, Code: "age-hole",
		ZH:     fmt.Sprintf("%s：%s 时没有表，而更小和更大的年龄都有", tables[0].Indicator.Title, strings.Join(zh, "，")),
		EN:     fmt.Sprintf("%s: no table for %s, although younger and older persons have one", tables[0].Indicator.Name, strings.Join(en, ", ")),
		MendZH: "检查各表 for 里的年龄界限，例如 age >= 60 与 age < 60", MendEN: "Check the ages in the tables' for, such as age >= 60 and age < 60"})
}
