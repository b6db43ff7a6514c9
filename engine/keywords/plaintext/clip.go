package plaintext

import (
	"slices"
	"unicode"
)

// A Clip is a spelling that stands for a longer one: 颈A for 颈动脉, LA for 左心房.
type Clip struct {
	Short, Full []rune
	// Ahead are what must stand right before it, Behind what must follow, nil: anything.
	Ahead, Behind [][]rune
	Whole         bool // letters, which stand for nothing within a word of letters, nor small
}

// spellOut puts the full spelling of each clip into the text; what it came from stays known.
func (r *Reader) spellOut(n *Text, text string) {
	var runes []rune
	var from []int32
	done := 0 // of the runes
	for i := 0; i < len(n.Runes); i++ {
		if !r.Clipped[uint16(n.Runes[i])] {
			continue
		}
		all := r.Clips[n.Runes[i]]
		for k := range all {
			c := &all[k]
			if !c.standsAt(n, text, i) {
				continue
			}
			if runes == nil {
				runes, from = make([]rune, 0, 2*len(n.Runes)), make([]int32, 0, 2*len(n.Runes))
			}
			runes, from = append(append(runes, n.Runes[done:i]...), c.Full...), append(from, n.From[done:i]...)
			long := Over(n.Runes[i:], c.Short)
			for at := range c.Full {
				k := at * long / len(c.Full)
				if at == len(c.Full)-1 {
					k = long - 1
				}
				from = append(from, n.From[i+k])
			}
			i += long - 1
			done = i + 1
			break
		}
	}
	if done == 0 {
		return
	}
	n.Runes, n.From = append(runes, n.Runes[done:]...), append(from, n.From[done:]...)
	r.recode(n)
}

// standsAt reports whether the clip stands at rune i.
func (c *Clip) standsAt(n *Text, text string, i int) bool {
	long := Over(n.Runes[i:], c.Short)
	if long == 0 {
		return false
	}
	end := i + long
	if c.Whole {
		for _, from := range n.From[i:end] {
			if written := text[n.Bytes[from]]; 'a' <= written && written <= 'z' {
				return false
			}
		}
		letter := func(at int) bool {
			return at >= 0 && at < len(n.Runes) && (IsLatin(n.Runes[at]) || IsDigit(n.Runes[at]))
		}
		if letter(i-1) || letter(end) {
			return false
		}
	}
	before, rest := n.Runes[:i], n.Runes[end:]
	for c.Behind != nil && len(rest) > 0 && IsSpace(rest[0]) {
		rest = rest[1:]
	}
	for c.Ahead != nil && len(before) > 0 && IsSpace(before[len(before)-1]) {
		before = before[:len(before)-1]
	}
	if c.Whole && len(c.Short) == 1 && len(rest) > 0 && !unicode.Is(unicode.Han, rest[0]) && unicode.IsLetter(rest[0]) {
		return false
	}
	return (c.Ahead == nil || slices.ContainsFunc(c.Ahead, func(a []rune) bool {
		return len(before) >= len(a) && slices.Equal(before[len(before)-len(a):], a)
	})) && (c.Behind == nil || slices.ContainsFunc(c.Behind, func(b []rune) bool {
		return len(rest) >= len(b) && slices.Equal(rest[:len(b)], b)
	}))
}

// Over is how many runes a word takes that runes begin with, be its characters parted by blanks
// or the end of a line; 0 where they do not.
func Over(runes, word []rune) int {
	at := 0
	for k, r := range word {
		for k > 0 && at < len(runes) && runes[at] != r && IsSpace(runes[at]) {
			at++
		}
		if at == len(runes) || runes[at] != r {
			return 0
		}
		at++
	}
	return at
}
