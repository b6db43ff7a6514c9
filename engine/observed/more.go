package observed

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/dictionary"
	"tijian/engine/message"
)

// otherThan says why an item is none of the indicator that its codes and names lead to:
// a name says more than the indicator's own, and what it says makes another quantity,
// another person or another time of it. TBIL with the text 总胆红素(前次结果) is no
// total bilirubin of today. What is coded in LOINC may be called with more words, but
// not with those that tell somebody or something else.
func (r Reader) otherThan(t *Item, i *dictionary.Indicator, coded bool) (why message.Phrase, is bool) {
	for _, text := range t.names() {
		if named, ok := r.Named(text, t.Unit, t.Specimen); ok && named == i {
			continue
		}
		rest, whole := beyond(text, i)
		words := Pieces(rest)
		says := func(word string) bool {
			return slices.Contains(words, word) || word[0] >= utf8.RuneSelf && strings.Contains(rest, word)
		}
		if slices.ContainsFunc(known().Kin[i.Name], says) {
			return message.NameSaysMore.With("name", text, "title", i.Called()), true
		}
		if slices.ContainsFunc(known().Another, func(word string) bool { return says(word) && !ours(i, word) }) {
			return message.OfAnother.With("name", text), true
		}
		code := slices.ContainsFunc(t.Codes, func(c Code) bool { return c.Code == text })
		if whole && !coded && !code && slices.ContainsFunc(strings.FieldsFunc(unqualified(rest), parts), func(word string) bool { return !ours(i, word) }) {
			return message.NameSaysMore.With("name", text, "title", i.Called()), true
		}
	}
	return why, false
}

// plain is a text as names are looked for in it.
func plain(text string) string {
	return strings.ToLower(strings.Join(strings.Fields(Brackets(norm.NFKC.String(text))), " "))
}

// beyond is what a text says besides the names of an indicator, and whether it has one
// of them.
func beyond(text string, i *dictionary.Indicator) (rest string, named bool) {
	rest = plain(text)
	names := namesOf(i)
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for _, name := range names {
		if name = plain(name); len(name) < 2 {
			continue
		}
		for from := 0; ; {
			at := strings.Index(rest[from:], name)
			if at < 0 {
				break
			}
			if at += from; bounded(rest, at, at+len(name)) {
				rest, named = rest[:at]+" "+rest[at+len(name):], true
			}
			from = at + 1
		}
	}
	return rest, named
}

// bounded reports whether a part of a text cuts no Latin word or number.
func bounded(text string, from, to int) bool {
	latin := func(at int) bool {
		return at >= 0 && at < len(text) && text[at] < utf8.RuneSelf && (unicode.IsLetter(rune(text[at])) || unicode.IsDigit(rune(text[at])))
	}
	return !(latin(from-1) && latin(from)) && !(latin(to-1) && latin(to))
}

// Pieces are the words of a text, as far as blanks, signs and digits part them.
func Pieces(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
}

// parts reports whether a rune stands between words and numbers.
func parts(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// ours reports whether a word stands in a name of an indicator.
func ours(i *dictionary.Indicator, word string) bool {
	return slices.ContainsFunc(namesOf(i), func(name string) bool { return slices.Contains(strings.FieldsFunc(plain(name), parts), word) })
}

// namesOf are all that an indicator is called.
func namesOf(i *dictionary.Indicator) []string {
	return slices.Concat([]string{i.Title, i.InEnglish()}, i.Aliases, i.Abbreviations)
}

// unqualified is a text without the words that only say how something is measured.
func unqualified(text string) string {
	for _, word := range slices.Concat(known().Qualifiers.Words, known().Qualifiers.Endings) {
		for at := strings.Index(text, word); at >= 0; at = strings.Index(text, word) {
			if !bounded(text, at, at+len(word)) {
				break
			}
			text = text[:at] + " " + text[at+len(word):]
		}
	}
	return text
}

// contrary reports whether two titles tell two sides of one thing: 总 and 游离, 高密度
// and 低密度. Of a group the first word in a title counts.
func contrary(a, b string) bool {
	return slices.ContainsFunc(known().Contrary, func(group []string) bool {
		side := func(title string) int {
			return slices.IndexFunc(group, func(word string) bool { return strings.Contains(title, word) })
		}
		one, other := side(a), side(b)
		return one >= 0 && other >= 0 && one != other
	})
}
