package expression

import (
	"fmt"
	"maps"
	"slices"

	"github.com/expr-lang/expr/ast"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// inspector infers types, collects the variables used and reports everything
// outside the language, each fault at its own character.
type inspector struct {
	scope  *Scope
	text   strictyaml.Text
	refuse func(v *Variable, at func() problem.Place) *problem.Problem
	list   *problem.List
	slots  []int // inputs, in order of first mention
	has    []int // slots asked for by has()
}

// at gives the place of a node; expr's offsets count characters.
func (c *inspector) at(n ast.Node) problem.Place { return c.offset(n.Location().From) }

func (c *inspector) offset(offset int) problem.Place { return c.text.PlaceOf(offset) }

func (c *inspector) fault(p problem.Problem) Type {
	c.list.Add(p)
	return Invalid
}

func (c *inspector) infer(node ast.Node) Type {
	switch n := node.(type) {
	case *ast.IdentifierNode:
		return c.identifier(n)
	case *ast.IntegerNode, *ast.FloatNode:
		return Number
	case *ast.BoolNode:
		return Boolean
	case *ast.StringNode:
		return String
	case *ast.UnaryNode:
		return c.unary(n)
	case *ast.BinaryNode:
		return c.binary(n)
	case *ast.ConditionalNode:
		return c.conditional(n)
	case *ast.CallNode:
		name, ok := n.Callee.(*ast.IdentifierNode)
		if !ok {
			return c.unsupported(n)
		}
		return c.call(n, name.Value, n.Arguments)
	case *ast.BuiltinNode:
		return c.call(n, n.Name, n.Arguments)
	case *ast.NilNode:
		return c.fault(message.Nil.At(c.at(n)))
	default:
		return c.unsupported(n)
	}
}

func (c *inspector) unsupported(n ast.Node) Type {
	return c.fault(message.Unsupported.At(c.at(n)))
}

func (c *inspector) identifier(n *ast.IdentifierNode) Type {
	v, ok := c.scope.find(n.Value)
	if !ok {
		return c.unknownName(n)
	}
	if c.refuse != nil {
		if why := c.refuse(v, func() problem.Place { return c.at(n) }); why != nil {
			return c.fault(*why)
		}
	}
	if !slices.Contains(c.slots, v.Slot) {
		c.slots = append(c.slots, v.Slot)
	}
	return v.Type
}

func (c *inspector) unknownName(n *ast.IdentifierNode) Type {
	near := c.scope.synset[n.Value]
	if near == "" {
		near = problem.Nearest(n.Value, c.scope.names())
	}
	if _, function := functions[n.Value]; function {
		return c.fault(message.CallWithoutParentheses.At(c.at(n), "name", n.Value))
	}
	meant := n.Value
	if word, ok := sexes[n.Value]; ok {
		meant = word
	}
	var fix message.Phrase
	if near != "" {
		fix = message.DidYouMean.With("near", near)
	}
	for _, v := range c.scope.bySlot {
		if slices.Contains(v.Allowed, meant) {
			fix = message.QuoteText.With("name", v.Name, "text", meant)
		}
	}
	return c.fault(message.UnknownName.At(c.at(n), "name", n.Value, "fix", fix))
}

// sexes as people write them in Chinese.
var sexes = map[string]string{"男": "male", "女": "female", "男性": "male", "女性": "female"}

func (c *inspector) unary(n *ast.UnaryNode) Type {
	switch n.Operator {
	case "not", "!":
		return c.operands(n, n.Operator, Boolean, Boolean, n.Node)
	case "-", "+":
		return c.operands(n, n.Operator, Number, Number, n.Node)
	}
	return c.unsupported(n)
}

func (c *inspector) binary(n *ast.BinaryNode) Type {
	switch n.Operator {
	case "and", "or", "&&", "||":
		if p := c.inverted(n); p != nil {
			return c.fault(*p)
		}
		return c.operands(n, n.Operator, Boolean, Boolean, n.Left, n.Right)
	case "<", "<=", ">", ">=":
		return c.operands(n, n.Operator, Number, Boolean, n.Left, n.Right)
	case "+", "-", "*", "/", "**", "^":
		return c.operands(n, n.Operator, Number, Number, n.Left, n.Right)
	case "==", "!=":
		return c.equality(n)
	case "in":
		return c.membership(n)
	case "..":
		return c.fault(message.Range.At(c.at(n)))
	case "%":
		return c.fault(message.Modulo.At(c.at(n)))
	}
	return c.unsupported(n)
}

// inverted reports a range whose lower bound lies above its upper one:
// 7.0 <= value < 6.1, which is never true.
func (c *inspector) inverted(n *ast.BinaryNode) *problem.Problem {
	if n.Operator != "and" && n.Operator != "&&" {
		return nil
	}
	low, ok := boundOf(n.Left, ">")
	high, also := boundOf(n.Right, "<")
	if !ok || !also {
		high, ok = boundOf(n.Left, "<")
		low, also = boundOf(n.Right, ">")
	}
	if !ok || !also || low.of != high.of || low.number <= high.number {
		return nil
	}
	return new(message.InvertedBounds.At(c.at(n), "name", low.of, "low", low.number, "high", high.number, "smaller", c.named(high), "larger", c.named(low)))
}

// boundOf takes a comparison with a number apart, provided that it says that
// its variable is above (">") or below ("<") it.
func boundOf(node ast.Node, side string) (b bound, ok bool) {
	n, is := node.(*ast.BinaryNode)
	if !is || len(n.Operator) == 0 {
		return b, false
	}
	name, variable := n.Left.(*ast.IdentifierNode)
	at := n.Right
	number, is := literal(at)
	if !variable || !is {
		name, variable = n.Right.(*ast.IdentifierNode)
		at = n.Left
		number, is = literal(at)
		side = map[string]string{">": "<", "<": ">"}[side]
	}
	if !variable || !is || n.Operator[:1] != side {
		return b, false
	}
	return bound{number, name.Value, at}, true
}

// A bound is a number with which a variable is compared.
type bound struct {
	number float64
	of     string
	node   ast.Node
}

// named gives a bound as the file has it: by its name, where it has one.
func (c *inspector) named(b bound) string {
	if word := c.text.WordAt(b.node.Location().From); word != "" {
		return word
	}
	return fmt.Sprint(b.number)
}

// operands wants every part to have one type.
func (c *inspector) operands(n ast.Node, operator string, want, result Type, parts ...ast.Node) Type {
	for _, part := range parts {
		got := c.infer(part)
		if got != want && got != Invalid {
			c.fault(message.OperandType.At(c.at(part), "operator", operator, "want", typeName(want), "found", typeName(got)))
			result = Invalid
		}
		if got == Invalid {
			result = Invalid
		}
	}
	return result
}

func typeName(t Type) message.Phrase {
	switch t {
	case Number:
		return message.ANumber
	case Boolean:
		return message.ACondition
	case String:
		return message.AText
	default:
		return message.Invalid
	}
}

func (c *inspector) equality(n *ast.BinaryNode) Type {
	left, right := c.infer(n.Left), c.infer(n.Right)
	if left == Invalid || right == Invalid {
		return Invalid
	}
	if left != right {
		return c.fault(message.NeverEqual.At(c.at(n), "operator", n.Operator, "left", typeName(left), "right", typeName(right)))
	}
	return c.allowedValues(Boolean, n.Left, n.Right)
}

// allowedValues checks texts against the values that a variable can have.
func (c *inspector) allowedValues(result Type, nodes ...ast.Node) Type {
	var v *Variable
	for _, n := range nodes {
		if id, ok := n.(*ast.IdentifierNode); ok {
			v = c.scope.byName[id.Value]
		}
	}
	if v == nil || len(v.Allowed) == 0 {
		return result
	}
	for _, n := range nodes {
		s, ok := n.(*ast.StringNode)
		if !ok || slices.Contains(v.Allowed, s.Value) {
			continue
		}
		quoted := make([]string, len(v.Allowed))
		for i, text := range v.Allowed {
			quoted[i] = `"` + text + `"`
		}
		result = c.fault(message.TextValue.At(c.at(n), "name", v.Name, "text", s.Value, "known", quoted))
	}
	return result
}

func (c *inspector) membership(n *ast.BinaryNode) Type {
	left := c.infer(n.Left)
	if r, ok := n.Right.(*ast.BinaryNode); ok && r.Operator == ".." {
		c.binary(r)
		return Invalid
	}
	array, ok := n.Right.(*ast.ArrayNode)
	if !ok || len(array.Nodes) == 0 {
		return c.fault(message.InNeedsList.At(c.at(n.Right)))
	}
	result := Boolean
	for _, item := range array.Nodes {
		t := c.infer(item)
		if !fixed(item) {
			t = c.fault(message.ListOfConstants.At(c.at(item)))
		} else if left != Invalid && t != left {
			t = c.fault(message.ListType.At(c.at(item), "want", typeName(left)))
		}
		if t == Invalid {
			result = Invalid
		}
	}
	if left == Invalid || result == Invalid {
		return Invalid
	}
	return c.allowedValues(result, append([]ast.Node{n.Left}, array.Nodes...)...)
}

// fixed reports whether a node is a text or a number written out.
func fixed(n ast.Node) bool {
	switch v := n.(type) {
	case *ast.StringNode:
		return true
	default:
		_, ok := literal(v)
		return ok
	}
}

func (c *inspector) conditional(n *ast.ConditionalNode) Type {
	c.operands(n, "?", Boolean, Boolean, n.Cond)
	a, b := c.infer(n.Exp1), c.infer(n.Exp2)
	if a != b && a != Invalid && b != Invalid {
		return c.fault(message.ResultTypes.At(c.at(n.Exp2), "first", typeName(a), "second", typeName(b)))
	}
	if a == Invalid || b == Invalid {
		return Invalid
	}
	return a
}

func (c *inspector) call(n ast.Node, name string, arguments []ast.Node) Type {
	f, known := functions[name]
	if !known {
		switch name {
		case "date", "now", "duration", "timezone":
			return c.fault(message.NoDates.At(c.at(n)))
		case "log":
			return c.fault(message.BaseOfLog.At(c.at(n)))
		}
		return c.fault(message.UnknownFunction.At(c.at(n), "name", name, "fix", message.Suggest(name, slices.Sorted(maps.Keys(functions)))))
	}
	if len(arguments) < f.min || f.max > 0 && len(arguments) > f.max {
		return c.fault(message.ArgumentCount.At(c.at(n), "name", name, "count", len(arguments)))
	}
	if name != "has" {
		return c.operands(n, name+"()", Number, Number, arguments...)
	}
	id, ok := arguments[0].(*ast.IdentifierNode)
	if !ok {
		return c.fault(message.HasTakesName.At(c.at(arguments[0])))
	}
	before := len(c.slots)
	if c.identifier(id) == Invalid {
		return Invalid
	}
	c.slots = c.slots[:before] // asking for presence does not need the value
	if slot := c.scope.byName[id.Value].Slot; !slices.Contains(c.has, slot) {
		c.has = append(c.has, slot)
	}
	return Boolean
}
