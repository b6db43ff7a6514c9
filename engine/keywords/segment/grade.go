package segment

import (
	"slices"

	"tijian/engine/keywords/lexicon"
)

// The grades of scales: 4a类, Ⅲ级.

// Grade reads a grade at rune i, with its unit; end is i when there is none.
func (c *Cutter) Grade(s *lexicon.Scale, i int) (lexicon.ScaleGrade, int) {
	runes := c.Text.Runes
	for _, g := range s.Grades {
		if i > len(runes) || !StartsWith(runes[i:], g.Text) {
			continue
		}
		end := i + len(g.Text)
		if end < len(runes) && (IsDigit(runes[end]) || IsLatin(runes[end]) || runes[end] == '.' && end+1 < len(runes) && IsDigit(runes[end+1])) {
			continue
		}
		if behind := c.GradeUnit(s, end); behind > end {
			end = behind
		}
		return g, end
	}
	return lexicon.ScaleGrade{}, i
}

// GradeUnit returns the rune behind the unit of a grade that ends before rune i,
// or i when none follows.
func (c *Cutter) GradeUnit(s *lexicon.Scale, i int) int {
	at := c.SkipSpace(i)
	for _, unit := range s.Units {
		if StartsWith(c.Text.Runes[at:], unit) {
			return at + len(unit)
		}
	}
	return i
}

// GradeBefore reads a grade with its unit right before token i, over an
// opening bracket: 4A类(TI-RADS).
func (c *Cutter) GradeBefore(s *lexicon.Scale, i int) (lexicon.ScaleGrade, int) {
	runes := c.Text.Runes
	end := int(c.Tokens[i].Start)
	for end > 0 && (IsBlank(runes[end-1]) || runes[end-1] == '(') {
		end--
	}
	unit := slices.IndexFunc(s.Units, func(unit []rune) bool { return EndsWith(runes[:end], unit) })
	if unit < 0 {
		return lexicon.ScaleGrade{}, -1
	}
	end -= len(s.Units[unit])
	for end > 0 && IsBlank(runes[end-1]) { // 4B 类
		end--
	}
	for _, g := range s.Grades {
		start := end - len(g.Text)
		if start >= 0 && StartsWith(runes[start:], g.Text) && (start == 0 || !IsDigit(runes[start-1]) && !IsLatin(runes[start-1])) {
			return g, start
		}
	}
	return lexicon.ScaleGrade{}, -1
}

// SkipFillers steps over blanks and words like 分级为.
func (c *Cutter) SkipFillers(i int) int {
	for steps := 0; steps < 6; steps++ {
		i = c.SkipSpace(i)
		longest := 0
		for _, f := range c.Lexicon.Fillers {
			if len(f) > longest && StartsWith(c.Text.Runes[i:], f) {
				longest = len(f)
			}
		}
		if longest == 0 {
			break
		}
		i += longest
	}
	return i
}

// LastLatin is the run of Latin letters at the end of a text.
func LastLatin(runes []rune) string {
	i := len(runes)
	for i > 0 && IsLatin(runes[i-1]) {
		i--
	}
	return string(runes[i:])
}
