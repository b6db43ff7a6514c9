package lattice

import (
	"slices"
	"strings"

	"tijian/engine/expression"
)

// A Where limits one input, for machines. Missing says that it also holds when
// the input is not sent.
type Where struct {
	Input   string  `json:"input"`
	Values  []any   `json:"values,omitempty"`
	Ranges  []Range `json:"ranges,omitempty"`
	Missing bool    `json:"missing,omitempty"`
}

// A Range of numbers; an end that is nil goes on as far as is plausible.
type Range struct {
	From     *float64 `json:"from,omitempty"`
	FromOpen bool     `json:"from_open,omitempty"`
	To       *float64 `json:"to,omitempty"`
	ToOpen   bool     `json:"to_open,omitempty"`
}

// Where lists the inputs that a box limits.
func (s *Space) Where(b *Box) []Where {
	list := []Where{}
	for i := range s.Dimensions {
		if set := b.sets[i]; strings.Contains(set, "\x00") {
			list = append(list, s.Dimensions[i].where(set))
		}
	}
	return list
}

func (d *Dimension) where(set string) Where {
	w := Where{Input: d.Name}
	for first := 0; first < len(d.Points); first++ {
		switch {
		case set[first] == 0:
		case d.Points[first] == nil:
			w.Missing = true
		case d.Type != expression.Number:
			w.Values = append(w.Values, d.Points[first])
		default:
			last := first
			for last+1 < len(d.cell) && set[last+1] == 1 {
				last++
			}
			w.Ranges = append(w.Ranges, d.rangeOf(first, last))
			first = last
		}
	}
	return w
}

func (d *Dimension) rangeOf(first, last int) Range {
	s := d.interval(first, last)
	if d.age { // whole years
		s = Interval{Low: End{At: d.Points[first].(float64), None: first == 0}, High: End{None: true}}
		if last+1 < len(d.cell) {
			s.High = End{At: d.Points[last+1].(float64) - 1}
		}
	}
	var r Range
	if !s.Low.None {
		r.From, r.FromOpen = &s.Low.At, s.Low.Open
	}
	if !s.High.None {
		r.To, r.ToOpen = &s.High.At, s.High.Open
	}
	return r
}

// Holds reports whether a value of the input is within; nil is one not sent.
func (w *Where) Holds(value any) bool {
	if value == nil {
		return w.Missing
	}
	x, isNumber := value.(float64)
	return slices.Contains(w.Values, value) || isNumber && slices.ContainsFunc(w.Ranges, func(r Range) bool {
		return (r.From == nil || x > *r.From || x == *r.From && !r.FromOpen) && (r.To == nil || x < *r.To || x == *r.To && !r.ToOpen)
	})
}
