package problem

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestRender(t *testing.T) {
	sources := fstest.MapFS{"a.yaml": {Data: []byte("\ufefftip: 好\r\n\t名称: 值\r\n")}}
	list := List{
		{Place: Place{"a.yaml", 2, 4}, Code: "b", ZH: "二", EN: "two", FixZH: "改", FixEN: "Fix"},
		{Place: Place{"a.yaml", 1, 7}, Code: "a", ZH: "一", EN: "one"},
		{Place: Place{"none.yaml", 3, 1}, Code: "c", ZH: "三", EN: "three"},
		{Place: Place{File: "a.yaml"}, Code: "d", ZH: "四", EN: "four"},
		{Place: Place{"a.yaml", 2, 4}, Severity: Note, Code: "e", ZH: "五", EN: "five"},
		{Place: Place{"z.yaml", 2, 4}, Severity: Warning, Code: "f", ZH: "六", EN: "six"},
		{Place: Place{"a.yaml", 1, 7}, Code: "a", ZH: "一", EN: "one"},
	}
	list.Sort()
	for lang, want := range map[string]string{
		Chinese: `a.yaml: 错误[d]: 四
a.yaml:1:7: 错误[a]: 一
    1 | tip: 好
      |        ^
a.yaml:2:4: 错误[b]: 二
    2 | ` + "\t名称: 值" + `
      | ` + "\t    ^" + `
        改法: 改
a.yaml:2:4: 说明[e]: 五
none.yaml:3:1: 错误[c]: 三
z.yaml:2:4: 提醒[f]: 六
`,
		English: `a.yaml: error[d]: four
a.yaml:1:7: error[a]: one
    1 | tip: 好
      |        ^
a.yaml:2:4: error[b]: two
    2 | ` + "\t名称: 值" + `
      | ` + "\t    ^" + `
        fix: Fix
a.yaml:2:4: note[e]: five
none.yaml:3:1: error[c]: three
z.yaml:2:4: warning[f]: six
`,
	} {
		var got strings.Builder
		if err := Render(&got, list, sources, lang); err != nil {
			t.Fatal(err)
		}
		if got.String() != want {
			t.Errorf("%s: got\n%s\nwant\n%s", lang, got.String(), want)
		}
	}
}

func TestText(t *testing.T) {
	p := Problem{Place: Place{"a", 1, 2}, ZH: "错了", EN: "wrong", FixZH: "改", FixEN: "Fix it"}
	for lang, want := range map[string]string{Chinese: "错了。改", "": "错了。改", English: "wrong. Fix it"} {
		if got := p.Text(lang); got != want {
			t.Errorf("%q: %q, want %q", lang, got, want)
		}
	}
	if (List{}).Err() != nil || List(nil).Err() != nil {
		t.Error("an empty list is an error")
	}
	if got := (List{p}).Err().Error(); got != "a:1:2: 错了。改 (wrong. Fix it)" {
		t.Errorf("%q", got)
	}
}

func TestNearest(t *testing.T) {
	known := []string{"hemoglobin", "glucose", "bmi", "value", "甘油三酯", "total_cholesterol"}
	for word, want := range map[string]string{
		"hemoglobn": "hemoglobin", "hemogoblin": "hemoglobin", "Glucose": "glucose", "bmj": "bmi", "valeu": "value", "甘油三脂": "甘油三酯",
		"xyz": "", "a": "", "total_cholestrol": "total_cholesterol", "value": "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", word, got, want)
		}
	}
}

// What is shown of a long line is a piece around the place, and the caret still
// stands under its character.
func TestLongLine(t *testing.T) {
	for _, test := range []struct {
		line   string
		column int
	}{
		{strings.Repeat("a", 60) + "X", 61},
		{strings.Repeat("长", 200) + "X" + strings.Repeat("长", 200), 201},
		{strings.Repeat("长", 200) + "X", 201},
		{"X" + strings.Repeat("长", 200), 1},
		{strings.Repeat("长", 10) + "X" + strings.Repeat("a", 49), 11},
		{strings.Repeat("\t", 100) + "X" + strings.Repeat("b", 100), 101},
		{strings.Repeat("e\u0301", 100) + "X" + strings.Repeat("b", 100), 201},
	} {
		shown, column := excerpt(test.line, test.column)
		runes := []rune(shown)
		if len(runes) > longestQuote || column < 1 || column > len(runes) || runes[column-1] != 'X' {
			t.Errorf("%.10s… at %d: %q at %d", test.line, test.column, shown, column)
		}
	}
	if shown, column := excerpt(strings.Repeat("长", 200), 201); len([]rune(shown)) != longestQuote || column != longestQuote+1 {
		t.Errorf("behind the end: %q at %d", shown, column)
	}
	if got := Quote(strings.Repeat("密", 61)); got != strings.Repeat("密", 59)+"…" {
		t.Errorf("%q", got)
	}
}
