package fit

import (
	"slices"

	"tijian/ocr/evidence"
	"tijian/ocr/result"
	"tijian/tools/ocreval/score"
)

// Samples gives the rows of a page for which the truth tells what they say.
// unknown reports of an indicator that the truth lacks whether that tells
// nothing.
func Samples(full result.Full, truth map[string]float64, unknown func(indicator string) bool) []Sample {
	var all []Sample
	for name, entries := range full {
		true_, known := truth[name]
		if !known && unknown(name) {
			continue
		}
		for _, e := range entries {
			if len(e.Rivals) == 0 {
				continue
			}
			s := Sample{Weight: 1, Right: -1}
			if known {
				s.Right = slices.IndexFunc(e.Rivals, func(r result.Rival) bool { return score.Right(r.Value, true_) })
			}
			for _, r := range e.Rivals {
				s.Rivals = append(s.Rivals, r.Basis)
			}
			all = append(all, s)
		}
	}
	return all
}

// best is the most probable rival of a row.
func best(m *evidence.Model, s *Sample) (at int, p float64) {
	for i, q := range m.Probabilities(s.Rivals) {
		if q > p {
			at, p = i, q
		}
	}
	return at, p
}
