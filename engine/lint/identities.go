package lint

import (
	"tijian/engine/message"
)

// mostCorners bounds the combinations of ends of plausible ranges that are tried.
const mostCorners = 6

// identities looks for what values must be to each other that nothing goes against: no
// combination of the ends of their plausible ranges.
func (c *checker) identities() {
	for _, i := range c.set.Coherence {
		n := len(i.Indicators)
		if n > mostCorners || i.When != nil {
			continue
		}
		idle := true
		for corner := range 1 << n {
			in := c.set.Scope.NewInputs()
			for k, of := range i.Indicators {
				in.SetNumber(c.set.Names.Indicators[of.Name], of.Plausible[corner>>k&1])
			}
			idle = idle && i.Held(in)
		}
		if idle {
			c.list.Add(message.IdentityIdle.At(i.At, "name", i.ID))
		}
	}
}
