// Package expression compiles the conditions and formulas of rule files. They
// are a small, strictly checked part of the expr language, run by expr's
// virtual machine. Missing inputs are found in the syntax tree before anything
// is evaluated, so that a missing value is never taken for 0: conditions have
// three truth values (Kleene), formulas have a value or none.
package expression

import (
	"maps"
	"slices"
	"strconv"
	"sync/atomic"

	"github.com/expr-lang/expr/ast"
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

	key string // its name in programs: a short one is found faster
}

// A Scope is the set of names known to a rule set. Declare everything before
// compiling, compile everything before making an Env; then it is safe for
// concurrent use.
type Scope struct {
	byName map[string]*Variable
	bySlot []*Variable
	synset map[string]string  // what people write -> the name they mean
	texts  map[string]float64 // numbers of the texts that rules mention
	byText []string
	none   atomic.Pointer[[]Value] // what nothing known looks like
	offer  func(name string) bool
	config *conf.Config
	memory *Memory // nil for none
}

// NewScope makes an empty scope.
func NewScope() *Scope {
	return &Scope{byName: map[string]*Variable{}, synset: map[string]string{}, texts: map[string]float64{}}
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
	v.key = "s" + strconv.Itoa(v.Slot)
	s.byName[v.Name] = &v
	s.bySlot = append(s.bySlot, &v)
	s.config = nil
	s.none.Store(nil)
	for _, word := range v.Allowed {
		s.intern(word)
	}
	return &v, true
}

// Suggest makes a word that people may write instead of a name (its Chinese
// title, say) lead to that name in error messages.
func (s *Scope) Suggest(word, name string) { s.synset[word] = name }

// Offer makes compiling ask for names that were not declared: offer declares one
// or reports false. nil ends it.
func (s *Scope) Offer(offer func(name string) bool) { s.offer = offer }

// find is Lookup for compiling.
func (s *Scope) find(name string) (*Variable, bool) {
	v, ok := s.byName[name]
	if !ok && s.offer != nil && s.offer(name) {
		v, ok = s.byName[name]
	}
	return v, ok
}

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

// intern numbers a text. Rules compare texts by these numbers.
func (s *Scope) intern(text string) float64 {
	number, ok := s.texts[text]
	if !ok {
		number = float64(len(s.byText))
		s.texts[text] = number
		s.byText = append(s.byText, text)
	}
	return number
}

// blank is what the slots hold when nothing is known. Pages that look at rules at
// the same time may ask for it first.
func (s *Scope) blank() []Value {
	if none := s.none.Load(); none != nil && len(*none) == len(s.bySlot) {
		return *none
	}
	none := slices.Repeat([]Value{Value(missing)}, len(s.bySlot))
	s.none.Store(&none)
	return none
}

// configuration is expr's, with every variable a number.
func (s *Scope) configuration() *conf.Config {
	if s.config == nil {
		env := maps.Clone(callables)
		for _, v := range s.bySlot {
			env[v.key] = 0.0
		}
		s.config = conf.New(env)
		power()(s.config)
	}
	return s.config
}

// typeOf tells the type of a checked part.
func (s *Scope) typeOf(node ast.Node) Type {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		return s.byName[n.Value].Type
	case *ast.StringNode:
		return String
	case *ast.BoolNode:
		return Boolean
	case *ast.ConditionalNode:
		return s.typeOf(n.Exp1)
	case *ast.UnaryNode:
		if n.Operator == "not" || n.Operator == "!" {
			return Boolean
		}
	case *ast.BinaryNode:
		if !slices.Contains(arithmetic, n.Operator) {
			return Boolean
		}
	case *ast.CallNode:
		if called(n) == "has" {
			return Boolean
		}
	}
	return Number
}
