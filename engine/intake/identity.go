package intake

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/message"
)

// A citizen's identity number (GB 11643-1999): six digits of the region, the day of
// birth, three digits of which the last is odd for men, and a check character by
// ISO 7064, MOD 11-2. One whose check character is wrong says nothing. The number
// itself is repeated in no issue.
var identityNumber = regexp.MustCompile(`^[1-9]\d{5}(\d{8})\d{2}(\d)[\dX]$`)

// identity is what an identity number says, and whether a text is one.
func identity(text string) (born, sex string, ok bool) {
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

// agrees reports whether an age that was told is that of a day of birth, give or take
// a year: ages are counted in more ways than one.
func (b *builder) agrees(born string) bool {
	at, err := time.Parse(time.RFC3339, b.at)
	if err != nil {
		at = b.Now
	}
	day, _ := time.Parse(time.DateOnly, born)
	years := at.Year() - day.Year()
	return at.IsZero() || years-2 <= b.age && b.age <= years+1
}

// identified takes sex and date of birth from an identity number where nothing else
// tells them. Where something does and it differs, nobody knows which is wrong, and
// the person is not assessed.
func (b *builder) identified(text string, at Place) {
	born, sex, ok := identity(text)
	if !ok {
		return
	}
	if b.age >= 0 && b.dob == "" && !b.agrees(born) {
		b.issue(at, message.IdentityContrary.With("field", ColumnOf("age")))
		b.unsure("age")
		return
	}
	for _, one := range []struct {
		field, says string
		has         *string
	}{{"profile.dob", born, &b.dob}, {"profile.gender", sex, &b.sex}} {
		switch {
		case *one.has == "":
			*one.has = one.says
			b.note(at, message.ByIdentity.With("field", ColumnOf(one.field)))
		case *one.has != one.says:
			b.issue(at, message.IdentityContrary.With("field", ColumnOf(one.field)))
			b.unsure(one.field)
		}
	}
}
