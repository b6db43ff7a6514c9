package observed

import (
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// Month is the first day of a month that stands where a date of birth belongs: 1980-04,
// 1980年4月, 198004. Six digits that may be a day of this century, 200112, are none.
func Month(text string) (first time.Time, ok bool) {
	text = strings.TrimSpace(norm.NFKC.String(text))
	if _, err := time.Parse("060102", text); err == nil {
		return first, false
	}
	for _, layout := range []string{"2006-1", "2006/1", "2006.1", "2006年1月", "200601"} {
		if first, err := time.Parse(layout, text); err == nil {
			return first, true
		}
	}
	return first, false
}

// BornIn is the day that counts for the birth of whom only the month of it is known, its
// 15th, and whether it may: not of children whose age is counted in months, and not in the
// month in which somebody turns a year older. A time that is not known says nothing.
func BornIn(month, examined time.Time) (day string, ok bool) {
	const counted = 3 // years in which months count
	ok = examined.IsZero() || examined.Month() != month.Month() && !examined.Before(month.AddDate(counted, 1, 0))
	return month.AddDate(0, 0, 14).Format(time.DateOnly), ok
}
