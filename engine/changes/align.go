package changes

// farthest is how many leaves of two files may differ until they are no longer aligned,
// and whatever both have counts as moved.
const farthest = 2000

// A same leaf of two trees, by its index in either.
type same struct{ before, after int }

// align pairs the leaves that hold the same in the same order, as many as there can be,
// by Myers' algorithm: the shortest way from one file to the other along which leaves
// are taken away and put in.
func align(before, after []leaf) []same {
	var ways [][]int // by how much differs and by diagonal, how far in before
	for d := 0; d <= farthest; d++ {
		way := make([]int, 2*d+1)
		ways = append(ways, way)
		for k := -d; k <= d; k += 2 {
			_, i := step(ways, d, k)
			for i < len(before) && i-k < len(after) && before[i].is(&after[i-k]) {
				i++
			}
			if way[k+d] = i; i >= len(before) && i-k >= len(after) {
				return back(ways, d, k)
			}
		}
	}
	return nil
}

// step is where a way comes from, and where its next stretch of same leaves begins.
func step(ways [][]int, d, k int) (from, i int) {
	if d == 0 {
		return 0, 0
	}
	last := ways[d-1]
	if k == -d || k != d && last[k+d-2] < last[k+d] {
		return k + 1, last[k+d]
	}
	return k - 1, last[k+d-2] + 1
}

// back collects the same leaves along a way from its end.
func back(ways [][]int, d, k int) (pairs []same) {
	for ; d >= 0; d-- {
		from, begin := step(ways, d, k)
		for i := ways[d][k+d] - 1; i >= begin; i-- {
			pairs = append(pairs, same{i, i - k})
		}
		k = from
	}
	return pairs
}

// aligned tells a tree where what another one lacks would stand there, and gives the
// line of the first of its own leaves that stands in another order than there; 0 where
// none does.
func (t *tree) aligned(after *tree) (order int) {
	pairs := align(t.leaves, after.leaves)
	kept := make([]bool, len(after.leaves))
	at := map[int]int{}
	for _, p := range pairs {
		at[p.before], kept[p.after] = p.after, true
	}
	moved := map[[2]string]bool{}
	above := -1
	for i := range t.leaves {
		l := &t.leaves[i]
		if j, there := at[i]; there {
			above = j
			continue
		}
		moved[[2]string{l.path, l.value}] = true
		l.stood = after.near(l.path, above)
	}
	for i, l := range after.leaves {
		if !kept[i] && moved[[2]string{l.path, l.value}] {
			return l.line
		}
	}
	return 0
}

// near is the line of that leaf behind an index, or of the one after it, which has more
// of a path in common.
func (t *tree) near(path string, index int) int {
	line, most := 1, -1
	for i := max(index, 0); i <= min(index+1, len(t.leaves)-1); i++ {
		if n := common(path, t.leaves[i].path); n > most || n == most && i > index && n == len(path) {
			line, most = t.leaves[i].line, n
		}
	}
	return line
}

// common is how much of two paths is the same.
func common(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}
