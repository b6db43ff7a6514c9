package segment

import (
	"unicode"

	"tijian/engine/keywords/lexicon"
)

// What is measured: numbers with their units, and what may stand before them.

// Quantity reads numbers joined by multiplication or range signs, the last
// followed by a unit: 5mm×4mm, 0.3*0.2cm, 47次/分.
func (c *Cutter) Quantity(i int) (int, bool) {
	runes := c.Text.Runes
	for parts := 0; parts < 4; parts++ {
		digit := i
		for i < len(runes) && (IsDigit(runes[i]) || runes[i] == '.' && i > digit) {
			i++
		}
		if i == digit {
			return 0, false
		}
		i = c.SkipSpace(i)
		end, unit := c.unit(i)
		next := c.SkipSpace(end)
		if next < len(runes) && IsTimes(runes[next]) {
			if after := c.SkipSpace(next + 1); after < len(runes) && IsDigit(runes[after]) {
				i = after
				continue
			}
		}
		return end, unit
	}
	return 0, false
}

// IsTimes reports whether a character joins numbers: 5×4, 3-5.
func IsTimes(r rune) bool {
	return r == 'x' || r == '×' || r == '*' || r == '-' || r == '~'
}

// SkipSpace steps over blanks at rune i.
func (c *Cutter) SkipSpace(i int) int {
	for i < len(c.Text.Runes) && IsBlank(c.Text.Runes[i]) {
		i++
	}
	return i
}

// unit steps over the unit at i, longest first.
func (c *Cutter) unit(i int) (int, bool) {
	runes := c.Text.Runes
	for _, u := range c.Lexicon.Units {
		n := len(u)
		if StartsWith(runes[i:], u) && (i+n == len(runes) || !IsLatin(runes[i+n]) || !IsLatin(runes[i+n-1]) || IsTimes(runes[i+n])) {
			return i + n, true
		}
	}
	return i, false
}

// LengthBehind is how many of the first unit of length the one right behind the number at
// token i is; of a bare number there is none, and one with a sign or letter has neither.
func (c *Cutter) LengthBehind(i int) (times float64, long bool) {
	end := c.SkipSpace(int(c.Tokens[i].End))
	rest := c.Text.Runes[end:]
	for _, l := range c.Lexicon.Lengths {
		if n := len(l.Unit); StartsWith(rest, l.Unit) && (n == len(rest) || !IsLatin(rest[n]) && !IsTimes(rest[n])) {
			return l.Times, true
		}
	}
	if _, unit := c.unit(end); unit || len(rest) > 0 && (IsLatin(rest[0]) || IsTimes(rest[0]) || rest[0] == '/' || rest[0] == '%') {
		return 0, false
	}
	return 1, false
}

// BeforeNumber goes back from the number at token i over what may stand between it and what
// it tells of, and reports whether a side does.
func (c *Cutter) BeforeNumber(i int) (at int, sided bool) {
	const limit = 6 // tokens
	for k := i - 1; k >= max(0, i-limit); k-- {
		w, t := c.WordOrNone(k), c.Tokens[k]
		side := w.Side != "" && w.Site < 0
		sided = sided || side
		if w.Head >= 0 || !side && !c.IsGap(k) && w.Groups&(lexicon.ColonGroup|lexicon.AboutGroup|lexicon.CommaGroup|lexicon.SumsGroup) == 0 && !w.Quality && !c.saysAbout(t) {
			return k, sided
		}
	}
	return -1, sided
}

// saysAbout reports whether a token is one unknown character before a number: 约, not <.
func (c *Cutter) saysAbout(t Token) bool {
	return t.Word == TextToken && t.End-t.Start == 1 && unicode.Is(unicode.Han, c.Text.Runes[t.Start])
}
