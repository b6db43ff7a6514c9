package observed

import (
	"testing"
	"time"
)

// A month of birth is its 15th, but for those whose answer the day may decide.
func TestBornIn(t *testing.T) {
	examined := time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"1980-04": "1980-04-15", "1980年4月": "1980-04-15", "1980/4": "1980-04-15", "198004": "1980-04-15", "１９８０.４": "1980-04-15",
		"1980-11": "the day decides", "2023-12": "the day decides", "2023-10": "2023-10-15", "2026-09": "the day decides",
		"200112": "", "1980": "", "1980-13": "", "1980-04-05": "",
	} {
		month, ok := Month(text)
		got := ""
		if ok {
			if got, ok = BornIn(month, examined); !ok {
				got = "the day decides"
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if got, ok := BornIn(time.Date(1980, 11, 1, 0, 0, 0, 0, time.UTC), time.Time{}); got != "1980-11-15" || !ok {
		t.Errorf("of an unknown day of examination: %s, %v", got, ok)
	}
}
