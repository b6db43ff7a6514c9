package casework

import (
	"tijian/server/cases"
)

// A Line is a case as lists show it.
type Line struct {
	Head
	ID, Path   string // the page where the work on it goes on
	At, Person string
	State      cases.State
	Pictures   int
	Told       string // the strongest instruction
}

// Line is the case as lists show it.
func (f *File) Line(lang string) Line {
	return Line{f.Head, f.ID, f.Path(), f.Created.Local().Format("2006-01-02 15:04"), f.Person, f.State, f.Pictures, f.Act[lang]}
}

// Path is the page where the work on a case goes on.
func (f *File) Path() string {
	switch {
	case f.State == cases.Sent:
		return "cases/" + f.ID + "/patient"
	case f.State == cases.Sign:
		return "cases/" + f.ID + "/answer"
	case f.Case.Pictures == 0:
		return "cases/" + f.ID + "/assess"
	}
	return "cases/" + f.ID
}
