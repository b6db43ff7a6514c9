package match

import (
	"image"
	"slices"
	"strconv"

	"tijian/engine/dictionary"
	"tijian/ocr/evidence"
	"tijian/ocr/names"
	"tijian/ocr/table"
	"tijian/ocr/vocabulary"
)

// context adds to each of a row's rivals what is known of all of them.
func (r *row) context(v *verdict, it *names.Item, s setting, contradicted bool, name image.Rectangle) {
	if r.Result == nil {
		return
	}
	facts := evidence.Basis{
		evidence.Unit:     v.unit,
		evidence.Name:     nameCode(r.Segment, it),
		evidence.Code:     codeCode(r.Segment, it, contradicted),
		evidence.Specimen: s.code(it),
		evidence.Column:   r.columnCode(),
		evidence.Row:      slope(name, r.Result.Box),
		evidence.Page:     evidence.AtLeast(evidence.Page, r.page),
	}
	for _, rival := range v.rivals {
		for fact, code := range facts {
			rival.basis[fact] = code
		}
	}
}

// slope tells how far the middle of a result stands above or below that of its
// name, in heights of the result.
func slope(name, result image.Rectangle) string {
	off, high := name.Min.Y+name.Max.Y-result.Min.Y-result.Max.Y, 2*result.Dy()
	off = max(off, -off)
	switch {
	case 2*off >= high:
		return evidence.Askew
	case 4*off >= high:
		return evidence.Sloping
	}
	return evidence.Level
}

func nameCode(s *table.Segment, it *names.Item) string {
	h, ok := s.Hits[it]
	switch {
	case !ok:
		return evidence.Absent
	case h.Sim > exactName:
		return evidence.Exact
	case h.Sim >= nearName:
		return evidence.Near
	case h.Sim >= similarName:
		return evidence.Similar
	}
	return evidence.Weak
}

func codeCode(s *table.Segment, it *names.Item, contradicted bool) string {
	switch {
	case contradicted:
		return evidence.Contradicts
	case s.Codes[it].Sim > agreeing:
		return evidence.Agrees
	}
	return evidence.Absent
}

func (s setting) code(it *names.Item) string {
	switch {
	case s.specimen == "":
		return evidence.Unknown
	case s.foreign(it):
		return evidence.Foreign
	}
	return evidence.Fits
}

func (r *row) columnCode() string {
	switch r.Column {
	case vocabulary.ResultRole:
		return evidence.Result
	case vocabulary.NoRole:
		return evidence.Unknown
	}
	return evidence.Other
}

// bare tells that a row prints neither a unit, where there is one, nor what is
// normal: nothing beside the name says what its result is of.
func (r *row) bare(unit string) bool {
	graded := r.Result != nil && r.Result.Look == table.GradeLook
	return r.Interval() == nil && (unit == evidence.Absent || graded && unit == evidence.None && r.Reference == nil)
}

// lone tells that one reader alone saw a value, and was not sure of it.
func lone(b evidence.Basis) bool {
	if slices.Contains([]string{evidence.Agree, evidence.Second, evidence.Slip}, b[evidence.Readers]) {
		return false
	}
	sure, err := strconv.ParseFloat(b[evidence.Sure], 64)
	return err != nil || sure < loneSure
}

// covered tells that other ink runs into a number that one reader alone saw and no interval
// vouches for: of 4.37 under a watermark 4.3 is left.
func covered(b evidence.Basis) bool {
	return b[evidence.Ink] == evidence.Touched && b[evidence.Readers] == evidence.Alone && b[evidence.Interval] == evidence.Absent
}

// codedOtherwise tells that the row prints another item's code, that nothing names
// that item as well as this one, and that the result could be one of it.
func (r *row) codedOtherwise(it *names.Item) bool {
	return slices.ContainsFunc(r.Segment.OtherCodes(it), func(other *names.Item) bool {
		return !r.Segment.NamedAsWell(other, it) && r.couldBe(other)
	})
}

// couldBe tells that the row's result, whatever its unit, could be one of an item:
// a number is no grade, and one that is implausible is of something else.
func (r *row) couldBe(it *names.Item) bool {
	if len(it.Indicators) != 1 || r.Result == nil || r.Result.Look == table.GradeLook {
		return true
	}
	indicator := it.Indicators[0]
	return indicator.Kind == dictionary.Quantitative && !implausible(r.Result.Numbers, indicator.Plausible[0], indicator.Plausible[1])
}
