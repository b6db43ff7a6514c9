package changes

import (
	"io/fs"
	"testing"
	"testing/fstest"
)

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

func TestSlips(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     int
	}{
		{"value < 5.6", "value < 6.5", 1}, {"请３个月内复查", "请３0个月内复查", 1}, {"超过1,250", "超过12,500", 1}, {"- 0.0954431 * h", "- 0.0945431 * h", 1},
		{"on 2026-11-12", "on 2026-11-21", 0}, {"三个月 12", "两个月 21", 0}, {"1e3 以下", "1000 以下", 0},
	} {
		folder := func(text string) fs.FS { return fstest.MapFS{"a.yaml": {Data: []byte("tip: '" + text + "'\n")}} }
		if got := Slips(folder(c.from), folder(c.to)); len(got) != c.want {
			t.Errorf("%q → %q: %v", c.from, c.to, got)
		}
	}
}
