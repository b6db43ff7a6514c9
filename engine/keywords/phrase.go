package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// A normal phrase such as 未见明显异常回声 says that all is well where its clause
// ends with it. Where its noun phrase goes on (未见明显异常回声团块), it is a
// negator with its attributes, and denies what follows like any other.

// goOn lets the normal phrase at token i deny what its noun phrase goes on with,
// or else the finding right before it: 大便、小便未见异常.
func (a *analysis) goOn(i int, c *lexicon.Cue) {
	w := walk{analysis: a, from: i, cue: c, category: c.Category, scope: c.Scope, gap: c.Gap, reach: c.Reach}
	a.readSubject(i)
	if w.phraseFollows() {
		w.run(1)
	}
	named := a.isFinding(i)
	switch {
	case w.denied && named: // 右肾未显示结石: the kidney was seen
		w.assign(i)
	case !w.denied && !named && a.endsClause(i):
		for j := i - 1; j >= 0 && a.flags[j]&(targetFlag|headingFlag) == targetFlag; j -= 2 {
			w.assign(j)
			if j == 0 || a.Groups(j-1)&lexicon.ListGroup == 0 {
				break
			}
		}
	}
}

// phraseFollows reports whether what stands behind the phrase may belong to it.
// Behind a gap only a head may, in a place that the clause spoke of: everything
// else begins anew.
func (w *walk) phraseFollows() bool {
	next := w.from + 1
	if next >= len(w.Tokens) || !w.IsGap(next) {
		return next < len(w.Tokens)
	}
	for next++; next < len(w.Tokens) && w.WordOrNone(next).Quality && !w.isFinding(next); next++ {
	}
	if next >= len(w.Tokens) || !w.isFinding(next) {
		return false
	}
	word := w.WordOrNone(next)
	site := w.siteNamed(word)
	if site >= 0 && w.Lexicon.Sites[site].Anyone { // 肿大淋巴结 goes on, 淋巴结肿大 states
		return !strings.HasPrefix(word.Text, w.Lexicon.Fold.Word(w.Lexicon.Sites[site].Name))
	}
	return word.Head >= 0 && (site < 0 || w.speaksOf(word, site))
}

// A subject is what a clause has said so far of whom it speaks.
type subject struct {
	named bool    // it speaks of something: 胸部CT
	sites []int32 // those of it that are known
	sides []string
}

// readSubject notes what the clause before token i speaks of: 双侧腋窝 of
// 双侧腋窝未见异常肿大淋巴结.
func (a *analysis) readSubject(i int) {
	const limit = 24 // tokens, so that long clauses stay linear
	s := &a.subject
	s.named, s.sites, s.sides = false, s.sites[:0], s.sides[:0]
	if !a.isFinding(i) {
		i-- // a normal phrase names nothing
	}
	for j := i; j >= 0 && j >= i-limit && !a.IsBreak(j) && a.Groups(j)&(lexicon.CommaGroup|lexicon.SentenceGroup) == 0; j-- {
		w := a.WordOrNone(j)
		if w.Normal {
			break
		}
		s.named = s.named || a.Is(j, segment.TextToken) || w.Groups&lexicon.ExamGroup != 0 || len(w.Items) > 0
		s.sites = append(s.sites, w.Items...)
		if site := a.siteNamed(w); site >= 0 {
			s.named = true
			s.sites = append(append(s.sites, site), w.Sites...)
		}
		if w.Side != "" {
			s.sides = append(s.sides, w.Side)
		}
	}
}

// siteNamed is the site that a word names, by itself or as a finding, -1: none.
func (a *analysis) siteNamed(w *lexicon.Word) int32 {
	if w.Site < 0 && w.Term >= 0 {
		return a.Lexicon.Terms[w.Term].Site
	}
	return w.Site
}

// beginsAnew reports whether the word at token i is no part of the noun phrase
// of the denial: a sign before any finding, a disease of another organ or of
// the whole body, another organ (双肾未见异常脂肪肝) or side than the clause spoke of.
func (s *cueScope) beginsAnew(i int) bool {
	w := s.WordOrNone(i)
	if s.hits == 0 && w.Groups&(lexicon.CommaGroup|lexicon.ColonGroup|lexicon.OpenGroup|lexicon.CloseGroup) != 0 || w.Groups&lexicon.ElsewhereGroup != 0 {
		return true
	}
	if w.Side != "" && len(s.subject.sides) > 0 && !slices.Contains(s.subject.sides, w.Side) {
		return true
	}
	site := s.siteNamed(w)
	if site < 0 || s.Lexicon.Sites[site].Anyone {
		return false
	}
	if !s.subject.named { // 未见异常肺结节, not 未见异常脂肪肝
		return w.Term >= 0 && !s.Lexicon.IsLesion(w.Term)
	}
	return !s.speaksOf(w, site)
}

// speaksOf reports whether a word that names the site belongs to what the clause
// spoke of: a part of it or what it is part of, or a head that fits it
// (颈椎未见异常骨质增生).
func (w *walk) speaksOf(word *lexicon.Word, site int32) bool {
	return slices.ContainsFunc(w.subject.sites, func(known int32) bool {
		if word.Head >= 0 {
			if _, ok := w.termOf(&w.Lexicon.Heads[word.Head], known); ok {
				return true
			}
		}
		return w.sameSite(known, site)
	})
}
