package changes

import (
	"io/fs"
	"strings"
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

// Two neighbours that hold what the other one held were exchanged; an order of rows is
// none, and what a third took part in neither.
func TestExchanged(t *testing.T) {
	const before = "men: {value: 26, unit: umol/L}\nwomen: {value: 21, unit: umol/L}\nmap:\n  黃: 黄\n  藥: 药\nrows:\n  - {tip: 请就诊, hint: 多喝水}\n  - {tip: 请复查, hint: 少吃盐}\nadult: {low: 3, high: 5}\n"
	for _, c := range []struct {
		edit []string // old, new ...
		line int      // 0 for no warning
	}{
		{[]string{"value: 26", "value: 21", "women: {value: 21", "women: {value: 26"}, 2},
		{[]string{"黃: 黄", "黃: 药", "藥: 药", "藥: 黄"}, 5},
		{[]string{"tip: 请就诊, hint: 多喝水", "tip: 多喝水, hint: 请就诊"}, 7},
		{[]string{"low: 3, high: 5", "low: 5, high: 3"}, 9},
		{[]string{"value: 26", "value: 21"}, 0},
		{[]string{"value: 26", "value: 22", "women: {value: 21", "women: {value: 26"}, 0},
		{[]string{"men: {value: 26, unit: umol/L}\nwomen: {value: 21, unit: umol/L}", "women: {value: 21, unit: umol/L}\nmen: {value: 26, unit: umol/L}"}, 0},
	} {
		folder := func(text string) fs.FS { return fstest.MapFS{"a.yaml": {Data: []byte(text)}} }
		lines := 0
		for _, p := range Slips(folder(before), folder(strings.NewReplacer(c.edit...).Replace(before))) {
			if p.Code == "exchanged" {
				lines += p.Line
			}
		}
		if lines != c.line {
			t.Errorf("%q: line %d, want %d", c.edit, lines, c.line)
		}
	}
}

func TestTurned(t *testing.T) {
	for _, c := range []struct {
		from, to string
		want     bool
	}{
		{"systolic_bp <= 100", "systolic_bp >= 100", true},
		{"value < 30", "value <= 30", true},
		{"(a >= 450 or b >= c) and d", "a >= 450 or b >= c and d", true},
		{"a > 1 and (b < 2 or c)", "a > 1 and (b < 2 and c)", true},
		{"not has(is_pregnant)", "not is_pregnant", true},
		{"not smoker or age > 60", "smoker or age > 60", true},
		{"sex != \"male\"", "sex == \"male\"", true},
		{"2.85 <= value < 3.37", "2.85  <=  value   <  3.37", false},
		{"value < 30", "value < 31", false},
		{"value < low", "value < high", false},
		{"a and b", "a and b and c", false},
		{"Lactate (blood)", "Lactate blood", false},
		{"若 <3 请复查", "若 >3 请复查", false}, // a sentence: its meaning is read
	} {
		if got := turned(c.from, c.to); got != c.want {
			t.Errorf("%s → %s: %v", c.from, c.to, got)
		}
	}
	folder := func(text string) fs.FS {
		return fstest.MapFS{"a.yaml": {Data: []byte("- id: x\n  when: " + text + "\n")}}
	}
	if list := Slips(folder("a > 1 and b"), folder("a < 1 and b")); len(list) != 1 || list[0].Code != "turned" || list[0].Line != 2 {
		t.Errorf("%v", list)
	}
}
