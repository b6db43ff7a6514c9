package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/segment"
)

// A printed form asks for labels and has answers: 耳鸣否 咽痛是 声嘶否, 疝:○有 ●无. An answer
// stands right behind its label, or a colon between, and ends its field. One may be part
// of a sentence, so that only those count that a paragraph has at least two of; a box beside
// an answer tells whether it is the one.

// answerForms lets the answers of forms say of their labels whether they are so.
func (a *analysis) answerForms() {
	if !a.Lexicon.Reads(lexicon.FieldLayouts) || !a.Lexicon.Has(lexicon.YesGroup) {
		return
	}
	first, answers, before := 0, 0, false // boxes before their labels: [√]反酸 [×]呕血
	for i := range a.Tokens {
		if a.Groups(i)&lexicon.BoxGroup != 0 {
			before = before || answers == 0 && a.standsBefore(first, i)
			if next := a.After(i); before && next < len(a.Tokens) && a.isFinding(next) {
				a.answer(next, i, a.Groups(i)&lexicon.YesGroup != 0)
			} else {
				a.answerBox(i)
			}
		}
		owned := before && a.Lexicon.Reads(lexicon.PrintedChoices) // √ 痛风 × 哮喘: no answer behind a label
		if a.labelOf(i) >= 0 && !(owned && a.Groups(i)&lexicon.BoxGroup != 0) {
			answers++
		}
		if i+1 == len(a.Tokens) || a.IsBlankLine(i) {
			for k := first; k <= i && answers > 1; k++ {
				if label := a.labelOf(k); label >= 0 && !(owned && a.Groups(k)&lexicon.BoxGroup != 0) {
					a.answer(label, k, a.Groups(k)&lexicon.YesGroup != 0)
				}
			}
			first, answers, before = i+1, 0, false
		}
	}
	a.answerOptions()
}

// answerOptions lets figures and letters say which of the options of a form are so.
func (a *analysis) answerOptions() {
	o := a.Lexicon.Options
	if o == nil || !slices.ContainsFunc(a.Text.Runes, o.MayBegin) {
		return
	}
	text := strings.Map(func(r rune) rune {
		if plaintext.IsSpace(r) {
			return -1
		}
		return r
	}, string(a.Text.Runes))
	counts, letters := o.Counted.MatchString(text), ""
	if m := o.Chosen.FindStringSubmatch(text); m != nil {
		letters = m[1]
	}
	if !counts && letters == "" {
		return
	}
	for i := range a.Tokens {
		if !a.isFinding(i) {
			continue
		}
		before, answer := int(a.Tokens[i].Start)-1, a.After(i)
		for ; before > 0 && (plaintext.IsSpace(a.Text.Runes[before]) || strings.ContainsRune(".、)", a.Text.Runes[before])); before-- {
		}
		if figure := a.Is(answer, segment.NumberToken) && counts; figure && a.WrittenToken(answer) == "0" {
			a.answer(i, answer, false)
		} else if figure && a.WrittenToken(answer) == "1" {
			a.answer(i, answer, true)
		} else if letters != "" && before >= 0 && segment.IsLatin(a.Text.Runes[before]) && (before == 0 || !segment.IsLatin(a.Text.Runes[before-1])) {
			if a.assertions[i] = (assertion{category: -1}); !strings.ContainsRune(letters, a.Text.Runes[before]) {
				a.assertions[i] = assertion{&lexicon.Cue{Text: string(a.Text.Runes[before])}, a.Lexicon.General}
			}
		}
	}
}

// nameTests makes of nobody what a test is only called by: 骨质疏松检测:骨量正常, 焦虑自评48分.
func (a *analysis) nameTests() {
	if !a.Lexicon.Reads(lexicon.TestNames) {
		return
	}
	for _, m := range a.mentions {
		i := int(m.token)
		k := a.After(i)
		if a.Groups(k)&lexicon.TestedGroup == 0 {
			continue
		}
		for k = a.After(k); k < len(a.Tokens) && (a.Groups(k)&(lexicon.TestedGroup|lexicon.ExamGroup) != 0 || a.Closing(k) > k); k = a.After(k) {
			k = max(k, a.Closing(k))
		}
		said := a.After(k)
		w := a.WordOrNone(said)
		positive := w.Severity != "" || w.Groups&(lexicon.ResultGroup|lexicon.YesGroup) != 0 && (w.Cue == nil || a.Lexicon.MarksAs(w.Cue) == Certain)
		if s := a.statusAt(i); (s == Certain || s == Possible) && (a.Groups(k)&lexicon.ColonGroup != 0 && !positive || a.Is(k, segment.NumberToken)) {
			a.assertions[i] = assertion{&lexicon.Cue{Text: a.WrittenToken(a.After(i))}, a.Lexicon.General}
		}
	}
}

// standsBefore reports whether the box at token i is the first of a line whose boxes stand
// before their labels: no finding stands before the first, one behind the last.
func (a *analysis) standsBefore(first, i int) bool {
	if slices.ContainsFunc(a.flags[first:i], func(f flag) bool { return f&targetFlag != 0 }) {
		return false
	}
	labelled := false
	for ; i < len(a.Tokens) && !a.IsBreak(i); i++ {
		labelled = a.isFinding(i) || labelled && a.Groups(i)&lexicon.BoxGroup == 0
	}
	return labelled
}

// labelOf is the finding that the answer at token i is of, -1 where it is no answer.
func (a *analysis) labelOf(i int) int {
	if a.Groups(i)&(lexicon.YesGroup|lexicon.NoGroup) == 0 || i == 0 {
		return -1
	}
	if next := i + 1; next < len(a.Tokens) && !a.IsGap(next) && !a.IsBreak(next) && a.Groups(next)&lexicon.ColonGroup == 0 &&
		a.Groups(next)&(lexicon.CommaGroup|lexicon.SentenceGroup|lexicon.OpenGroup) == 0 && a.Text.Runes[a.Tokens[next].Start] != '/' {
		return -1
	}
	label := i - 1
	if a.Groups(i)&lexicon.ResultGroup == 0 || i+1 == len(a.Tokens) || !a.IsGap(i+1) { // no bullet
		label = a.Over(label)
	}
	if label >= 0 && a.Groups(label)&lexicon.ColonGroup != 0 {
		label = a.Over(label - 1)
	}
	if label < 0 || !a.isFinding(label) {
		return -1
	}
	return label
}

// answer says of the label at a token, and of those listed before it, whether they are so,
// by the answer at token by.
func (a *analysis) answer(label, by int, yes bool) {
	said := assertion{category: -1}
	if !yes {
		said.category = a.Lexicon.Denied
	}
	if c := a.WordOrNone(by).Cue; c != nil && (a.Lexicon.MarksAs(c) == Negated) != yes {
		said = assertion{c, c.Category}
	}
	if now := a.statusAt(label); yes && now != Certain && now != Negated && (a.Groups(by)&lexicon.BoxGroup == 0 || now == Family && a.Lexicon.Reads(lexicon.PrintedChoices)) {
		return // somebody else's, or what is asked
	}
	a.assertions[label] = said
	for k := label - 1; k > 0 && a.Text.Runes[a.Tokens[k].Start] == '、' && a.isFinding(k-1); k -= 2 {
		a.assertions[k-1] = said
	}
}

// answerBox reads the box at token i and the answer beside it: □是 ☑否. Of the boxes of a
// label the ticked one counts; where none is, the label is not said to be so.
func (a *analysis) answerBox(i int) {
	const limit = 12 // tokens
	said := i + 1
	if said < len(a.Tokens) && (a.IsGap(said) || a.IsBreak(said)) {
		said++
	}
	if a.Groups(said)&(lexicon.YesGroup|lexicon.NoGroup) == 0 || a.Groups(said)&lexicon.BoxGroup != 0 {
		return
	}
	ticked := a.Groups(i)&lexicon.YesGroup != 0
	for k := i - 1; k >= max(0, i-limit); k-- {
		g := a.Groups(k)
		switch {
		case a.isFinding(k):
			if yes := ticked && a.Groups(said)&lexicon.YesGroup != 0; ticked || a.Groups(i-1)&lexicon.BoxGroup == 0 {
				a.answer(k, i, yes)
			}
			return
		case g&lexicon.BoxGroup != 0:
			if a.Groups(k)&lexicon.YesGroup != 0 {
				return
			}
		case !a.IsGap(k) && !a.IsBreak(k) && a.WordOrNone(k).Side == "" && g&(lexicon.YesGroup|lexicon.NoGroup|lexicon.ColonGroup|lexicon.OpenGroup|lexicon.CloseGroup) == 0:
			return
		}
	}
}
