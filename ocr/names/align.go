package names

import "tijian/ocr/vocabulary"

// An alignment places a name inside a text.
type alignment struct {
	from, to int // letters of the text that the name covers
	cost     float64
	missing  int // characters of the name cut off at the end
}

// align finds the place in text where name fits at the least cost (Sellers
// 1980, with weighted substitutions). With mayCut the text may end before the
// name does.
func (c *Confusions) align(name []rune, text []vocabulary.Letter, mayCut bool, limit float64) (alignment, bool) {
	n, m := len(name), len(text)
	cost := make([]float64, 2*(n+1)+n)
	start := make([]int, 2*(n+1))
	lost := cost[2*(n+1):]
	before, now := cost[:n+1], cost[n+1:2*(n+1)]
	from, fromNow := start[:n+1], start[n+1:]
	for i := 1; i <= n; i++ {
		lost[i-1] = c.missing(name[i-1])
		before[i] = before[i-1] + lost[i-1]
	}
	best := alignment{cost: limit}
	found := false
	take := func(a alignment) {
		// At equal cost the longer cover explains more of the text.
		if a.cost < best.cost || found && a.cost == best.cost && a.to-a.from > best.to-best.from {
			best, found = a, true
		}
	}
	for j := 1; j <= m; j++ {
		now[0], fromNow[0] = 0, j
		more := c.extra(text[j-1].R)
		for i := 1; i <= n; i++ {
			now[i], fromNow[i] = before[i-1]+c.substitution(name[i-1], text[j-1].R), from[i-1]
			if d := before[i] + more; d < now[i] {
				now[i], fromNow[i] = d, from[i]
			}
			if d := now[i-1] + lost[i-1]; d < now[i] {
				now[i], fromNow[i] = d, fromNow[i-1]
			}
		}
		take(alignment{from: fromNow[n], to: j, cost: now[n]})
		before, now = now, before
		from, fromNow = fromNow, from
	}
	if mayCut {
		for i := leastRead(n); i < n; i++ {
			if before[i] > cutClean*float64(i) {
				continue // what is left must be read well
			}
			all := cutOnce
			for _, l := range lost[i:] {
				all += cut / missing * l
			}
			take(alignment{from: from[i], to: m, cost: before[i] + all, missing: n - i})
		}
	}
	return best, found
}

// leastRead is how many letters of a cut name of n must have been read.
func leastRead(n int) int { return max(3, (3*n+4)/5) }

// Distance is the weighted edit distance of two whole texts.
func (c *Confusions) Distance(a, b []rune) float64 {
	var short [2][16]float64 // as long as nearly all are
	before, now := short[0][:], short[1][:]
	if len(b) >= len(short[0]) {
		before, now = make([]float64, len(b)+1), make([]float64, len(b)+1)
	}
	before, now = before[:len(b)+1], now[:len(b)+1]
	for j := range before {
		before[j] = extra * float64(j)
	}
	for i := 1; i <= len(a); i++ {
		now[0] = missing * float64(i)
		for j := 1; j <= len(b); j++ {
			now[j] = min(before[j-1]+c.substitution(a[i-1], b[j-1]), before[j]+missing, now[j-1]+extra)
		}
		before, now = now, before
	}
	return before[len(b)]
}
