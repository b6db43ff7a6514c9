package expression

import (
	"maps"
	"math"

	"github.com/expr-lang/expr/vm"
)

// An Env holds the inputs of one evaluation, by slot, with the machine that
// runs the programs. It is not safe for concurrent use; keep a pool of them.
type Env struct {
	scope  *Scope
	known  []bool
	number []float64
	values map[string]any // what expr reads
	chosen []bool         // answers of the conditions of choices, by id
	ask    any            // reads them for programs
	vm     vm.VM
}

// NewEnv makes an Env in which nothing is known.
func (s *Scope) NewEnv() *Env {
	e := &Env{scope: s, known: make([]bool, len(s.bySlot)), number: make([]float64, len(s.bySlot)), values: map[string]any{}, chosen: make([]bool, s.choices)}
	e.ask = func(id float64) bool { return e.chosen[int(id)] }
	e.Reset()
	return e
}

// Reset forgets every input.
func (e *Env) Reset() {
	clear(e.known)
	clear(e.values)
	maps.Copy(e.values, callables)
	e.values[decided] = e.ask
	for slot := range e.scope.asked {
		e.values[presence+e.scope.bySlot[slot].Name] = false
	}
}

// mark notes that an input is known or not.
func (e *Env) mark(slot int, known bool) *Variable {
	e.known[slot] = known
	v := e.scope.bySlot[slot]
	if e.scope.asked[slot] {
		e.values[presence+v.Name] = known
	}
	return v
}

// SetNumber sets a number; one that is NaN or infinite becomes unknown.
func (e *Env) SetNumber(slot int, x float64) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		e.Unset(slot)
		return
	}
	e.number[slot] = x
	e.values[e.mark(slot, true).Name] = x
}

// SetBoolean sets a truth value.
func (e *Env) SetBoolean(slot int, b bool) {
	e.values[e.mark(slot, true).Name] = b
}

// SetString sets a text.
func (e *Env) SetString(slot int, s string) {
	e.values[e.mark(slot, true).Name] = s
}

// Set sets a value of the variable's type: float64, bool or string.
func (e *Env) Set(slot int, value any) {
	switch v := value.(type) {
	case float64:
		e.SetNumber(slot, v)
	case bool:
		e.SetBoolean(slot, v)
	case string:
		e.SetString(slot, v)
	default:
		e.Unset(slot)
	}
}

// Unset makes an input unknown.
func (e *Env) Unset(slot int) {
	delete(e.values, e.mark(slot, false).Name)
}

// Known says whether an input is known.
func (e *Env) Known(slot int) bool { return e.known[slot] }

// Number gives a number that is known.
func (e *Env) Number(slot int) float64 { return e.number[slot] }

// Value gives an input as float64, bool or string, nil when unknown.
func (e *Env) Value(slot int) any { return e.values[e.scope.bySlot[slot].Name] }

// allKnown says whether every slot is known.
func (e *Env) allKnown(slots []int) bool {
	for _, s := range slots {
		if !e.known[s] {
			return false
		}
	}
	return true
}

// decide notes whether the condition of a choice holds, for the program that
// follows.
func (e *Env) decide(id int, holds bool) {
	for len(e.chosen) <= id {
		e.chosen = append(e.chosen, false)
	}
	e.chosen[id] = holds
}

// run evaluates a program; a failure gives nil, which is no type's value.
func (e *Env) run(p *vm.Program) any {
	out, err := e.vm.Run(p, e.values)
	if err != nil {
		return nil
	}
	return out
}
