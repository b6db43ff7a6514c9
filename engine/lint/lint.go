// Package lint finds what is allowed in rule files but is most likely an
// oversight: rows without an explanation, texts used twice, sources that
// nothing cites, ages between two tables.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Check looks through one version of the rules. Everything it finds is a
// warning or a note; the list is sorted.
func Check(set *ruleset.Set) problem.List {
	c := &checker{set: set, cited: map[string]bool{}, tips: map[string]*use{}, hints: map[string]*use{}}
	c.tables(set.Tables)
	for _, o := range set.Overlays {
		c.tables(o.Tables)
	}
	slices.SortFunc(c.rows, func(a, b use) int { return a.row.At.Compare(b.row.At) })
	for i := range c.rows {
		c.texts(&c.rows[i])
	}
	c.sources()
	c.list.Sort()
	return c.list
}

// A use is a row with the table that it stands in.
type use struct {
	table *ruleset.Table
	row   *ruleset.Row
}

type checker struct {
	set         *ruleset.Set
	rows        []use
	cited       map[string]bool // source keys
	tips, hints map[string]*use // where a text stands first
	list        problem.List
}

func (c *checker) tables(byName map[string][]*ruleset.Table) {
	for _, tables := range byName {
		c.holes(tables)
		for _, t := range tables {
			c.normal(t)
			for _, r := range t.Rows {
				c.rows = append(c.rows, use{t, r})
				c.cite(r.Sources)
			}
		}
	}
}

func (c *checker) texts(u *use) {
	if strings.TrimSpace(u.row.Hint) == "" {
		c.list.Add(problem.Problem{Place: u.row.At, Severity: problem.Warning, Code: "no-hint",
			ZH: fmt.Sprintf("%s 第 %d 行没有 hint", u.table.Indicator.Title, u.row.Number), EN: fmt.Sprintf("row %d of %s has no hint", u.row.Number, u.table.Indicator.Name),
			MendZH: "写一句可能的影响因素，或读者接下来可以做什么", MendEN: "Say what can contribute to the value or what to do next"})
	}
	c.words(u)
	c.repeated(c.tips, u, u.row.Tip, "tip")
	c.repeated(c.hints, u, u.row.Hint, "hint")
}

// repeated reports a text that a row of another indicator, or another row of
// the same table, has already. The tables of one indicator for different
// persons may say the same.
func (c *checker) repeated(seen map[string]*use, u *use, text, kind string) {
	text = strings.TrimSpace(text)
	first := seen[text]
	switch {
	case text == "":
	case first == nil:
		seen[text] = u
	case first.table != u.table && first.table.Indicator == u.table.Indicator:
	default:
		c.list.Add(problem.Problem{Place: u.row.At, Severity: problem.Warning, Code: "repeated-" + kind,
			ZH: fmt.Sprintf("%s 与 %s 的完全相同：“%s”", kind, first.row.At, text), EN: fmt.Sprintf("the %s is the same as at %s: %q", kind, first.row.At, text),
			MendZH: "按指标、方向和轻重各写各的话", MendEN: "Write a text of its own for indicator, direction and severity"})
	}
}

func (c *checker) cite(citations []ruleset.Citation) {
	for _, s := range citations {
		c.cited[s.Key] = true
	}
}

// sources notes the entries of the bibliography that nothing cites.
func (c *checker) sources() {
	for _, d := range c.set.Derived {
		c.cite(d.Sources)
	}
	for _, r := range c.set.Risks {
		c.cite(r.Sources)
		for _, rule := range r.Rules {
			c.cite(rule.Sources)
		}
	}
	unused := []*ruleset.Source{}
	for key, s := range c.set.Sources {
		if !c.cited[key] {
			unused = append(unused, s)
		}
	}
	slices.SortFunc(unused, func(a, b *ruleset.Source) int { return cmp.Compare(a.Key, b.Key) })
	for _, s := range unused {
		c.list.Add(problem.Problem{Place: s.At, Severity: problem.Note, Code: "unused-source",
			ZH: "来源 " + s.Key + " 没有规则引用", EN: "no rule cites the source " + s.Key})
	}
}
