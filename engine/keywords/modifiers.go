package keywords

import (
	"cmp"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// modifiers finds side and severity of a mention: within it, before it over
// sites and descriptions, or behind it, also in brackets.
func (a *analysis) modifiers(m mention) (side, severity string) {
	last := int(m.token)
	first := last
	for first > 0 && a.Tokens[first].Start > m.start {
		first--
	}
	for j := last; j >= first; j-- { // 甲状腺右叶结节; not 右输尿管 in 左肾、右输尿管结石
		w := a.WordOrNone(j)
		if w.Groups&lexicon.ListGroup != 0 {
			side, severity = "", ""
			continue
		}
		side, severity = cmp.Or(side, w.Side), cmp.Or(severity, w.Severity)
	}
	for j := first - 1; j >= 0 && j >= first-6; j-- {
		w := a.WordOrNone(j)
		if w.Side == "" && w.Severity == "" && !w.Quality && w.Site < 0 {
			break
		}
		side, severity = cmp.Or(side, w.Side), cmp.Or(severity, w.Severity)
	}
	inside := false // a bracket behind: 肾结石(左)
	for j := last + 1; j < len(a.Tokens) && j <= last+3; j++ {
		w := a.WordOrNone(j)
		if w.Groups&lexicon.OpenGroup == 0 && w.Severity == "" && !w.Quality && !(inside && (w.Side != "" || w.Site >= 0)) {
			break
		}
		inside = inside || w.Groups&lexicon.OpenGroup != 0
		severity = cmp.Or(severity, w.Severity)
		if inside {
			side = cmp.Or(side, w.Side)
		}
	}
	if side == "" && m.siteToken >= 0 { // 左乳BI-RADS 3类结节
		side = a.sideBefore(int(m.siteToken))
	}
	return side, severity
}

// sideBefore is the side that the site at token i has, or that stands before
// it over descriptions.
func (a *analysis) sideBefore(i int) string {
	for j := i; j >= 0 && j > i-4; j-- {
		w := a.WordOrNone(j)
		if w.Side != "" {
			return w.Side
		}
		if j < i && !w.Quality && w.Severity == "" {
			break
		}
	}
	return ""
}

// changes reports whether the word at token i, which may be a finding (增大), says
// how a finding changed: right behind it (左肾结石增大), or behind a comparison
// (较2023年增大).
func (a *analysis) changes(i int) bool {
	const limit = 8 // tokens, so that long clauses stay linear
	adjacent := true
	for j := i - 1; j >= max(0, i-limit); j-- {
		w := a.WordOrNone(j)
		switch {
		case w.Compared:
			return true
		case a.isFinding(j):
			return adjacent
		case w.Groups&(lexicon.CommaGroup|lexicon.ListGroup) != 0, a.EndsSentence(j):
			return false
		case w.Quality || w.Severity != "" || a.Is(j, segment.SpaceToken):
		default:
			adjacent = false
		}
	}
	return false
}
