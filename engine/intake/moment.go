package intake

import (
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"
)

// day reads a calendar day as hospitals write it, "" when it is none.
func day(text string) string {
	text = strings.TrimSpace(norm.NFKC.String(text))
	for _, layout := range []string{time.DateOnly, "2006/1/2", "2006.1.2", "2006年1月2日", "20060102", "2006-1-2", "01-02-06", "1/2/06 15:04", "2006-01-02 15:04:05", "2006/1/2 15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	if t, err := time.Parse(time.RFC3339, text); err == nil {
		return t.Format(time.DateOnly)
	}
	return ""
}

// moment reads a time as hospitals write it, a day being its first moment in
// the zone; "" when it is none.
func (o Options) moment(text string) string {
	text = strings.TrimSpace(norm.NFKC.String(text))
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(time.RFC3339)
		}
	}
	for _, layout := range []string{"2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006/1/2 15:04:05", "2006/1/2 15:04"} {
		if t, err := time.ParseInLocation(layout, text, o.Zone); err == nil {
			return t.Format(time.RFC3339)
		}
	}
	if d := day(text); d != "" {
		t, _ := time.ParseInLocation(time.DateOnly, d, o.Zone)
		return t.Format(time.RFC3339)
	}
	return ""
}
