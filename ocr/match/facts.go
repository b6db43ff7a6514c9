package match

import (
	"image"

	"tijian/ocr/evidence"
)

// context adds to each of a row's rivals what is known of all of them.
func (r *row) context(v *verdict, it *item, s setting, contradicted bool, name image.Rectangle) {
	if r.result == nil {
		return
	}
	facts := evidence.Basis{
		evidence.Unit:     v.unit,
		evidence.Name:     r.segment.nameCode(it),
		evidence.Code:     r.segment.codeCode(it, contradicted),
		evidence.Specimen: s.code(it),
		evidence.Column:   r.columnCode(),
		evidence.Row:      slope(name, r.result.box),
		evidence.Page:     evidence.AtLeast(evidence.Page, r.page),
	}
	for _, rival := range v.rivals {
		for fact, code := range facts {
			rival.basis[fact] = code
		}
	}
}

// Similarities from which a name counts as read.
const (
	nearName    = 0.9
	similarName = 0.75
)

// slope tells how far the middle of a result stands above or below that of its
// name, in heights of the result.
func slope(name, result image.Rectangle) string {
	off, high := abs(name.Min.Y+name.Max.Y-result.Min.Y-result.Max.Y), 2*result.Dy()
	switch {
	case 2*off >= high:
		return evidence.Askew
	case 4*off >= high:
		return evidence.Sloping
	}
	return evidence.Level
}

func (s *segment) nameCode(it *item) string {
	h, ok := s.hits[it]
	switch {
	case !ok:
		return evidence.Absent
	case h.sim > 0.999:
		return evidence.Exact
	case h.sim >= nearName:
		return evidence.Near
	case h.sim >= similarName:
		return evidence.Similar
	}
	return evidence.Weak
}

func (s *segment) codeCode(it *item, contradicted bool) string {
	switch {
	case contradicted:
		return evidence.Contradicts
	case s.codes[it].sim > 0.95:
		return evidence.Agrees
	}
	return evidence.Absent
}

func (s setting) code(it *item) string {
	switch {
	case s.specimen == "":
		return evidence.Unknown
	case s.foreign(it):
		return evidence.Foreign
	}
	return evidence.Fits
}

func (r *row) columnCode() string {
	switch r.column {
	case resultRole:
		return evidence.Result
	case noRole:
		return evidence.Unknown
	}
	return evidence.Other
}
