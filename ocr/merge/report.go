package merge

import (
	"fmt"

	"tijian/ocr/result"
)

// A Report is what the full form tells beside the indicators.
type Report struct {
	Sheets    []Sheet     `json:"sheets"`
	Texts     []Text      `json:"texts"`
	Unmatched []Unmatched `json:"unmatched"`
	// Warnings say what was left out and why, each with its kind first.
	Warnings []string `json:"warnings,omitempty"`
}

// A Sheet is a sheet of paper with the values that it gives by itself.
type Sheet struct {
	Image  int           `json:"image"`
	Page   int           `json:"page,omitempty"` // of a file with several, from 1
	Sex    string        `json:"sex,omitempty"`  // male or female, as printed
	Age    *int          `json:"age,omitempty"`  // in completed years, as printed
	Date   string        `json:"date,omitempty"` // YYYY-MM-DD: of the examination, else of the report, as printed
	Values result.Simple `json:"values"`         // none of a sheet that prints two persons or days
	// Comparators are <, <=, > or >= of the values before which one stands.
	Comparators map[string]string `json:"comparators,omitempty"`
}

// A Text is a passage of a sheet.
type Text struct {
	Sheet int `json:"sheet"`
	result.Text
}

// An Unmatched is a row of a sheet that is none of the indicators.
type Unmatched struct {
	Sheet int `json:"sheet"`
	result.Unmatched
}

// The kinds that warnings begin with.
const (
	MixedPersons = "MIXED_PERSONS"
	MixedDays    = "MIXED_DAYS"
	PageSkipped  = "PAGE_SKIPPED"
)

// Reported tells of the files of a task what is beside the indicators. The files'
// sheets are those that Sheets is given, in the same order.
func Reported(files []result.File, sheets []result.Sheet) Report {
	r := Report{Sheets: []Sheet{}, Texts: []Text{}, Unmatched: []Unmatched{}}
	for n := range sheets {
		s := &sheets[n]
		values, comparators := s.Full.Simple(), s.Full.Comparators()
		if s.Person.Differ || s.Day.Differ {
			values, comparators = result.Simple{}, nil
		}
		r.Sheets = append(r.Sheets, Sheet{s.Image, s.Page, s.Person.Sex, s.Person.Age, s.Day.Date(), values, comparators})
		for _, t := range s.Texts {
			r.Texts = append(r.Texts, Text{n, t})
		}
		for _, u := range s.Unmatched {
			r.Unmatched = append(r.Unmatched, Unmatched{n, u})
		}
	}
	persons, days := Apart(sheets)
	if persons {
		r.Warnings = append(r.Warnings, MixedPersons+": sex or age is printed in two ways, as on reports of two people or of different years; the values stand by sheet in the full form, send each person's report as a task of its own")
	}
	if days {
		r.Warnings = append(r.Warnings, MixedDays+": the sheets print different days of examination; the values stand by sheet in the full form, send the report of each day as a task of its own")
	}
	for image, f := range files {
		for _, s := range f.Skipped {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s: picture %d, page %d was not read: %s", PageSkipped, image, s.Page, s.Why))
		}
	}
	return r
}
