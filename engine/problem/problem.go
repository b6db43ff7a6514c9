// Package problem holds what is wrong in a file that people edit: where it is,
// what it is and how to fix it, in Chinese and in English.
package problem

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Languages that Text and Render speak.
const (
	Chinese = "zh"
	English = "en"
)

// A Place is a position in a file. Line and Column count from 1; Column counts
// characters, not bytes. A zero Line means the whole file.
type Place struct {
	File         string
	Line, Column int
}

// String returns file:line:column, leaving out what is unknown.
func (p Place) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	default:
		return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
	}
}

// Compare orders places by file, line and column.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// A Severity says how much a problem matters.
type Severity int

// From what forbids the use of a file to what is merely worth knowing.
const (
	Error   Severity = iota // the file cannot be used
	Warning                 // most likely an oversight
	Note                    // worth knowing, such as what could not be proved
)

// String returns the words that SARIF knows: error, warning, note.
func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// A Problem is one fault at one place. Code names its kind for machines
// (kebab-case). ZH and EN say what is wrong, FixZH and FixEN what to do; the
// fixes may be empty. Name is the name that it is about, "" where it is about none.
type Problem struct {
	Place
	Severity     Severity
	Code, Name   string
	ZH, EN       string
	FixZH, FixEN string
}

// Text returns the reason and the fix on one line, without the place. Any lang
// but English means Chinese.
func (p Problem) Text(lang string) string {
	reason, fix, stop := p.ZH, p.FixZH, "。"
	if lang == English {
		reason, fix, stop = p.EN, p.FixEN, ". "
	}
	if fix == "" {
		return reason
	}
	return reason + stop + fix
}

// Error returns the place and both languages, for logs.
func (p Problem) Error() string {
	return fmt.Sprintf("%s: %s (%s)", p.Place, p.Text(Chinese), p.Text(English))
}

// A List is every problem found in a set of files.
type List []Problem

// Add appends a problem.
func (l *List) Add(p Problem) { *l = append(*l, p) }

// Sort orders by place, then by code and text, and drops exact repetitions.
func (l *List) Sort() {
	slices.SortStableFunc(*l, func(a, b Problem) int {
		return cmp.Or(a.Place.Compare(b.Place), cmp.Compare(a.Code, b.Code), cmp.Compare(a.ZH, b.ZH))
	})
	*l = slices.Compact(*l)
}

// Of returns the problems of one severity.
func (l List) Of(s Severity) List {
	var list List
	for _, p := range l {
		if p.Severity == s {
			list = append(list, p)
		}
	}
	return list
}

// Err is nil for an empty list, else an error whose text has one line for each
// problem.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	return listError{l}
}

type listError struct{ List }

func (e listError) Error() string { return e.lines(Problem.Error) }

// In says the problems in one language.
func (e listError) In(lang string) string {
	return e.lines(func(p Problem) string { return p.Place.String() + ": " + p.Text(lang) })
}

func (e listError) lines(of func(Problem) string) string {
	lines := make([]string, len(e.List))
	for i, p := range e.List {
		lines[i] = of(p)
	}
	return strings.Join(lines, "\n")
}

// An Entry is a problem as machines read it.
type Entry struct {
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`   // from 1
	Column   int    `json:"column,omitempty"` // in characters, from 1
	Severity string `json:"severity"`         // error, warning or note
	Code     string `json:"code"`
	Message  string `json:"message"`
	Fix      string `json:"fix,omitempty"`
}

// Entries returns the list for a JSON document, in one language. It is never
// nil, so that an empty list is written as [].
func (l List) Entries(lang string) []Entry {
	entries := make([]Entry, len(l))
	for i, p := range l {
		entries[i] = Entry{p.File, p.Line, p.Column, p.Severity.String(), p.Code, p.ZH, p.FixZH}
		if lang == English {
			entries[i].Message, entries[i].Fix = p.EN, p.FixEN
		}
	}
	return entries
}
