package keywords

import (
	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// startSection begins what the heading at token i says: 超声提示：, 【妇科彩超】.
func (a *analysis) startSection(i int, w *lexicon.Word) {
	a.flags[i] |= headingFlag
	if len(w.Items) > 0 {
		a.near.startItem(w.Items, i)
	}
	if w.Section != lexicon.NoSection {
		a.near.endLine()
		a.near.below = false
		a.near.kind, a.near.heading = w.Section, int32(i)
	}
}

// isHeading reports whether a colon follows token i, over brackets and words
// like 彩超.
func (a *analysis) isHeading(i int) bool {
	depth := 0
	for j := i + 1; j < len(a.Tokens) && j <= i+6; j++ {
		g := a.Groups(j)
		switch {
		case g&lexicon.OpenGroup != 0:
			depth++
		case g&lexicon.CloseGroup != 0:
			depth--
			if depth < 0 {
				return false
			}
		case g&(lexicon.ColonGroup|lexicon.TitleGroup) != 0:
			return depth == 0
		case depth > 0, g&lexicon.ExamGroup != 0, a.IsGap(j):
		case a.Word(j) != nil && (a.Word(j).Side != "" || a.Word(j).Quality):
		default:
			return false
		}
	}
	return false
}

// headsNothing reports whether token i is a heading, alone or in a list, behind
// which the field is left empty: 皮疹:, 体表肿瘤与肿块:.
func (a *analysis) headsNothing(i int) bool {
	limit, lists := 6, a.Lexicon.Reads(lexicon.SumVerdicts)
	if lists {
		limit = 24
	}
	for j := i + 1; j < len(a.Tokens) && j <= i+limit; j++ {
		w := a.WordOrNone(j)
		switch {
		case w.Groups&lexicon.ColonGroup != 0:
			for j++; j < len(a.Tokens) && a.Is(j, segment.SpaceToken); j++ {
			}
			return j == len(a.Tokens) || a.IsBreak(j)
		case w.Groups&lexicon.ListGroup != 0 && w.Groups&lexicon.WithGroup == 0, w.Head >= 0, w.Term >= 0, w.Groups&lexicon.ExamGroup != 0, lists && (a.Is(j, segment.TextToken) || a.IsGap(j)):
		default:
			return false
		}
	}
	return false
}

// isForeignHeading reports whether the colon at token i ends a heading that
// names no site (外科:), so that the section before is over.
func (a *analysis) isForeignHeading(i int) bool {
	if i == 0 || !a.Is(i-1, segment.TextToken) && a.Groups(i-1)&lexicon.ExamGroup == 0 {
		return false
	}
	for j := i - 1; j >= 0 && j >= i-4; j-- {
		switch {
		case a.flags[j]&headingFlag != 0 || a.Word(j) != nil && a.Word(j).Site >= 0:
			return false
		case a.Is(j, segment.BreakToken), a.Is(j, segment.WrapToken), a.Groups(j)&(lexicon.SentenceGroup|lexicon.CommaGroup) != 0:
			return true
		}
	}
	return true
}
