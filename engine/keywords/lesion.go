package keywords

import (
	"strings"

	"tijian/engine/keywords/lexicon"
)

// clauseFrom is the first token of the clause that token i stands in, after the
// last finding before it.
func (a *analysis) clauseFrom(i int) int {
	const limit = 24 // tokens, so that long clauses stay linear
	from := i
	for from > 0 && from > i-limit && a.groups(from-1)&(lexicon.CommaGroup|lexicon.SentenceGroup|lexicon.ColonGroup|lexicon.TitleGroup) == 0 &&
		!a.isBreak(from-1) && !a.isFinding(from-1) {
		from--
	}
	return from
}

// lesionEnd is the token behind what is said of the finding at token i: the next
// finding other than its grade, the end of the sentence, or a clause of another
// site.
func (a *analysis) lesionEnd(i int) int {
	for i++; i < len(a.tokens); i++ {
		w := a.wordOrNone(i)
		if a.flags[i]&headingFlag != 0 || a.isFinding(i) && w.Scale < 0 ||
			a.endsSentence(i) || w.Groups&lexicon.CommaGroup != 0 && a.siteFollows(i) {
			break
		}
	}
	return i
}

// siteFollows reports whether a site begins the clause behind token i.
func (a *analysis) siteFollows(i int) bool {
	for i++; i < len(a.tokens); i++ {
		w := a.wordOrNone(i)
		if w.Scale >= 0 { // a grade of the lesion: its site is no other
			return false
		}
		if w.Site >= 0 || a.flags[i]&sitedFlag != 0 {
			return true
		}
		if w.Side == "" && !a.is(i, spaceToken) {
			return false
		}
	}
	return false
}

// segment is the part of the site that a mention names: 右叶中部, 外上象限, 颈5、6椎体.
func (a *analysis) segment(m mention) string {
	l := a.lexicon
	from, to := a.clauseFrom(int(m.token)), int(m.token)
	var parts []string
	for i := from; i <= to; i++ {
		w := a.wordOrNone(i)
		t := a.tokens[i]
		folded := string(a.text.Runes[t.start:t.end])
		switch {
		case w.Site >= 0 && folded != w.Text:
			parts = []string{a.writtenToken(i)} // 颈5、6椎体
		case w.Site >= 0:
			parts = parts[:0]
			name := l.Fold.Word(l.Sites[w.Site].Name)
			if rest, ok := strings.CutPrefix(folded, name); ok && rest != "" && l.IsSegment(rest) {
				parts = append(parts, a.written(t.end-int32(len([]rune(rest))), t.end))
			} else if l.IsSegment(folded) {
				parts = append(parts, a.writtenToken(i))
			}
		case l.IsSegment(folded):
			parts = append(parts, a.writtenToken(i))
		case t.word == numberToken:
			if end := a.placeEnd(int(t.end)); end > int(t.end) {
				start := t.start
				if start > 0 && a.text.Runes[start-1] == 's' {
					start--
				}
				parts = append(parts, a.written(start, int32(end)))
			}
		}
	}
	return strings.Join(parts, "")
}

// placeEnd steps over the unit of a place that begins at rune i: 2点钟方向, S8段.
func (a *analysis) placeEnd(i int) int { return skipAny(a.text.Runes, i, a.lexicon.Places) }

// measurements lists the quantities said of the finding at token i, before and
// behind it.
func (a *analysis) measurements(i int) []string {
	list := []string{}
	add := func(from, to int) {
		for j := from; j < to; j++ {
			if !a.is(j, numberToken) {
				continue
			}
			start := int(a.tokens[j].start)
			if end, ok := a.quantityOf(i, start); ok {
				list = append(list, a.written(int32(start), int32(end)))
				for j+1 < to && int(a.tokens[j+1].start) < end {
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
		if w := a.wordOrNone(i); w.Number != "" {
			return w.Number
		}
		if a.is(i, numberToken) && skipAny(a.text.Runes, int(a.tokens[i].end), a.lexicon.Counters) > int(a.tokens[i].end) {
			return string(a.text.Runes[a.tokens[i].start : a.tokens[i].end+1])
		}
	}
	folded := string(a.text.Runes[m.start:m.end])
	for _, w := range a.lexicon.Numbers {
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
		w := a.wordOrNone(j)
		if w.Compared {
			compared = j
		}
		if w.Trend == "" {
			continue
		}
		t := &Trend{Change: w.Trend}
		if compared >= 0 && compared+1 < j {
			between := a.written(a.tokens[compared+1].start, a.tokens[j-1].end)
			if strings.ContainsAny(between, "0123456789０１２３４５６７８９") {
				t.Since = strings.Trim(between, " ()（），,")
			}
		}
		return t
	}
	for j := a.clauseFrom(i); j < i; j++ { // 新发结节
		if w := a.wordOrNone(j); w.Trend != "" {
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
		if t.Grade == "" && t.Head >= 0 && a.lexicon.Heads[t.Head].Lesion {
			break
		}
	}
	if at > 0 && a.mentions[at-1].end+1 >= a.tokens[m.token].start {
		return fits(a.mentions[at-1]), at - 1
	}
	return nil, -1
}
