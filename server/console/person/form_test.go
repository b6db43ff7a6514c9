package person

import (
	"strconv"
	"testing"
	"time"

	"tijian/engine/ruleset"
)

// An age is turned into a date of birth that gives it on the day of the examination,
// whichever day that is.
func TestDateOfBirth(t *testing.T) {
	for _, day := range []string{"2024-02-29", "2026-08-31", "2026-01-01", "2025-12-31", "2026-03-30"} {
		at, err := time.ParseInLocation(time.DateOnly, day, time.FixedZone("", 8*3600))
		if err != nil {
			t.Fatal(err)
		}
		for _, age := range []int{1, 25, ruleset.MaxAge} {
			dob, fault := (&Form{Fields: Fields{Age: strconv.Itoa(age)}}).dateOfBirth(at)
			born, err := time.Parse(time.DateOnly, dob)
			if p := (ruleset.Person{At: at, Born: born}); err != nil || fault != "" || p.Age() != age {
				t.Errorf("%d years on %s: %s, %d years; %s %v", age, day, dob, p.Age(), fault, err)
			}
		}
	}
}
