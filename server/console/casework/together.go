package casework

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"tijian/ocr/result"
	"tijian/server/cases"
	"tijian/server/console/lines"
)

// Together is of files that were sent together, each a case of its own: who reads a
// report keeps no names, so that nothing printed shows that two are of one person. They
// are joined, and parted again, by a person.
type Together struct {
	ID    string `json:"id,omitempty"` // of all
	Files int    `json:"files,omitempty"`
}

// CaseID is the number of the case of a file.
func (t Together) CaseID(place int) string {
	return uuid.NewSHA1(uuid.MustParse(t.ID), []byte(strconv.Itoa(place))).String()
}

// Others are the numbers of the other cases than one.
func (t Together) Others(but string) (list []string) {
	for n := range t.Files {
		if id := t.CaseID(n); id != but {
			list = append(list, id)
		}
	}
	return list
}

// Fits reports whether the paper gives reason to take another case for one of the same
// examination of the same person: the same name or number, or the same day; nothing that both
// say differs.
func (f *File) Fits(o *File) bool {
	same := func(a, b string) bool { return a != "" && a == b }
	return !f.Failed && !o.Failed && !f.Another(&o.Head) && (f.On == "" || o.On == "" || f.On == o.On) && !f.Mixed() && !o.Mixed() &&
		(same(f.Name, o.Name) || same(f.Number, o.Number) || same(f.Person, o.Person) || same(f.On, o.On))
}

// Paper is how many pictures it has.
func (f *File) Paper() int { return f.Pictures + len(f.Joint) }

// Sealed is as which picture of which case one was sealed.
func (f *File) Sealed(nth int) (id string, at int) {
	if n := nth - f.Pictures - 1; n >= 0 && n < len(f.Joint) {
		return f.Joint[n], 1
	}
	return f.ID, nth
}

// Absorb takes in another case of one file, with what was said of its lines.
func (f *File) Absorb(o *File) (err error) {
	pictures, sheets := f.Paper(), len(f.Sheets)
	all, to, err := lines.Joined(f.Read, o.Read, pictures, sheets)
	if err != nil {
		return err
	}
	for k, u := range o.Unmatched {
		to[lines.Key{Entry: k}] = lines.Key{Entry: len(f.Unmatched)}
		u.Picture, u.Sheet = u.Picture+pictures, u.Sheet+sheets
		f.Unmatched = append(f.Unmatched, u)
	}
	for _, s := range o.Sheets {
		s.Image += pictures
		f.Sheets = append(f.Sheets, s)
	}
	lines.Added(o.Said, f.Said, to)
	f.Read, f.Said, f.As = all, lines.Moved(f.Said, o.Said, to), lines.Moved(f.As, o.As, to)
	f.Printed, f.Day, f.Skipped = result.Persons(f.Printed, o.Printed), cmp.Or(f.Day, o.Day), f.Skipped || o.Skipped
	f.Texts = strings.TrimSpace(f.Texts + "\n\n" + o.Texts)
	f.Joint, f.Sums, f.Answers = slices.Concat(f.Joint, []string{o.ID}, o.Joint), slices.Concat(f.Sums, o.Sums), nil
	return nil
}

// Unjoin takes the files out again that were joined, each the case that it was.
func (f *File) Unjoin() (others []*File, err error) {
	whole := *f
	of := func(picture int) (part []int) {
		for n := range whole.Sheets {
			if whole.Sheets[n].Image == picture {
				part = append(part, n)
			}
		}
		return part
	}
	for n, id := range whole.Joint {
		one := &File{Case: cases.Case{Owner: f.Owner, ID: id, Person: cases.NewPerson(), Pictures: 1}, Body: Body{Together: f.Together, Sums: whole.Sums[n+1 : n+2]}}
		err = cmp.Or(err, one.take(&whole, of(n+1), n+1))
		others = append(others, one)
	}
	if len(others) > 0 {
		f.Joint, f.Sums = nil, whole.Sums[:1]
		err = cmp.Or(err, f.take(&whole, of(0), 0))
	}
	return others, err
}
