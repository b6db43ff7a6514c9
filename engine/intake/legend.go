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

// legendOrders are those in which codes and words stand.
var legendOrders = []*regexp.Regexp{
	regexp.MustCompile(`^(?P<code>[0-9a-zA-Z])[=:.\-、 ]*(?P<word>[^\s0-9a-zA-Z=:.,;/、\-]+)[\s,;/、]*`),
	regexp.MustCompile(`^(?P<word>[^\s0-9a-zA-Z=:.,;/、\-]+)[=:\-为 ]*(?P<code>[0-9a-zA-Z])[\s,;/、]*`),
}

// explained takes a legend off a title. There is none where its words are not of those
// that fields of persons have.
func explained(title string) (plain string, meant legend) {
	plain, inner, ok := strings.Cut(observed.Brackets(norm.NFKC.String(title)), "(")
	inner, ends := strings.CutSuffix(strings.TrimSpace(inner), ")")
	if !ok || !ends {
		return title, nil
	}
	for _, order := range legendOrders {
		code, word := order.SubexpIndex("code"), order.SubexpIndex("word")
		found, known, rest := legend{}, 0, inner
		for m := order.FindStringSubmatch(rest); m != nil; m = order.FindStringSubmatch(rest) {
			if valued(m[word]) {
				known++
			}
			found[dictionary.Fold(m[code])], rest = m[word], rest[len(m[0]):]
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
