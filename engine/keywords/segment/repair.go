package segment

import (
	"cmp"
	"slices"
	"unicode"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/plaintext"
)

// A Repair is a damaged piece of the text and what it was read as. Start and
// End count characters of the text as written.
type Repair struct {
	Start int        `json:"start"`
	End   int        `json:"end"`
	Text  string     `json:"text"`
	As    string     `json:"as"`
	Kind  RepairKind `json:"kind"`
}

// A RepairKind says what was damaged.
type RepairKind string

// The kinds of repairs.
const (
	RepairedCharacter RepairKind = "character" // a radical, a compatibility form or something invisible
	RepairedGap       RepairKind = "gap"       // a blank or the end of a line within a word
	RepairedMisread   RepairKind = "misread"   // characters taken for others that look alike
)

// mended is a misreading found in the normalised text.
type mended struct{ start, end int32 }

// farthestWord is how far back a word may begin that covers a misreading.
const farthestWord = 8

// readMisreadings puts what was meant in the place of known misreadings. One
// that a word of the lexicon covers or continues is none: 标本见于.
func (c *Cutter) readMisreadings() {
	l := c.Lexicon
	c.mended = c.mended[:0]
	codes := c.Text.Codes
	for i := range int32(len(codes)) {
		m := c.misreadAt(i)
		if len(l.Digits) > 0 && m.length == 0 {
			if d := c.digitAt(i); d != 0 {
				m = misreading{i, 1, []rune{d}}
			}
		}
		if m.length == 0 && len(l.TermReader.Meant) > 0 {
			m = c.misreadTerm(i)
		}
		if m.length == 0 {
			continue
		}
		c.mended = append(c.mended, mended{m.start, m.start + m.length})
		k := m.start
		for _, r := range m.right {
			for codes[k] == Joint {
				k++
			}
			c.Text.Runes[k], codes[k] = r, l.Alphabet[r]
			k++
		}
		c.forget(m.start, k)
	}
}

// numbersItem reports whether the bracket in runes[start:end] is a number: it
// answers no finding, or it opens its line and words follow: (一)脂肪肝.
func (c *Cutter) numbersItem(start, end int32) bool {
	runes := c.Text.Runes
	if c.sign(int(start))&lexicon.OpenGroup == 0 {
		return false
	}
	last := start
	for last > 0 && c.Text.Codes[last-1] == Joint {
		last--
	}
	opens := last < start || start == 0 || runes[start-1] == '\n' || runes[start-1] == ' '
	return opens && int(end) < len(runes) && unicode.IsLetter(runes[end]) || !c.wordEnds(last, func(w *lexicon.Word) bool { return w.Term >= 0 || w.Head >= 0 || w.Site >= 0 })
}

// wordEnds reports whether a word of the kind ends before rune end.
func (c *Cutter) wordEnds(end int32, kind func(*lexicon.Word) bool) bool {
	for k := max(0, end-farthestWord); k < end; k++ {
		if id, n := c.wordAt(k, end); k+n == end && n > 0 && kind(c.Lexicon.Word(id)) {
			return true
		}
	}
	return false
}

// covered reports whether a word of the lexicon reaches into runes[start:end]
// from before, or from within beyond it.
func (c *Cutter) covered(start, end int32) bool {
	for k := max(0, start-farthestWord); k < end; k++ {
		_, n := c.wordIn(k)
		reach := k + n
		if n < 2 {
			continue
		}
		if k < start && reach > start || k == start && reach >= end || reach > end {
			return true
		}
	}
	return false
}

// opens reports whether runes[start:end] stand at the beginning of a clause or
// right behind a site, and a finding or a site follows.
func (c *Cutter) opens(start, end int32) bool {
	l, codes := c.Lexicon, c.Text.Codes
	for int(end) < len(codes) && codes[end] == Joint {
		end++
	}
	id, n := c.wordIn(end) // a word of one character is too little: 元大
	if n < 2 {
		return false
	}
	if w := l.Word(id); w.Term < 0 && w.Head < 0 && w.Site < 0 {
		return false
	}
	if start == 0 || codes[start-1] == Joint || plaintext.IsSpace(c.Text.Runes[start-1]) {
		return true
	}
	if c.sign(int(start)-1)&(lexicon.SentenceGroup|lexicon.CommaGroup|lexicon.ListGroup|lexicon.OpenGroup|lexicon.ColonGroup) != 0 {
		return true
	}
	return c.wordEnds(start, func(w *lexicon.Word) bool { return w.Site >= 0 && w.Length > 1 })
}

// Repairs lists what was mended in the text.
func (c *Cutter) Repairs() []Repair {
	all := []Repair{}
	add := func(start, end int, as string, kind RepairKind) {
		all = append(all, Repair{start, end, c.Between(start, end), as, kind})
	}
	for _, at := range c.Text.Odd {
		i := RuneOf(&c.Text, int(at))
		as := ""
		if int(i) < len(c.Text.Runes) && c.Text.From[i] == at {
			as = string(c.Text.Runes[i])
		}
		add(int(at), int(at)+1, as, RepairedCharacter)
	}
	for _, m := range c.mended {
		start, end := c.Text.Span(int(m.start), int(m.end))
		add(start, end, c.Spelled(m.start, m.end), RepairedMisread)
	}
	if c.gaps {
		for _, t := range c.Tokens {
			if t.Word >= 0 && slices.Contains(c.Text.Codes[t.Start:t.End], Joint) {
				start, end := c.Text.Span(int(t.Start), int(t.End))
				add(start, end, c.Spelled(t.Start, t.End), RepairedGap)
			}
		}
	}
	slices.SortStableFunc(all, func(x, y Repair) int { return cmp.Compare(x.Start, y.Start) })
	return all
}
