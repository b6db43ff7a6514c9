package population

import (
	"iter"
	"math"
	"math/rand/v2"

	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// Varied makes n persons for a set, half of them near its bounds. A third sends
// more than values: printed ranges, earlier results, numbers asked for besides,
// days since the examination. The same set and seed give the same persons.
func (m *Model) Varied(n int, seed uint64, set *ruleset.Set) iter.Seq[*assess.Request] {
	return func(yield func(*assess.Request) bool) {
		near, stop := iter.Pull(Near(seed, set))
		defer stop()
		for i := range n {
			random := rand.New(rand.NewPCG(^seed, uint64(i)))
			r := m.one(seed, uint64(i))
			if i%2 == 1 {
				r, _ = near()
			}
			if random.IntN(3) == 0 {
				more(r, set, random)
			}
			if !yield(r) {
				return
			}
		}
	}
}

// more gives a person what few people send.
func more(r *assess.Request, set *ruleset.Set, random *rand.Rand) {
	r.SetDaysSince(random.IntN(30))
	for _, a := range set.Arguments {
		if a.Type == expression.Number {
			r.Arguments[a.Path] = float64(random.IntN(42))
		}
	}
	for i := range r.Samples {
		s := &r.Samples[i]
		if random.IntN(4) > 0 {
			continue
		}
		low := s.Value * (0.4 + random.Float64())
		s.Reference = &assess.Reference{Low: low, High: low + math.Abs(low)*(0.5+random.Float64())}
		s.Previous = []assess.Earlier{{Value: s.Value * (0.5 + random.Float64()), At: r.At.AddDate(0, -1-random.IntN(24), 0)}}
	}
}
