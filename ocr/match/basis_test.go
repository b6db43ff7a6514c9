package match

import (
	"testing"

	"tijian/ocr/block"
	"tijian/ocr/evidence"
)

// TestReaders: who saw a number, and what its ink shows, decides whether it is
// given; the entry says so.
func TestReaders(t *testing.T) {
	m := load(t)
	compact := func(text string, sure float64, missing block.Missing) block.Reading {
		return block.Reading{Reader: block.Compact, Text: text, Confidence: sure, Missing: missing}
	}
	eng := func(text string, sure float64, missing block.Missing) block.Reading {
		return block.Reading{Reader: block.Eng, Text: text, Confidence: sure, Missing: missing}
	}
	for _, c := range []struct {
		name     string
		readings []block.Reading
		given    bool
		readers  string
		ink      string
	}{
		{"both agree", []block.Reading{compact("5.40", 0.95, ""), eng("5.40", 0.9, "")}, true, evidence.Agree, evidence.Whole},
		{"both agree, and outweigh a doubt of the ink", []block.Reading{compact("5.40", 0.7, block.Digits), eng("5.40", 0.9, block.Digits)}, true, evidence.Agree, evidence.DigitsMissing},
		{"one reader", []block.Reading{compact("5.40", 0.95, "")}, true, evidence.Alone, evidence.Whole},
		{"the lesser reader alone", []block.Reading{compact("ab", 0.95, ""), eng("5.40", 0.9, "")}, false, "", ""},
		{"other digits outside", []block.Reading{compact("9.40", 0.5, ""), eng("5.40", 0.9, "")}, false, "", ""},
	} {
		page := draw("白细胞 | WBC | 5.6 | 10^9/L | 3.5-9.5", "葡萄糖 | GLU | 5.40 | mmol/L | 3.90-6.10", "钾 | K | 6.1 | mmol/L | 3.5-5.3 | ↑")
		page.Lines[1].Blocks[2].Readings = c.readings
		e := m.Page(page)["fasting_glucose"][0]
		if given := e.Value != nil; given != c.given || e.Basis[evidence.Readers] != c.readers || e.Basis[evidence.Ink] != c.ink {
			t.Errorf("%s: value given %v (%s, %s %s, %.3f), want %v (%s %s)", c.name, given, e.Doubt, e.Basis[evidence.Readers], e.Basis[evidence.Ink], e.Confidence, c.given, c.readers, c.ink)
		}
	}
}
