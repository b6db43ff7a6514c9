// Package numbertest lists how numbers are written, for the tests of whatever reads
// them: every entrance must take, and refuse, the same.
package numbertest

import (
	"math"
)

// A Spelling is a number as it may be written.
type Spelling struct {
	Written string
	// Value is what it says, where that is only one number.
	Value float64
	// Readings are both of one that can be read in two ways; nil for a text that is
	// no number, or none that anybody should guess at.
	Readings []string
}

// Good can be read in one way only.
var Good = []Spelling{
	{"1234", 1234, nil}, {"1.234", 1.234, nil}, {"0.5", 0.5, nil}, {"5.60", 5.6, nil}, {"10", 10, nil}, {"100", 100, nil},
	{"1,234.5", 1234.5, nil}, {"12,345.6", 12345.6, nil}, {"1,234,567", 1234567, nil}, {"１２．５", 12.5, nil},
}

// Powers have a power of ten, as people type it and as it is sent.
var Powers = []Spelling{
	{"3.28×10^4", 32800, nil}, {"3.28*10^4", 32800, nil}, {"3.28×10⁴", 32800, nil}, {"3.28x10^4", 32800, nil}, {"3.28 X 10^4", 32800, nil}, {"3.28E+04", 32800, nil},
	{"3.28×10E4", 32800, nil}, {"5.0×10⁻²", 0.05, nil}, {"5.0*10^-2", 0.05, nil}, {"３．２８×１０^４", 32800, nil},
}

// Bad are refused everywhere.
var Bad = []Spelling{
	{"1,234", 0, []string{"1234", "1.234"}}, {"12,345", 0, []string{"12345", "12.345"}}, {"123,456", 0, []string{"123456", "123.456"}},
	{"１，２３４", 0, []string{"1234", "1.234"}}, {"012", 0, []string{"12", "0.12"}}, {"007", 0, []string{"7", "0.07"}}, {"05.6", 0, []string{"5.6", "0.56"}},
	{"1.2.3", 0, nil}, {"1,234,56", 0, nil},
	{"3.28×104", 0, nil}, {"3.28×10", 0, nil},
}

// Commas are numbers only where something says that the comma is a decimal one, as
// HL7 does: its NM is always a single number.
var Commas = []Spelling{{"18,5", 18.5, nil}, {"0,234", 0.234, nil}, {"1,23", 1.23, nil}, {"1,2345", 1.2345, nil}}

// A RangeSpelling is a range as it may be printed.
type RangeSpelling struct {
	Written   string
	Low, High float64 // NaN for an open end; both for what is no range, or two
}

var open = math.NaN()

// Ranges are read alike by every entrance.
var Ranges = []RangeSpelling{
	{"3.9-6.1", 3.9, 6.1}, {"3.9~6.1", 3.9, 6.1}, {"3.9～6.1", 3.9, 6.1}, {"3.9–6.1", 3.9, 6.1}, {"3.9—6.1", 3.9, 6.1}, {"3.9−6.1", 3.9, 6.1},
	{"3.9－6.1", 3.9, 6.1}, {"3.9〜6.1", 3.9, 6.1}, {"3.9 - 6.1", 3.9, 6.1}, {"3.9--6.1", 3.9, 6.1}, {"3.9——6.1", 3.9, 6.1}, {"3.9至6.1", 3.9, 6.1},
	{"3.90-6.10", 3.9, 6.1}, {"３．９～６．１", 3.9, 6.1}, {"0-40", 0, 40}, {"0--40", 0, 40}, {"1.003~1.030", 1.003, 1.03},
	{"-3-3", -3, 3}, {"-3~3", -3, 3}, {"-3~+3", -3, 3}, {"-3--3", -3, 3}, {"-2--3", -2, 3}, {"-3~-1", -3, -1}, {"−3～3", -3, 3},
	{"-4.5--1", open, open}, {"-2.5--1.0", open, open}, {"1,000-2,000", open, open}, {"012-20", open, open}, {"6.1-3.9", open, open}, {"阴性", open, open},
	{"<5.2", open, 5.2}, {"＜5.2", open, 5.2}, {"< 5.2", open, 5.2}, {"≤5.2", open, 5.2}, {"≦5.2", open, 5.2}, {"<=5.2", open, 5.2},
	{"小于5.2", open, 5.2}, {"不超过5.2", open, 5.2}, {"低于5.2", open, 5.2}, {"≥90", 90, open}, {">90", 90, open}, {"大于90", 90, open}, {"不低于90", 90, open},
	{"<1,234", open, open}, {"<1:40", open, open},
}

// RangePowers have a power of ten of their own, or one that is the unit's.
var RangePowers = []RangeSpelling{
	{"<5.0E+02", open, 500}, {"<1.0×10³", open, 1000}, {"≤5×10^2", open, 500}, {"20-1.7×10^8", 20, 1.7e8}, {"3.5-9.5×10^9/L", 3.5, 9.5}, {"3.5-9.5×10⁹/L", 3.5, 9.5},
}
