// Package samples is what a recognised report shows as an assessment takes it:
// with the comparison before a value, in the unit in which its range is printed.
package samples

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/numeral"
	"tijian/ocr/evidence"
	"tijian/ocr/merge"
	"tijian/ocr/result"
)

// A Sample is one of an assessment request; its JSON is the contract's.
type Sample struct {
	Name       string     `json:"name"`
	Unit       string     `json:"unit,omitempty"` // of Value and Reference; "" is the standard one
	Value      float64    `json:"value"`
	Comparator string     `json:"comparator,omitempty"`
	Reference  *Reference `json:"reference,omitempty"`
}

// A Reference is the range as it was printed.
type Reference struct {
	Text string `json:"text"`
}

// Of gives of each indicator the best entry that has a value, in the order of the
// report. One whose entries do not agree on whether the value is only a limit is
// left out.
func Of(full merge.Full, dict *dictionary.Dictionary) []Sample {
	type placed struct {
		Sample
		picture, top int
	}
	var list []placed
	for name, entries := range full {
		k := slices.IndexFunc(entries, func(e merge.Entry) bool { return e.Value != nil })
		if k < 0 || !Unanimous(entries) {
			continue
		}
		e := &entries[k]
		p := placed{Sample{Name: name, Value: *e.Value, Comparator: e.Comparator}, e.Image, top(e.Coords)}
		if i, ok := dict.Lookup(name); ok {
			p.in(i, &e.Entry)
		}
		list = append(list, p)
	}
	slices.SortFunc(list, func(a, b placed) int {
		return cmp.Or(a.picture-b.picture, a.top-b.top, strings.Compare(a.Name, b.Name))
	})
	all := make([]Sample, len(list))
	for i := range list {
		all[i] = list[i].Sample
	}
	return all
}

// in puts a value of the standard unit into the unit as printed, with its range.
func (s *Sample) in(i *dictionary.Indicator, e *result.Entry) {
	unit := cmp.Or(e.UnitTaken, e.Unit)
	if printed, ok := i.FromStandard(s.Value, unit); ok && i.Kind != dictionary.Qualitative {
		s.Unit = unit
		if !i.IsStandard(unit) {
			s.Value = Six(printed)
		}
	}
	if text := RangeOf(e, i); text != "" {
		s.Reference = &Reference{text}
	}
}

// top is how far down the page a line begins.
func top(blocks [][4]int) int {
	least := math.MaxInt
	for _, b := range blocks {
		least = min(least, b[1])
	}
	return least
}

// Six rounds a converted value to six digits, more than reports print, which
// takes away what binary fractions left.
func Six(value float64) float64 {
	return numeral.Significant(value, 6)
}

// Unanimous reports whether the entries of an indicator that have a value agree on
// whether it is only a limit: <0.5 on one page and 0.5 on another are not the same.
func Unanimous(entries []merge.Entry) bool {
	read := ""
	for i := range entries {
		switch e := &entries[i]; {
		case e.Value == nil:
		case read == "":
			read = e.Comparator + "="
		case read != e.Comparator+"=":
			return false
		}
	}
	return true
}

// RangeOf is the printed range of an entry where it is in the unit of the line: the
// one that recognition took the numbers in, else the printed one. It is "" where
// nobody knows in which unit it is, and where the mark beside the value says otherwise:
// then one of the two is misread.
func RangeOf(e *result.Entry, i *dictionary.Indicator) string {
	if e.Basis[evidence.Mark] == evidence.Contradicts {
		return ""
	}
	unit := cmp.Or(e.UnitTaken, e.Unit)
	if _, known := i.FromStandard(0, unit); !known {
		return ""
	}
	if unit == "" && e.Value == nil && len(i.Units) > 0 {
		return ""
	}
	if _, ok := assess.ParseReference(e.Reference); !ok {
		return ""
	}
	return e.Reference
}
