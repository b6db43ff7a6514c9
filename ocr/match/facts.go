package match

import (
	"image"

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
