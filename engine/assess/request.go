// Package assess answers what the measured values of one person mean: levels,
// texts, ideal ranges, derived values and disease risks, by one rule set, with
// a trace of how each answer came about.
package assess

import (
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
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
	Bound      Bound
	Reference  *Reference // nil when none was printed
	// Misprinted says that a range was printed that cannot be one; the sample is
	// judged without it.
	Misprinted bool
	Previous   []Earlier // in any order
}

// A Request is a person with samples.
type Request struct {
	Person
	Samples []Sample
	// NoTrace leaves out the traces, for those who only want the answer.
	NoTrace bool
	// NoDerived leaves derived values out of the answer. Without traces, too, only
	// those are worked out, and assumed for, that an answer depends on.
	NoDerived bool
	// Lines keeps what Rule, Table and Stretches of the traces tell.
	Lines bool
	// Seen asks, with traces, for what the rules saw.
	Seen bool
}

// A FieldError names a field by its JSON path and says what is wrong with it. A
// fault of the whole request has no path.
type FieldError struct {
	Path    string
	Reason  message.Phrase
	Missing bool // a required additional argument that was not sent
}

// In says in one language what is wrong with the field.
func (e FieldError) In(lang string) string {
	if e.Path == "" {
		return e.Reason.In(lang)
	}
	return message.FieldFault.With("path", message.Plain(e.Path), "reason", e.Reason).In(lang)
}

// FieldErrors is every fault of a request.
type FieldErrors []FieldError

func (e FieldErrors) Error() string { return e.In(problem.English) }

// In says what is wrong in a language.
func (e FieldErrors) In(lang string) string {
	texts := make([]string, len(e))
	for i, f := range e {
		texts[i] = f.In(lang)
	}
	return strings.Join(texts, message.Phrase{ZH: "；", EN: "; "}.In(lang))
}
