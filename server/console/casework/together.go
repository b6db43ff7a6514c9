package casework

import (
	"cmp"
	"maps"
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
	Place int    `json:"place,omitempty"`
	Files int    `json:"files,omitempty"`
}

// CaseID is the number of the case of a file.
func (t Together) CaseID(place int) string {
	return uuid.NewSHA1(uuid.MustParse(t.ID), []byte(strconv.Itoa(place))).String()
}

// Others are the numbers of the other cases.
func (t Together) Others() (list []string) {
	for n := range t.Files {
		if n != t.Place {
			list = append(list, t.CaseID(n))
		}
	}
	return list
}

// Fits reports whether another case may be of the same examination of the same person by
// what both print.
func (f *File) Fits(o *File) bool {
	return !f.Another(&o.Head) && (f.On == "" || o.On == "" || f.On == o.On) && !f.Mixed() && !o.Mixed()
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
	for k := range o.Unmatched {
		to[lines.Key{Entry: k}] = lines.Key{Entry: len(f.Unmatched) + k}
	}
	for at := range o.Said {
		if at.Entry == lines.AddedEntry {
			to[at] = at
		}
	}
	f.Read, f.Said, f.As = all, joined(lines.Moved(o.Said, to), f.Said), joined(lines.Moved(o.As, to), f.As)
	for _, u := range o.Unmatched {
		u.Picture, u.Sheet = u.Picture+pictures, u.Sheet+sheets
		f.Unmatched = append(f.Unmatched, u)
	}
	for _, s := range o.Sheets {
		s.Image += pictures
		f.Sheets = append(f.Sheets, s)
	}
	f.Printed, f.Day, f.Skipped = result.Persons(f.Printed, o.Printed), cmp.Or(f.Day, o.Day), f.Skipped || o.Skipped
	f.Texts = strings.TrimSpace(f.Texts + "\n\n" + o.Texts)
	f.Joint, f.Sums, f.Answers = slices.Concat(f.Joint, []string{o.ID}, o.Joint), slices.Concat(f.Sums, o.Sums), nil
	return nil
}

// joined has what was said before the rest.
func joined(more, first map[lines.Key]string) map[lines.Key]string {
	maps.Copy(more, first)
	return more
}

// Unjoin takes the files out again that were joined, each the case that it was.
func (f *File) Unjoin() (others []*File, err error) {
	whole := *f
	f.Joint, f.Sums = nil, f.Sums[:min(f.Pictures, len(f.Sums))]
	of := func(from, until int) (part []int) {
		for n := range whole.Sheets {
			if image := whole.Sheets[n].Image; from <= image && image < until {
				part = append(part, n)
			}
		}
		return part
	}
	if err := f.take(&whole, of(0, f.Pictures)); err != nil {
		return nil, err
	}
	for n, id := range whole.Joint {
		at := f.Pictures + n
		one := &File{Case: cases.Case{Owner: f.Owner, ID: id, Person: cases.NewPerson(), Pictures: 1}, Body: Body{Together: whole.Together}}
		for place := range whole.Together.Files {
			if whole.Together.CaseID(place) == id {
				one.Together.Place = place
			}
		}
		if at < len(whole.Sums) {
			one.Sums = whole.Sums[at : at+1]
		}
		if err := one.take(&whole, of(at, at+1)); err != nil {
			return nil, err
		}
		if one.Read, _, err = lines.Joined(nil, one.Read, -at, 0); err != nil {
			return nil, err
		}
		for k := range one.Unmatched {
			one.Unmatched[k].Picture -= at
		}
		for k := range one.Sheets {
			one.Sheets[k].Image -= at
		}
		others = append(others, one)
	}
	return others, nil
}
