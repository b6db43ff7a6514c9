package console

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"tijian/engine/change"
	"tijian/engine/draft"
	"tijian/engine/impact"
	"tijian/engine/population"
	"tijian/engine/ruleset"
	"tijian/server/console/words"
)

// impactPage is whom a draft gives another answer.
type impactPage struct {
	Version                       draft.Version
	From                          string
	Persons, Changed, Worse, Mild int
	Groups, Indicators, Risks     []shareView
	Unseen                        int // indicators that nobody of the population has
}

// A shareView is a share of persons or values as a bar.
type shareView struct {
	Name         string
	All, Changed int
	Percent      string
	Width        int    // of 100
	ID, Link     string // the link is below Root
	Moves        []moveView
	Levels       []levelBars
	Height       int  // of the chart of the levels
	Open         bool // it is shown at once
}

// A moveView is how many values went from one answer to another, as a bar.
type moveView struct {
	impact.Move
	Width int // of 100, the most frequent one's
}

// A levelBars is how many values have a level, by the version in force and by the
// draft, as two bars of a chart.
type levelBars struct {
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

func movesOf(s *impact.Subject) (list []moveView) {
	for _, m := range s.Moves[:min(len(s.Moves), shownMoves)] {
		list = append(list, moveView{m, max(1, 100*m.N/s.Moves[0].N)})
	}
	return list
}

func share(name string, n impact.Count) shareView {
	return shareView{Name: name, All: n.All, Changed: n.Changed, Percent: fmt.Sprintf("%.1f%%", 100*n.Share()), Width: int(100*n.Share() + 0.5)}
}

// levelsOf draws what the values of a subject are before and after: levels from
// low to high, or flags.
func levelsOf(lang string, set *ruleset.Set, s *impact.Subject) (list []levelBars) {
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
		one := levelBars{Name: levelTitle(lang, set, name), Before: before, After: after, Y: i * levelHeight, Class: change.Grade{Color: max(color, now)}.Class()}
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
		return words.In[lang].Say("case.no.risk")
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

// impactPersons is how many persons are answered by both versions: enough to see
// a bound move, and done in about two seconds.
const impactPersons = 1000

// draftImpact answers a generated population by the draft and by the version in
// force.
func (c *Console) draftImpact(v *requestContext) error {
	version, from := v.version, c.Live.Snapshot()
	return c.follow(v, c.begin(version.Name, "impact", func(told func(run, of int)) (shower, error) {
		to, problems := c.book.Load(version.Name)
		if to == nil {
			return nil, faulty(version, problems)
		}
		model, problems := population.Adults(to.Dictionary)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		requests := impact.Everywhere(from.Rules, to.Rules, model.Requests(impactPersons, 1))
		report := impact.Run(from.Rules, to.Rules, impact.Told(requests, func(asked int) { told(min(asked, impactPersons), impactPersons) }))
		return func(v *requestContext) error {
			return v.part(http.StatusOK, "draft", "affected", impactPageOf(v.lang, version, from.Rules.Version, to.Rules, report))
		}, nil
	}))
}

func impactPageOf(lang string, version draft.Version, from string, to *ruleset.Set, report *impact.Report) impactPage {
	p := impactPage{Version: version, From: from, Unseen: len(report.Unseen.Indicators),
		Persons: report.Persons.All, Changed: report.Persons.Changed, Worse: report.Persons.Worse, Mild: report.Persons.Milder}
	for _, g := range report.Groups {
		ages := strconv.Itoa(g.From) + "+"
		if g.Below > 0 {
			ages = fmt.Sprintf("%d–%d", g.From, g.Below-1)
		}
		p.Groups = append(p.Groups, share(words.Word(lang, string(g.Sex))+" "+ages, g.Count))
	}
	view := func(i int, s *impact.Subject, name string) shareView {
		one := share(name, s.Count)
		if one.ID = s.Name; i < shownMoves {
			one.Moves, one.Levels = movesOf(s), levelsOf(lang, to, s)
			one.Height, one.Open = len(one.Levels)*levelHeight, i < 2
		}
		return one
	}
	for i, s := range report.Indicators {
		name := s.Title
		if d, ok := to.Dictionary.Lookup(s.Name); ok {
			name = words.Called(lang, d)
		}
		one := view(i, s, name)
		one.Link = "rules/table/" + version.Name + "/" + s.Name
		p.Indicators = append(p.Indicators, one)
	}
	for i, s := range report.Risks {
		p.Risks = append(p.Risks, view(i, s, s.Title))
	}
	return p
}
