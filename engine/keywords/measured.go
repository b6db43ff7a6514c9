package keywords

import (
	"cmp"
	"slices"
	"sort"

	"tijian/engine/keywords/lexicon"
)

// A number can be a finding: BMI 31.2, 尿蛋白(2+). Which one it is, who reads numbers
// knows; here it becomes a mention like any other, except that no cue makes what was
// measured doubtful or denies it.

// A TermID is a term of a lexicon.
type TermID int32

// A Measured is a finding that a number tells. Start and End are of the name and the
// number, in characters of the text.
type Measured struct {
	Start, End int
	Term       TermID
	Concluded  []TermID // terms that conclude it, beside which it is not told
}

// A Measurer finds what the numbers of a text tell; item is as in ExtractItem.
type Measurer func(text, item string) []Measured

// Measuring is the lexicon with what numbers tell.
func (l *Lexicon) Measuring(m Measurer) *Lexicon {
	with := newLexicon(l.lexicon)
	with.measure = m
	return with
}

// Changed is the term of a name and what became of it, 尿酸 and 升高, or of a whole
// term's name and no change.
func (l *Lexicon) Changed(name, change string) (TermID, bool) {
	words := l.lexicon
	find := func(s string) *lexicon.Word {
		if w := words.Find(words.Fold.Word(s)); w != nil {
			return w
		}
		return &noWord
	}
	w := find(name + change)
	if w.Term >= 0 {
		return TermID(w.Term), true
	}
	site, head := find(name).Site, find(change).Head
	if site < 0 || head < 0 {
		return -1, false
	}
	if id, ok := words.Heads[head].Terms[site]; ok {
		return TermID(id), true
	}
	w = find(words.Sites[site].Name + change) // 血沉升高 is 血沉增快
	return TermID(w.Term), w.Term >= 0
}

// noteMeasured adds the mentions of what numbers tell, where no word tells the same of them.
func (a *analysis) noteMeasured(found []Measured) {
	a.measured = a.measured[:0]
	hold := func(token int32, f Measured) { a.measured = append(a.measured, held{token, f.Concluded}) }
	for _, f := range found {
		start, end := runeOf(&a.text, f.Start), runeOf(&a.text, f.End)
		k := sort.Search(len(a.tokens), func(k int) bool { return a.tokens[k].end > start })
		if k == len(a.tokens) {
			continue
		}
		term := int32(f.Term)
		if told := slices.IndexFunc(a.mentions, func(m mention) bool {
			return m.term == term && (m.start < end && m.end > start || a.sameSentence(min(k, int(m.token)), max(k, int(m.token))))
		}); told >= 0 {
			if m := a.mentions[told]; m.start < end && m.end > start {
				hold(m.token, f)
			}
			continue
		}
		m := mention{term: term, token: int32(k), start: a.tokens[k].start, end: end, site: a.term(term).Site, siteToken: -1, heading: -1}
		at, same := slices.BinarySearchFunc(a.mentions, m.token, func(m mention, token int32) int { return cmp.Compare(m.token, token) })
		if !same {
			a.mentions = slices.Insert(a.mentions, at, m)
			a.flags[k] |= targetFlag | sitedFlag
			hold(m.token, f)
		}
	}
}

// A held is the token of a mention that was measured, and the terms that conclude it.
type held struct {
	token     int32
	concluded []TermID
}

// holdMeasured lets stand what was measured, unless it is another's or of another day,
// and leaves it to what the text concludes from it.
func (a *analysis) holdMeasured() {
	for _, h := range a.measured {
		if s := a.statusAt(int(h.token)); s == Negated || s == Possible {
			a.assertions[h.token] = assertion{category: -1}
		}
	}
	for _, h := range a.measured {
		if by := slices.IndexFunc(a.mentions, func(m mention) bool {
			return slices.Contains(h.concluded, TermID(m.term)) && a.statusAt(int(m.token)) == Certain
		}); by >= 0 {
			m := a.mentionAt(int(h.token))
			m.settled, m.settledBy = true, int32(by)
		}
	}
}
