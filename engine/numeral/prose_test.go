package numeral_test

import (
	"slices"
	"testing"

	"tijian/engine/numeral"
)

// Numbers stand for themselves in a sentence, with their signs; those of names do
// not.
func TestInProse(t *testing.T) {
	names := []string{"糖类抗原125", "25-羟维生素D"}
	for text, want := range map[string][]float64{
		"达到 1.7，升高":             {1.7},
		"空腹血糖7.0以上":             {7},
		"糖类抗原125 超过 35":         {35},
		"糖类抗原 125":              {125},
		"CA125、B12、T3 与 HPV-16": nil,
		"25-羟维生素D 低于 20":        {20},
		"T 值不高于 -2.5":           {-2.5},
		"T 值 −2.5 到 −1":         {-2.5, -1},
		"-4.5--1":               {-4.5, -1},
		"4.5-6.1":               {4.5, 6.1},
		"３．９～６．１":               {3.9, 6.1},
		"1.20 与 1.2":            {1.2, 1.2},
		"10%-20%":               {10, 20},
		"没有数":                   nil,
	} {
		if got := numeral.InProse(text, names); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
