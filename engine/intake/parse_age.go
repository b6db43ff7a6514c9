package intake

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// Age reads an age in completed years as reports and people write it, such as 45
// or 45周岁, and reports whether it is one.
func Age(text string) (years int, ok bool) {
	text = strings.ToLower(strings.TrimSpace(norm.NFKC.String(text)))
	number := strings.TrimRightFunc(text, func(r rune) bool { return !unicode.IsDigit(r) })
	behind := dictionary.Fold(text[len(number):])
	years, err := strconv.Atoi(strings.TrimSuffix(number, ".0"))
	return years, err == nil && 0 <= years && years <= ruleset.MaxAge && (behind == "" || slices.Contains(known().years, behind))
}
