package lint

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

//go:embed words.yaml
var wordsFile []byte

// asks is the severity from which a row asks to see a doctor.
const asks = 2

var words = sync.OnceValue(func() (w struct {
	Directions directions     `yaml:"directions"`
	Reassures  []string       `yaml:"reassures"`
	Alerts     map[string]int `yaml:"alerts"`
	// Conditional words stand before what is asked of some only.
	Conditional []string `yaml:"conditional"`
	// Now begins a sentence about who is unwell now, whenever that is.
	Now string `yaml:"now"`
	// Children is in the names of departments that see children only.
	Children string `yaml:"children"`
}) {
	if err := yaml.Unmarshal(wordsFile, &w); err != nil {
		panic(err) // it is compiled in
	}
	return w
})

// Unfit lists what forbids the release of a version: rows that say less than
// their level, flag or alert asks, and nobody answers for it.
func Unfit(set *ruleset.Set) problem.List {
	u := &unfit{set: set}
	for t := range set.EveryTable() {
		for _, r := range t.Rows {
			u.row(t, r)
		}
	}
	for k, r := range set.EveryRiskRow() {
		u.riskRow(k, r)
	}
	u.list.Sort()
	return u.list
}

type unfit struct {
	set     *ruleset.Set
	sayings []saying // made when they are asked for
	names   []named  // of indicators, made when they are asked for
	list    problem.List
}

func when(c *expression.Condition) message.Phrase { return message.Plain(c.Canonical()) }

func (u *unfit) row(t *ruleset.Table, r *ruleset.Row) {
	name, level := t.Indicator.Called(), r.Level
	if level.ID[0] == 'U' {
		return
	}
	if r.Act != nil {
		u.act(name, when(r.When), r.At, r.Act, level.Act, r.Deliberate, r.Tip)
	}
	if r.Color < level.Color && !r.Deliberate.Covers(ruleset.OwnColor) {
		u.list.Add(message.MilderColor.At(r.At, "indicator", name, "level", level.ID, "when", when(r.When), "color", r.Color, "want", level.Color))
	}
	recheck := level.Recheck
	if c := u.set.ColorOf(r.Color); recheck == nil && c != nil {
		recheck = c.Recheck
	}
	u.recheck(name, r.When, r.At, &r.Urgency, recheck, r.Deliberate)
	if !r.Deliberate.Covers(ruleset.OwnDirection) {
		for _, text := range []string{r.Tip, r.LateTip} {
			if word := u.conflicting(t.Indicator, level.Direction, text); word != "" {
				u.list.Add(message.ContraryDirection.At(r.At, "indicator", name, "level", level.ID, "when", when(r.When), "word", word))
			}
		}
	}
	if level.Severity >= asks || r.Alert != "" {
		u.reassures(name, r.When, r.At, r.Deliberate, r.Tip, r.Hint, r.LateTip)
	}
}

func (u *unfit) riskRow(k *ruleset.Risk, r *ruleset.RiskRow) {
	name, flag := message.Phrase{ZH: k.Name, EN: k.ID}, u.set.FlagOf(r.Flag)
	if flag == nil {
		return
	}
	if r.Act != nil {
		u.act(name, when(r.When), r.At, r.Act, flag.Act, r.Deliberate, r.Tip)
	}
	usual := flag.Recheck
	if flag.Severity < asks {
		usual = nil // nothing presses
	}
	u.recheck(name, r.When, r.At, &r.Urgency, usual, r.Deliberate)
	if flag.Severity >= asks || r.Alert != "" {
		u.reassures(name, r.When, r.At, r.Deliberate, r.Tip, r.LateTip)
	}
}

// recheck holds the days of a row to the default of its level or flag, nil for
// none, and to its alert class.
func (u *unfit) recheck(name message.Phrase, c *expression.Condition, at problem.Place, row *ruleset.Urgency, usual *int, d *ruleset.Deliberate) {
	most, bound := words().Alerts[row.Alert]
	if usual != nil && (!bound || *usual < most) {
		most, bound = *usual, true
	}
	if bound && row.Recheck > most && !d.Covers(ruleset.OwnRecheck) {
		u.list.Add(message.LateRecheck.At(at, "indicator", name, "when", when(c), "days", row.Recheck, "most", most))
	}
}

// reassures looks for words that make light of what a doctor is to see: general
// ones, and those that contradictions declare.
func (u *unfit) reassures(name message.Phrase, c *expression.Condition, at problem.Place, d *ruleset.Deliberate, texts ...string) {
	if d.Covers(ruleset.OwnReassurance) {
		return
	}
	said := func(word string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, word) })
	}
	all := slices.Clone(words().Reassures)
	for _, one := range u.set.Contradictions {
		all = append(all, one.Reassures...)
	}
	if i := slices.IndexFunc(all, said); i >= 0 {
		u.list.Add(message.Reassures.At(at, "indicator", name, "when", when(c), "word", all[i]))
	}
}

// directions are words by the direction of levels, low and high.
type directions struct {
	Low    []string `yaml:"low"`
	High   []string `yaml:"high"`
	Bare   *directions
	Except []string `yaml:"except"`
	Others []string `yaml:"others"`
	Unless []string `yaml:"unless"`
}

func (d *directions) of(direction string) (own, other []string) {
	if direction == "low" {
		return d.Low, d.High
	}
	return d.High, d.Low
}

// A named indicator, by one of its names.
type named struct {
	name string
	of   *dictionary.Indicator
}

// conflicting is the word by which a text says the other direction of its own
// indicator than its row's: the first that is said of it decides, for what
// follows tells of others or of what is to be done. It is "" where there is none.
func (u *unfit) conflicting(own *dictionary.Indicator, direction, text string) string {
	if direction != "low" && direction != "high" {
		return ""
	}
	d := words().Directions
	right, wrong := d.of(direction)
	bareRight, bareWrong := d.Bare.of(direction)
	if !says(text, wrong) && !says(text, bareWrong) {
		return ""
	}
	first, conflicting := len(text), ""
	look := func(list []string, isWrong, bare bool) {
		for _, word := range list {
			for from := 0; ; {
				i := strings.Index(text[from:], word)
				if i < 0 || from+i >= first {
					break
				}
				at := from + i
				from = at + len(word)
				looks := func(other string) bool { return strings.HasPrefix(text[at:], other) }
				if slices.ContainsFunc(d.Except, looks) || !u.saidOf(own, text[:at], bare) {
					continue
				}
				if first, conflicting = at, ""; isWrong {
					conflicting = word
				}
			}
		}
	}
	look(right, false, false)
	look(bareRight, false, true)
	look(wrong, true, false)
	look(bareWrong, true, true)
	return conflicting
}

// saidOf reports whether what stands behind some text is said of an indicator:
// the one named last, or the row's own where none is; of a bare word, only if it
// is named right before.
func (u *unfit) saidOf(own *dictionary.Indicator, before string, bare bool) bool {
	clause := before[max(0, strings.LastIndexAny(before, "，。；、：！？,;（(")):]
	if says(clause, words().Directions.Unless) {
		return false
	}
	end, name, isOwn := 0, "", true
	for _, n := range u.named() {
		i := strings.LastIndex(before, n.name)
		if i < 0 {
			continue
		}
		switch at := i + len(n.name); {
		case at > end || at == end && len(n.name) > len(name):
			end, name, isOwn = at, n.name, n.of == own
		case at == end && n.name == name:
			isOwn = isOwn || n.of == own
		}
	}
	return isOwn && (!bare || name != "" && end == len(before))
}

// named are the names of all indicators.
func (u *unfit) named() []named {
	if u.names == nil {
		for _, name := range words().Directions.Others {
			u.names = append(u.names, named{name, nil})
		}
		for _, i := range u.set.Dictionary.All() {
			for _, name := range slices.Concat([]string{i.Title}, i.Aliases, i.Abbreviations) {
				u.names = append(u.names, named{name, i})
			}
		}
	}
	return u.names
}
