package diff

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"

	"tijian/engine/assess"
	"tijian/engine/change"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// tries is how many persons are tried to find examples.
const tries = 1000

// A search looks for a person for whom something differs.
type search struct {
	of  func(r *assess.Result) any
	put func(e *change.Example)
}

// examples looks for persons for whom changed formulas give something else.
// The persons are always the same.
func (r *Report) examples(a, b *ruleset.Set) {
	r.Search(a, b, tries, population.Near(1, b, a))
}

// Search looks among so many persons for examples of what has none yet.
func (r *Report) Search(a, b *ruleset.Set, count int, persons iter.Seq[*assess.Request]) {
	var open []search
	for i := range r.Derived {
		if d := &r.Derived[i]; d.Example == nil && (d.Kind == change.Changed || d.Kind == change.Through) {
			open = append(open, search{func(r *assess.Result) any { return r.Derived[d.ID] }, func(e *change.Example) { d.Example = e }})
		}
	}
	for i := range r.Risks {
		if k := &r.Risks[i]; k.Example == nil && k.Kind == change.Through {
			open = append(open, search{func(r *assess.Result) any { return flagOf(r, k.ID) }, func(e *change.Example) { k.Example = e }})
		}
	}
	if len(open) == 0 {
		return
	}
	before, after := assess.New(a), assess.New(b)
	r.tried += count
	for person := range persons {
		if count--; count < 0 || len(open) == 0 {
			return
		}
		x, errX := before.Assess(person)
		y, errY := after.Assess(person)
		if errX != nil || errY != nil {
			continue
		}
		open = slices.DeleteFunc(open, func(s search) bool {
			from, to := s.of(x), s.of(y)
			if equal(from, to) {
				return false
			}
			person := population.Shrink(person, func(r *assess.Request) bool {
				x, errX := before.Assess(r)
				y, errY := after.Assess(r)
				return errX == nil && errY == nil && valueText(s.of(x)) == valueText(from) && valueText(s.of(y)) == valueText(to)
			})
			s.put(&change.Example{Person: population.Describe(b, person, problem.Chinese), PersonEN: population.Describe(b, person, problem.English), From: valueText(from), To: valueText(to)})
			return true
		})
	}
}

// flagOf is a risk's flag, nil when no sample shows it.
func flagOf(r *assess.Result, id string) any {
	for _, s := range r.Samples {
		for _, k := range s.Risks {
			if k.ID == id {
				return k.Flag
			}
		}
	}
	return nil
}

// dust is how far two numbers may lie apart, relatively, by the order of
// operations alone.
const dust = 1e-9

func equal(from, to any) bool {
	x, isX := from.(float64)
	y, isY := to.(float64)
	if isX && isY {
		return math.Abs(x-y) <= dust*max(math.Abs(x), math.Abs(y))
	}
	return from == to
}

func valueText(v any) string {
	switch x := v.(type) {
	case nil:
		return "∅"
	case float64:
		return strconv.FormatFloat(x, 'g', 6, 64)
	default:
		return fmt.Sprint(x)
	}
}
