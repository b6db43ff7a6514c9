// Package plaintext reads a text as it was written: every character becomes the one it
// stands for (fold.go), and marks of HTML and Markdown, the hyphens of wrapped lines
// and what every page repeats are taken out (marks.go, watermark.go). Each character of what is
// left knows where it came from.
package plaintext

import (
	"regexp"
	"strings"

	"tijian/engine/keywords/trie"
)

// A Reader reads texts. It never changes and is safe for concurrent use.
type Reader struct {
	Fold     *Folding
	Alphabet map[rune]uint16 // the codes of the lexicon's characters
	Direct   []uint16        // its part below len(Direct), without hashing
	Words    *trie.Trie      // tell a hyphen within a word from others
	Header   *regexp.Regexp  // a line that only belongs to the page, nil: none is known
	Boxes    bool            // [ ] is a box that is not ticked, and *word* is emphasised
	// Names reports whether a word of the lexicon names a finding, a site or what is
	// said of one, so that a bracket with it may not stand within a word: 结【副本】节;
	// nil: no such brackets are looked for.
	Names    func(word int32) bool
	Brackets bool // so is ( )
	Blanks   bool // ____ is a field left empty, and ● beside ○ a choice
	Misread  bool // 口 beside ☑ is a box
	// Says reports whether a word of the lexicon says something, so that no repeated
	// phrase with it is a watermark; nil: no watermarks are looked for.
	Says func(word int32) bool
	// Clips are short spellings by their first characters, the longest first.
	Clips   map[rune][]Clip
	Clipped [1 << 16]bool // whether one begins with a character
}

// Read reads a text into n, whose memory is used again.
func (r *Reader) Read(n *Text, text string) {
	if r.Blanks && strings.Contains(text, "○") {
		text = strings.ReplaceAll(text, "●", "☑") // as many bytes
	}
	if r.Blanks && strings.Contains(text, "□") {
		text = strings.ReplaceAll(text, "■", "☑")
	}
	if r.Misread && strings.ContainsAny(text, "口⼝") && strings.ContainsAny(text, "☑√✓✔■") {
		text = boxLike.ReplaceAllString(text, "${1}□${2}") // as many bytes
	}
	r.fold(n, text)
	r.unmark(n)
	r.dropHeaders(n)
	r.dropWatermarks(n)
	if len(r.Clips) > 0 {
		r.spellOut(n, text)
	}
}

// boxLike is 口 where a box may stand, not the mouth.
var boxLike = regexp.MustCompile(`(^|[\s、,，;；:：☑√✓✔■])[口⼝]([^腔服苦干臭角唇吃渴周底咽眼])`)

// Wrap stands for the end of a line that the width of the page made, not the
// writer. No text has it once folded.
const Wrap = '\u2028'

// IsBlank reports whether r is a blank or a wrap.
func IsBlank(r rune) bool { return r == ' ' || r == Wrap }

// IsSpace reports whether a character is a blank, or ends a line as written.
func IsSpace(r rune) bool { return IsBlank(r) || r == '\n' }

// IsLatin reports whether r is a letter, once folded.
func IsLatin(r rune) bool { return 'a' <= r && r <= 'z' }

// IsDigit reports whether r is a digit, once folded.
func IsDigit(r rune) bool { return '0' <= r && r <= '9' }
