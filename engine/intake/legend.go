package intake

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/dictionary"
	"tijian/engine/observed"
)

// A legend is what codes of a column mean, as its title explains them: 性别(1男2女),
// 高血压(0=无，1=有), 糖尿病史(是1，否2).
type legend map[string]string

// codesFirst finds codes before their words, wordsFirst words before their codes.
var (
	codesFirst = regexp.MustCompile(`^([0-9a-zA-Z])[=:.\-、 ]*([^\s0-9a-zA-Z=:.,;/、\-]+)[\s,;/、]*`)
	wordsFirst = regexp.MustCompile(`^([^\s0-9a-zA-Z=:.,;/、\-]+)[=:\-为 ]*([0-9a-zA-Z])[\s,;/、]*`)
)

// explained takes a legend off a title. There is none where its words are not of those
// that fields of persons have.
func explained(title string) (plain string, meant legend) {
	plain, inner, ok := strings.Cut(observed.Brackets(norm.NFKC.String(title)), "(")
	inner, ends := strings.CutSuffix(strings.TrimSpace(inner), ")")
	if !ok || !ends {
		return title, nil
	}
	for code, order := range map[*regexp.Regexp]int{codesFirst: 1, wordsFirst: 2} {
		found, known, rest := legend{}, 0, inner
		for m := code.FindStringSubmatch(rest); m != nil; m = code.FindStringSubmatch(rest) {
			word := m[3-order]
			if valued(word) {
				known++
			}
			found[dictionary.Fold(m[order])], rest = word, rest[len(m[0]):]
		}
		if rest == "" && known > 1 {
			return plain, found
		}
	}
	return title, nil
}

// valued reports whether a word is a sex, a yes or a no.
func valued(word string) bool { return known().values[dictionary.Fold(word)] != "" }

// decoded is a cell as its column's legend has it. A code that the legend leaves out means
// nothing, whatever it may mean elsewhere.
func (c *column) decoded(cell string) string {
	cell = strings.TrimSpace(cell)
	if word, ok := c.legend[dictionary.Fold(cell)]; ok {
		return word
	}
	if c.legend != nil && len([]rune(cell)) == 1 && cell[0] < 0x80 {
		return c.title + "=" + cell
	}
	return cell
}
