package match

import (
	"testing"

	"tijian/ocr/block"
)

// TestPrintedCodeThatContradictsGivesNoValue: a row whose code is another item's is
// given to neither, whatever version the dictionaries are of. A code that reports
// print for the same thing in blood and urine contradicts nothing, nor does one
// whose item cannot have such a result.
func TestPrintedCodeThatContradictsGivesNoValue(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{"尿常规", "尿红细胞 | ERY | 阴性 | 阴性"}, ""},
		{[]string{"尿红细胞 | ERY | 阴性 | 0-25 | /uL"}, ""},
		{[]string{"谷丙转氨酶 | AST | 35 | U/L | 9-50"}, ""},
		{[]string{"血红蛋白 | ALT | 135 | g/L | 115-150"}, ""},
		{[]string{"甘油三酯 | HDL-C | 1.20 | mmol/L | 0-1.7"}, ""},
		{[]string{"尿常规", "白细胞 | WBC | 12 | /uL | 0-25"}, "urine_wbc_count=12"},
		{[]string{"间接胆红素 | BIL | 12.9 | umol/L | 0-15"}, "indirect_bilirubin=12.9"},
		{[]string{"谷丙转氨酶 | ALT | 35 | U/L | 9-50"}, "alt=35"},
	} {
		got := ""
		if simple := m.Page(draw(c.lines...)).Simple(); len(simple) > 0 {
			got = render(m.Page(draw(c.lines...)))
		}
		if got != c.want {
			t.Errorf("%q: got %q, want %q", c.lines, got, c.want)
		}
	}
}

// TestLoneUnsureReaderGivesNoValue: where neither unit nor what is normal stands
// beside a result, one reader that was not sure of it is not enough.
func TestLoneUnsureReaderGivesNoValue(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		name, line string
		sure       float64
		want       bool
	}{
		{"unsure", "谷氨酰转肽酶 | 23", 0.4, false},
		{"unsure number, exact name and code", "谷氨酰转肽酶(GGT) | 23", 0.4, false},
		{"sure", "谷氨酰转肽酶 | 23", 0.95, true},
		{"unsure word", "谷氨酰转肽酶 | 阴性", 0.4, false},
		{"unsure grade", "尿蛋白 | 阴性", 0.4, false},
		{"unsure grade beside what is normal", "尿蛋白 | 阴性 | 阴性", 0.4, true},
	} {
		var lines []string
		for range 8 {
			lines = append(lines, "备注 | 无 | 详见")
		}
		page := draw(append(lines, c.line)...)
		b := &page.Lines[len(lines)].Blocks[1]
		b.Readings = []block.Reading{{Reader: block.Compact, Text: b.Readings[0].Text, Confidence: c.sure}}
		if got := len(m.Page(page).Simple()) > 0; got != c.want {
			t.Errorf("%s: a value is given: %v, want %v (%s)", c.name, got, c.want, render(m.Page(page)))
		}
	}
}

// TestPrescriptionIsNoResult: how often a drug is taken is not the code that it
// looks like.
func TestPrescriptionIsNoResult(t *testing.T) {
	for name, m := range map[string]*Matcher{"in force": load(t), "newest": must(t, ofNewest)} {
		for _, line := range []string{"阿司匹林肠溶片 | 100mg | bid", "bid | -", "1 | bid | +", "bid | 阴性"} {
			if got := m.Page(draw(line)).Simple(); len(got) > 0 {
				t.Errorf("%s: %q gives %v", name, line, got)
			}
		}
	}
	if got := must(t, ofNewest).Page(draw("尿常规", "bid | 阴性 | 阴性")).Simple(); len(got) > 0 {
		t.Errorf("below a heading: %v", got)
	}
}
