package lines

import (
	"cmp"
	"encoding/json"
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

// Part is what some sheets say without the others. Values that were left out because
// the others were there come back, without a probability of their own: somebody has to
// look at them. None comes back that two of the sheets give otherwise.
func Part(read json.RawMessage, sheets []Sheet, part []int) (json.RawMessage, error) {
	var full merge.Full
	if err := json.Unmarshal(read, &full); err != nil {
		return nil, err
	}
	own := merge.Full{}
	for name, entries := range full {
		given, differ := map[int]Amount{}, false
		for _, n := range part {
			if value, ok := sheets[n].Values[name]; ok {
				amount := Amount{value, sheets[n].Comparators[name]}
				for _, other := range given {
					differ = differ || other != amount
				}
				given[n] = amount
			}
		}
		for _, e := range entries {
			if !slices.Contains(part, e.Sheet) {
				continue
			}
			if amount, ok := given[e.Sheet]; ok && !differ && e.Value == nil {
				e.Value, e.Comparator = &amount.Value, amount.Bound
				delete(given, e.Sheet) // the best entry of a sheet has its value
			}
			own[name] = append(own[name], e)
		}
	}
	return json.Marshal(own)
}

// PartBeside is what some sheets tell besides values.
func (b *Beside) PartBeside(part []int) Beside {
	own := Beside{Skipped: b.Skipped}
	for _, n := range part {
		own.Day = cmp.Or(own.Day, b.Sheets[n].Date)
		if text := b.Sheets[n].Passages; text != "" {
			own.Texts += "\n\n" + text
		}
	}
	own.Texts = strings.TrimSpace(own.Texts)
	for _, u := range b.Unmatched {
		if slices.Contains(part, u.Sheet) {
			own.Unmatched = append(own.Unmatched, u)
		}
	}
	return own
}
