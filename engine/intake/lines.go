package intake

import "iter"

// A line is a row of a table; number counts from 0.
type line struct {
	*table
	number int
}

// lines are the rows of tables that say something, those together that may be of one
// person, so that few of these are held at a time; begins is whether a row begins such a
// group.
func lines(tables []*table) iter.Seq2[line, bool] {
	all, groups := grouped(tables)
	return func(yield func(line, bool) bool) {
		for _, group := range groups {
			for k := group; k >= 0; k = all[k].next {
				if !yield(all[k].line, k == group) {
					return
				}
			}
		}
	}
}

// A linked row is one of a group.
type linked struct {
	line
	next int // of its group, negative for none
}

// grouped joins the rows of who has the same identifier, or may be called so by another
// sheet: groups are the first rows of each.
func grouped(tables []*table) (all []linked, groups []int) {
	named := false // some sheet may go by names
	for _, t := range tables {
		named = named || t.more
	}
	var up []int // towards the first row of the group
	first := func(k int) int {
		for up[k] != k {
			up[k] = up[up[k]]
			k = up[k]
		}
		return k
	}
	by := map[string]int{}
	for _, t := range tables {
		whose := -1
		for n := t.first; n < len(t.Rows); n++ {
			if t.blankRow(n) {
				continue
			}
			k := len(all)
			all, up = append(all, linked{line{t, n}, -1}), append(up, k)
			if kind := t.rowOf(t.Rows[n]); kind != ofPerson && whose >= 0 {
				up[k] = first(whose)
				continue
			}
			whose = k
			user, _ := t.identifier(t.Rows[n])
			names := []string{user}
			if named {
				names = append(names, t.cell(t.Rows[n], "name"))
			}
			for _, name := range names {
				if name == "" {
					continue
				}
				before, known := by[name]
				if !known {
					by[name] = k
					continue
				}
				a, b := first(k), first(before)
				up[max(a, b)] = min(a, b)
			}
		}
	}
	last := make([]int, len(all))
	for k := range all {
		if f := first(k); f == k {
			groups = append(groups, k)
			last[k] = k
		} else {
			all[last[f]].next = k
			last[f] = k
		}
	}
	return all, groups
}
