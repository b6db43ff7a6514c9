package keywords

import (
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// clauseFrom is the first token of the clause that token i stands in, after the
// last finding before it.
func (a *analysis) clauseFrom(i int) int {
	const limit = 24 // tokens, so that long clauses stay linear
	from := i
	for from > 0 && from > i-limit && a.Groups(from-1)&(lexicon.CommaGroup|lexicon.SentenceGroup|lexicon.ColonGroup|lexicon.TitleGroup) == 0 &&
		!a.IsBreak(from-1) && !a.isFinding(from-1) {
		from--
	}
	return from
}

// lesionEnd is the token behind what is said of the finding at token i: the next
// finding other than its grade, the end of the sentence, or a clause of another
// site.
func (a *analysis) lesionEnd(i int) int {
	for i++; i < len(a.Tokens); i++ {
		w := a.WordOrNone(i)
		if a.flags[i]&headingFlag != 0 || a.isFinding(i) && w.Scale < 0 ||
			a.EndsSentence(i) || w.Groups&lexicon.CommaGroup != 0 && a.siteFollows(i) {
			break
		}
	}
	return i
}

// siteFollows reports whether a site begins the clause behind token i.
func (a *analysis) siteFollows(i int) bool {
	for i++; i < len(a.Tokens); i++ {
		w := a.WordOrNone(i)
		if w.Scale >= 0 { // a grade of the lesion: its site is no other
			return false
		}
		if w.Site >= 0 || a.flags[i]&sitedFlag != 0 {
			return true
		}
		if w.Side == "" && !a.Is(i, segment.SpaceToken) {
			return false
		}
	}
	return false
}

// segment is the part of the site that a mention names: 右叶中部, 外上象限, 颈5、6椎体.
func (a *analysis) segment(m mention) string {
	l := a.Lexicon
	from, to := a.clauseFrom(int(m.token)), int(m.token)
	var parts []string
	for i := from; i <= to; i++ {
		w := a.WordOrNone(i)
		t := a.Tokens[i]
		folded := string(a.Text.Runes[t.Start:t.End])
		switch {
		case w.Site >= 0 && folded != w.Text:
			parts = []string{a.WrittenToken(i)} // 颈5、6椎体
		case w.Site >= 0:
			parts = parts[:0]
			name := l.Fold.Word(l.Sites[w.Site].Name)
			if rest, ok := strings.CutPrefix(folded, name); ok && rest != "" && l.IsSegment(rest) {
				parts = append(parts, a.Written(t.End-int32(len([]rune(rest))), t.End))
			} else if l.IsSegment(folded) {
				parts = append(parts, a.WrittenToken(i))
			}
		case l.IsSegment(folded):
			parts = append(parts, a.WrittenToken(i))
		case t.Word == segment.NumberToken:
			if end := a.placeEnd(int(t.End)); end > int(t.End) {
				start := t.Start
				if start > 0 && a.Text.Runes[start-1] == 's' {
					start--
				}
				parts = append(parts, a.Written(start, int32(end)))
			}
		}
	}
	return strings.Join(parts, "")
}

// placeEnd steps over the unit of a place that begins at rune i: 2点钟方向, S8段.
func (a *analysis) placeEnd(i int) int { return segment.SkipAny(a.Text.Runes, i, a.Lexicon.Places) }

// measurements lists the quantities said of the finding at token i, before and
// behind it.
func (a *analysis) measurements(i int) []string {
	list := []string{}
	add := func(from, to int) {
		for j := from; j < to; j++ {
			if !a.Is(j, segment.NumberToken) {
				continue
			}
			start := int(a.Tokens[j].Start)
			if end, ok := a.quantityOf(i, start); ok {
				list = append(list, a.Written(int32(start), int32(end)))
				for j+1 < to && int(a.Tokens[j+1].Start) < end {
					j++
				}
			}
		}
	}
	add(a.clauseFrom(i), i)
	add(i+1, a.lesionEnd(i))
	return list
}

// number says how many lesions a mention means: 多发, 单发.
func (a *analysis) number(m mention) string {
	from, to := a.clauseFrom(int(m.token)), a.lesionEnd(int(m.token))
	for i := from; i < to; i++ {
		if w := a.WordOrNone(i); w.Number != "" {
			return w.Number
		}
		if a.Is(i, segment.NumberToken) && segment.SkipAny(a.Text.Runes, int(a.Tokens[i].End), a.Lexicon.Counters) > int(a.Tokens[i].End) {
			return string(a.Text.Runes[a.Tokens[i].Start : a.Tokens[i].End+1])
		}
	}
	folded := string(a.Text.Runes[m.start:m.end])
	for _, w := range a.Lexicon.Numbers {
		if strings.Contains(folded, w.Text) {
			return w.Number
		}
	}
	return ""
}

// trend is how the finding at token i changed, with the earlier date.
func (a *analysis) trend(i int) *Trend {
	end := a.lesionEnd(i)
	compared := -1
	for j := i + 1; j < end; j++ {
		w := a.WordOrNone(j)
		if w.Compared {
			compared = j
		}
		if w.Trend == "" {
			continue
		}
		t := &Trend{Change: w.Trend}
		if compared >= 0 && compared+1 < j {
			between := a.Written(a.Tokens[compared+1].Start, a.Tokens[j-1].End)
			if strings.ContainsAny(between, "0123456789０１２３４５６７８９") {
				t.Since = strings.Trim(between, " ()（），,")
			}
		}
		return t
	}
	for j := a.clauseFrom(i); j < i; j++ { // 新发结节
		if w := a.WordOrNone(j); w.Trend != "" {
			return &Trend{Change: w.Trend}
		}
	}
	return nil
}

// gradeOf is the grade that a scale gives the lesion of mention at: the first one
// of its site behind it before the next lesion, or right before it (BI-RADS 3类结节);
// and the mention of that grade.
func (a *analysis) gradeOf(at int) (*Grade, int) {
	const among = 8 // mentions, so that long texts stay linear
	m := a.mentions[at]
	fits := func(g mention) *Grade {
		t := a.term(g.term)
		if t.Grade == "" || !a.sameSite(t.Site, m.site) || !a.sameSentence(int(min(m.token, g.token)), int(max(m.token, g.token))) {
			return nil
		}
		return a.graded(g)
	}
	for i := at + 1; i < len(a.mentions) && i <= at+among; i++ {
		if g := fits(a.mentions[i]); g != nil {
			return g, i
		}
		t := a.term(a.mentions[i].term)
		if t.Grade == "" && t.Head >= 0 && a.Lexicon.Heads[t.Head].Lesion {
			break
		}
	}
	if at > 0 && a.mentions[at-1].end+1 >= a.Tokens[m.token].Start {
		return fits(a.mentions[at-1]), at - 1
	}
	return nil, -1
}
