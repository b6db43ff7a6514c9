// Package diff compares two versions of the rules by what they answer, not by
// how they are written. The constants of both versions' conditions cut value,
// age, sex, background and other inputs into cells; both versions' compiled
// conditions are asked in every cell; the cells where level, colour or ideal
// range differ are put back together into regions that people can read.
package diff

import (
	"fmt"

	"tijian/engine/dictionary"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// maxCells is how many cells of one indicator or rule are compared at most.
const maxCells = 4e6

// A Version names one side of a comparison.
type Version struct{ Version, Hash string }

// A Report is everything that differs between two versions.
type Report struct {
	From, To   Version
	Root       string   // put before the names of files, such as "rules"
	Added      []string // indicators assessed only by To, sorted
	Removed    []string // and only by From
	Levels     []Level
	Ideals     []Ideal
	Ranges     []RangeChange
	Derived    []Derived
	Risks      []Risk
	RiskLists  []RiskListChange // indicators whose results show other risks
	Texts      []Text           // where nothing but words differs
	Signatures []SignatureChange
	Inexact    []Note // what could not be compared cell by cell

	Compared int     // indicators
	Cells    float64 // of those whose conditions are not written alike

	titles map[string]string
}

// Answers counts the differences in answers, texts and signatures aside, and what could not be
// compared exactly.
func (r *Report) Answers() int {
	return len(r.Added) + len(r.Removed) + len(r.Levels) + len(r.Ideals) + len(r.Ranges) + len(r.Derived) + len(r.Risks) + len(r.RiskLists) + len(r.Inexact)
}

// Same reports whether both versions answer alike, texts and signatures aside. It is never said
// of what could not be compared exactly.
func (r *Report) Same() bool { return r.Answers() == 0 }

// An Answer is what a table says of a value.
type Answer struct {
	Level string
	Color int
	Instruction
}

func (a Answer) String() string { return a.Level }

// pair writes two answers, with their colours where the levels are the same, and
// what they tell otherwise. The words for later go with a level, as its tip does.
func pair(from, to Answer, lang string) string {
	text := from.Level
	switch {
	case from.Level != to.Level:
		text += " → " + to.Level
		from.Late = to.Late
	case from.Color != to.Color:
		text += fmt.Sprintf(" %s %d → %d", message.Pick(lang, "颜色", "colour"), from.Color, to.Color)
	}
	return withTold(text, from.Instruction, to.Instruction, lang)
}

// A Level is a region of values and persons that gets another answer: level,
// colour or what is told with them.
type Level struct {
	Namespace        string // "" for the base rules
	Indicator        *dictionary.Indicator
	From, To         Answer
	FromRows, ToRows []problem.Place // that answer there, as far as any does
	region
}

// An Ideal is a group of persons that gets another ideal range.
type Ideal struct {
	Namespace string
	Indicator *dictionary.Indicator
	from, to  string // points of the value
	region
}

// Ranges writes both ideal ranges.
func (i *Ideal) Ranges(lang string) (from, to string) {
	value := &i.space.Dimensions[len(i.space.Dimensions)-1]
	text := func(set string) string {
		if s := value.Describe(set, lang); s != "" {
			return s
		}
		return message.Pick(lang, "无", "none")
	}
	return text(i.from), text(i.to)
}

// A Derived is a derived value that is worked out differently. Formulas cannot
// be compared cell by cell, so Example shows one person for whom it matters.
type Derived struct {
	ID, Title string
	Kind      Kind
	Parts     []string // that are written otherwise: when, assume, let, cases …
	Through   []string // changed derived values that it uses, when it is itself as before
	FromAt    problem.Place
	ToAt      problem.Place
	Example   *Example
}

// A Risk is a difference in how a risk is flagged.
type Risk struct {
	ID, Name string
	Kind     Kind
	Rule     string      // "" for the whole risk
	Part     string      // when, rows, at_least, order; "" for added and removed
	From, To int         // flags; for when 1 is "applies"; none is NoFlag
	FromTold Instruction // of rows and floors
	ToTold   Instruction
	FromAt   problem.Place
	ToAt     problem.Place
	Through  []string // changed derived values that it uses
	Example  *Example
	region
}

// NoFlag stands for no flag given.
const NoFlag = -1

// Kind of a difference.
type Kind string

// The kinds of differences.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
	Through Kind = "through" // only through what it uses
)

// An Example is a person with samples for whom both versions differ.
type Example struct {
	Person   string // for readers, in Chinese
	PersonEN string
	From, To string
}

// A Text is a tip, hint, source or title written otherwise.
type Text struct {
	Namespace, Indicator string
	Field                string
	From, To             string
	FromAt, ToAt         problem.Place
}

// A Note says what could not be compared exactly, and why.
type Note struct {
	What   string
	At     problem.Place
	Reason message.Phrase
}

// A region is a box of a space.
type region struct {
	space *lattice.Space
	box   lattice.Box
}

// Describe writes the region for readers.
func (r *region) Describe(lang string) string {
	if r.space == nil {
		return ""
	}
	return r.space.Describe(&r.box, lang)
}

// Witness gives the inputs of one point of the region, by name; nil for what is
// not sent.
func (r *region) Witness() map[string]any {
	if r.space == nil {
		return nil
	}
	return r.space.Inputs(r.box.First())
}

func version(s *ruleset.Set) Version { return Version{s.Version, s.Hash} }
