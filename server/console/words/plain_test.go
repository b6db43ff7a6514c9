package words

import "testing"

// A number that somebody measured is shown digit by digit, what is worked out with five
// digits; neither with a power of ten.
func TestPlain(t *testing.T) {
	for want, x := range map[string]float64{
		"128456": 128456, "12345.6": 12345.6, "5.6": 5.6, "0": 0, "-2.5": -2.5, "0.0005": 0.0005, "46000000": 4.6e7,
		"1.3333": 4.0 / 3, "0.00033333": 1.0 / 3000, "123457": 123456.789012, "0.3": 0.1 + 0.2, "-66.667": -200.0 / 3,
	} {
		if got := Plain("zh", x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
	if got := Plain("zh", true) + Plain("en", false); got != "是no" {
		t.Errorf("got %s", got)
	}
}
