package names

import "slices"

// An alignment places a name inside a text.
type alignment struct {
	from, to int // letters of the text that the name covers
	cost     float64
	missing  int // characters of the name cut off at the end
}

// A sign is a character with what its confusions say of it: what it looks like,
// and whether it tells items apart.
type sign struct {
	r, class rune
	telling  bool
	costly   bool // reading it for another costs more than for most
}

func (c *Confusions) sign(r rune) sign { return sign{r, c.class(r), c.telling[r], c.costly[r]} }

// missing is the cost of a name's character that was not read.
func (s sign) missing() float64 {
	if s.telling {
		return missing * tellingFactor
	}
	return missing
}

// extra is the cost of a read character that the name has not.
func (s sign) extra() float64 {
	if s.telling {
		return extra * tellingFactor
	}
	return extra
}

// instead is the cost of reading b for a. Only what looks alike or tells items
// apart is listed.
func (c *Confusions) instead(a, b sign) float64 {
	switch {
	case a.r == b.r:
		return 0
	case a.class == b.class, a.telling && b.telling, a.costly && b.costly:
		return c.substitution(a.r, b.r)
	}
	return 1
}

// insteadAlike is instead where whatever is not alike costs too much anyway.
func (c *Confusions) insteadAlike(a, b sign) float64 {
	switch {
	case a.r == b.r:
		return 0
	case a.class == b.class:
		return c.substitution(a.r, b.r)
	}
	return 1
}

// A scratch is the room that align works in, used again and again.
type scratch struct {
	cost  []float64
	start []int
}

func (s *scratch) get(n int) ([]float64, []int) {
	if need := 3*n + 2; len(s.cost) < need {
		s.cost, s.start = make([]float64, need), make([]int, need)
	}
	return s.cost[:3*n+2], s.start[:2*(n+1)]
}

// align finds the place in text where name fits at the least cost (Sellers
// 1980, with weighted substitutions). With mayCut the text may end before the
// name does.
func (c *Confusions) align(name []sign, text []sign, mayCut bool, limit float64, room *scratch) (alignment, bool) {
	n, m := len(name), len(text)
	cost, start := room.get(n)
	lost := cost[2*(n+1):]
	before, now := cost[:n+1], cost[n+1:2*(n+1)]
	from, fromNow := start[:n+1], start[n+1:]
	before[0] = 0
	for i := 1; i <= n; i++ {
		lost[i-1], from[i] = name[i-1].missing(), 0
		before[i] = before[i-1] + lost[i-1]
	}
	from[0] = 0
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
		more := text[j-1].extra()
		for i := 1; i <= n; i++ {
			now[i], fromNow[i] = before[i-1]+c.instead(name[i-1], text[j-1]), from[i-1]
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

// Distance is the weighted edit distance of two whole texts, where it is within a
// limit, else anything above that.
func (c *Confusions) Distance(a, b []rune, limit float64) float64 {
	return distance(a, b, c.substitution, limit)
}

// distance is the weighted edit distance of two texts, of which instead tells what
// reading one character for another costs. It ends once all ways are above the limit.
func distance[T any](a, b []T, instead func(T, T) float64, limit float64) float64 {
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
			now[j] = min(before[j-1]+instead(a[i-1], b[j-1]), before[j]+missing, now[j-1]+extra)
		}
		if least := slices.Min(now); least > limit {
			return least
		}
		before, now = now, before
	}
	return before[len(b)]
}
