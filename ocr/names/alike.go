package names

import (
	"slices"
	"sync"
)

// An alike finds the names that have enough characters in common with a text,
// look-alikes included, without looking at the others.
type alike struct {
	with  map[rune][]share // by class of look-alikes
	least []int            // characters of each name that must be in the text; 0 where this is not asked
	room  sync.Pool        // of *tally
}

// A share is how many characters of a class a name has.
type share struct{ name, count int }

// A tally counts, of each name, the characters met so far.
type tally struct{ counts, met []int }

// newAlike indexes the names of which least says how many characters must be in a
// text, 0 for those that are not to be found.
func newAlike(all []name, least func(*name) int) *alike {
	a := &alike{with: map[rune][]share{}, least: make([]int, len(all))}
	a.room.New = func() any { return &tally{counts: make([]int, len(all))} }
	for i := range all {
		a.least[i] = least(&all[i])
		if a.least[i] == 0 {
			continue
		}
		counts := map[rune]int{}
		for _, s := range all[i].signs {
			counts[s.class]++
		}
		for class, n := range counts {
			a.with[class] = append(a.with[class], share{i, n})
		}
	}
	return a
}

// find gives the places of the names that a text of these signs may be, in order.
func (a *alike) find(text []sign) []int {
	t := a.room.Get().(*tally)
	defer a.room.Put(t)
	for i, s := range text {
		if slices.ContainsFunc(text[:i], func(o sign) bool { return o.class == s.class }) {
			continue
		}
		for _, w := range a.with[s.class] {
			if t.counts[w.name] == 0 {
				t.met = append(t.met, w.name)
			}
			t.counts[w.name] += w.count
		}
	}
	var found []int
	for _, i := range t.met {
		if t.counts[i] >= a.least[i] {
			found = append(found, i)
		}
		t.counts[i] = 0
	}
	t.met = t.met[:0]
	slices.Sort(found)
	return found
}
