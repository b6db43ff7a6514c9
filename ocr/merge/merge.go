// Package merge makes one result of several pictures of the same report, its
// pages or several shots of one page, and of several sheets on one picture.
package merge

import (
	"cmp"
	"slices"

	"tijian/ocr/result"
)

// An Entry is an entry of one picture. Its JSON is the API's full form of a
// task with several pictures.
type Entry struct {
	result.Entry
	Image int `json:"image"` // place of the picture among those of the task
}

// Full maps an indicator's standard name to its entries, best Sim first.
type Full map[string][]Entry

// Pictures joins what was read of each picture. What only one picture shows is
// taken as it is. Where two pictures give an indicator different values, none of
// its entries keeps one: which is right cannot be told, however many agree.
func Pictures(pictures []result.Full) Full {
	merged := Full{}
	given := map[string][]result.Entry{} // what each picture gives, by itself
	for image, full := range pictures {
		for name, entries := range full {
			for _, e := range entries {
				merged[name] = append(merged[name], Entry{e, image})
			}
			if i := slices.IndexFunc(entries, func(e result.Entry) bool { return e.Value != nil }); i >= 0 {
				given[name] = append(given[name], entries[i])
			}
		}
	}
	for name, entries := range merged {
		slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(b.Sim, a.Sim) })
		if !agree(given[name]) {
			for i := range entries {
				entries[i].Clear()
			}
		}
	}
	return merged
}

// Sheets joins what was read of each sheet on one picture, by the rule of
// Pictures. It never returns nil.
func Sheets(sheets []result.Full) result.Full {
	if len(sheets) == 1 {
		return sheets[0]
	}
	merged := result.Full{}
	for name, entries := range Pictures(sheets) {
		for _, e := range entries {
			merged[name] = append(merged[name], e.Entry)
		}
	}
	return merged
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
