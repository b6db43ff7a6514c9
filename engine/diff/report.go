// Package diff compares two versions of the rules by what they answer, not by
// how they are written. The constants of both versions' conditions cut value,
// age, sex, background and other inputs into cells; both versions' compiled
// conditions are asked in every cell; the cells where level, colour or ideal
// range differ are put back together into regions that people can read.
package diff

import (
	"io"

	"tijian/engine/change"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// maxCells is how many cells of one indicator or rule are compared at most.
const maxCells = 1e7

// Sides are the versions that are compared.
type Sides struct {
	From change.Version `json:"from"`
	To   change.Version `json:"to"`
}

// Differences are all that differs between two versions.
type Differences struct {
	Added      []string                       `json:"added"`       // indicators assessed only by To, sorted
	Removed    []string                       `json:"removed"`     // and only by From
	Levels     change.List[change.Given]      `json:"levels"`      // regions that get another level, colour or what is told with them
	Ideals     change.List[IdealRange]        `json:"ideals"`      // persons that get another ideal range
	Ranges     change.List[bool]              `json:"printed"`     // persons whose values are read by the range that their report prints, or no longer
	Derived    change.List[string]            `json:"derived"`     // values worked out differently; formulas cannot be compared cell by cell, so an example shows one person for whom it matters
	Risks      change.List[int]               `json:"risks"`       // how a risk is flagged; for when 1 is "applies"
	RiskLists  change.List[string]            `json:"shown_risks"` // indicators whose results show other risks
	Signatures change.List[*change.Signature] `json:"signed"`      // tables and risks
	Texts      change.List[string]            `json:"texts"`       // tips, hints and sources, where nothing but words differs
	Inexact    []Note                         `json:"inexact"`     // what could not be compared cell by cell
}

// A Report is everything that differs between two versions.
type Report struct {
	Sides
	Differences

	Compared int     // indicators
	Cells    float64 // of those whose conditions are not written alike

	titles map[string]string
	tried  int // persons, for examples
}

func newReport(from, to *ruleset.Set) *Report {
	return &Report{Sides: Sides{change.VersionOf(from), change.VersionOf(to)}, titles: map[string]string{}, Differences: Differences{
		Added: []string{}, Removed: []string{}, Levels: change.List[change.Given]{}, Ideals: change.List[IdealRange]{}, Ranges: change.List[bool]{}, Derived: change.List[string]{},
		Risks: change.List[int]{}, RiskLists: change.List[string]{}, Signatures: change.List[*change.Signature]{}, Texts: change.List[string]{}, Inexact: []Note{},
	}}
}

// Under puts the name of a folder, such as "rules", before those of the files.
func (r *Report) Under(root string) {
	for _, list := range []interface{ Under(root string) }{r.Levels, r.Ideals, r.Ranges, r.Derived, r.Risks, r.RiskLists, r.Signatures, r.Texts} {
		list.Under(root)
	}
	for i := range r.Inexact {
		r.Inexact[i].At = r.Inexact[i].At.Under(root)
	}
}

// Answers counts the differences in answers, texts and signatures aside, and what could not be
// compared exactly.
func (r *Report) Answers() int {
	return len(r.Added) + len(r.Removed) + len(r.Levels) + len(r.Ideals) + len(r.Ranges) + len(r.Derived) + len(r.Risks) + len(r.RiskLists) + len(r.Inexact)
}

// Same reports whether both versions answer alike, texts and signatures aside. It is never said
// of what could not be compared exactly.
func (r *Report) Same() bool { return r.Answers() == 0 }

// An IdealRange is what is ideal for somebody; machines get it in Chinese.
type IdealRange message.Phrase

// MarshalText writes it in Chinese. The error is always nil.
func (i IdealRange) MarshalText() ([]byte, error) { return []byte(i.ZH), nil }

// A Note says what could not be compared exactly, and why.
type Note struct {
	What   string     `json:"what"`
	At     change.Row `json:"at"`
	Reason Reason     `json:"reason"`
}

// A Reason is a phrase that machines get in English.
type Reason message.Phrase

// MarshalText writes it in English. The error is always nil.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.EN), nil }

// WriteJSON writes the differences for machines, with regions as limits of
// each input. The error is the writer's.
func (r *Report) WriteJSON(w io.Writer) error {
	return jsontree.WriteIndented(w, struct {
		Sides
		Same bool `json:"same"`
		Differences
	}{r.Sides, r.Same(), r.Differences})
}
