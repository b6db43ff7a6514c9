package result

import "cmp"

// A Sheet is what one sheet of paper says: a page, or one of several on a picture.
type Sheet struct {
	Image int // place of the picture or file among those of the task
	Page  int // of a file with several, from 1; 0 of one with a single page

	Full      Full
	Person    Person
	Day       Day
	Texts     []Text // passages in reading order
	Unmatched []Unmatched
}

// A Day is when a report is of, as printed: dates as YYYY-MM-DD, "" where none was
// read surely.
type Day struct {
	Taken    string // when the specimen was taken or the person examined
	Reported string // when the report was written
	Alone    string // the only date of the sheet, which says not of what
	Differ   bool   // the sheet prints two days under one label
}

// Date is when the person was examined, or else when that was reported, or the only date
// that there is.
func (d Day) Date() string { return cmp.Or(d.Taken, d.Reported, d.Alone) }

// A Text is a passage of prose, such as a summary.
type Text struct {
	Title string `json:"title"` // heading above or before it; ""
	Text  string `json:"text"`  // as read, a line for each line
}

// An Unmatched is a row with a name and a value that is none of the indicators, or by the
// page's specimen is not the one that is called so.
type Unmatched struct {
	Name       string   `json:"name"`               // as read
	Value      string   `json:"value"`              // as read
	Unit       string   `json:"unit"`               // as printed, or ""
	Reference  string   `json:"reference"`          // as printed, or ""
	Flag       string   `json:"flag,omitempty"`     // H, L, A or "", from the printed mark
	Specimen   string   `json:"specimen,omitempty"` // see Entry
	Idx        int      `json:"idx"`                // place of the name in Coords
	IdxOfValue int      `json:"idx_of_value"`       // place of the value in Coords
	Coords     [][4]int `json:"coords"`             // blocks of the line, left to right
}

// A File is what was read of one picture or file.
type File struct {
	Pages   int // that it has
	Sheets  []Sheet
	Skipped []Skipped // pages that could not be read, where others could
}

// Add adds a page of a file of so many, which may have been skipped.
func (f *File) Add(of int, sheets []Sheet, skipped *Skipped) {
	f.Pages = of
	f.Sheets = append(f.Sheets, sheets...)
	if skipped != nil {
		f.Skipped = append(f.Skipped, *skipped)
	}
}

// A Skipped is a page of a file that was not read.
type Skipped struct {
	Page int    // from 1
	Why  string // the error of that page, with its kind first
}

// Steps are the entries' Step, which the API doesn't show, as they travel between
// processes.
func (f Full) Steps() map[string][]float64 {
	steps := make(map[string][]float64, len(f))
	for name, entries := range f {
		for i := range entries {
			steps[name] = append(steps[name], entries[i].Step)
		}
	}
	return steps
}

// SetSteps puts back what Steps gave. Entries whose steps are missing have none.
func (f Full) SetSteps(steps map[string][]float64) {
	for name, entries := range f {
		for i := range entries[:min(len(entries), len(steps[name]))] {
			entries[i].Step = steps[name][i]
		}
	}
}

// A Person is what a report prints of the one whom it is about, besides names and
// numbers, which nobody keeps.
type Person struct {
	Sex string `json:"sex,omitempty"` // male, female or ""
	Age *int   `json:"age,omitempty"` // in completed years; nil when none was read surely
	// Differ says that sex or age is printed in two ways, as it is where pages of
	// two people were mixed up. Neither is given then.
	Differ bool `json:"differ,omitempty"`
}

// Known reports whether anything is known of a person.
func (p Person) Known() bool { return p.Sex != "" || p.Age != nil || p.Differ }

// Persons joins what several pages print.
func Persons(pages ...Person) Person {
	var all Person
	for _, p := range pages {
		switch {
		case p.Differ, all.Sex != "" && p.Sex != "" && all.Sex != p.Sex, all.Age != nil && p.Age != nil && *all.Age != *p.Age:
			return Person{Differ: true}
		}
		if p.Sex != "" {
			all.Sex = p.Sex
		}
		if p.Age != nil {
			all.Age = p.Age
		}
	}
	return all
}
