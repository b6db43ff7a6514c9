package observed

import (
	"cmp"
	"regexp"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// written is a day with the year first, however it is parted, or in the two forms of
// Excel, and perhaps a time of the day.
var written = regexp.MustCompile(`^(?:(\d{4})(?:-(\d{1,2})-(\d{1,2})|/(\d{1,2})/(\d{1,2})|\.(\d{1,2})\.(\d{1,2})|年(\d{1,2})月(\d{1,2})日?|(\d\d)(\d\d))|(\d\d)-(\d\d)-(\d\d)|(\d{1,2})/(\d{1,2})/(\d\d))` +
	`(?:(?:[T ]+(\d{1,2}(?::\d\d){1,2})|(\d\d|\d{4}|\d{6}))(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$`)

// halves of the day, which are named before or behind the time.
var halves = regexp.MustCompile(`(?i)\s*(上午|下午|\b[ap]m\b)\s*`)

// Moment reads a day or a time as hospitals, HL7 v2 and FHIR write it, a day being its
// first moment in the zone: 2026-10-8 9:00, 2026年10月8日 下午3:00, 20261008090000+0800. What does
// not say which number is the day, 4/12/1966, is none.
func Moment(text string, zone *time.Location) (at time.Time, ok bool) {
	plain := norm.NFKC.String(text)
	half := strings.ToLower(strings.TrimSpace(halves.FindString(plain)))
	m := written.FindStringSubmatch(strings.TrimSpace(halves.ReplaceAllString(plain, " ")))
	if m == nil {
		return at, false
	}
	day, layout := m[1]+"-"+m[2]+m[4]+m[6]+m[8]+m[10]+"-"+m[3]+m[5]+m[7]+m[9]+m[11], "2006-1-2 150405"
	if m[1] == "" {
		day, layout = m[14]+m[17]+"-"+m[12]+m[15]+"-"+m[13]+m[16], "06-1-2 150405"
	}
	clock := strings.ReplaceAll(m[18], ":", "") + m[19]
	if m[19] != "" && m[10] == "" || m[17] != "" && clock == "" { // digits alone go on with digits alone
		return at, false
	}
	if len(clock)%2 == 1 {
		clock = "0" + clock
	}
	day += " " + (clock + "000000")[:len("150405")]
	if m[20] != "" {
		day, layout = day+strings.ReplaceAll(strings.Replace(m[20], "Z", "+0000", 1), ":", ""), layout+"-0700"
	}
	at, err := time.ParseInLocation(layout, day, cmp.Or(zone, time.UTC))
	if late := half == "下午" || half == "pm"; half != "" && late == (at.Hour() < 12) && (late || at.Hour() == 12) {
		at = at.Add(time.Duration((at.Hour()+12)%24-at.Hour()) * time.Hour)
	}
	return at, err == nil
}

// Day is the calendar day that a text names, as YYYY-MM-DD, blank for none.
func Day(text string) string {
	at, ok := Moment(text, time.UTC)
	if !ok {
		return ""
	}
	return at.Format(time.DateOnly)
}
