package keywords

import "cmp"

// modifiers finds side and severity of a mention: within it, before it over
// sites and descriptions, or behind it, also in brackets.
func (a *analysis) modifiers(m mention) (side, severity string) {
	last := int(m.token)
	first := last
	for first > 0 && a.tokens[first].start > m.start {
		first--
	}
	for j := last; j >= first; j-- { // 甲状腺右叶结节; not 右输尿管 in 左肾、右输尿管结石
		w := a.wordOrNone(j)
		if w.groups&listGroup != 0 {
			side, severity = "", ""
			continue
		}
		side, severity = cmp.Or(side, w.side), cmp.Or(severity, w.severity)
	}
	for j := first - 1; j >= 0 && j >= first-6; j-- {
		w := a.wordOrNone(j)
		if w.side == "" && w.severity == "" && !w.quality && w.site < 0 {
			break
		}
		side, severity = cmp.Or(side, w.side), cmp.Or(severity, w.severity)
	}
	inside := false // a bracket behind: 肾结石(左)
	for j := last + 1; j < len(a.tokens) && j <= last+3; j++ {
		w := a.wordOrNone(j)
		if w.groups&openGroup == 0 && w.severity == "" && !w.quality && !(inside && (w.side != "" || w.site >= 0)) {
			break
		}
		inside = inside || w.groups&openGroup != 0
		severity = cmp.Or(severity, w.severity)
		if inside {
			side = cmp.Or(side, w.side)
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
		w := a.wordOrNone(j)
		if w.side != "" {
			return w.side
		}
		if j < i && !w.quality && w.severity == "" {
			break
		}
	}
	return ""
}
