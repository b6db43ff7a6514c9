// Package lint finds what is allowed in rule files but is most likely an
// oversight: rows without an explanation, texts used twice, sources that
// nothing cites, ages between two tables.
package lint

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// Check looks through one version of the rules. Everything it finds is a
// warning or a note; the list is sorted.
func Check(set *ruleset.Set) problem.List {
	c := &checker{set: set, cited: map[string]bool{}, listed: map[string]bool{}, tips: map[string]*use{}, hints: map[string]*use{}}
	for _, byName := range set.AllTables() {
		c.tables(byName)
	}
	slices.SortFunc(c.rows, func(a, b use) int { return a.row.At.Compare(b.row.At) })
	for i := range c.rows {
		c.texts(&c.rows[i])
	}
	for _, r := range set.Risks {
		if len(c.set.Organs) > 0 && r.Organ == nil {
			c.list.Add(message.NoOrgan.At(r.At, "what", r.Name))
		}
		c.links(r)
	}
	c.told()
	c.unlent()
	for _, o := range set.Overlays {
		c.overlay(o)
	}
	c.levels()
	c.colors()
	c.numbers()
	c.sexes()
	c.printedBounds()
	c.sources()
	c.identities()
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
	listed      map[string]bool // risks that some table lists
	tips, hints map[string]*use // where a text stands first
	written     map[number][]writing
	list        problem.List
}

func (c *checker) tables(byName map[string][]*ruleset.Table) {
	for _, tables := range byName {
		c.holes(tables)
		for _, t := range tables {
			c.normal(t)
			c.printed(t)
			if len(c.set.Organs) > 0 && t.Organ == nil {
				c.list.Add(message.NoOrgan.At(t.At, "what", t.Indicator.Called()))
			}
			for _, risk := range t.Risks {
				c.listed[risk] = true
			}
			for _, r := range t.Rows {
				c.rows = append(c.rows, use{t, r})
				c.cite(r.Sources)
			}
		}
	}
}

func (c *checker) texts(u *use) {
	if strings.TrimSpace(u.row.Hint) == "" {
		c.list.Add(message.NoHint.At(u.row.At, "indicator", u.table.Indicator.Called(), "row", u.row.Number))
	}
	c.words(u)
	if u.row.Level.ID[0] != 'U' {
		c.later(u.row.At, u.row.Level.Severity, u.row.Tip, u.row.LateTip, &u.row.Urgency)
	}
	c.term(u)
	c.loose(u)
	if first := repeated(c.tips, u, u.row.Tip); first != nil {
		c.list.Add(message.RepeatedTip.At(u.row.At, "first", first.row.At, "text", strings.TrimSpace(u.row.Tip)))
	}
	if first := repeated(c.hints, u, u.row.Hint); first != nil {
		c.list.Add(message.RepeatedHint.At(u.row.At, "first", first.row.At, "text", strings.TrimSpace(u.row.Hint)))
	}
}

// repeated returns where a row of another indicator, or another row of the same
// table, has the text already; nil when none does. The tables of one indicator
// for different persons may say the same.
func repeated(seen map[string]*use, u *use, text string) *use {
	text = strings.TrimSpace(text)
	first := seen[text]
	switch {
	case text == "":
	case first == nil:
		seen[text] = u
	case first.table != u.table && first.table.Indicator == u.table.Indicator:
	default:
		return first
	}
	return nil
}

func (c *checker) cite(citations []ruleset.Citation) {
	for _, s := range citations {
		c.cited[s.Key] = true
	}
}

var yearIn = regexp.MustCompile(`\b(?:19|20)[0-9]{2}`)

// sources notes the entries of the bibliography that nothing cites, and warns of those
// whose title tells of another year.
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
		if y := yearIn.FindString(s.Title); y != "" && s.Year > 0 {
			if year, _ := strconv.Atoi(y); year < s.Year-1 || year > s.Year+1 { // it was published the year after, at times
				c.list.Add(message.OtherYear.At(s.At, "name", s.Key, "title", s.Title, "year", s.Year))
			}
		}
	}
	slices.SortFunc(unused, func(a, b *ruleset.Source) int { return cmp.Compare(a.Key, b.Key) })
	for _, s := range unused {
		c.list.Add(message.UnusedSource.At(s.At, "name", s.Key))
	}
}

// levels warns of a level that is not as serious as both others of its digit: L4, H4 and
// A4 differ in direction alone.
func (c *checker) levels() {
	parts := []struct {
		key string
		of  func(*ruleset.Level) string
	}{
		{"severity", func(l *ruleset.Level) string { return strconv.Itoa(l.Severity) }},
		{"color", func(l *ruleset.Level) string { return strconv.Itoa(l.Color) }},
		{"act", func(l *ruleset.Level) string { return l.Act }},
	}
	for _, digit := range "1234" {
		var same []*ruleset.Level
		for _, letter := range "LHA" {
			if l := c.set.Level(string([]rune{letter, digit})); l != nil {
				same = append(same, l)
			}
		}
		if len(same) < 3 {
			continue
		}
		for i, l := range same {
			other, third := same[(i+1)%3], same[(i+2)%3]
			for _, p := range parts {
				if want := p.of(other); want == p.of(third) && want != p.of(l) {
					c.list.Add(message.UnevenLevel.At(l.At, "level", l.ID, "key", p.key, "value", p.of(l), "others", []string{other.ID, third.ID}, "want", want))
				}
			}
		}
	}
}

// alike is below which difference of red, green and blue together two colours look the same.
const alike = 40

// colors warns of two that nobody can tell apart.
func (c *checker) colors() {
	rgb := func(hex string) (parts [3]int) {
		_, _ = fmt.Sscanf(hex, "#%02x%02x%02x", &parts[0], &parts[1], &parts[2]) // the loader has seen to it
		return parts
	}
	for i, a := range c.set.Colors {
		for _, b := range c.set.Colors[:i] {
			x, y, off := rgb(a.Hex), rgb(b.Hex), 0
			for k := range x {
				off += max(x[k]-y[k], y[k]-x[k])
			}
			if off < alike {
				c.list.Add(message.AlikeColors.At(a.At, "color", a.Name, "other", b.Name, "hex", a.Hex, "its", b.Hex))
			}
		}
	}
}
