package keywords

// A Plain is a text as it is read: folded, what is damaged mended.
type Plain struct {
	Runes []rune // '\u2028' is the end of a line that only the page made
	from  []int32
}

// Plain folds and mends a text.
func (l *Lexicon) Plain(text string) Plain {
	a := l.scratch.Get().(*analysis)
	defer l.scratch.Put(a)
	a.Normalise(text)
	return Plain{append([]rune(nil), a.Text.Runes...), append([]int32(nil), a.Text.From...)}
}

// Span is the place, in characters of the text as written, that
// Runes[start:end], which must not be empty, came from.
func (p Plain) Span(start, end int) (int, int) { return int(p.from[start]), int(p.from[end-1]) + 1 }
