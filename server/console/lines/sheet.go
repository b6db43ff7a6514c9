package lines

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tijian/ocr/merge"
	"tijian/ocr/result"
)

// A Sheet is a sheet of a report that may be of several persons or days.
type Sheet struct {
	merge.Sheet
	Passages string `json:"passages,omitempty"`
}

// Person is whom a sheet is about, as printed.
func (s *Sheet) Person() result.Person { return result.Person{Sex: s.Sex, Age: s.Age} }

// Years is the age as printed; "" for none.
func (s Sheet) Years() string {
	if s.Age == nil {
		return ""
	}
	return strconv.Itoa(*s.Age)
}

// Parts are the sheets by whom and when they are of, as places. One that prints
// neither goes with the one before it.
func Parts(sheets []Sheet) (parts [][]int) {
	for n := range sheets {
		s := &sheets[n]
		at := slices.IndexFunc(parts, func(part []int) bool {
			first := &sheets[part[0]]
			return !result.Persons(first.Person(), s.Person()).Differ && (first.Date == "" || s.Date == "" || first.Date == s.Date)
		})
		switch {
		case s.Sex == "" && s.Age == nil && s.Date == "" && len(parts) > 0:
			last := len(parts) - 1
			parts[last] = append(parts[last], n)
		case at < 0:
			parts = append(parts, []int{n})
		default:
			parts[at] = append(parts[at], n)
		}
	}
	return parts
}

// Part is what some sheets say without the others, of pictures from a first one on, and
// where its lines stand now. Values that were left out because the others were there come
// back, without a probability of their own: somebody has to look at them. None comes back
// that two of the sheets give otherwise.
func Part(read json.RawMessage, sheets []Sheet, part []int, first int) (json.RawMessage, map[Key]Key, error) {
	var full merge.Full
	if err := json.Unmarshal(read, &full); err != nil {
		return nil, nil, err
	}
	own, to := merge.Full{}, map[Key]Key{}
	for name, entries := range full {
		given, differ := map[int]Amount{}, false
		for _, n := range part {
			if value, ok := sheets[n].Values[name]; ok {
				amount := Amount{Value: value, Bound: sheets[n].Comparators[name]}
				for _, other := range given {
					differ = differ || other != amount
				}
				given[n] = amount
			}
		}
		for k, e := range entries {
			place := slices.Index(part, e.Sheet)
			if place < 0 {
				continue
			}
			if amount, ok := given[e.Sheet]; ok && !differ && e.Value == nil {
				e.Value, e.Comparator = &amount.Value, amount.Bound
				delete(given, e.Sheet) // the best entry of a sheet has its value
			}
			e.Sheet, e.Image = place, e.Image-first
			to[Key{name, k}] = Key{name, len(own[name])}
			own[name] = append(own[name], e)
		}
	}
	all, err := json.Marshal(own)
	return all, to, err
}

// PartBeside is what some sheets tell besides values; see Part, whose places it adds to.
func (b *Beside) PartBeside(part []int, first int, to map[Key]Key) Beside {
	own := Beside{Skipped: b.Skipped}
	for _, n := range part {
		sheet := b.Sheets[n]
		sheet.Image -= first
		own.Sheets = append(own.Sheets, sheet)
		own.Day = cmp.Or(own.Day, sheet.Date)
		if sheet.Passages != "" {
			own.Texts += "\n\n" + sheet.Passages
		}
	}
	own.Texts = strings.TrimSpace(own.Texts)
	for k, u := range b.Unmatched {
		if u.Sheet = slices.Index(part, u.Sheet); u.Sheet >= 0 {
			u.Picture -= first
			to[Key{"", k}] = Key{"", len(own.Unmatched)}
			own.Unmatched = append(own.Unmatched, u)
		}
	}
	return own
}

// Joined puts the lines of another report behind those of one that has so many pictures
// and sheets. Where the two give an indicator different values, none is left.
func Joined(read, other json.RawMessage, pictures, sheets int) (json.RawMessage, map[Key]Key, error) {
	full, more, to := merge.Full{}, merge.Full{}, map[Key]Key{}
	if err := errors.Join(json.Unmarshal(read, &full), json.Unmarshal(other, &more)); err != nil {
		return nil, nil, err
	}
	for name, entries := range more {
		for k, e := range entries {
			e.Image, e.Sheet = e.Image+pictures, e.Sheet+sheets
			to[Key{name, k}] = Key{name, len(full[name])}
			full[name] = append(full[name], e)
		}
		given := map[Amount]bool{}
		for _, e := range full[name] {
			if e.Value != nil {
				given[Amount{Value: *e.Value, Bound: e.Comparator}] = true
			}
		}
		for k := range full[name] {
			if len(given) > 1 {
				full[name][k].Clear()
			}
		}
	}
	all, err := json.Marshal(full)
	return all, to, err
}

// Added has lines that were added stay where they stand; those of none of the indicators go
// behind what is said beside them.
func Added(said, beside map[Key]string, to map[Key]Key) {
	behind := 0
	for at := range beside {
		if at.Indicator == "" {
			behind = min(behind, at.Entry)
		}
	}
	for at := range said {
		now := at
		if at.Indicator == "" {
			now.Entry += behind
		}
		if at.Entry <= AddedEntry {
			to[at] = now
		}
	}
}

// Moved adds to what is said of lines what was said of others, by where they stand now.
func Moved(said, others map[Key]string, to map[Key]Key) map[Key]string {
	all := maps.Clone(said)
	if all == nil {
		all = map[Key]string{}
	}
	for at, text := range others {
		now, ok := to[at]
		if _, any := all[now]; ok && !any {
			all[now] = text
		}
	}
	return all
}
