// Package expression compiles the conditions and formulas of rule files. They
// are a small, strictly checked part of the expr language, run by expr's
// virtual machine. Missing inputs are found in the syntax tree before anything
// is evaluated, so that a missing value is never taken for 0: conditions have
// three truth values (Kleene), formulas have a value or none.
package expression

import (
	"maps"
	"slices"

	"github.com/expr-lang/expr/conf"
)

// Type of a variable or expression.
type Type int

// The types of the language. Invalid marks an expression already reported.
const (
	Invalid Type = iota
	Number
	Boolean
	String
)

// A Variable is a name that expressions may use. Its slot numbers its place in
// an Env.
type Variable struct {
	Name    string
	Title   string // for readers
	Type    Type
	Allowed []string // of a String variable: its only values
	Slot    int
}

// A Scope is the set of names known to a rule set. Declare everything before
// compiling, compile everything before making an Env; then it is safe for
// concurrent use.
type Scope struct {
	byName map[string]*Variable
	bySlot []*Variable
	synset map[string]string // what people write -> the name they mean
	asked  map[int]bool      // slots that some has() asks for
	config *conf.Config
	// choices counts the conditional expressions that choose values.
	choices int
}

// NewScope makes an empty scope.
func NewScope() *Scope {
	return &Scope{byName: map[string]*Variable{}, synset: map[string]string{}, asked: map[int]bool{}}
}

// Declare adds a variable and gives it a slot. A name can be declared once;
// the existing variable and false come back otherwise, also (with nil) for the
// names of functions and words of the language.
func (s *Scope) Declare(v Variable) (*Variable, bool) {
	if Reserved(v.Name) {
		return nil, false
	}
	if old, taken := s.byName[v.Name]; taken {
		return old, false
	}
	v.Slot = len(s.bySlot)
	s.byName[v.Name] = &v
	s.bySlot = append(s.bySlot, &v)
	s.config = nil
	return &v, true
}

// Suggest makes a word that people may write instead of a name (its Chinese
// title, say) lead to that name in error messages.
func (s *Scope) Suggest(word, name string) { s.synset[word] = name }

// Lookup finds a variable by name.
func (s *Scope) Lookup(name string) (*Variable, bool) {
	v, ok := s.byName[name]
	return v, ok
}

// Slot gives the variable of a slot.
func (s *Scope) Slot(slot int) *Variable { return s.bySlot[slot] }

// Len is the number of slots.
func (s *Scope) Len() int { return len(s.bySlot) }

// names gives every name that may be written, for "did you mean".
func (s *Scope) names() []string {
	return slices.Concat(slices.Sorted(maps.Keys(s.byName)), slices.Sorted(maps.Keys(functions)))
}

// configuration is expr's, typed with every variable and function.
func (s *Scope) configuration() *conf.Config {
	if s.config == nil {
		env := maps.Clone(callables)
		env[decided] = func(float64) bool { return false }
		for _, v := range s.bySlot {
			env[presence+v.Name] = false
			switch v.Type {
			case Boolean:
				env[v.Name] = false
			case String:
				env[v.Name] = ""
			default:
				env[v.Name] = 0.0
			}
		}
		s.config = conf.New(env)
	}
	return s.config
}
