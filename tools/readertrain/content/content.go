// Package content makes the texts of blocks that readers are trained and
// tested on: what stands on reports, and what does not.
package content

import (
	"io/fs"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
)

// Kind says what a text is.
type Kind byte

// The kinds of text.
const (
	Number Kind = iota // a result or a reference interval, perhaps with its mark
	Name               // of an indicator, perhaps with its code
	Unit
	Text   // heads, labels, anything else
	Random // characters without sense, so that a reader learns to look
	kinds
)

// String is the name of the kind in reports.
func (k Kind) String() string {
	return [...]string{"number", "name", "unit", "text", "random"}[k]
}

// A Content makes texts. It is not changed after New and safe for concurrent
// use.
type Content struct {
	names    []string // long forms
	codes    []string
	units    []string
	words    []string
	alphabet []rune
	foreign  []rune // not in the alphabet
}

// New gathers the texts of the embedded dictionaries.
func New() (*Content, error) {
	terms, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		return nil, err
	}
	c := &Content{}
	for _, i := range terms.All() {
		c.names = append(append(c.names, i.Title), i.Aliases...)
		c.codes = append(c.codes, i.Abbreviations...)
		if i.Unit != "" {
			c.units = append(c.units, i.Unit)
		}
		for _, u := range i.Units {
			c.units = append(c.units, u.Unit)
		}
	}
	for _, file := range []string{"units.yaml", "report.yaml", "grades.yaml"} {
		texts, err := scalars(file)
		if err != nil {
			return nil, err
		}
		if file == "units.yaml" {
			c.units = append(c.units, texts...)
		}
		c.words = append(c.words, texts...)
	}
	for _, list := range []*[]string{&c.names, &c.codes, &c.units, &c.words} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	c.words = append(c.words, heads...)
	c.alphabet = c.letters()
	known := map[rune]bool{}
	for _, r := range c.alphabet {
		known[r] = true
	}
	for r := rune(0x4e00); r < 0x9fa5; r += 7 { // one in seven of Unicode's Han is variety enough
		if !known[r] {
			c.foreign = append(c.foreign, r)
		}
	}
	for _, r := range common {
		if !known[r] {
			for range 8 {
				c.foreign = append(c.foreign, r)
			}
		}
	}
	return c, nil
}

// Unknown is the label of a character outside the alphabet.
const Unknown = '□'

// Alphabet is every character that a label may hold, in a fixed order.
func (c *Content) Alphabet() []rune { return slices.Clone(c.alphabet) }

func (c *Content) letters() []rune {
	seen := map[rune]bool{Unknown: true, ' ': true}
	for r := rune('!'); r <= '~'; r++ {
		seen[r] = true
	}
	for _, r := range signs {
		seen[r] = true
	}
	for _, list := range [][]string{c.names, c.codes, c.units, c.words} {
		for _, s := range list {
			for _, r := range s {
				if r = Fold(r); unicode.Is(unicode.Han, r) || r < 0x250 && r > ' ' || unicode.Is(unicode.Greek, r) {
					seen[r] = true
				}
			}
		}
	}
	out := make([]rune, 0, len(seen))
	for r := range seen {
		out = append(out, r)
	}
	slices.Sort(out)
	return out
}

// signs are characters of reports that no dictionary lists.
const signs = "↑↓±≤≥μ×℃°—～~·。、，：；★☆△▲▼●○※■□→【】《》〈〉ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩ⁰¹²³⁴⁵⁶⁷⁸⁹αβγδκλ"

// FlatThree is drawn for a 3 whose top is flat, which few fonts have.
const FlatThree = 'Ʒ'

// Fold gives a character as labels have it: half width where there is one,
// one kind of dash.
func Fold(r rune) rune {
	switch {
	case r >= '！' && r <= '～' && r != '～':
		return r - '！' + '!'
	case r == '\u3000' || r == '\u00a0':
		return ' '
	}
	switch r {
	case 'µ':
		return 'μ'
	case FlatThree:
		return '3'
	case '−', '–', '‐', '－':
		return '-'
	case '∗', '＊':
		return '*'
	case '∼', '～', '〜':
		return '~'
	case '―':
		return '—'
	}
	return r
}

// scalars are all texts of a dictionary file.
func scalars(file string) ([]string, error) {
	data, err := fs.ReadFile(dictionaries.Active(), file)
	if err != nil {
		return nil, err
	}
	var root yaml.Node
	if err := yaml.Unmarshal(data, &root); err != nil {
		return nil, err
	}
	var out []string
	var walk func(n *yaml.Node)
	walk = func(n *yaml.Node) {
		if s := strings.TrimSpace(n.Value); n.Kind == yaml.ScalarNode && s != "" && len(s) < 60 {
			out = append(out, s)
		}
		for _, child := range n.Content {
			walk(child)
		}
	}
	walk(&root)
	return out, nil
}

func pick[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }
