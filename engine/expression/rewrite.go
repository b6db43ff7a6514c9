package expression

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/expr-lang/expr/ast"
)

// A rewriter turns a checked tree into one that expr runs over slots. Every
// slot holds a number and NaN stands for what is not known, so arithmetic with
// a missing input gives NaN by itself. A condition becomes two questions: is
// it certainly true, is it certainly false? As every comparison with NaN is
// false in expr, both answers are no where an input that matters is missing.
// That is Kleene's strong three-valued logic (Kleene, Introduction to
// Metamathematics, 1952, §64), worked out by expr's own operators.
//
// Each call makes new nodes: expr's optimiser changes the nodes it is given.
type rewriter struct {
	scope *Scope
	names int // given so far to parts that are used twice
	asked int // how many parts were rewritten; nested choices multiply
}

// maxAsked bounds the size of a rewritten tree. The rules of a version need a
// few hundred parts at most.
const maxAsked = 100_000

// name makes a name for a part that is used twice.
func (r *rewriter) name() string {
	r.names++
	return "v" + strconv.Itoa(r.names)
}

// truth makes a tree that gives a Truth as an int.
func (r *rewriter) truth(node ast.Node) ast.Node {
	if n, ok := node.(*ast.ConditionalNode); ok {
		return r.choice(n)
	}
	return choose(r.certainly(true, node), &ast.IntegerNode{Value: int(True)},
		choose(r.certainly(false, node), &ast.IntegerNode{Value: int(False)}, &ast.IntegerNode{Value: int(Unknown)}))
}

// choice decides `c ? a : b`, each part once. With c undecided both results
// must agree.
func (r *rewriter) choice(n *ast.ConditionalNode) ast.Node {
	names := [...]string{r.name(), r.name(), r.name()}
	use := func(i int) ast.Node { return &ast.IdentifierNode{Value: names[i]} }
	is := func(t Truth) ast.Node { return &ast.IntegerNode{Value: int(t)} }
	tree := choose(binary("==", use(0), is(True)), use(1),
		choose(binary("==", use(0), is(False)), use(2),
			choose(binary("==", use(1), use(2)), use(1), is(Unknown))))
	for i, part := range []ast.Node{n.Cond, n.Exp1, n.Exp2} {
		tree = &ast.VariableDeclaratorNode{Name: names[i], Value: r.truth(part), Expr: tree}
	}
	return tree
}

// slot makes a tree that gives what a slot holds for the value of node.
func (r *rewriter) slot(node ast.Node, t Type) ast.Node {
	if t != Boolean {
		return r.value(node)
	}
	return choose(r.certainly(true, node), constant(held(true)), choose(r.certainly(false, node), constant(held(false)), constant(missing)))
}

// certainly asks whether a condition is certainly true, or certainly false.
func (r *rewriter) certainly(want bool, node ast.Node) ast.Node {
	if r.asked++; r.asked > maxAsked {
		return &ast.BoolNode{}
	}
	switch n := node.(type) {
	case *ast.BoolNode:
		return &ast.BoolNode{Value: n.Value == want}
	case *ast.IdentifierNode:
		return binary("==", r.value(n), constant(held(want)))
	case *ast.UnaryNode: // not
		return r.certainly(!want, n.Node)
	case *ast.CallNode: // has: what is missing is not equal to itself
		name := n.Arguments[0]
		if want {
			return binary("==", r.value(name), r.value(name))
		}
		return binary("!=", r.value(name), r.value(name))
	case *ast.ConditionalNode:
		truth := False
		if want {
			truth = True
		}
		return binary("==", r.choice(n), &ast.IntegerNode{Value: int(truth)})
	case *ast.BinaryNode:
		switch n.Operator {
		case "and", "&&", "or", "||":
			// One part is enough to make "or" true and "and" false.
			operator := "&&"
			if want == (n.Operator == "or" || n.Operator == "||") {
				operator = "||"
			}
			return binary(operator, r.certainly(want, n.Left), r.certainly(want, n.Right))
		case "in":
			return r.membership(want, n)
		}
		return r.comparison(want, n)
	}
	panic(fmt.Sprintf("expression: %T is no condition", node))
}

// opposite is the comparison that holds, of two known numbers, where the
// first does not.
var opposite = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}

func (r *rewriter) comparison(want bool, n *ast.BinaryNode) ast.Node {
	operator := n.Operator
	if !want {
		operator = opposite[operator]
	}
	if r.scope.typeOf(n.Left) == Boolean { // == or !=
		same := operator == "=="
		return binary("||", binary("&&", r.certainly(true, n.Left), r.certainly(same, n.Right)),
			binary("&&", r.certainly(false, n.Left), r.certainly(!same, n.Right)))
	}
	if operator == "!=" { // holds in expr for NaN
		return binary("||", binary("<", r.finite(n.Left), r.finite(n.Right)), binary(">", r.finite(n.Left), r.finite(n.Right)))
	}
	return binary(operator, r.finite(n.Left), r.finite(n.Right))
}

func (r *rewriter) membership(want bool, n *ast.BinaryNode) ast.Node {
	var all ast.Node
	for _, item := range n.Right.(*ast.ArrayNode).Nodes {
		one := r.comparison(want, &ast.BinaryNode{Operator: "==", Left: n.Left, Right: item})
		switch {
		case all == nil:
			all = one
		case want:
			all = binary("||", all, one)
		default:
			all = binary("&&", all, one)
		}
	}
	return all
}

// arithmetic of finite numbers can be infinite.
var arithmetic = []string{"+", "-", "*", "/", "**", "^"}

// finite is the value of a part, NaN where it is infinite.
func (r *rewriter) finite(node ast.Node) ast.Node {
	if unbounded(node) {
		return call("finite$", r.value(node))
	}
	return r.value(node)
}

// unbounded reports whether a part can be infinite.
func unbounded(node ast.Node) bool {
	switch n := node.(type) {
	case *ast.BinaryNode:
		return slices.Contains(arithmetic, n.Operator)
	case *ast.UnaryNode:
		return unbounded(n.Node)
	case *ast.ConditionalNode:
		return unbounded(n.Exp1) || unbounded(n.Exp2)
	case *ast.CallNode:
		return called(n) == "pow"
	}
	return false
}

// value makes a tree for a number or a text. Texts are compared by their
// numbers in the scope.
func (r *rewriter) value(node ast.Node) ast.Node {
	if r.asked++; r.asked > maxAsked {
		return constant(missing)
	}
	if x, ok := literal(node); ok {
		return constant(x)
	}
	switch n := node.(type) {
	case *ast.IdentifierNode:
		return &ast.IdentifierNode{Value: r.scope.byName[n.Value].key}
	case *ast.StringNode:
		return constant(r.scope.intern(n.Value))
	case *ast.UnaryNode:
		return &ast.UnaryNode{Operator: n.Operator, Node: r.value(n.Node)}
	case *ast.BinaryNode:
		switch n.Operator {
		case "/":
			if k, ok := literal(n.Right); ok && k != 0 {
				return binary("/", r.value(n.Left), constant(k))
			}
			if _, ok := n.Right.(*ast.IdentifierNode); ok { // finite; by 0 it gives what is not
				return binary("/", r.value(n.Left), r.value(n.Right))
			}
			return binary("/", r.value(n.Left), call("divisor$", r.value(n.Right)))
		case "**", "^":
			return r.power(n.Left, n.Right)
		}
		return binary(n.Operator, r.value(n.Left), r.value(n.Right))
	case *ast.ConditionalNode:
		return choose(r.certainly(true, n.Cond), r.value(n.Exp1),
			choose(r.certainly(false, n.Cond), r.value(n.Exp2), constant(missing)))
	case *ast.CallNode:
		return r.function(called(n), n.Arguments)
	case *ast.BuiltinNode:
		return r.function(n.Name, n.Arguments)
	}
	panic(fmt.Sprintf("expression: %T has no value", node))
}

// function calls ours in place of expr's builtin.
func (r *rewriter) function(name string, arguments []ast.Node) ast.Node {
	switch name {
	case "pow":
		return r.power(arguments[0], arguments[1])
	case "min", "max":
		result := arguments[0]
		for _, a := range arguments[1:] {
			result = &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: []ast.Node{result, a}}
		}
		return r.extreme(result.(*ast.CallNode))
	}
	return call(name+"$", r.value(arguments[0]))
}

// power uses expr's own operator, which is faster than a call, unless 1 to the
// power of NaN or NaN to the power of 0 would be 1.
func (r *rewriter) power(base, exponent ast.Node) ast.Node {
	if k, ok := literal(exponent); ok && k != 0 {
		return binary("**", r.finite(base), constant(k))
	}
	if k, ok := literal(base); ok && k != 1 {
		return binary("**", constant(k), r.finite(exponent))
	}
	return call("pow$", r.value(base), r.value(exponent))
}

// extreme takes the smaller or larger of two parts. They are compared, which is
// faster than a call; a part that is worked out gets a name for it.
func (r *rewriter) extreme(n *ast.CallNode) ast.Node {
	name := called(n)
	value := func(node ast.Node) ast.Node {
		if inner, ok := node.(*ast.CallNode); ok && len(inner.Arguments) == 2 && called(inner) == name {
			return r.extreme(inner)
		}
		return r.finite(node)
	}
	var named [2]string
	part := func(i int) ast.Node {
		if named[i] != "" {
			return &ast.IdentifierNode{Value: named[i]}
		}
		return value(n.Arguments[i])
	}
	for i, a := range n.Arguments {
		if !plain(a) {
			named[i] = r.name()
		}
	}
	operator := "<"
	if name == "max" {
		operator = ">"
	}
	result := choose(binary(operator, part(0), part(1)), part(0),
		choose(binary(opposite[operator], part(0), part(1)), part(1), constant(missing)))
	for i, name := range named {
		if name != "" {
			result = &ast.VariableDeclaratorNode{Name: name, Value: value(n.Arguments[i]), Expr: result}
		}
	}
	return result
}

// plain reports whether a part is a variable or a number written out.
func plain(node ast.Node) bool {
	_, variable := node.(*ast.IdentifierNode)
	_, number := literal(node)
	return variable || number
}

func binary(operator string, left, right ast.Node) ast.Node {
	return &ast.BinaryNode{Operator: operator, Left: left, Right: right}
}

func choose(condition, yes, no ast.Node) ast.Node {
	return &ast.ConditionalNode{Ternary: true, Cond: condition, Exp1: yes, Exp2: no}
}

func constant(x float64) ast.Node { return &ast.FloatNode{Value: x} }

func call(name string, arguments ...ast.Node) ast.Node {
	return &ast.CallNode{Callee: &ast.IdentifierNode{Value: name}, Arguments: arguments}
}

// missing is what a slot holds when nothing is known.
var missing = math.NaN()

// held is what a slot holds for a truth value.
func held(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
