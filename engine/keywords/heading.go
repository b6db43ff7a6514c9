package keywords

// startSection begins what the heading at token i says: 超声提示：, 【妇科彩超】.
func (a *analysis) startSection(i int, w *word) {
	a.flags[i] |= headingFlag
	if len(w.items) > 0 {
		a.near.startItem(w.items, i)
	}
	if w.section != noSection {
		a.near.endLine()
		a.near.below = false
		a.near.kind, a.near.heading = w.section, int32(i)
	}
}

// isHeading reports whether a colon follows token i, over brackets and words
// like 彩超.
func (a *analysis) isHeading(i int) bool {
	depth := 0
	for j := i + 1; j < len(a.tokens) && j <= i+6; j++ {
		g := a.groups(j)
		switch {
		case g&openGroup != 0:
			depth++
		case g&closeGroup != 0:
			depth--
			if depth < 0 {
				return false
			}
		case g&(colonGroup|titleGroup) != 0:
			return depth == 0
		case depth > 0, g&examGroup != 0, a.isGap(j):
		case a.word(j) != nil && (a.word(j).side != "" || a.word(j).quality):
		default:
			return false
		}
	}
	return false
}

// headsNothing reports whether token i is a heading, alone or in a list, behind
// which the field is left empty: 皮疹:, 体表肿瘤与肿块:.
func (a *analysis) headsNothing(i int) bool {
	const limit = 6
	for j := i + 1; j < len(a.tokens) && j <= i+limit; j++ {
		w := a.wordOrNone(j)
		switch {
		case w.groups&colonGroup != 0:
			for j++; j < len(a.tokens) && a.is(j, spaceToken); j++ {
			}
			return j == len(a.tokens) || a.isBreak(j)
		case w.groups&listGroup != 0 && w.groups&withGroup == 0, w.head >= 0, w.term >= 0, w.groups&examGroup != 0:
		default:
			return false
		}
	}
	return false
}

// isForeignHeading reports whether the colon at token i ends a heading that
// names no site (外科:), so that the section before is over.
func (a *analysis) isForeignHeading(i int) bool {
	if i == 0 || !a.is(i-1, textToken) && a.groups(i-1)&examGroup == 0 {
		return false
	}
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		switch {
		case a.flags[j]&headingFlag != 0 || a.word(j) != nil && a.word(j).site >= 0:
			return false
		case a.is(j, breakToken), a.is(j, wrapToken), a.groups(j)&(sentenceGroup|commaGroup) != 0:
			return true
		}
	}
	return true
}

// isBlankLine reports whether token i separates paragraphs.
func (a *analysis) isBlankLine(i int) bool {
	t := a.tokens[i]
	if t.word != breakToken {
		return false
	}
	lines := 0
	for _, r := range a.text.Runes[t.start:t.end] {
		if r == '\n' {
			lines++
		}
	}
	return lines > 1
}
