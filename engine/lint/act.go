package lint

import (
	"cmp"
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A saying is a word of a text that asks to act, and the act that it asks for.
type saying struct {
	word string
	act  *ruleset.Act
}

// sayings are the words of all acts, the longest first: 今天或明天 is not 今天.
func sayings(set *ruleset.Set) []saying {
	var list []saying
	for _, a := range set.Acts {
		for _, word := range a.Says {
			list = append(list, saying{word, a})
		}
	}
	slices.SortStableFunc(list, func(a, b saying) int { return cmp.Compare(len(b.word), len(a.word)) })
	return list
}

// said finds the most urgent word of a text: of all, and of what it asks without a
// condition (若头晕请立即呼叫急救 asks that of few).
func said(all []saying, text string) (any, plain saying) {
	sooner := func(to *saying, s saying) {
		if s.act.Rank() < to.act.Rank() {
			*to = s
		}
	}
	taken := make([]bool, len(text))
	for _, s := range all {
		for from := 0; ; {
			i := strings.Index(text[from:], s.word)
			if i < 0 {
				break
			}
			i += from
			from = i + len(s.word)
			if taken[i] {
				continue // within a longer word
			}
			for k := i; k < from; k++ {
				taken[k] = true
			}
			sooner(&any, s)
			if !says(text[strings.LastIndexAny(text[:i], "；。;")+1:i], words().Conditional) {
				sooner(&plain, s)
			}
		}
	}
	return any, plain
}

// spoken is the last act of which a tip has to say how soon that is.
const spoken = 2

// act holds a row to the alert class of the usual act of its level or flag, "" for
// none, and its tip to its act.
func (u *unfit) act(name, when message.Phrase, at problem.Place, a *ruleset.Act, usual string, d *ruleset.Deliberate, tip string) {
	if d.Covers(ruleset.OwnAct) {
		return
	}
	if want := u.set.ActOf(usual); want != nil && a.Rank() > want.Rank() && a.Alert != want.Alert {
		u.list.Add(message.LateAct.At(at, "indicator", name, "when", when, "act", a.ID, "want", want.ID))
	}
	if u.sayings == nil {
		u.sayings = sayings(u.set)
	}
	any, plain := said(u.sayings, tip)
	switch {
	case plain.act != nil && plain.act != a:
		u.list.Add(message.ActSaid.At(at, "indicator", name, "when", when, "act", a.ID, "word", plain.word, "said", plain.act.ID))
	case plain.act == nil && tip != "" && a.Rank() <= spoken && any.act.Rank() > a.Rank():
		u.list.Add(message.ActUnsaid.At(at, "indicator", name, "when", when, "act", a.ID, "words", a.Says, "word", a.Says[0]))
	}
}
