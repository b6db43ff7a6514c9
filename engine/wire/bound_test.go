package wire

import (
	"testing"

	"tijian/engine/assess"
	"tijian/engine/numeral"
)

// However a result below or above what can be measured is written, it is a bound;
// without the number it is none.
func TestMeasureBounds(t *testing.T) {
	for _, c := range []struct{ text, number, bound, rest string }{
		{"0.5", "0.5", "", ""}, {"=0.5", "0.5", "", ""}, {"-2.5", "-2.5", "", ""}, {"4.1 mmol/L", "4.1", "", "mmol/L"}, {"7.2↑", "7.2", "", ""},
		{"<0.5", "0.5", "<", ""}, {"＜0.50", "0.50", "<", ""}, {"≤ 2.0 ng/mL", "2.0", "<=", "ng/mL"}, {"=<2", "2", "<=", ""}, {"≧5", "5", ">=", ""}, {">1,000,000", "1000000", ">", ""},
		{"小于0.005", "0.005", "<", ""}, {"小于 0.005 mIU/L", "0.005", "<", "mIU/L"}, {"小于等于5", "5", "<=", ""}, {"低于或等于5", "5", "<=", ""}, {"大于100", "100", ">", ""}, {"不低于60", "60", ">=", ""},
		{"Less than 0.01", "0.01", "<", ""}, {"greater than or equal to 90 mL", "90", ">=", "mL"},
		{"低于检测下限（0.005）", "0.005", "<", ""}, {"未检出(<20)", "20", "<", ""}, {"BELOW DETECTION LIMIT: 0.3", "0.3", "<", ""}, {"未检出 <20 IU/mL", "20", "<", "IU/mL"},
	} {
		m, ok := Measure(c.text)
		if !ok || string(m.Number.Append(nil)) != c.number || m.Bound != c.bound || m.Rest != c.rest {
			t.Errorf("%q is %+v, %v", c.text, m, ok)
		}
		if numeral.BelowDetection(c.text) {
			t.Errorf("%q is said to lack its number", c.text)
		}
	}
	for _, text := range []string{"低于检测下限", "未检出", "＜LOD", "Not Detected", "(未检出)"} {
		if m, ok := Measure(text); ok || !numeral.BelowDetection(text) {
			t.Errorf("%q is %+v, %v", text, m, ok)
		}
	}
	for _, text := range []string{"", "小于", "阴性", "(5)", "小于很多", "低于正常"} {
		if m, ok := Measure(text); ok || numeral.BelowDetection(text) {
			t.Errorf("%q is %+v", text, m)
		}
	}
}

// A comparator is read as it is written on reports; a text that is none is refused,
// for its number is no result.
func TestComparators(t *testing.T) {
	for text, want := range map[string]assess.Bound{
		"<": "<", "＜": "<", " < ": "<", "小于": "<", "低于": "<", "≤": "<=", "≦": "<=", "=<": "<=", "不超过": "<=",
		">": ">", "＞": ">", "大于": ">", "≥": ">=", "不低于": ">=", "": "", "  ": "", "=": "",
	} {
		if got, ok := boundOf(text); !ok || got != want || got != "" && !got.Known() {
			t.Errorf("%q is %q, %v, want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"lt", "~", "<5", "约", "1", "-", "<>"} {
		if got, ok := boundOf(text); ok {
			t.Errorf("%q is taken for %q", text, got)
		}
	}
}
