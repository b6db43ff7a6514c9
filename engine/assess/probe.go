package assess

import (
	"math/rand/v2"
	"slices"

	"tijian/engine/cells"
	"tijian/engine/compiled"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

const (
	// maxTried is how many cells of a condition's inputs are tried one by one.
	maxTried = 256
	// tries of a condition with more cells, and of a formula.
	tries = 24
)

// A probe compares compiled conditions and formulas with expr.
type probe struct {
	set    *ruleset.Set
	in     *compiled.Inputs
	env    *expression.Env
	random *rand.Rand
}

func newProbe(set *ruleset.Set) *probe {
	return &probe{set: set, in: compiled.NewInputs(set.Scope), env: set.Scope.NewEnv(), random: rand.New(rand.NewPCG(1, 2))}
}

// put sets an input for both; nil is "not sent".
func (p *probe) put(slot int, value any) {
	p.in.Set(slot, value)
	p.env.Set(slot, value)
}

// condition says whether both decide alike: in every cell of the inputs, or
// where those are too many, in some.
func (p *probe) condition(c *compiled.Condition) bool {
	slots := slices.Concat(c.Source.Inputs, c.Source.Asked)
	dimensions, exact := dimensionsOf(p.set, slots, c.Source)
	return p.agree(dimensions, exact, func() bool { return c.Eval(p.in) == c.Source.Eval(p.env) })
}

func (p *probe) formula(f *compiled.Formula) bool {
	slots := slices.Concat(f.Source.Inputs, f.Source.Asked)
	dimensions, _ := dimensionsOf(p.set, slots, f.Source)
	return p.agree(dimensions, len(slots) == 0, func() bool { return f.Eval(p.in) == f.Source.Eval(p.env) })
}

func (p *probe) agree(dimensions []*dimension, exact bool, same func() bool) bool {
	ok := true
	if exact && size(dimensions) <= maxTried {
		walk(dimensions, p.put, func(int) { ok = ok && same() })
	} else {
		for range tries {
			for _, d := range dimensions {
				cell := p.random.IntN(d.size)
				if cell == missing && p.random.IntN(2) == 0 {
					cell = p.random.IntN(d.size) // else hardly any formula has all it needs
				}
				p.put(d.slot, p.nearby(d, cell))
			}
			ok = ok && same()
		}
	}
	for _, d := range dimensions {
		p.put(d.slot, nil)
	}
	return ok
}

// nearby gives a value of a cell, not always the same.
func (p *probe) nearby(d *dimension, cell int) any {
	value := d.point(cell)
	if x, ok := value.(float64); ok && d.axis.Len() > 1 {
		if y := x * (0.9 + 0.2*p.random.Float64()); d.axis.Cell(y) == cell-1 {
			return y
		}
	}
	return value
}

// bounded is a condition or formula: it tells where its answer can change.
type bounded interface {
	Bounds(*expression.Variable) expression.Bounds
}

// dimensionsOf cuts inputs into cells at the constants that sources compare
// them with. Not exact: the cells do not tell everything about the sources.
func dimensionsOf[S bounded](set *ruleset.Set, slots []int, sources ...S) (dimensions []*dimension, exact bool) {
	exact = true
	slots = slices.Clone(slots)
	slices.Sort(slots)
	for _, slot := range slices.Compact(slots) {
		v := set.Scope.Slot(slot)
		d := &dimension{slot: slot, kind: v.Type, words: v.Allowed}
		switch v.Type {
		case expression.Boolean:
			d.size = 3
		case expression.String:
			d.size = 1 + len(v.Allowed)
		default:
			var bounds []float64
			for _, s := range sources {
				b := s.Bounds(v)
				bounds = append(bounds, b.Numbers...)
				exact = exact && b.Exact
			}
			if i, ok := set.Dictionary.Lookup(v.Name); ok {
				bounds = append(bounds, i.Plausible[:]...)
			} else if len(bounds) == 0 {
				bounds = []float64{0, MaxAge / 2}
			}
			d.axis = cells.NewAxis(bounds...)
			d.size = 1 + d.axis.Len()
		}
		dimensions = append(dimensions, d)
	}
	stride := 1
	for _, d := range dimensions {
		d.stride = stride
		stride *= d.size
		if stride > maxCells {
			stride = maxCells + 1 // enough to know
		}
	}
	return dimensions, exact
}
