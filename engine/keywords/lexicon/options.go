package lexicon

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Options is how forms answer by figures and letters, in texts without spaces.
type Options struct {
	Counted *regexp.Regexp // what the figures mean: (0=无,1=有)
	Chosen  *regexp.Regexp // its group the letters that are chosen: 答:C、D
	begins  []rune
}

// newOptions takes what 0 and 1 may mean, and what stands before chosen letters.
func newOptions(zero, one, chooses []string) *Options {
	oneOf := func(words []string) string {
		quoted := make([]string, len(words))
		for i, w := range words {
			quoted[i] = regexp.QuoteMeta(w)
		}
		return "(?:" + strings.Join(quoted, "|") + ")"
	}
	o := &Options{
		Counted: regexp.MustCompile(`0[=:]?` + oneOf(zero) + `[,;/、]*1[=:]?` + oneOf(one)),
		Chosen:  regexp.MustCompile(oneOf(chooses) + `:?([a-h](?:[、,/和及]?[a-h])*)(?:[^a-z]|$)`),
		begins:  []rune{'0'},
	}
	for _, w := range chooses {
		first, _ := utf8.DecodeRuneInString(w)
		o.begins = append(o.begins, first)
	}
	return o
}

// MayBegin reports whether either may begin with a character.
func (o *Options) MayBegin(r rune) bool { return slices.Contains(o.begins, r) }
