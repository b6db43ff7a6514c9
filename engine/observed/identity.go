package observed

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// A citizen's identity number (GB 11643-1999): six digits of the region, the day of
// birth, three digits of which the last is odd for men, and a check character by
// ISO 7064, MOD 11-2. One whose check character is wrong says nothing. The number
// itself is to be repeated in nothing that is said.
var identityNumber = regexp.MustCompile(`^[1-9]\d{5}(\d{8})\d{2}(\d)[\dX]$`)

// Identity is what an identity number says, the day of birth as YYYY-MM-DD and male or
// female, and whether a text is one.
func Identity(text string) (born, sex string, ok bool) {
	text = strings.ToUpper(strings.TrimSpace(norm.NFKC.String(text)))
	m := identityNumber.FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	day, err := time.Parse("20060102", m[1])
	if err != nil || day.Year() < 1900 {
		return "", "", false
	}
	sum := 0
	for i, weight := range [17]int{7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2} {
		sum += int(text[i]-'0') * weight
	}
	if text[17] != "10X98765432"[sum%11] {
		return "", "", false
	}
	if (m[2][0]-'0')%2 == 1 {
		return day.Format(time.DateOnly), "male", true
	}
	return day.Format(time.DateOnly), "female", true
}

// Animal reports whether what is said of a species is not that of people.
func Animal(species string) bool {
	species = strings.ToLower(strings.TrimSpace(species))
	return species != "" && !slices.ContainsFunc(known().People, func(word string) bool { return strings.Contains(species, word) })
}
