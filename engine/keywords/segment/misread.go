package segment

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/trie"
)

// A misreading is what a misreader found at rune start; length 0 is nothing.
type misreading struct {
	start, length int32
	right         []rune
}

// misreadAt is the longest misreading at rune i.
func (c *Cutter) misreadAt(i int32) misreading {
	best := misreading{start: i}
	code := int(c.Text.Codes[i])
	for k := range c.Lexicon.Misreaders {
		if m := &c.Lexicon.Misreaders[k]; code < len(m.First) && m.First[code] {
			c.misread(m, trie.Place{}, i, false, &best)
		}
	}
	return best
}

// misread goes on from a place in the trie with the character at rune i, and notes
// in best a longer misreading than it has.
func (c *Cutter) misread(m *lexicon.Misreader, at trie.Place, i int32, wrong bool, best *misreading) {
	if wrong && i-best.start > best.length {
		if id := m.Trie.Word(at); id >= 0 {
			if right := m.Spelling(id); right != nil && c.isMisreading(best.start, i, m) {
				best.right, best.length = right, i-best.start
			}
		}
	}
	codes := c.Text.Codes
	for i > best.start && int(i) < len(codes) && codes[i] == Joint {
		i++
	}
	if int(i) == len(codes) || codes[i] == 0 || codes[i] == Joint {
		return
	}
	code := codes[i]
	if next, ok := m.Trie.Step(at, code); ok {
		c.misread(m, next, i+1, wrong, best)
	}
	if int(code) < len(m.Meant) {
		for _, meant := range m.Meant[code] {
			if next, ok := m.Trie.Step(at, meant); ok {
				c.misread(m, next, i+1, true, best)
			}
		}
	}
}

// isMisreading reports whether runes[start:end], which look like a word, are
// not meant as they stand: no word of the lexicon, nor a part of one, nor a
// number; of an opener or a mark, that it stands where one may.
func (c *Cutter) isMisreading(start, end int32, m *lexicon.Misreader) bool {
	if _, n := c.wordAt(start, end); n == end-start {
		return false
	}
	return !c.covered(start, end) && !c.numbersItem(start, end) && (!m.Opener || c.opens(start, end)) && (!m.Mark || c.marks(start, end))
}

// marks reports whether runes[start:end] stand alone behind a blank and a number that has a
// unit or a point: no counter, as in 3 个.
func (c *Cutter) marks(start, end int32) bool {
	runes := c.Text.Runes
	if int(end) < len(runes) && unicode.IsLetter(runes[end]) || start < 2 || !IsBlank(runes[start-1]) {
		return false
	}
	k := start - 1
	for k > 0 && IsBlank(runes[k]) {
		k--
	}
	if IsLatin(runes[k]) || runes[k] == '%' {
		return true
	}
	for k > 0 && IsDigit(runes[k]) {
		k--
	}
	return runes[k] == '.'
}

// writtenAt is the character that rune i was read from.
func (c *Cutter) writtenAt(i int32) rune {
	r, _ := utf8.DecodeRuneInString(c.Source[c.Text.Bytes[c.Text.From[i]]:])
	return r
}

// digitAt is the digit that the letter at rune i stands for within a number, 0 for none:
// 51O, 7.l, but not 5l, which may be litres, nor 2.L4, a vertebra.
func (c *Cutter) digitAt(i int32) rune {
	runes := c.Text.Runes
	if i == 0 || unicode.IsUpper(c.writtenAt(i)) && runes[i] != 'o' || !IsDigit(runes[i-1]) && runes[i-1] != '.' || int(i)+1 < len(runes) && IsLatin(runes[i+1]) || c.covered(i, i+1) {
		return 0
	}
	digits := int(i)+1 < len(runes) && IsDigit(runes[i+1])
	for digit, wrong := range c.Lexicon.Digits {
		if slices.Contains(wrong, runes[i]) && (digits || digit == '0' || i > 1 && runes[i-1] == '.' && IsDigit(runes[i-2])) {
			return digit
		}
	}
	return 0
}

// shortestMisread is how many characters a misread finding has at least, so that
// the others tell what it was; it may begin farthestMisread before the wrong one.
// What sounds alike is longer where descriptions are written with the wrong character.
const (
	shortestMisread = 3
	shortestPlain   = 4
	farthestMisread = 5
)

// A substitution is what a wrong character may stand for: how long the word is at least
// that it makes, and whether a long one, too, has to stand alone.
type substitution struct {
	meant []uint16
	least int
	alone bool
}

// substitutions are those of the character at rune k: ones that look and ones that sound
// like it. What sounds like a character that descriptions are written with needs more
// to tell, and of two characters one must look alike: 结实 sounds like 结石.
func (c *Cutter) substitutions(k int32) (looks, sounds substitution) {
	l, code, r := c.Lexicon, c.Text.Codes[k], c.Text.Runes[k]
	looks.least, sounds.least = shortestMisread, shortestMisread
	if int(code) < len(l.TermReader.Meant) {
		looks.meant = l.TermReader.Meant[code]
	}
	if l.TermReader.Sounds == nil {
		return looks, sounds
	}
	plain := l.Plain[r]
	if !plain || k > 0 && c.Text.Codes[k-1] == code {
		looks.least = 2
	}
	if id, n := c.wordAt(k, k+1); n == 0 || l.Word(id).Length > 1 { // not 未缩小, 痛风史: a word of its own
		sounds.meant = l.TermReader.Sounds[r]
	}
	if plain {
		sounds.least, sounds.alone = shortestPlain, true
	}
	return looks, sounds
}

// misreadTerm is the longest finding or site that the character at rune k, which
// no word covers, makes when it is read as one that looks or sounds alike.
func (c *Cutter) misreadTerm(k int32) misreading {
	l := c.Lexicon
	best, length := misreading{start: k}, 0
	if c.inLongWord(k) {
		return best
	}
	looks, sounds := c.substitutions(k)
	if len(looks.meant)+len(sounds.meant) == 0 {
		return best
	}
	for start, back := k, 0; start >= 0 && back <= farthestMisread; start-- {
		if c.Text.Codes[start] == Joint {
			continue
		}
		back++
		node, ok := l.Trie.Follow(c.Text.Codes[start:k])
		if !ok {
			continue
		}
		for _, as := range [...]substitution{looks, sounds} {
			for _, meant := range as.meant {
				next, ok := l.Trie.Child(node, meant)
				for end := k + 1; ok; end++ {
					apart := end == k+1 && k > 0 && c.Text.Codes[k-1] == Joint // 小结 右肺
					if id := l.Trie.ID(next); id >= 0 && !apart {
						w := l.Word(id)
						if int(w.Length) >= max(as.least, length+1) && w.Names() && c.tellsEnough(w, as, start, end) {
							best, length = misreading{start, end - start, []rune(w.Text)}, int(w.Length)
						}
					}
					for int(end) < len(c.Text.Codes) && c.Text.Codes[end] == Joint {
						end++
					}
					if int(end) == len(c.Text.Codes) {
						break
					}
					next, ok = l.Trie.Child(next, c.Text.Codes[end])
				}
			}
		}
	}
	return best
}

// tellsEnough reports whether runes[start:end], of which one is wrong, can be no other
// word than w.
func (c *Cutter) tellsEnough(w *lexicon.Word, as substitution, start, end int32) bool {
	if w.Length < shortestMisread {
		return w.Site < 0 && c.standsAlone(start, end)
	}
	return !as.alone || c.standsAlone(start, end)
}

// standsAlone reports whether words or signs stand on both sides of runes[start:end], so
// that two characters are a word of their own: 头昏|失棉, 右叶|结结3mm.
func (c *Cutter) standsAlone(start, end int32) bool {
	runes := c.Text.Runes
	if start > 0 && unicode.IsLetter(runes[start-1]) && !c.wordEnds(start, func(w *lexicon.Word) bool { return w.Length > 1 }) {
		return false
	}
	if int(end) == len(runes) || !unicode.IsLetter(runes[end]) {
		return true
	}
	_, n := c.wordIn(end)
	return n > 1
}

// inLongWord reports whether a word of two characters or more covers rune k.
func (c *Cutter) inLongWord(k int32) bool {
	for start := k; start >= max(0, k-farthestWord); start-- {
		if _, n := c.wordIn(start); n > 1 && start+n > k {
			return true
		}
	}
	return false
}
