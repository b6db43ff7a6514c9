package plaintext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// A Folding maps one character of the text to the characters it stands for:
// full width to half width, capitals to small letters, radicals to the
// characters they look like, and what characters.yaml says (traditional to
// simplified, symbols). Characters that cannot be seen become nothing.
type Folding struct {
	single []rune // for characters below len(single); several where they become more than one
	to     map[rune][]rune
}

const (
	several rune = -1 - iota
	nothing
)

// NewFolding makes a folding of what characters.yaml says each character stands for.
func NewFolding(to map[rune][]rune) *Folding {
	f := &Folding{single: make([]rune, 1<<16), to: to}
	written := make([]bool, len(f.single)) // asked 65,536 times, of a table with a thousand
	for r := range to {
		if r >= 0 && int(r) < len(written) {
			written[r] = true
		}
	}
	for i := range f.single {
		folded := foldRune(rune(i))
		switch {
		case i < 128:
			f.single[i] = folded
		case written[i]:
			f.single[i] = alone(to[rune(i)])
		case folded >= 0 && int(folded) < len(written) && written[folded]:
			f.single[i] = alone(to[folded])
		default:
			f.single[i] = folded
		}
	}
	return f
}

// alone is what a character stands for, where that is one.
func alone(to []rune) rune {
	if len(to) == 1 {
		return to[0]
	}
	return several
}

// foldRune is the part that needs no table.
func foldRune(r rune) rune {
	switch {
	case 0x3400 <= r && r <= 0x9fff || 0xac00 <= r && r <= 0xd7a3: // most of them, asked first
		return r
	case r == '\n', r == '\u2028', r == '\u2029':
		return '\n'
	case r == utf8.RuneError, unicode.IsSpace(r), unicode.IsControl(r), r == '\u3000':
		return ' '
	case invisible(r):
		return nothing
	case 'A' <= r && r <= 'Z':
		return r + 'a' - 'A'
	case r >= 0xff00 && r <= 0xffef:
		if folded := width.LookupRune(r).Folded(); folded != 0 {
			r = folded
		}
	case lookalike(r):
		if folded, size := utf8.DecodeRuneInString(norm.NFKC.String(string(r))); size > 0 {
			r = folded
		}
	}
	return unicode.ToLower(r)
}

// lookalike reports whether r is a radical or a compatibility form, which
// copying from a PDF puts in the place of the character.
func lookalike(r rune) bool {
	return 0x2e80 <= r && r <= 0x2fdf || 0xf900 <= r && r <= 0xfaff || 0x2f800 <= r && r <= 0x2fa1f
}

// invisible reports whether r is drawn as nothing: zero-width blanks, soft
// hyphens, marks of direction.
func invisible(r rune) bool {
	return r >= 0xad && (unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r))
}

// Fold appends the characters r stands for.
func (f *Folding) Fold(out []rune, r rune) []rune {
	if r >= 0 && int(r) < len(f.single) && f.single[r] != several {
		if f.single[r] == nothing {
			return out
		}
		return append(out, f.single[r])
	}
	if to, ok := f.to[r]; ok {
		return append(out, to...)
	}
	folded := foldRune(r)
	if folded == nothing {
		return out
	}
	if to, ok := f.to[folded]; ok {
		return append(out, to...)
	}
	return append(out, folded)
}

// Word folds a word of the lexicon.
func (f *Folding) Word(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return int(r) >= len(f.single) || f.single[r] != r }) < 0 {
		return s // as nearly all are written
	}
	var out []rune
	for _, r := range s {
		out = f.Fold(out, r)
	}
	return string(out)
}

// A Text is a text made ready for matching: the folded characters, and for
// each its place in the text as written.
type Text struct {
	Runes []rune
	Codes []uint16 // of the lexicon's alphabet, 0 for characters no word has
	From  []int32  // character of the text that gave Runes[i]; one entry more than Runes
	Bytes []int32  // byte at which character i of the text starts; one entry more than characters
	Odd   []int32  // characters of the text that were invisible or lookalikes
}

// code is that of a folded character, 0 for one that no word has.
func (r *Reader) code(folded rune) uint16 {
	if folded >= 0 && int(folded) < len(r.Direct) {
		return r.Direct[folded]
	}
	return r.Alphabet[folded]
}

// fold fills n from text, using its memory again.
func (r *Reader) fold(n *Text, text string) {
	n.Runes, n.Codes, n.From, n.Bytes, n.Odd = n.Runes[:0], n.Codes[:0], n.From[:0], n.Bytes[:0], n.Odd[:0]
	count := int32(0)
	for at, written := range text {
		before := len(n.Runes)
		n.Runes = r.Fold.Fold(n.Runes, written)
		for _, folded := range n.Runes[before:] {
			n.From = append(n.From, count)
			n.Codes = append(n.Codes, r.code(folded))
		}
		if len(n.Runes) == before || lookalike(written) && n.Runes[before] != written {
			n.Odd = append(n.Odd, count)
		}
		n.Bytes = append(n.Bytes, int32(at))
		count++
	}
	n.From = append(n.From, count)
	n.Bytes = append(n.Bytes, int32(len(text)))
}

// Span gives the characters of the text that Runes[start:end] came from.
func (n *Text) Span(start, end int) (int, int) {
	if end <= start {
		return int(n.From[start]), int(n.From[start])
	}
	return int(n.From[start]), int(n.From[end-1]) + 1
}
