package chart

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/server/console/words"
)

// A Panel is how many expectations of a panel were not met, as a bar: of the
// tables of one file, such as lipids, or of a risk.
type Panel struct {
	Name  string
	N     int
	Width int // of 300, the panel's with most
	Y     int
}

// shownPanels is how many panels a chart has; the others are one bar.
const shownPanels = 12

// panelHeight is what a panel takes of the chart.
const panelHeight = 22

// Panels counts the failures of a run by the panel that they are about.
func Panels(lang string, set *ruleset.Set, report *regress.Report) []Panel {
	counts := map[string]int{}
	for _, f := range report.Failures {
		counts[panelOf(lang, set, f)]++
	}
	var list []Panel
	for name, n := range counts {
		list = append(list, Panel{Name: name, N: n})
	}
	slices.SortFunc(list, func(a, b Panel) int { return cmp.Or(b.N-a.N, cmp.Compare(a.Name, b.Name)) })
	if len(list) > shownPanels {
		rest := Panel{Name: words.In(lang).Say("cases.panels.rest", len(list)-shownPanels+1)}
		for _, p := range list[shownPanels-1:] {
			rest.N += p.N
		}
		list = append(list[:shownPanels-1], rest)
	}
	most := 1
	for _, p := range list {
		most = max(most, p.N)
	}
	for i := range list {
		list[i].Width, list[i].Y = max(2, 300*list[i].N/most), i*panelHeight
	}
	return list
}

// panelOf names what a failure is about: the organ and file of the indicator's
// tables, the risk, else the suite.
func panelOf(lang string, set *ruleset.Set, f regress.Failure) string {
	_, name, _ := strings.Cut(f.Change.Check, " ")
	if i, ok := set.Dictionary.Lookup(name); ok {
		if tables := set.Tables[i.Name]; len(tables) > 0 {
			file := strings.TrimSuffix(path.Base(tables[0].At.File), ".yaml")
			if o := tables[0].Organ; o != nil {
				return o.Title + " · " + file
			}
			return file
		}
	}
	return cmp.Or(words.NameOf(lang, set, name), f.Suite)
}
