package changes

import "testing"

func TestSlipped(t *testing.T) {
	for pair, want := range map[[2]string]bool{
		{"2.85", "2.58"}: true, {"2.85", "28.5"}: true, {"40", "400"}: true, {"0.5", "5"}: true, {"140", "14"}: true, {"126", "1226"}: true, {"1.034", "1.34"}: true,
		{"2.85", "2.75"}: false, {"3.0", "3"}: false, {"7", "8"}: false, {"5", "45"}: false, {"5.6", "6.1"}: false, {"60", "65"}: false, {"3.40", "3.4"}: false,
	} {
		if got := slipped(pair[0], pair[1]); got != want {
			t.Errorf("%v: %v", pair, got)
		}
	}
}
