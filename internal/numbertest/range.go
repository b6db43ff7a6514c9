package numbertest

import "math"

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
