// Package merge makes one result of several pictures of the same report: its
// pages, or several shots of one page.
package merge

import (
	"cmp"
	"math"
	"slices"

	"tijian/ocr/result"
)

// An Entry is an entry of one picture. Its JSON is the API's full form of a
// task with several pictures.
type Entry struct {
	result.Entry
	Image int `json:"image"` // place of the picture among those of the task
}

// Full maps an indicator's standard name to its entries, best Sim first.
type Full map[string][]Entry

// Pictures joins what was read of each picture. What only one picture shows is
// taken as it is. Where two pictures give an indicator different values, none of
// its entries keeps one: which is right cannot be told, however many agree.
func Pictures(pictures []result.Full) Full {
	merged := Full{}
	given := map[string][]result.Entry{} // what each picture gives, by itself
	for image, full := range pictures {
		for name, entries := range full {
			for _, e := range entries {
				merged[name] = append(merged[name], Entry{e, image})
			}
			if i := slices.IndexFunc(entries, func(e result.Entry) bool { return e.Value != nil }); i >= 0 {
				given[name] = append(given[name], entries[i])
			}
		}
	}
	for name, entries := range merged {
		slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(b.Sim, a.Sim) })
		if !agree(given[name]) {
			for i := range entries {
				entries[i].Value, entries[i].IdxOfValue, entries[i].Confidence = nil, -1, 0
			}
		}
	}
	return merged
}

// agree reports whether each two of the entries have the same value.
func agree(entries []result.Entry) bool {
	for i, a := range entries {
		for _, b := range entries[:i] {
			if !same(a, b) {
				return false
			}
		}
	}
	return true
}

// noise is what binary arithmetic and the rounding of converted values add to
// a difference, in steps: far below the half of one that decides.
const noise = 1e-6

// same reports whether two values are equal once the finer one is rounded to
// what the coarser one was printed with, half away from zero.
func same(a, b result.Entry) bool {
	if *a.Value == *b.Value {
		return true
	}
	if a.Step > b.Step {
		a, b = b, a
	}
	difference := *a.Value - *b.Value
	if math.Signbit(*a.Value) {
		difference = -difference
	}
	steps := difference / b.Step
	if a.Step == b.Step { // neither is the finer one, and which comes first must not matter
		return math.Abs(steps) < 0.5-noise
	}
	return steps >= -0.5-noise && steps < 0.5-noise
}
