package lint

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/sense"
)

//go:embed words.yaml
var wordsFile []byte

// asks is the severity from which a row asks to see a doctor.
const asks = 2

var words = sync.OnceValue(func() (w struct {
	// Unless are words before that of a direction in its clause: it is then denied, asked
	// for or only possible.
	Unless    []string       `yaml:"unless"`
	Reassures []string       `yaml:"reassures"`
	Alerts    map[string]int `yaml:"alerts"`
	// Conditional words stand before what is asked of some only.
	Conditional []string `yaml:"conditional"`
	// Now begins a sentence about who is unwell now, whenever that is.
	Now string `yaml:"now"`
	// Children is in the names of departments that see children only.
	Children string `yaml:"children"`
	// Claims are more than a result can tell, unless one of Doubts stands before.
	Claims []string `yaml:"claims"`
	Doubts string   `yaml:"doubts"`
	// Denying are the characters that make a word for what is there one for what is not.
	Denying string `yaml:"denying"`
	// Oneself is how a clause begins that has people dose themselves.
	Oneself string `yaml:"oneself"`
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
	sayings []saying      // made when they are asked for
	reader  *sense.Reader // likewise
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
	u.recheck(name, r.When, r.At, &r.Urgency, r.Deliberate)
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
	u.recheck(name, r.When, r.At, &r.Urgency, r.Deliberate)
	if flag.Severity >= asks && r.Tip == "" && !r.Deliberate.Covers(ruleset.OwnWords) {
		u.list.Add(message.HighRiskMute.At(r.At, "indicator", name, "when", when(r.When), "flag", flag.Name))
	}
	if flag.Severity >= asks || r.Alert != "" {
		u.reassures(name, r.When, r.At, r.Deliberate, r.Tip, r.LateTip)
	}
}

// recheck holds the days of a row to its alert class.
func (u *unfit) recheck(name message.Phrase, c *expression.Condition, at problem.Place, row *ruleset.Urgency, d *ruleset.Deliberate) {
	if most, bound := words().Alerts[row.Alert]; bound && row.Recheck > most && !d.Covers(ruleset.OwnRecheck) {
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

// conflicting is the word by which a text says the other direction of its own
// indicator than its row's: the first that is said of it decides, for what
// follows tells of others or of what is to be done. It is "" where there is none.
func (u *unfit) conflicting(own *dictionary.Indicator, direction, text string) string {
	if direction != "low" && direction != "high" {
		return ""
	}
	if u.reader == nil {
		u.reader = sense.NewReader(u.set, nil)
	}
	named, end := own.Name, 0 // last, and where its name ends
	for _, f := range u.reader.Read(text) {
		switch {
		case f.Kind == sense.Indicator, f.Kind == sense.Drug: // 甲状腺激素 is no indicator, and a subject
			named, end = f.Of, f.At+len(f.Word)
		case f.Kind != sense.Direction || named != own.Name || unsaid(text[:f.At]):
		case utf8.RuneCountInString(f.Word) == 1 && (end == 0 || end != f.At): // 低 is said of what is named right before
		case f.Of == direction:
			return ""
		default:
			return f.Word
		}
	}
	return ""
}

// unsaid reports whether what stands behind some text is denied, asked for or only possible.
func unsaid(before string) bool {
	return says(clauseBefore(before), words().Unless)
}
