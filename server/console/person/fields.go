// Package person is what forms ask of a person and their results: the form of an
// assessment, which becomes a request, and that of a new case of a draft.
package person

import (
	"net/url"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
	"tijian/server/console/lines"
)

// Fields are those by which a version of the rules tells people apart.
type Fields struct {
	Sex, Age, Smokes string
	Has              []Background
	Further          []Argument
}

// A Background is a yes-or-no field by its name in a request.
type Background struct {
	Name string
	On   bool
}

// An Argument is an additional argument of the rules.
type Argument struct {
	Path, Title, Value string
	Kind               string // yes-no, choice or number
	Allowed            []string
}

// fieldsOf are the fields of a version, empty.
func fieldsOf(set *ruleset.Set) (f Fields) {
	for _, b := range ruleset.Backgrounds {
		f.Has = append(f.Has, Background{Name: b.Name})
	}
	for _, a := range set.Arguments {
		one := Argument{Path: a.Path, Title: a.Title, Kind: "number", Allowed: a.Allowed}
		switch {
		case a.Type == expression.Boolean:
			one.Kind = "yes-no"
		case len(a.Allowed) > 0:
			one.Kind = "choice"
		}
		f.Further = append(f.Further, one)
	}
	return f
}

// fill takes over what a form sent.
func (f *Fields) fill(sent url.Values) {
	f.Sex, f.Age, f.Smokes = sent.Get("sex"), sent.Get("age"), sent.Get("smokes")
	for i := range f.Has {
		f.Has[i].On = sent.Get(f.Has[i].Name) != ""
	}
	for i := range f.Further {
		f.Further[i].Value = sent.Get(f.Further[i].Path)
	}
}

// knownSex reports whether the sex is one that rules know.
func (f *Fields) knownSex() bool {
	return f.Sex == string(assess.Male) || f.Sex == string(assess.Female)
}

// smoked is how many cigarettes a day it says, none where nothing was filled in.
func (f *Fields) smoked() (float64, error) {
	if f.Smokes == "" {
		return 0, nil
	}
	return lines.Decimal(f.Smokes)
}

// arguments are those that were filled in, by their paths.
func (f *Fields) arguments() map[string]any {
	given := map[string]any{}
	for _, a := range f.Further {
		text := strings.TrimSpace(a.Value)
		if text == "" {
			continue
		}
		given[a.Path] = text // the engine says what is wrong with it
		if a.Kind == "yes-no" {
			given[a.Path] = text == "true"
		} else if n, err := lines.Decimal(text); a.Kind == "number" && err == nil {
			given[a.Path] = n
		}
	}
	return given
}
