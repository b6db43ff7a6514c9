package expression

import (
	"fmt"
	"slices"
	"strings"

	"github.com/expr-lang/expr/ast"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// inspector infers types, collects the variables used and reports everything
// outside the language, each fault at its own character.
type inspector struct {
	scope   *Scope
	text    strictyaml.Text
	allowed func(*Variable) (ok bool, zh, en string)
	list    *problem.List
	slots   []int // inputs, in order of first mention
	has     []int // slots asked for by has()
}

// at gives the place of a node; expr's offsets count characters.
func (c *inspector) at(n ast.Node) problem.Place { return c.offset(n.Location().From) }

func (c *inspector) offset(offset int) problem.Place {
	runes := []rune(c.text.Value)
	line, column := 1, 0
	for _, r := range runes[:min(max(offset, 0), len(runes))] {
		if r == '\n' {
			line, column = line+1, 0
		} else {
			column++
		}
	}
	return c.text.Place(line, column)
}

func (c *inspector) fault(at problem.Place, code, zh, en, mendZH, mendEN string) Type {
	c.list.Add(problem.Problem{Place: at, Code: code, ZH: zh, EN: en, MendZH: mendZH, MendEN: mendEN})
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
		return c.fault(c.at(n), "nil", "不能与 nil 比较", "nil cannot be used", "判断有没有某项数据请写 has(名称)", "Write has(name) to ask whether an input is present")
	default:
		return c.unsupported(n)
	}
}

func (c *inspector) unsupported(n ast.Node) Type {
	return c.fault(c.at(n), "unsupported", "规则里不能使用这种写法", "this is not part of the rule language",
		"可用：比较、and/or/not、in [..]、? :、+ - * / **、ln log10 exp pow sqrt min max abs、has(名称)",
		"Allowed: comparisons, and/or/not, in [..], ? :, + - * / **, ln log10 exp pow sqrt min max abs, has(name)")
}

func (c *inspector) identifier(n *ast.IdentifierNode) Type {
	v, ok := c.scope.Lookup(n.Value)
	if !ok {
		return c.unknownName(n)
	}
	if c.allowed != nil {
		if ok, zh, en := c.allowed(v); !ok {
			return c.fault(c.at(n), "not-here", zh, en, "", "")
		}
	}
	if !slices.Contains(c.slots, v.Slot) {
		c.slots = append(c.slots, v.Slot)
	}
	return v.Type
}

func (c *inspector) unknownName(n *ast.IdentifierNode) Type {
	mendZH, mendEN := "", ""
	near := c.scope.synset[n.Value]
	if near == "" {
		near = problem.Nearest(n.Value, c.scope.names())
	}
	if _, function := functions[n.Value]; function {
		return c.fault(c.at(n), "function", "函数 "+n.Value+" 后面缺少括号", "the function "+n.Value+" needs parentheses", "写成 "+n.Value+"(…)", "Write "+n.Value+"(…)")
	}
	meant := n.Value
	if word, ok := sexes[n.Value]; ok {
		meant = word
	}
	for _, v := range c.scope.bySlot {
		if slices.Contains(v.Allowed, meant) {
			mendZH, mendEN = `文字要加引号：`+v.Name+` == "`+meant+`"`, `Quote a text: `+v.Name+` == "`+meant+`"`
		}
	}
	if mendZH == "" && near != "" {
		mendZH, mendEN = "是否想写 "+near+"？", "Did you mean "+near+"?"
	}
	return c.fault(c.at(n), "unknown-name", "不认识的名称“"+n.Value+"”", "unknown name "+n.Value, mendZH, mendEN)
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
		return c.fault(c.at(n), "range", "“..”只表示整数，5.5 不在 4..6 之内", "the range .. holds whole numbers only; 5.5 is not in 4..6", "写成 4 <= value <= 6 这样的比较", "Write a comparison such as 4 <= value <= 6")
	case "%":
		return c.fault(c.at(n), "modulo", "“%”在这里是取余数，不是百分号", "% is the remainder of a division, not per cent", "直接写数字", "Write the plain number")
	}
	return c.unsupported(n)
}

// operands wants every part to have one type.
func (c *inspector) operands(n ast.Node, operator string, want, result Type, parts ...ast.Node) Type {
	for _, part := range parts {
		got := c.infer(part)
		if got != want && got != Invalid {
			zh, en := typeName(got)
			wantZH, wantEN := typeName(want)
			c.fault(c.at(part), "type", fmt.Sprintf("“%s”需要%s，这里却是%s", operator, wantZH, zh), fmt.Sprintf("%s needs %s, this is %s", operator, wantEN, en), "", "")
			result = Invalid
		}
		if got == Invalid {
			result = Invalid
		}
	}
	return result
}

func typeName(t Type) (zh, en string) {
	switch t {
	case Number:
		return "数字", "a number"
	case Boolean:
		return "条件（是/否）", "a condition"
	case String:
		return "文字", "a text"
	default:
		return "无效内容", "invalid"
	}
}

func (c *inspector) equality(n *ast.BinaryNode) Type {
	left, right := c.infer(n.Left), c.infer(n.Right)
	if left == Invalid || right == Invalid {
		return Invalid
	}
	if left != right {
		lz, le := typeName(left)
		rz, re := typeName(right)
		return c.fault(c.at(n), "type", fmt.Sprintf("“%s”左边是%s，右边是%s，永远不会相等", n.Operator, lz, rz), fmt.Sprintf("%s compares %s with %s", n.Operator, le, re), "", "")
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
		quoted := `"` + strings.Join(v.Allowed, `"、"`) + `"`
		result = c.fault(c.at(n), "text-value", fmt.Sprintf("%s 不会是“%s”", v.Name, s.Value), fmt.Sprintf("%s is never %q", v.Name, s.Value), "可用："+quoted, "Allowed: "+strings.Join(v.Allowed, ", "))
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
		return c.fault(c.at(n.Right), "in", "in 的右边应是列表", "in needs a list on its right", "写成 in [1, 2, 3]", "Write in [1, 2, 3]")
	}
	result := Boolean
	for _, item := range array.Nodes {
		t := c.infer(item)
		if !fixed(item) {
			t = c.fault(c.at(item), "in", "列表里只能写固定的数字或文字", "a list holds plain numbers or texts only", "", "")
		} else if left != Invalid && t != left {
			zh, en := typeName(left)
			t = c.fault(c.at(item), "type", "列表里应是"+zh, "the list needs "+en, "", "")
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
		az, ae := typeName(a)
		bz, be := typeName(b)
		return c.fault(c.at(n.Exp2), "type", fmt.Sprintf("“? :”的两个结果应是同一种类，这里一个是%s，一个是%s", az, bz), fmt.Sprintf("the results of ? : must be of one type, not %s and %s", ae, be), "", "")
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
			return c.fault(c.at(n), "date", "规则里不能写日期", "dates cannot be used", "用 age（检查时的周岁）", "Use age (completed years at the examination)")
		case "log":
			return c.fault(c.at(n), "unknown-function", "log 的底数不明确", "the base of log is unclear", "自然对数写 ln()，常用对数写 log10()", "Write ln() or log10()")
		}
		mendZH, mendEN := "可用：ln log10 exp pow sqrt min max abs has", "Known: ln log10 exp pow sqrt min max abs has"
		if near := problem.Nearest(name, []string{"ln", "log10", "exp", "pow", "sqrt", "min", "max", "abs", "has"}); near != "" {
			mendZH, mendEN = "是否想写 "+near+"？", "Did you mean "+near+"?"
		}
		return c.fault(c.at(n), "unknown-function", "不认识的函数“"+name+"”", "unknown function "+name, mendZH, mendEN)
	}
	if len(arguments) < f.min || f.max > 0 && len(arguments) > f.max {
		return c.fault(c.at(n), "arguments", fmt.Sprintf("函数 %s 的参数个数不对（写了 %d 个）", name, len(arguments)), fmt.Sprintf("wrong number of arguments of %s: %d", name, len(arguments)), "", "")
	}
	if name != "has" {
		return c.operands(n, name+"()", Number, Number, arguments...)
	}
	id, ok := arguments[0].(*ast.IdentifierNode)
	if !ok {
		return c.fault(c.at(arguments[0]), "has", "has() 里只能写一个名称", "has() takes one name", "写成 has(waist_circumference)", "Write has(waist_circumference)")
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
