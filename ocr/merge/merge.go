// Package merge makes one result of the sheets of a report: several pictures of it,
// the pages of a file, several sheets on one picture.
package merge

import (
	"cmp"
	"encoding/json"
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/specimen"
	"tijian/ocr/person"
	"tijian/ocr/result"
)

// An Entry is an entry with where it stands. Its JSON is the API's full form of a
// task with several pictures.
type Entry struct {
	result.Entry
	Image int `json:"image"`           // place of the picture among those of the task
	Page  int `json:"page,omitempty"`  // of a file with several, from 1
	Sheet int `json:"sheet,omitempty"` // place of the sheet among those of the task
}

// Full maps an indicator's standard name to its entries, best Sim first.
type Full map[string][]Entry

// Sheets joins what was read of each sheet. What only one of them shows is taken as
// it is. Where two give an indicator different values, none of its entries keeps
// one: which is right cannot be told, however many agree. Where the sheets are of
// several persons or days, no entry of any indicator keeps one.
func Sheets(sheets []result.Sheet) Full {
	merged := Full{}
	given := map[string][]result.Entry{} // what each sheet gives, by itself
	for n, sheet := range sheets {
		for name, entries := range sheet.Full {
			for _, e := range entries {
				merged[name] = append(merged[name], Entry{e, sheet.Image, sheet.Page, n})
			}
			if i := slices.IndexFunc(entries, func(e result.Entry) bool { return e.Value != nil }); i >= 0 {
				given[name] = append(given[name], entries[i])
			}
		}
	}
	persons, days := Apart(sheets)
	for name, entries := range merged {
		slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(b.Sim, a.Sim) })
		if persons || days || !agree(given[name]) {
			for i := range entries {
				entries[i].Clear()
			}
		}
	}
	return merged
}

// Apart tells whether sheets are of several persons, and of several days: whose, or
// of when, a value is that another sheet shows cannot be told then.
func Apart(sheets []result.Sheet) (persons, days bool) {
	var all []result.Person
	for i := range sheets {
		all = append(all, sheets[i].Person)
		for k := range i + 1 {
			days = days || !person.SameDay(sheets[i].Day, sheets[k].Day)
		}
	}
	return result.Persons(all...).Differ, days
}

// Foreign takes out the entries without a value of indicators of another specimen than the
// paper says, as rows of none of those.
func (f Full) Foreign(dict *dictionary.Dictionary) (out []Unmatched) {
	for name, entries := range f {
		i, known := dict.Lookup(name)
		f[name] = slices.DeleteFunc(entries, func(e Entry) bool {
			gone := known && e.Value == nil && specimen.Foreign(e.Specimen, i.Specimen)
			if gone {
				out = append(out, Unmatched{e.Sheet, result.Unmatched{Name: e.Name, Unit: e.Unit, Reference: e.Reference, Flag: e.Flag, Specimen: e.Specimen,
					Idx: e.Idx, IdxOfValue: e.IdxOfValue, Coords: e.Coords}})
			}
			return gone
		})
		if len(f[name]) == 0 {
			delete(f, name)
		}
	}
	return out
}

// Plain gives the entries without where they stand.
func (f Full) Plain() result.Full {
	plain := result.Full{}
	for name, entries := range f {
		for _, e := range entries {
			plain[name] = append(plain[name], e.Entry)
		}
	}
	return plain
}

// JSON is the API's full form. A task with a single picture has no image.
func (f Full) JSON(several bool) (json.RawMessage, error) {
	if several {
		return json.Marshal(f)
	}
	type entry struct {
		result.Entry
		Page  int `json:"page,omitempty"`
		Sheet int `json:"sheet,omitempty"`
	}
	single := make(map[string][]entry, len(f))
	for name, entries := range f {
		for _, e := range entries {
			single[name] = append(single[name], entry{e.Entry, e.Page, e.Sheet})
		}
	}
	return json.Marshal(single)
}

// agree reports whether each two of the entries have the same value.
func agree(entries []result.Entry) bool {
	for i := range entries {
		for j := range i {
			if !entries[i].Agrees(&entries[j]) {
				return false
			}
		}
	}
	return true
}
