package oracle

import (
	"slices"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"tijian/engine/ruleset"
)

// constants are the numbers that a rule set compares names with, by name,
// ascending, each once; and how much names are used.
type constants struct {
	near map[string][]float64
	used map[string]int // by derived values, risks and tables: in how many expressions
}

func findConstants(set *ruleset.Set) constants {
	c := constants{near: map[string][]float64{}, used: map[string]int{}}
	steps := map[string][]string{} // what a step is made of
	valueName := set.Scope.Slot(set.Names.Value).Name
	eachSource(set, func(source string, about []string) {
		tree, err := parser.Parse(source)
		if err != nil {
			panic(err)
		}
		names, _ := operands(tree.Node)
		for _, name := range names {
			c.used[name]++
		}
		for _, name := range about {
			steps[name] = append(steps[name], names...)
		}
		comparisons(tree.Node, func(n *ast.BinaryNode) {
			names, numbers := operands(n)
			for _, name := range names {
				if name == valueName {
					name = about[0]
				}
				c.near[name] = append(c.near[name], numbers...)
				for _, part := range steps[name] {
					c.near[part] = append(c.near[part], numbers...)
				}
			}
		})
	})
	for name, numbers := range c.near {
		slices.Sort(numbers)
		c.near[name] = slices.Compact(numbers)
	}
	return c
}

// comparisons visits every comparison in a tree that compares no truths.
func comparisons(n ast.Node, visit func(*ast.BinaryNode)) {
	ast.Walk(&n, visitor(func(n ast.Node) {
		if b, ok := n.(*ast.BinaryNode); ok && slices.Contains([]string{"<", "<=", ">", ">=", "==", "!=", "in"}, b.Operator) {
			visit(b)
		}
	}))
}

// operands lists the names and the numbers below a node; a minus counts.
func operands(n ast.Node) (names []string, numbers []float64) {
	ast.Walk(&n, visitor(func(n ast.Node) {
		switch n := n.(type) {
		case *ast.IdentifierNode:
			names = append(names, n.Value)
		case *ast.UnaryNode:
			if x := evaluate(n, &state{}); x.kind == isNumber {
				numbers = append(numbers, x.number)
			}
		case *ast.IntegerNode, *ast.FloatNode:
			numbers = append(numbers, evaluate(n, &state{}).number)
		}
	}))
	return names, numbers
}

type visitor func(ast.Node)

func (v visitor) Visit(n *ast.Node) { v(*n) }

// calculates reports whether there is arithmetic below a node.
func calculates(n ast.Node) (found bool) {
	ast.Walk(&n, visitor(func(n ast.Node) {
		if b, ok := n.(*ast.BinaryNode); ok && slices.Contains([]string{"+", "-", "*", "/", "**", "^"}, b.Operator) {
			found = true
		}
	}))
	return found
}
