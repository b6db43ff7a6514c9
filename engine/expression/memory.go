package expression

import (
	"slices"

	"github.com/expr-lang/expr/ast"

	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Memory keeps what was compiled, so that a rule set of which little was
// edited is compiled again in little time: what comes from it is what compiling
// would have made. It must not be used by two at the same time.
type Memory struct {
	names []Variable // declared before anything was compiled
	known map[task]*kept
}

// A task is a text to compile to a type.
type task struct {
	text      string
	condition bool
	want      Type
}

type kept struct {
	Expression
	program program
	offered []*Variable // that the text names, declared when a rule first named them
	texts   []interned
}

// of is the expression where it is written now.
func (k *kept) of(text strictyaml.Text) Expression {
	e := k.Expression
	e.Text = text
	return e
}

// An interned text with its number.
type interned struct {
	text   string
	number float64
}

// mostKept bounds what a memory holds; the rules of a version have about 3,000
// expressions.
const mostKept = 20_000

// Remember makes a scope use a memory, nil for none. When it is given one, every
// name has been declared, and nothing compiled yet.
func (s *Scope) Remember(m *Memory) {
	if m == nil {
		s.memory = nil
		return
	}
	same := func(a Variable, b *Variable) bool {
		return a.Name == b.Name && a.Title == b.Title && a.Type == b.Type && slices.Equal(a.Allowed, b.Allowed)
	}
	if !slices.EqualFunc(m.names, s.bySlot, same) {
		m.names, m.known = nil, nil
		for _, v := range s.bySlot {
			m.names = append(m.names, *v)
		}
	}
	if m.known == nil || len(m.known) > mostKept {
		m.known = map[task]*kept{}
	}
	s.memory = m
}

// recall finds what compiling a text would make; nil when it is not known, or
// would be something else this time.
func (s *Scope) recall(t task, text strictyaml.Text, options Options) *kept {
	if s.memory == nil {
		return nil
	}
	k := s.memory.known[t]
	if k == nil {
		return nil
	}
	for _, was := range k.offered {
		if v, ok := s.find(was.Name); !ok || v.Slot != was.Slot {
			return nil
		}
	}
	for _, t := range k.texts {
		if s.intern(t.text) != t.number {
			return nil
		}
	}
	if options.Refuse == nil {
		return k
	}
	for _, slot := range k.Slots() {
		if options.Refuse(s.bySlot[slot], func() problem.Place { return text.At }) != nil {
			return nil
		}
	}
	return k
}

// keep remembers what was compiled.
func (s *Scope) keep(t task, e *Expression, p program) {
	if s.memory == nil {
		return
	}
	k := &kept{Expression: *e, program: p}
	for _, slot := range e.Slots() {
		if slot >= len(s.memory.names) {
			k.offered = append(k.offered, s.bySlot[slot])
		}
	}
	root := e.root
	ast.Walk(&root, collector{s, k})
	s.memory.known[t] = k
}

// A collector notes the texts of a tree.
type collector struct {
	scope *Scope
	kept  *kept
}

// Visit looks at one part.
func (c collector) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.StringNode); ok {
		if number, known := c.scope.texts[n.Value]; known {
			c.kept.texts = append(c.kept.texts, interned{n.Value, number})
		}
	}
}
