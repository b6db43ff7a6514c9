// Package assess answers what the measured values of one person mean: levels,
// texts, ideal ranges, derived values and disease risks, by one rule set, with
// a trace of how each answer came about.
package assess

import (
	"fmt"
	"strings"
	"time"
)

// Sex of a person, as the API writes it.
type Sex string

// The two values that rules know.
const (
	Male   Sex = "male"
	Female Sex = "female"
)

// MaxAge is the highest age, in completed years, that is taken for true.
const MaxAge = 130

// A Person is whom the samples belong to, at the time of the examination.
type Person struct {
	Namespace           string    // selects an overlay of the rule set
	At                  time.Time // of the examination
	Born                time.Time // only the calendar day counts
	Sex                 Sex
	HasDiabetes         bool
	OnAntihypertensives bool
	HasCVD              bool
	HasHypertension     bool
	SmokeDaily          float64
	// Arguments are the rule set's additional arguments by path, such as
	// "profile.region": bool, string or float64.
	Arguments map[string]any
}

// Age in completed years at the examination, by the calendar of At's zone.
// Whoever was born on 29 February is a year older on 1 March of a common year.
// Negative when born after it.
func (p *Person) Age() int {
	year, month, day := p.At.Date()
	bornYear, bornMonth, bornDay := p.Born.Date()
	age := year - bornYear
	if month < bornMonth || month == bornMonth && day < bornDay {
		age--
	}
	return age
}

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
