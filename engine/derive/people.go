package derive

import (
	"slices"

	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// maxPeople is how many cells of inputs are worked out for values that are
// looked at together.
const maxPeople = 1 << 13

// People knows in which cells of a space somebody can be, as far as days of age
// and derived values follow from other inputs: nobody of 17 years is a newborn.
// What cells do not tell, or too many of them, can be anything.
type People struct{ groups []following }

// following are dimensions whose points follow from those of others.
type following struct {
	given, own []int
	known      map[string][][]int // points of own that can be, by those of given
}

// PeopleOf works out the people of a space of conditions of a set.
func PeopleOf(set *ruleset.Set, space *lattice.Space) *People {
	p := &People{}
	nothing, loose := &gathering{set: set, space: space}, &gathering{set: set, space: space, loose: true}
	g := nothing
	for i := range space.Dimensions {
		v, ok := set.Scope.Lookup(space.Dimensions[i].Name)
		if !ok {
			continue
		}
		next := g.with(i, v.Slot)
		switch {
		case next == nil:
		case next.inputs() != nil: // with those before
			g = next
		case nothing.with(i, v.Slot).inputs() != nil: // with those that follow
			p.add(g)
			g = nothing.with(i, v.Slot)
		case loose.with(i, v.Slot).inputs() != nil:
			p.add(loose.with(i, v.Slot))
		default:
			p.add(nothing.there(i, v.Slot))
		}
	}
	p.add(g)
	return p
}

func (p *People) add(g *gathering) {
	if len(g.own) > 0 && g.inputs() != nil {
		p.groups = append(p.groups, g.follow())
	}
}

// Settle moves what follows from the other points of a cell to the nearest that
// can be; false where nothing can.
func (p *People) Settle(point []int) bool {
	for i := range p.groups {
		f := &p.groups[i]
		best, least := -1, len(f.own)+1
		can := f.known[key(point, f.given)]
		for k, own := range can {
			if away := f.away(point, own); away < least {
				best, least = k, away
			}
		}
		if best < 0 {
			return false
		}
		for n, at := range f.own {
			point[at] = can[best][n]
		}
	}
	return true
}

// Possible reports whether somebody may be in a cell.
func (p *People) Possible(point []int) bool {
	for i := range p.groups {
		f := &p.groups[i]
		if !slices.ContainsFunc(f.known[key(point, f.given)], func(own []int) bool { return f.away(point, own) == 0 }) {
			return false
		}
	}
	return true
}

// away is in how many dimensions a point is not as it can be.
func (f *following) away(point, own []int) (n int) {
	for i, at := range f.own {
		if point[at] != own[i] {
			n++
		}
	}
	return n
}

func key(point, dimensions []int) string {
	text := make([]byte, 0, 2*len(dimensions))
	for _, at := range dimensions {
		text = append(text, byte(point[at]), byte(point[at]>>8))
	}
	return string(text)
}

// A gathering is dimensions that are looked at together, with the derived values
// behind them.
type gathering struct {
	set    *ruleset.Set
	space  *lattice.Space
	own    []int                 // dimensions
	slots  []int                 // theirs
	values []*ruleset.Derived    // in the order in which they can be worked out
	base   []int                 // slots of inputs that are no derived values
	when   *expression.Condition // then there is the value, whatever it is; nil where values are worked out
	loose  bool                  // steps can be anything
	cut    *lattice.Space        // the inputs; nil when not asked yet
}

// with adds a dimension; nil where it follows from nothing.
func (g *gathering) with(dimension, slot int) *gathering {
	next := &gathering{set: g.set, space: g.space, loose: g.loose, own: append(slices.Clone(g.own), dimension), slots: append(slices.Clone(g.slots), slot), base: slices.Clone(g.base)}
	wanted := map[int]bool{}
	for _, d := range g.values {
		wanted[d.Slot] = true
	}
	switch {
	case worked(g.set, slot) != nil:
		wanted[slot] = true
	case slot != g.set.Names.AgeDays:
		return nil
	default:
		next.base = append(next.base, slot)
	}
	next.behind(wanted)
	return next
}

// there is about a value whose formula cells do not tell: it is there only where
// its own condition holds.
func (g *gathering) there(dimension, slot int) *gathering {
	next := &gathering{set: g.set, space: g.space}
	d := worked(g.set, slot)
	if d == nil || d.When == nil {
		return next
	}
	next.own, next.slots, next.when = []int{dimension}, []int{slot}, d.When
	next.behind(next.need(d.When.Slots(), nil, map[int]bool{}))
	return next
}

// behind finds the values behind some, and the inputs behind all.
func (g *gathering) behind(wanted map[int]bool) {
	g.values = nil
	for _, d := range slices.Backward(g.set.Derived) { // each follows those it needs
		if !wanted[d.Slot] {
			continue
		}
		if g.loose && len(d.Let) > 0 {
			copied := *d
			copied.Let = nil
			d = &copied
		}
		g.values = append(g.values, d)
		g.need(d.Slots(), d.Let, wanted)
	}
	slices.Reverse(g.values)
	if slices.Contains(g.base, g.set.Names.AgeDays) {
		g.base = append(g.base, g.set.Names.Age)
	}
	slices.Sort(g.base)
	g.base = slices.Compact(g.base)
}

// need notes what slots hold: derived values as wanted, inputs as such.
func (g *gathering) need(slots []int, steps []*ruleset.Step, wanted map[int]bool) map[int]bool {
	for _, slot := range slots {
		switch {
		case worked(g.set, slot) != nil:
			wanted[slot] = true
		case !slices.ContainsFunc(steps, func(s *ruleset.Step) bool { return s.Slot == slot }):
			g.base = append(g.base, slot)
		}
	}
	return wanted
}

// worked is the derived value of a slot that nobody can send, nil for none.
func worked(set *ruleset.Set, slot int) *ruleset.Derived {
	for _, d := range set.Derived {
		if d.Slot != slot {
			continue
		}
		if _, sent := set.Dictionary.Lookup(d.ID); !sent {
			return d
		}
	}
	return nil
}

// inputs cuts what the values are worked out from; nil where cells do not tell
// everything or are too many.
func (g *gathering) inputs() *lattice.Space {
	if g.cut != nil {
		return g.cut
	}
	sources := []lattice.Source{g.space.Cuts(g.base)}
	if g.when != nil {
		sources = append(sources, g.when)
	}
	for _, d := range g.values {
		for _, e := range d.Expressions() {
			sources = append(sources, e)
		}
	}
	s := lattice.Complete(g.set, nil, sources...)
	s.Dimensions = slices.DeleteFunc(s.Dimensions, func(d lattice.Dimension) bool { return !slices.Contains(g.base, d.Slot()) })
	inexact := func(d lattice.Dimension) bool { return slices.Contains(s.Inexact, d.Name) }
	if s.Size() > maxPeople || slices.ContainsFunc(s.Dimensions, inexact) {
		return nil
	}
	g.cut = s
	return s
}

// follow works out what can be in every cell of the inputs.
func (g *gathering) follow() following {
	f := following{own: g.own, known: map[string][][]int{}}
	s := g.inputs()
	from := []int{} // dimensions of the inputs, by given
	for i := range s.Dimensions {
		at := slices.IndexFunc(g.space.Dimensions, func(d lattice.Dimension) bool { return d.Name == s.Dimensions[i].Name })
		if at >= 0 && !slices.Contains(g.own, at) {
			f.given, from = append(f.given, at), append(from, i)
		}
	}
	part := *g.set
	part.Derived = g.values
	values := New(&part)
	in := g.set.Scope.NewInputs()
	put := s.Putter(g.set)
	full := make([]int, len(g.space.Dimensions))
	s.Each(nil, func(point []int) bool {
		if !g.person(s, point) {
			return true
		}
		put(in, point)
		for _, v := range values {
			in.Unset(v.Slot)
			if x, c, _ := v.Assuming(in); c != nil {
				in.Put(v.Slot, x)
			}
		}
		for n, at := range f.given {
			if full[at] = g.space.Dimensions[at].At(s.Dimensions[from[n]].Points[point[from[n]]]); full[at] < 0 {
				return true
			}
		}
		k := key(full, f.given)
		for _, own := range g.points(in) {
			if !slices.ContainsFunc(f.known[k], func(x []int) bool { return slices.Equal(x, own) }) {
				f.known[k] = append(f.known[k], own)
			}
		}
		return true
	})
	return f
}

// points are those of the dimensions that follow from inputs.
func (g *gathering) points(in *expression.Inputs) (all [][]int) {
	if g.when != nil && g.when.Eval(in) == expression.True {
		for at := range g.space.Dimensions[g.own[0]].Points {
			all = append(all, []int{at})
		}
		return all
	}
	own := make([]int, len(g.own))
	for n, at := range g.own {
		if own[n] = g.space.Dimensions[at].At(in.Value(g.slots[n])); own[n] < 0 {
			return nil
		}
	}
	return [][]int{own}
}

// person reports whether somebody may have the inputs at a point: the person is
// always known, and so many years are so many days.
func (g *gathering) person(s *lattice.Space, point []int) bool {
	n := &g.set.Names
	years, days := [2]int{0, ruleset.MaxAge}, [2]int{0, 366 * (ruleset.MaxAge + 1)}
	for i := range s.Dimensions {
		d, ok := &s.Dimensions[i], true
		switch {
		case d.Slot() == n.Age && point[i] > 0:
			years[0], years[1], ok = d.Whole(point[i], years[0], years[1])
		case d.Slot() == n.AgeDays && point[i] > 0:
			days[0], days[1], ok = d.Whole(point[i], days[0], days[1])
		case slices.Contains(n.Person(), d.Slot()):
			ok = point[i] > 0
		}
		if !ok {
			return false
		}
	}
	return days[1] >= 365*years[0] && days[0] <= 366*(years[1]+1)-1
}
