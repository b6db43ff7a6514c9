package segment

import "tijian/engine/keywords/lexicon"

// Headed is how many tokens before a colon its heading has.
const Headed = 5

// When something was, and whether it was done.

// YearAt is the year of the heading that ends with the colon at token i, 0 for none:
// 2022年:, 2022年体检:.
func (c *Cutter) YearAt(i int) int32 {
	if c.Groups(i)&lexicon.ColonGroup == 0 {
		return 0
	}
	for k := i - 1; k >= max(0, i-Headed); k-- {
		if t := c.Tokens[k]; t.Word == NumberToken && t.End-t.Start == 4 && c.Groups(k+1)&(lexicon.LastingGroup|lexicon.FormerGroup) != 0 {
			year := int32(0)
			for _, r := range c.Text.Runes[t.Start:t.End] {
				year = 10*year + r - '0'
			}
			return year
		}
	}
	return 0
}

// TellsYear reports whether the clause says before token i in which year: 2021年转为小三阳.
func (c *Cutter) TellsYear(i int) bool {
	const limit = 6 // tokens
	for k := i - 1; k > 0 && k >= i-limit && !c.EndsSentence(k) && c.Groups(k)&lexicon.CommaGroup == 0; k-- {
		if t := c.Tokens[max(0, c.Over(k-1))]; c.Groups(k)&lexicon.LastingGroup != 0 && t.Word == NumberToken && t.End-t.Start == 4 {
			return true
		}
	}
	return false
}

// OnlyTimes reports whether nothing but times and examinations stand between the
// comma before token i and it, so that its clause names nothing: 胆囊息肉，本次复查未见.
func (c *Cutter) OnlyTimes(i int) bool {
	const limit = 6
	for k := i - 1; k >= max(0, i-limit); k-- {
		switch g := c.Groups(k); {
		case g&lexicon.CommaGroup != 0:
			return k > 0
		case c.IsGap(k), g&(lexicon.PresentGroup|lexicon.RecheckedGroup|lexicon.ExamGroup) != 0:
		default:
			return false
		}
	}
	return false
}

// TellsBefore reports whether a word of the group stands in the clause of token i, at most
// so many tokens before it: done (2015年手术, 已行手术), or still to be done (待行手术).
func (c *Cutter) TellsBefore(i int, group uint64, limit int) bool {
	for k := i - 1; k >= max(0, i-limit) && !c.EndsSentence(k); k-- {
		if g := c.Groups(k); g&group != 0 {
			return true
		} else if g&lexicon.CommaGroup != 0 {
			return false
		}
	}
	return false
}
