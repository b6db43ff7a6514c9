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
				amount := Amount{Value: value, Bound: sheets[n].Comparators[name]}
				for _, other := range given {
					differ = differ || other != amount
				}
				given[n] = amount
			}
		}
		for _, e := range entries {
			place := slices.Index(part, e.Sheet)
			if place < 0 {
				continue
			}
			if amount, ok := given[e.Sheet]; ok && !differ && e.Value == nil {
				e.Value, e.Comparator = &amount.Value, amount.Bound
				delete(given, e.Sheet) // the best entry of a sheet has its value
			}
			e.Sheet = place
			own[name] = append(own[name], e)
		}
	}
	return json.Marshal(own)
}

// Places tells where lines stand once Part has left out those of other sheets.
func Places(read json.RawMessage, others []Other, part []int) (map[Key]Key, error) {
	var full merge.Full
	if err := json.Unmarshal(read, &full); err != nil {
		return nil, err
	}
	to := map[Key]Key{}
	put := func(name string, k, sheet int, n *int) {
		if slices.Contains(part, sheet) {
			to[Key{name, k}] = Key{name, *n}
			*n++
		}
	}
	for name, entries := range full {
		n := 0
		for k := range entries {
			put(name, k, entries[k].Sheet, &n)
		}
	}
	n := 0
	for k := range others {
		put("", k, others[k].Sheet, &n)
	}
	return to, nil
}

// Moved is what was said of lines, by where they stand now; what went is left out.
func Moved(said map[Key]string, to map[Key]Key) map[Key]string {
	all := map[Key]string{}
	for at, text := range said {
		if now, ok := to[at]; ok {
			all[now] = text
		}
	}
	return all
}

// Joined puts the lines of another report behind those of one that has so many pictures
// and sheets. Where the two give an indicator different values, none is left.
func Joined(read, other json.RawMessage, pictures, sheets int) (all json.RawMessage, to map[Key]Key, err error) {
	full, more := merge.Full{}, merge.Full{}
	for _, one := range []struct {
		from json.RawMessage
		into *merge.Full
	}{{read, &full}, {other, &more}} {
		if len(one.from) > 0 {
			err = cmp.Or(err, json.Unmarshal(one.from, one.into))
		}
	}
	to = map[Key]Key{}
	for name, entries := range more {
		given := map[Amount]bool{}
		for k, e := range entries {
			e.Image, e.Sheet = e.Image+pictures, e.Sheet+sheets
			to[Key{name, k}] = Key{name, len(full[name])}
			full[name] = append(full[name], e)
		}
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
	if err == nil {
		all, err = json.Marshal(full)
	}
	return all, to, err
}

// PartBeside is what some sheets tell besides values.
func (b *Beside) PartBeside(part []int) Beside {
	own := Beside{Skipped: b.Skipped}
	for _, n := range part {
		own.Sheets = append(own.Sheets, b.Sheets[n])
		own.Day = cmp.Or(own.Day, b.Sheets[n].Date)
		if text := b.Sheets[n].Passages; text != "" {
			own.Texts += "\n\n" + text
		}
	}
	own.Texts = strings.TrimSpace(own.Texts)
	for _, u := range b.Unmatched {
		if u.Sheet = slices.Index(part, u.Sheet); u.Sheet >= 0 {
			own.Unmatched = append(own.Unmatched, u)
		}
	}
	return own
}
