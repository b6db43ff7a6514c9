package diff

import (
	"maps"
	"slices"

	"tijian/engine/change"
	"tijian/engine/ruleset"
)

// derived compares derived values as they are written, and gives the ids of
// those that can differ, be it through others.
func (r *Report) derived(a, b *ruleset.Set) map[string]bool {
	from, to := byID(a), byID(b)
	changed := map[string]bool{}
	var same []string
	for _, id := range change.Names(from, to) {
		x, y := from[id], to[id]
		switch {
		case x == nil:
			r.Derived = append(r.Derived, change.Change[string]{ID: id, Title: y.Title, Kind: change.Added, ToAt: change.Row(y.At)})
		case y == nil:
			r.Derived = append(r.Derived, change.Change[string]{ID: id, Title: x.Title, Kind: change.Removed, FromAt: change.Row(x.At)})
		default:
			parts := parts(a, b, x, y)
			if len(parts) == 0 {
				same = append(same, id)
				continue
			}
			r.Derived = append(r.Derived, change.Change[string]{ID: id, Title: y.Title, Kind: change.Changed, Parts: parts, FromAt: change.Row(x.At), ToAt: change.Row(y.At)})
		}
		changed[id] = true
	}
	r.through(b, to, same, changed)
	return changed
}

// through adds what is written as before and uses what is not.
func (r *Report) through(set *ruleset.Set, all map[string]*ruleset.Derived, same []string, changed map[string]bool) {
	direct := maps.Clone(changed)
	for again := true; again; {
		again = false
		for _, id := range same {
			if !changed[id] && slices.ContainsFunc(uses(set, all[id].Slots()), func(used string) bool { return changed[used] }) {
				changed[id], again = true, true
			}
		}
	}
	for _, id := range same {
		if !changed[id] {
			continue
		}
		d := change.Change[string]{ID: id, Title: all[id].Title, Kind: change.Through, FromAt: change.Row(all[id].At), ToAt: change.Row(all[id].At)}
		for _, used := range uses(set, all[id].Slots()) {
			if changed[used] && used != id && (direct[used] || slices.Contains(same, used)) {
				d.Through = append(d.Through, used)
			}
		}
		r.Derived = append(r.Derived, d)
	}
}

func byID(s *ruleset.Set) map[string]*ruleset.Derived {
	m := map[string]*ruleset.Derived{}
	for _, d := range s.Derived {
		m[d.ID] = d
	}
	return m
}

// uses names the derived values behind slots, sorted.
func uses(set *ruleset.Set, slots []int) []string {
	var ids []string
	for _, d := range set.Derived {
		if slices.ContainsFunc(slots, d.Gives) {
			ids = append(ids, d.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

// parts names what is written otherwise.
func parts(a, b *ruleset.Set, x, y *ruleset.Derived) []string {
	var list []string
	differ := func(part string, same bool) {
		if !same {
			list = append(list, part)
		}
	}
	differ("type", x.Type == y.Type)
	differ("unit", x.Unit == y.Unit)
	differ("supplies", (x.Supplies == nil) == (y.Supplies == nil) && (x.Supplies == nil || x.Supplies.Name == y.Supplies.Name))
	differ("when", canonical(x.When) == canonical(y.When))
	differ("assume", slices.EqualFunc(x.Assume, y.Assume, func(p, q *ruleset.Assumption) bool {
		return a.Scope.Slot(p.Slot).Name == b.Scope.Slot(q.Slot).Name && canonical(p.Value) == canonical(q.Value)
	}))
	differ("let", slices.Equal(steps(a, x), steps(b, y)))
	differ("cases", slices.EqualFunc(reachable(x), reachable(y), func(p, q *ruleset.Case) bool {
		return canonical(p.When) == canonical(q.When) && canonical(p.Formula) == canonical(q.Formula)
	}))
	return list
}

// steps writes the steps of a derived value, sorted: each uses only those that
// stand before it, so that another order that loads gives the same.
func steps(set *ruleset.Set, d *ruleset.Derived) []string {
	var list []string
	for _, s := range d.Let {
		list = append(list, set.Scope.Slot(s.Slot).Name+" = "+canonical(s.Formula))
	}
	slices.Sort(list)
	return list
}

// reachable leaves out cases whose condition an earlier case has already.
func reachable(d *ruleset.Derived) []*ruleset.Case {
	seen := map[string]bool{}
	var list []*ruleset.Case
	for _, c := range d.Cases {
		if when := canonical(c.When); !seen[when] {
			seen[when] = true
			list = append(list, c)
		}
	}
	return list
}
