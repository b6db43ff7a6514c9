package content

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// Texts of columns that run together hold what they say, now with a gap and
// now without.
func TestClose(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		kind  Kind
		shape string
		least int // of 1,000
	}{
		{Number, `^\d+\.\d+ ?[*×xX]?10\^?\d`, 5},            // a result and its unit
		{Number, `^\d+ ?\([-+]`, 8},                         // a grade
		{Number, `\d(--|~|～|—)\d`, 60},                      // an interval
		{Number, `^\d+\. \d+`, 60},                          // the wide point
		{Number, `[↑↓] *\d+\.?\d* ?[-~]+ ?\d`, 5},           // mark and interval
		{Name, `\p{Han}\d`, 60},                             // a name and its result without a gap
		{Name, `\p{Han} +\d`, 60},                           // with one
		{Name, `^\d+ *\p{Han}`, 60},                         // a row's number
		{Unit, `10\^\d+/[Ll] *\d+\.?\d*( ?[-~—]+ ?)\d`, 60}, // a unit and the interval
		{Unit, `^[a-z]*g/ ?\d`, 1},                          // one that is cut off
	} {
		rng := rand.New(rand.NewPCG(3, uint64(test.kind)))
		shape, found := regexp.MustCompile(test.shape), 0
		for range 1000 {
			if shape.MatchString(c.Close(rng, test.kind)) {
				found++
			}
		}
		if found < test.least {
			t.Errorf("%s: %s was made %d times in 1,000, want %d", test.kind, test.shape, found, test.least)
		}
	}
}
