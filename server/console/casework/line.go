package casework

import (
	"strconv"
	"time"

	"tijian/server/cases"
)

// A Line is a case as lists show it.
type Line struct {
	Head
	ID, Path   string // the page where the work on it goes on
	At, Person string
	Created    time.Time
	State      cases.State
	Pictures   int
	Told       string // the strongest instruction
	Age        string // on the day of the examination, within a year; "" where that is not known
}

// Line is the case as lists show it.
func (f *File) Line(lang string) Line {
	l := Line{Head: f.Head, ID: f.ID, Created: f.Created, Path: f.Path(), At: f.Created.Local().Format("2006-01-02 15:04"), Person: f.Person, State: f.State, Pictures: f.Paper(), Told: f.Act[lang]}
	if at, err := time.Parse(time.DateOnly, f.On); err == nil && f.Year > 0 {
		l.Age = strconv.Itoa(at.Year() - f.Year)
	}
	return l
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
