package segment

import (
	"slices"

	"tijian/engine/keywords/lexicon"
)

// levelAt reads numbered sites at rune i: 颈5、6椎体, C4-7椎体, L4/5、L5/S1. Numbers
// without a word behind them count only as a pair, for T1 is a signal and C3 a
// complement.
func (c *Cutter) levelAt(i int32) (word int32, end int32, ok bool) {
	l := c.Lexicon
	if len(l.Levels) == 0 || i > 0 && IsLatin(c.Text.Runes[i]) && (IsLatin(c.Text.Runes[i-1]) || IsDigit(c.Text.Runes[i-1])) {
		return 0, 0, false
	}
	runes := c.Text.Runes[:c.limit]
	at, first, found := c.numberedPart(runes, int(i), nil)
	if !found {
		return 0, 0, false
	}
	pairs := false
	for parts := 0; parts < 8; parts++ {
		sign := c.overJoint(at)
		next, paired := SkipAny(runes, sign, l.Between), sign < len(runes) && (runes[sign] == '/' || runes[sign] == '-' || runes[sign] == '~')
		if next == sign {
			break
		}
		behind, level, another := c.numberedPart(runes, c.overJoint(next), first)
		if !another {
			break
		}
		if l.Reads(lexicon.ClippedNames) && level.Word != first.Word && !paired { // C5/6、L4/5椎间盘
			return first.Word, int32(at), true
		}
		at, pairs = behind, pairs || paired
	}
	if name := c.overJoint(at); SkipAny(runes, name, l.Behind) > name {
		end := SkipAny(runes, name, l.Behind)
		if SkipAny(runes, name, l.NotBehind) > name {
			end = at
		}
		return first.Word, int32(end), true
	}
	return first.Word, int32(at), pairs || !IsLatin(runes[i]) && at < len(runes) && c.headAt(at)
}

// overJoint goes over the gap at rune i that a word may reach over: L4/␤5椎间隙.
func (c *Cutter) overJoint(i int) int {
	for c.Lexicon.Reads(lexicon.WrappedLevels) && i < int(c.limit) && c.Text.Codes[i] == Joint {
		i++
	}
	return i
}

// headAt reports whether what happens to any site begins at rune i: the 骶化 of 腰5骶化.
func (c *Cutter) headAt(i int) bool {
	for i < int(c.limit) && c.Text.Runes[i] == ' ' {
		i++
	}
	id, n := c.wordAt(int32(i), c.limit)
	if n < 2 {
		return false
	}
	w := c.Lexicon.Word(id)
	return w.Head >= 0 && c.Lexicon.Heads[w.Head].Any && c.Lexicon.Reads(lexicon.PartedNames)
}

// numberedPart reads a prefix, which may be left out behind an earlier one, and
// a number.
func (c *Cutter) numberedPart(runes []rune, at int, before *lexicon.Level) (end int, l *lexicon.Level, ok bool) {
	l = before
	if at < len(runes) {
		levels := c.Lexicon.Levels[runes[at]]
		if k := slices.IndexFunc(levels, func(l lexicon.Level) bool { return StartsWith(runes[at:], l.Prefix) }); k >= 0 {
			l = &levels[k]
			at = c.overJoint(at + len(l.Prefix))
		}
	}
	if l == nil {
		return at, nil, false
	}
	number, digits := 0, 0
	for at < len(runes) && IsDigit(runes[at]) && digits < 3 {
		number = 10*number + int(runes[at]-'0')
		at++
		digits++
	}
	return at, l, digits > 0 && number >= 1 && number <= l.Last
}
