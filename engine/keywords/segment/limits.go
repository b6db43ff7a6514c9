package segment

import (
	"strconv"
	"strings"
	"unicode"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/numeral"
)

// Beyond tells on which side of the limits that are printed in brackets behind it the number
// at token i lies, where no mark says so: 1 above, -1 below, 0 within or without any.
func (c *Cutter) Beyond(i int) int {
	const unit = 10 // tokens
	open := i + 1
	for ; open < min(len(c.Tokens), i+unit) && c.Groups(open)&lexicon.OpenGroup == 0; open++ {
		w := c.WordOrNone(open)
		if c.EndsSentence(open) || w.Groups&(lexicon.CommaGroup|lexicon.ColonGroup) != 0 || w.Head >= 0 || w.Term >= 0 || w.Site >= 0 || w.Side != "" ||
			c.Is(open, NumberToken) && c.IsGap(open-1) || c.Is(open, TextToken) && unicode.Is(unicode.Han, c.Text.Runes[c.Tokens[open].Start]) {
			return 0 // the limits of something else
		}
	}
	if open == min(len(c.Tokens), i+unit) {
		return 0
	}
	end := c.Closing(open)
	value, err := strconv.ParseFloat(c.Spelled(c.Tokens[i].Start, c.Tokens[i].End), 64)
	if err != nil || end == open || c.WordOrNone(min(c.After(end), len(c.Tokens)-1)).Head >= 0 {
		return 0
	}
	printed := []rune(strings.Join(strings.Fields(c.Spelled(c.Tokens[open].End, c.Tokens[end].Start)), ""))
	for from := range printed {
		switch r, length := numeral.CutRange(string(printed[from:])); {
		case length == 0:
			continue
		case value > r.High || value == r.High && r.HighOut:
			return 1
		case value < r.Low || value == r.Low && r.LowOut:
			return -1
		default:
			return 0
		}
	}
	return 0
}
