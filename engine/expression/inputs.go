package expression

import "github.com/expr-lang/expr/vm"

// A Value is what a slot holds: a number; 1 or 0 for a truth value; the number
// of a text in the scope; NaN when nothing is known.
type Value float64

// Known reports whether there is a value.
func (v Value) Known() bool { return v == v }

// Inputs holds the inputs of one evaluation by slot, with the machine that runs
// expr's programs over them. It is not safe for concurrent use; keep a pool.
type Inputs struct {
	scope     *Scope
	values    []Value
	read      []bool   // slots that variables have as they are
	variables []any    // what expr reads: room for a program's own, then the slots
	room      int      // for a program's own
	others    []string // texts that the scope does not know, by their negative numbers
	vm        vm.VM
	shared    []remembered // by the ids of shared formulas
	turn      uint64       // how often Reset was called
}

// NewInputs makes Inputs in which nothing is known. Every variable of the
// scope must have been declared before.
func (s *Scope) NewInputs() *Inputs {
	in := &Inputs{scope: s, values: make([]Value, len(s.bySlot)), read: make([]bool, len(s.bySlot)), variables: make([]any, len(s.bySlot))}
	in.Reset()
	return in
}

// Reset forgets every input.
func (in *Inputs) Reset() {
	copy(in.values, in.scope.blank())
	clear(in.read)
	in.others = in.others[:0]
	in.turn++
}

// Take has in know what others of the same scope hold, and nothing else.
func (in *Inputs) Take(from *Inputs) {
	in.Reset()
	copy(in.values, from.values)
	in.others = append(in.others, from.others...)
}

// Put sets what a slot holds.
func (in *Inputs) Put(slot int, v Value) {
	in.values[slot] = v
	in.read[slot] = false
}

// SetNumber sets a number; one that is NaN or infinite becomes unknown.
func (in *Inputs) SetNumber(slot int, x float64) { in.Put(slot, Value(finite(x))) }

// SetBoolean sets a truth value.
func (in *Inputs) SetBoolean(slot int, b bool) { in.Put(slot, Value(held(b))) }

// SetString sets a text. One that no rule mentions is known, and equal to no
// other.
func (in *Inputs) SetString(slot int, s string) {
	number, ok := in.scope.texts[s]
	if !ok {
		in.others = append(in.others, s)
		number = -float64(len(in.others))
	}
	in.Put(slot, Value(number))
}

// Set sets a float64, bool or string; anything else is unknown.
func (in *Inputs) Set(slot int, value any) {
	switch v := value.(type) {
	case float64:
		in.SetNumber(slot, v)
	case bool:
		in.SetBoolean(slot, v)
	case string:
		in.SetString(slot, v)
	default:
		in.Unset(slot)
	}
}

// Unset makes an input unknown.
func (in *Inputs) Unset(slot int) { in.Put(slot, Value(missing)) }

// Known reports whether an input is known.
func (in *Inputs) Known(slot int) bool { return in.values[slot].Known() }

// AllKnown reports whether every slot is known.
func (in *Inputs) AllKnown(slots []int) bool {
	for _, slot := range slots {
		if !in.values[slot].Known() {
			return false
		}
	}
	return true
}

// Held returns what a slot holds.
func (in *Inputs) Held(slot int) Value { return in.values[slot] }

// Number returns a number, NaN when it is not known.
func (in *Inputs) Number(slot int) float64 { return float64(in.values[slot]) }

// Value returns an input as float64, bool or string; nil when it is unknown.
func (in *Inputs) Value(slot int) any { return in.Decode(in.values[slot], in.scope.bySlot[slot].Type) }

// Decode returns a slot's value of a type as float64, bool or string; nil when
// nothing is known.
func (in *Inputs) Decode(v Value, t Type) any {
	switch {
	case !v.Known():
		return nil
	case t == Boolean:
		return v == 1
	case t == String && v < 0:
		return in.others[-int(v)-1]
	case t == String:
		return in.scope.byText[int(v)]
	}
	return float64(v)
}

// What slots often hold, as expr reads it, made once.
var (
	noNumber any = missing
	yes      any = held(true)
)

// run evaluates a program; a failure gives nil, which is no type's value.
func (in *Inputs) run(p *program) any {
	if more := p.own - in.room; more > 0 {
		in.variables, in.room = append(make([]any, more, more+len(in.variables)), in.variables...), p.own
	}
	in.vm.Variables = in.variables[in.room-p.own:]
	slots := in.variables[in.room:]
	for _, slot := range p.slots {
		if in.read[slot] {
			continue
		}
		in.read[slot] = true
		switch v := in.values[slot]; {
		case !v.Known():
			slots[slot] = noNumber
		case v == 1:
			slots[slot] = yes
		default:
			slots[slot] = float64(v)
		}
	}
	out, err := in.vm.Run(p.code, callables)
	if err != nil {
		return nil
	}
	return out
}
