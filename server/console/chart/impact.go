// Package chart draws what pages show as bars, and what phones read of them.
package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"tijian/engine/change"
	"tijian/engine/impact"
	"tijian/engine/ruleset"
	"tijian/server/console/words"
)

// A Share is a share of persons or values as a bar.
type Share struct {
	Name         string
	All, Changed int
	Percent      string
	Width        int    // of 100
	ID, Link     string // the link is below Root
	Moves        []Move
	Levels       []Level
	Height       int  // of the chart of the levels
	Open         bool // it is shown at once
}

// A Move is how many values went from one answer to another, as a bar.
type Move struct {
	impact.Move
	Width int // of 100, the most frequent one's
}

// A Level is how many values have a level, by the version in force and by the
// draft, as two bars of a chart.
type Level struct {
	Name          string
	Class         string // of the colour
	Before, After int
	Y             int
	Widths        [2]int // of 300, the most frequent level's
}

// shownMoves is how many changes of an indicator a page shows, and of how many
// indicators.
const shownMoves = 12

// levelHeight is what a level takes of a chart, two bars and a gap.
const levelHeight = 34

func movesOf(s *impact.Subject) (list []Move) {
	for _, m := range s.Moves[:min(len(s.Moves), shownMoves)] {
		list = append(list, Move{m, max(1, 100*m.N/s.Moves[0].N)})
	}
	return list
}

// ShareOf is a count as a bar.
func ShareOf(name string, n impact.Count) Share {
	return Share{Name: name, All: n.All, Changed: n.Changed, Percent: fmt.Sprintf("%.1f%%", 100*n.Share()), Width: int(100*n.Share() + 0.5)}
}

// levelsOf draws what the values of a subject are before and after: levels from
// low to high, or flags.
func levelsOf(lang string, set *ruleset.Set, s *impact.Subject) (list []Level) {
	count := func(held []impact.Held, level string) (n, color int) {
		color = -1
		for _, h := range held {
			if h.Level == level {
				n, color = n+h.N, h.Color
			}
		}
		return n, color
	}
	var names []string
	for _, h := range slices.Concat(s.Before, s.After) {
		if !slices.Contains(names, h.Level) {
			names = append(names, h.Level)
		}
	}
	slices.SortFunc(names, compareLevels)
	most := 1
	for i, name := range names {
		before, color := count(s.Before, name)
		after, now := count(s.After, name)
		one := Level{Name: levelTitle(lang, set, name), Before: before, After: after, Y: i * levelHeight, Class: change.Grade{Color: max(color, now)}.Class()}
		list, most = append(list, one), max(most, before, after)
	}
	for i := range list {
		for k, n := range []int{list[i].Before, list[i].After} {
			list[i].Widths[k] = 300 * n / most
			if n > 0 {
				list[i].Widths[k] = max(2, list[i].Widths[k])
			}
		}
	}
	return list
}

// levelOrder has the levels in the order of values: far below first, ideal in the
// middle, then those without a direction and without a judgement.
var levelOrder = []string{"L4", "L3", "L2", "L1", "N0", "N1", "H1", "H2", "H3", "H4", "A1", "A2", "A3", "A4", "U0", "U1", "U2"}

// compareLevels orders levels, or flags, behind no answer at all.
func compareLevels(a, b string) int {
	return cmp.Or(cmp.Compare(slices.Index(levelOrder, a), slices.Index(levelOrder, b)), cmp.Compare(a, b))
}

// levelTitle is a level, or a flag, with its name.
func levelTitle(lang string, set *ruleset.Set, level string) string {
	if level == "" {
		return words.In(lang).Say("case.no.risk")
	}
	if l := set.Level(level); l != nil {
		return level + " " + words.Level(lang, l)
	}
	for _, f := range set.Flags {
		if strconv.Itoa(f.Flag) == level {
			return level + " " + f.Name
		}
	}
	return level
}

// SubjectOf is what changes of an indicator or a risk, the i-th of the page.
func SubjectOf(lang string, to *ruleset.Set, s *impact.Subject, name string, i int) Share {
	one := ShareOf(name, s.Count)
	if one.ID = s.Name; i < shownMoves {
		one.Moves, one.Levels = movesOf(s), levelsOf(lang, to, s)
		one.Height, one.Open = len(one.Levels)*levelHeight, i < 2
	}
	return one
}

// Affected is whom a draft gives another answer.
type Affected struct {
	From                          string
	Persons, Changed, Worse, Mild int
	Groups, Indicators, Risks     []Share
	Unseen                        int // indicators that nobody of the population has
}

// AffectedBy shows a report; the links lead to the tables of the draft.
func AffectedBy(lang, from string, to *ruleset.Set, report *impact.Report) Affected {
	p := Affected{From: from, Unseen: len(report.Unseen.Indicators),
		Persons: report.Persons.All, Changed: report.Persons.Changed, Worse: report.Persons.Worse, Mild: report.Persons.Milder}
	for _, g := range report.Groups {
		ages := strconv.Itoa(g.From) + "+"
		if g.Below > 0 {
			ages = fmt.Sprintf("%d–%d", g.From, g.Below-1)
		}
		p.Groups = append(p.Groups, ShareOf(words.Word(lang, string(g.Sex))+" "+ages, g.Count))
	}
	for i, s := range report.Indicators {
		name := s.Title
		if d, ok := to.Dictionary.Lookup(s.Name); ok {
			name = words.Called(lang, d)
		}
		one := SubjectOf(lang, to, s, name, i)
		one.Link = "rules/table/" + to.Version + "/" + s.Name
		p.Indicators = append(p.Indicators, one)
	}
	for i, s := range report.Risks {
		p.Risks = append(p.Risks, SubjectOf(lang, to, s, s.Title, i))
	}
	return p
}
