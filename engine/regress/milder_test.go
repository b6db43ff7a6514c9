package regress

import (
	"testing"
)

// What somebody is taken less seriously by needs a reason of its own.
func TestMilder(t *testing.T) {
	set := with(t, nil)
	for _, c := range []struct {
		ch      Change
		subject string
		milder  bool
	}{
		{Change{Check: "level hemoglobin", Want: "L2", Now: "L1"}, "hemoglobin", true},
		{Change{Check: "level hemoglobin", Want: "L1", Now: "L2"}, "hemoglobin", false},
		{Change{Check: "level hemoglobin", Want: "L1", Now: "U0"}, "hemoglobin", true},
		{Change{Check: "level hemoglobin", Want: "L1", Now: "H1"}, "hemoglobin", false},
		{Change{Check: "color hemoglobin", Want: "4", Now: "3"}, "hemoglobin", true},
		{Change{Check: "risk ascvd", Want: "2", Now: "none"}, "ascvd", true},
		{Change{Check: "risk ascvd", Want: "none", Now: "0"}, "ascvd", false},
		{Change{Check: "alert hemoglobin", Want: "A", Now: "B"}, "hemoglobin", true},
		{Change{Check: "alert hemoglobin", Want: "B", Now: "none"}, "hemoglobin", true},
		{Change{Check: "alert hemoglobin", Want: "none", Now: "A"}, "hemoglobin", false},
		{Change{Check: "says hemoglobin", Want: "请就医", Dropped: true}, "hemoglobin", true},
		{Change{Check: "value hemoglobin", Want: "9", Now: "1"}, "hemoglobin", false},
		{Change{Check: "summary", Want: "a", Now: "b"}, "summary", false},
	} {
		if c.ch.Subject() != c.subject || c.ch.Milder(set) != c.milder {
			t.Errorf("%+v: %s, %v", c.ch, c.ch.Subject(), c.ch.Milder(set))
		}
	}
}
