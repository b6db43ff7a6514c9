// Package garble damages texts the way copying, wrapping and reading from
// pictures do, to test that what is read stays the same.
package garble

import (
	"fmt"
	"iter"
	"strings"
	"unicode"
)

// A Text is a damaged text.
type Text struct {
	Kind string
	Text string
	Gap  bool // blanks or ends of lines were inserted
	at   int  // the character before which something was inserted,
	each int  // and how many characters on again; 0: never
	by   int  // how many characters were inserted
}

// Place is where a character of the text as it was now stands.
func (t Text) Place(i int) int {
	switch {
	case t.by == 0 || i < t.at:
		return i
	case t.each == 0:
		return i + t.by
	}
	return i + t.by*(1+(i-t.at)/t.each)
}

// inserted are the characters that get between others.
var inserted = []struct {
	kind, text string
	gap        bool
}{
	{"break", "\n", true}, {"indent", "\n  ", true}, {"blank", " ", true}, {"no-break blank", "\u00a0", true},
	{"zero width", "\u200b", false}, {"soft hyphen", "\u00ad", false},
}

// lookalikes are radicals and compatibility forms, as copying from a PDF gives
// them, by the character that they stand for.
var lookalikes = map[rune]rune{
	'无': '⽆', '见': '⻅', '石': '⽯', '高': '⾼', '血': '⾎', '心': '⼼', '肉': '⾁', '大': '⼤', '小': '⼩', '生': '⽣',
	'子': '⼦', '牙': '⽛', '骨': '⻣', '齿': '⻮', '長': '⻑', '长': '⻓', '门': '⻔', '角': '⾓', '耳': '⽿', '鼻': '⿐',
	'龙': '⻰', '龟': '⻳', '黄': '⻩', '老': '⽼', '水': '⽔', '气': '⽓', '行': '⾏', '非': '⾮', '面': '⾯', '皮': '⽪',
	'目': '⽬', '口': '⼝', '手': '⼿', '足': '⾜', '白': '⽩', '色': '⾊', '比': '⽐', '不': '\uf967', '女': '⼥',
}

// At damages a text at one place, in every way that the place allows.
func At(text string, k int) iter.Seq[Text] {
	runes := []rune(text)
	return func(yield func(Text) bool) {
		if l, ok := lookalikes[runes[k]]; ok {
			if !yield(Text{Kind: "lookalike", Text: string(runes[:k]) + string(l) + string(runes[k+1:])}) {
				return
			}
		}
		if k == 0 || unicode.IsSpace(runes[k]) || unicode.IsSpace(runes[k-1]) {
			return
		}
		for _, in := range inserted {
			if in.gap && !fits(in.text, runes, k) {
				continue
			}
			if !yield(Text{in.kind, string(runes[:k]) + in.text + string(runes[k:]), in.gap, k, 0, len([]rune(in.text))}) {
				return
			}
		}
	}
}

// fits reports whether what is inserted before character k only damages the
// text: a blank within a number or a Latin word makes another, and a line that
// begins with 2. makes an item.
func fits(in string, runes []rune, k int) bool {
	if plain(runes[k-1]) && plain(runes[k]) {
		return false
	}
	if !strings.Contains(in, "\n") {
		return true
	}
	i := k
	for i < len(runes) && unicode.IsDigit(runes[i]) {
		i++
	}
	return i == k || i == len(runes) || !strings.ContainsRune(".．、)）", runes[i])
}

func plain(r rune) bool {
	return r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) || r == '.'
}

// Every puts something into a text at every width-th character, as a page of
// that width does with the ends of lines.
func Every(text string, width int, inserted string) Text {
	var b strings.Builder
	for i, r := range []rune(text) {
		if i > 0 && i%width == 0 {
			b.WriteString(inserted)
		}
		b.WriteRune(r)
	}
	return Text{fmt.Sprintf("%q every %d", inserted, width), b.String(), true, width, width, len([]rune(inserted))}
}

// Lookalikes puts radicals in the place of all characters that have one.
func Lookalikes(text string) Text {
	return Text{Kind: "lookalikes", Text: strings.Map(func(r rune) rune {
		if l, ok := lookalikes[r]; ok {
			return l
		}
		return r
	}, text)}
}
