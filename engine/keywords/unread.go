package keywords

import (
	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// An Unread is a phrase that looks abnormal and that no entry covers.
type Unread struct {
	Text  string `json:"text"`
	Start int    `json:"start"` // in characters of the text as written
	End   int    `json:"end"`
}

// Unread lists the phrases of a text that look abnormal and that no entry covers.
// item is the examination that the text belongs to, "" for none.
func (l *Lexicon) Unread(text, item string) []Unread {
	full, err := l.Full(text, "", item)
	if err != nil {
		return nil // the default context is known
	}
	return full.Unread
}

// unread looks through the clauses: one without a finding, a normal phrase or a
// cue that denies or only advises, but with a head that made no term or with what
// looks like a finding, was not read.
func (a *analysis) unread() []Unread {
	list := []Unread{}
	mentioned := make([]bool, len(a.Tokens))
	for _, m := range a.mentions {
		mentioned[m.token] = true
	}
	from := 0
	for i := 0; i <= len(a.Tokens); i++ {
		if i < len(a.Tokens) && !a.parts(i) {
			continue
		}
		if a.looksAbnormal(from, i, mentioned) {
			start, end := a.Text.Span(int(a.Tokens[from].Start), int(a.Tokens[i-1].End))
			list = append(list, Unread{a.Between(start, end), start, end})
		}
		from = i + 1
	}
	return list
}

// parts reports whether token i parts two phrases.
func (a *analysis) parts(i int) bool {
	return a.EndsSentence(i) || a.Is(i, segment.SpaceToken) || a.Groups(i)&(lexicon.CommaGroup|lexicon.ColonGroup|lexicon.TitleGroup) != 0
}

func (a *analysis) looksAbnormal(from, to int, mentioned []bool) bool {
	abnormal := false
	for i := from; i < to; i++ {
		w := a.WordOrNone(i)
		if mentioned[i] || w.Normal || w.Pseudo || w.Trend != "" || a.flags[i]&headingFlag != 0 {
			return false
		}
		if w.Cue != nil {
			if s := a.Lexicon.MarksAs(w.Cue); s != Certain && s != Possible {
				return false
			}
		}
		if s := a.statusAt(i); s != Certain && s != Possible {
			return false
		}
		abnormal = abnormal || a.flags[i]&bareFlag != 0 || a.Is(i, segment.TextToken) && a.HoldsAbnormal(i)
	}
	return abnormal
}
