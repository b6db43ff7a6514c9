// Package assess answers what the measured values of one person mean: levels,
// texts, ideal ranges, derived values and disease risks, by one rule set, with
// a trace of how each answer came about.
package assess

import (
	"fmt"
	"strings"

	"tijian/engine/ruleset"
)

// A Person is whom the samples belong to, as rule sets know one.
type Person = ruleset.Person

// Sex of a person, as the API writes it.
type Sex = ruleset.Sex

// The two values that rules know.
const (
	Male   = ruleset.Male
	Female = ruleset.Female
)

// A Sample is one measured value. A blank Unit is the standard unit.
type Sample struct {
	Name, Unit string
	Value      float64
}

// A Request is a person with samples.
type Request struct {
	Person
	Samples []Sample
	// NoTrace leaves out the traces, for those who only want the answer.
	NoTrace bool
}

// A FieldError names a field by its JSON path and says what is wrong with it.
type FieldError struct {
	Path, Reason string
	Missing      bool // a required additional argument that was not sent
}

// FieldErrors is every fault of a request.
type FieldErrors []FieldError

func (e FieldErrors) Error() string {
	lines := make([]string, len(e))
	for i, f := range e {
		lines[i] = fmt.Sprintf("%s: %s", f.Path, f.Reason)
	}
	return strings.Join(lines, "; ")
}
