// Package compiled turns checked conditions and formulas into Go closures that
// give exactly the answers of package expression, several times faster and
// without allocating. Package expression stays the reference; what cannot be
// compiled here is handed to it.
package compiled

import (
	"math"

	"tijian/engine/expression"
)

// Inputs holds the inputs of one evaluation by slot. It is not safe for
// concurrent use; keep a pool of them.
type Inputs struct {
	scope *expression.Scope
	slots []slot
	blank []slot // as slots when nothing is known
	texts []string
	// For what is not compiled: the same inputs for expr, made when needed.
	env   *expression.Env
	stale bool
}

type slot struct {
	number float64          // NaN unless a number is known
	truth  expression.Truth // of a boolean that is known
	known  bool
}

var empty = slot{number: math.NaN()}

// NewInputs makes Inputs in which nothing is known. Every expression of the
// scope must have been compiled before.
func NewInputs(scope *expression.Scope) *Inputs {
	in := &Inputs{scope: scope, slots: make([]slot, scope.Len()), blank: make([]slot, scope.Len()), texts: make([]string, scope.Len())}
	for i := range in.blank {
		in.blank[i] = empty
	}
	in.Reset()
	return in
}

// Reset forgets every input.
func (in *Inputs) Reset() {
	copy(in.slots, in.blank)
	in.stale = true
}

// SetNumber sets a number; one that is NaN or infinite becomes unknown.
func (in *Inputs) SetNumber(at int, x float64) {
	if !finite(x) {
		in.Unset(at)
		return
	}
	in.slots[at] = slot{number: x, known: true}
	in.stale = true
}

// SetBoolean sets a truth value.
func (in *Inputs) SetBoolean(at int, b bool) {
	in.slots[at] = slot{number: math.NaN(), truth: truth(b), known: true}
	in.stale = true
}

// SetString sets a text.
func (in *Inputs) SetString(at int, s string) {
	in.slots[at] = slot{number: math.NaN(), known: true}
	in.texts[at] = s
	in.stale = true
}

// Set sets a float64, bool or string; anything else is unknown.
func (in *Inputs) Set(at int, value any) {
	switch v := value.(type) {
	case float64:
		in.SetNumber(at, v)
	case bool:
		in.SetBoolean(at, v)
	case string:
		in.SetString(at, v)
	default:
		in.Unset(at)
	}
}

// Unset makes an input unknown.
func (in *Inputs) Unset(at int) {
	in.slots[at] = empty
	in.stale = true
}

// Known says whether an input is known.
func (in *Inputs) Known(at int) bool { return in.slots[at].known }

// AllKnown says whether every slot is known.
func (in *Inputs) AllKnown(slots []int) bool {
	for _, at := range slots {
		if !in.slots[at].known {
			return false
		}
	}
	return true
}

// Number gives a number, NaN when it is not known.
func (in *Inputs) Number(at int) float64 { return in.slots[at].number }

// Truth gives a truth value, Unknown when it is not known.
func (in *Inputs) Truth(at int) expression.Truth { return in.slots[at].truth }

// Text gives a text that is known.
func (in *Inputs) Text(at int) string { return in.texts[at] }

// Value gives an input as float64, bool or string; nil when it is unknown.
func (in *Inputs) Value(at int) any {
	s := in.slots[at]
	if !s.known {
		return nil
	}
	switch in.scope.Slot(at).Type {
	case expression.Boolean:
		return s.truth == expression.True
	case expression.String:
		return in.texts[at]
	default:
		return s.number
	}
}

// Env gives the same inputs to expr. It is valid until the next change.
func (in *Inputs) Env() *expression.Env {
	if in.env == nil {
		in.env = in.scope.NewEnv()
	}
	if in.stale {
		in.env.Reset()
		for i := range in.slots {
			if in.slots[i].known {
				in.env.Set(i, in.Value(i))
			}
		}
		in.stale = false
	}
	return in.env
}

func truth(b bool) expression.Truth {
	if b {
		return expression.True
	}
	return expression.False
}

// finite is false for NaN as well.
func finite(x float64) bool { return x-x == 0 }
