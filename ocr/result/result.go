// Package result is the outcome of recognition in the two forms of the API.
package result

import (
	"math"
	"slices"

	"tijian/ocr/evidence"
)

// An Entry is one line of a report that matched an indicator. Its JSON is the
// API's full form.
type Entry struct {
	Sim        float64  `json:"sim"`          // similarity of the name match, 0 to 1
	Idx        int      `json:"idx"`          // place of the name in Coords
	Value      *float64 `json:"value"`        // in the indicator's standard unit; nil when not read surely
	IdxOfValue int      `json:"idx_of_value"` // place of the value in Coords; -1 without a value
	Coords     [][4]int `json:"coords"`       // blocks of the line, left to right: left, top, right, bottom
	Name       string   `json:"name"`         // as read
	Unit       string   `json:"unit"`         // as printed, or ""
	Reference  string   `json:"reference"`    // reference interval as printed, or ""
	Flag       string   `json:"flag"`         // H, L, A or "", from the printed mark
	Confidence float64  `json:"confidence"`   // how probable it is that the value is right, 0 to 1

	// Comparator is <, <=, > or >= where that stands before the value, which is
	// then only a limit of what was measured; "" otherwise.
	Comparator string `json:"comparator,omitempty"`
	// UnitTaken is the unit that value and reference were taken in, where it is
	// not Unit: one that was misread, or that only the reference tells. "" where
	// it is Unit, or the standard unit when none is printed.
	UnitTaken string `json:"unit_taken,omitempty"`
	// Specimen is what the page says of the row's, by a field, a title, a heading, the
	// unit or the name; "" where it says nothing. Of an entry of another specimen's indicator
	// it tells that the row is not of that one.
	Specimen string `json:"specimen,omitempty"`

	Basis evidence.Basis `json:"basis,omitempty"` // what the value rests on; nil without one

	// Step is what one in the last printed digit of Value is worth in the
	// standard unit: 0.01 of 5.60. 0 without a printed number.
	Step float64 `json:"-"`
	// Doubt says why Value is nil although the row prints a result, for those
	// who measure recognition; "" otherwise.
	Doubt string `json:"-"`
	// Rivals are the values that the row may say, for those who fit the model
	// that chooses between them; none where something makes a value impossible.
	Rivals []Rival `json:"-"`
}

// A Rival is one of the values that a row may say.
type Rival struct {
	Value float64 // in the standard unit
	Basis evidence.Basis
}

// Clear takes the value from an entry.
func (e *Entry) Clear() {
	e.Value, e.IdxOfValue, e.Confidence, e.Comparator, e.Basis = nil, -1, 0, "", nil
}

// Full maps an indicator's standard name to its entries, best Sim first.
type Full map[string][]Entry

// Simple maps an indicator's standard name to its value in the standard unit.
type Simple map[string]float64

// best takes of each indicator the best entry that has a value; indicators without any
// value are left out.
func (f Full) best(take func(name string, e *Entry)) {
	for name, entries := range f {
		if k := slices.IndexFunc(entries, func(e Entry) bool { return e.Value != nil }); k >= 0 {
			take(name, &entries[k])
		}
	}
}

// Simple has of each indicator the value of its best entry.
func (f Full) Simple() Simple {
	simple := make(Simple, len(f))
	f.best(func(name string, e *Entry) { simple[name] = *e.Value })
	return simple
}

// Comparators are what stands before the values of Simple, where anything does; nil for
// none.
func (f Full) Comparators() (all map[string]string) {
	f.best(func(name string, e *Entry) {
		if e.Comparator != "" {
			if all == nil {
				all = map[string]string{}
			}
			all[name] = e.Comparator
		}
	})
	return all
}

// noise is what binary arithmetic and the rounding of converted values add to
// a difference, in steps: far below the half of one that decides.
const noise = 1e-6

// Agrees reports whether the values of two entries are equal once the finer one
// is rounded to what the coarser one was printed with, half away from zero:
// 5.64 and 5.6, or 6.44 mmol/L and 249 mg/dL. Both must have a value.
func (e *Entry) Agrees(o *Entry) bool {
	if *e.Value == *o.Value {
		return true
	}
	fine, coarse := e, o
	if fine.Step > coarse.Step {
		fine, coarse = coarse, fine
	}
	difference := *fine.Value - *coarse.Value
	if math.Signbit(*fine.Value) {
		difference = -difference
	}
	steps := difference / coarse.Step
	if fine.Step == coarse.Step { // neither is the finer one, and which comes first must not matter
		return math.Abs(steps) < 0.5-noise
	}
	return steps >= -0.5-noise && steps < 0.5-noise
}

// Settle takes the values from entries of an indicator where the best of others
// has another value.
func Settle(entries, others []Entry) {
	own, other := valued(entries), valued(others)
	if own == nil || other == nil || own.Agrees(other) {
		return
	}
	for i := range entries {
		entries[i].Clear()
	}
}

// valued is the best entry that has a value, nil when none has.
func valued(entries []Entry) *Entry {
	for i := range entries {
		if entries[i].Value != nil {
			return &entries[i]
		}
	}
	return nil
}
