package keywords

import (
	"slices"
	"strings"
	"unicode"
)

// Silent are the sentences of the text that was read in which no finding is certain or
// possible, as they are written.
func (f *Full) Silent(text string) (list []string) {
	runes, start := []rune(text), 0
	for at := range len(runes) + 1 {
		if at < len(runes) && !strings.ContainsRune("。；;\n\r", runes[at]) {
			continue
		}
		found := slices.ContainsFunc(f.Matches, func(m Finding) bool {
			return m.Start <= at && m.End > start && (m.Status == Certain || m.Status == Possible)
		})
		if one := strings.TrimSpace(string(runes[start:min(at+1, len(runes))])); !found && strings.ContainsFunc(one, unicode.IsLetter) {
			list = append(list, one)
		}
		start = at + 1
	}
	return list
}
