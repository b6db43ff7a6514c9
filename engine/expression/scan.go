package expression

import (
	"errors"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"golang.org/x/text/width"
	"tijian/engine/problem"
)

// maxLength of an expression in characters; deeper nesting than that allows
// would exhaust the parser's stack.
const maxLength = 20000

// fullWidth are characters of a Chinese input method and what to write instead.
var fullWidth = map[rune]string{
	'≤': "<=", '≥': ">=", '≠': "!=", '×': "*", '÷': "/", '“': `"`, '”': `"`, '‘': "'", '’': "'", '。': ".", '、': ",",
	'—': "-", '–': "-", '−': "-", '《': "<", '》': ">", '【': "[", '】': "]", '且': "and", '或': "or", '非': "not", '≦': "<=", '≧': ">=",
}

// opaque are the parts that are not read: quoted texts and comments.
var opaque = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|//[^\n]*|/\*(?s:.*?)\*/`)

var (
	leadingZero = regexp.MustCompile(`(?:^|[^\w.])(0[0-9xXbBoO_])`)
	arrow       = regexp.MustCompile(`(=>|=<)`)
	shouted     = regexp.MustCompile(`\b(AND|OR|NOT|And|Or|Not|IN|In)\b`)
	chinese     = regexp.MustCompile(`(?:^|[\s\d)"'])(并且|而且|和|或者|不是)(?:$|[\s\d("'a-zA-Z])`)
	tilde       = regexp.MustCompile(`(\d+(?:\.\d+)?)\s*([~～])\s*(\d+(?:\.\d+)?)`)
	unitBehind  = regexp.MustCompile(`(?:^|[^\w.])\d+(?:\.\d+)?\s*((?:[a-zA-Zµμ]+\d*/[a-zA-Zµμ]\S*|mmHg|cm|kg|mm|mg|kPa|fL|pg|岁|年))`)
	exponent    = regexp.MustCompile(`^[eE]\d`)
	percent     = regexp.MustCompile(`\d\s*(%)\s*(?:$|[^\s\w(.-]|and|or|&)`)
)

// scan looks for what expr would report badly or not at all. It says whether
// the text can go to the parser.
func (c *inspector) scan() bool {
	before := len(*c.list)
	text := c.text.Value
	if strings.TrimSpace(text) == "" {
		c.fault(c.text.At, "empty", "条件或公式是空的", "the expression is empty", "补上内容", "Fill it in")
		return false
	}
	if utf8.RuneCountInString(text) > maxLength {
		c.fault(c.text.At, "too-long", "条件或公式太长", "the expression is too long", "用 let 分成几步", "Split it with let")
		return false
	}
	// Blank out, keeping every character's place.
	visible := opaque.ReplaceAllStringFunc(text, func(s string) string {
		return strings.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, s)
	})
	c.written(visible)
	offset, depth := -1, 0
	for _, r := range visible {
		offset++
		switch r {
		case '(', '[', '（':
			depth++
		case ')', ']', '）':
			depth--
		}
		write, known := fullWidth[r]
		if r == '，' && depth == 0 {
			write, known = "and", true // between two conditions
		}
		if r == '～' && tilde.MatchString(visible) {
			continue // said above
		}
		if !known {
			kind := width.LookupRune(r)
			if kind.Kind() != width.EastAsianFullwidth {
				continue
			}
			write = string(kind.Narrow())
		}
		if (r == '且' || r == '或' || r == '非') && c.insideWord(visible, offset) {
			continue
		}
		c.fault(c.offset(offset), "full-width", "全角或特殊符号“"+string(r)+"”不能用在条件里", "the character "+string(r)+" cannot be used", "改为半角 "+write, "Write "+write)
	}
	for _, m := range leadingZero.FindAllStringSubmatchIndex(visible, -1) {
		c.fault(c.offset(utf8.RuneCountInString(visible[:m[2]])), "octal", "数字不要以 0 开头", "a number must not begin with 0", "去掉前面的 0", "Remove the leading 0")
	}
	for _, m := range percent.FindAllStringSubmatchIndex(visible, -1) {
		c.fault(c.offset(utf8.RuneCountInString(visible[:m[2]])), "percent", "数字后面不能写 %", "a number has no per cent sign", "直接写数字，单位就是指标的标准单位", "Write the plain number in the standard unit")
	}
	return len(*c.list) == before
}

// words that stand for a connective, and what to write instead.
var connectives = map[string]string{"并且": "and", "而且": "and", "和": "and", "或者": "or", "不是": "not"}

// written finds habits of other languages and of prose.
func (c *inspector) written(visible string) {
	at := func(index int) problem.Place { return c.offset(utf8.RuneCountInString(visible[:index])) }
	for _, m := range arrow.FindAllStringSubmatchIndex(visible, -1) {
		write := map[string]string{"=>": ">=", "=<": "<="}[visible[m[2]:m[3]]]
		c.fault(at(m[2]), "syntax", "比较符号“"+visible[m[2]:m[3]]+"”写反了", "the comparison "+visible[m[2]:m[3]]+" is the wrong way round", "写成 "+write, "Write "+write)
	}
	for _, m := range shouted.FindAllStringSubmatchIndex(visible, -1) {
		word := visible[m[2]:m[3]]
		c.fault(at(m[2]), "syntax", "“"+word+"”要用小写", word+" is written in lower case", "写成 "+strings.ToLower(word), "Write "+strings.ToLower(word))
	}
	for _, m := range chinese.FindAllStringSubmatchIndex(visible, -1) {
		word := visible[m[2]:m[3]]
		c.fault(at(m[2]), "syntax", "条件之间不能写“"+word+"”", word+" is no word of conditions", "写成 "+connectives[word], "Write "+connectives[word])
	}
	for _, m := range tilde.FindAllStringSubmatchIndex(visible, -1) {
		write := visible[m[2]:m[3]] + " <= value < " + visible[m[6]:m[7]]
		c.fault(at(m[4]), "syntax", "范围不能写“~”", "a range is not written with ~", "写成 "+write+"（两头包不包括请按需要）", "Write "+write)
	}
	for _, m := range unitBehind.FindAllStringSubmatchIndex(visible, -1) {
		unit := visible[m[2]:m[3]]
		if exponent.MatchString(unit) {
			continue
		}
		c.fault(at(m[2]), "unit", "条件里不写单位“"+unit+"”", "conditions have no units such as "+unit, "去掉单位，数字一律按指标的标准单位", "Leave it out; numbers are in the standard unit")
	}
}

// insideWord says whether the character is part of a longer Chinese word.
func (c *inspector) insideWord(text string, offset int) bool {
	runes := []rune(text)
	han := func(i int) bool { return i >= 0 && i < len(runes) && runes[i] >= 0x4E00 && runes[i] <= 0x9FFF }
	return han(offset-1) || han(offset+1)
}

// parse gives the syntax tree, not optimised, or reports why there is none.
func (c *inspector) parse() ast.Node {
	tree, err := parse(c.text.Value)
	if err == nil {
		return tree
	}
	at, message := c.text.At, err.Error()
	var e *file.Error
	if errors.As(err, &e) {
		at, message = c.text.Place(max(e.Line, 1), e.Column), e.Message
	}
	zh, mendZH, mendEN := "看不懂这个条件或公式："+message, "", ""
	for _, r := range parseReasons {
		if strings.Contains(message, r.part) {
			zh, mendZH, mendEN = r.zh, r.mendZH, r.mendEN
			break
		}
	}
	c.fault(at, "syntax", zh, message, mendZH, mendEN)
	return nil
}

// parse never panics.
func parse(text string) (node ast.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			node, err = nil, errors.New("cannot parse")
		}
	}()
	tree, err := parser.Parse(text)
	if err != nil {
		return nil, err
	}
	return tree.Node, nil
}

// parseReasons explains expr's messages, matched by a part of them.
var parseReasons = []struct{ part, zh, mendZH, mendEN string }{
	{`Operator("=")`, "这里用了一个等号", "判断相等要写两个等号 ==", "Write == to compare"},
	{"unexpected token EOF", "条件或公式没有写完", "补上缺少的部分或右括号", "Complete it or close the bracket"},
	{"unexpected end of expression", "条件或公式没有写完", "补上缺少的部分或右括号", "Complete it or close the bracket"},
	{"literal not terminated", "引号没有闭合", "补上缺少的引号", "Close the quote"},
	{`Operator(";")`, "一个条件里只能有一句", "去掉分号", "Remove the semicolon"},
	{`Operator(",")`, "这里多了一个逗号", "小数点写 . ，大数字不要分节", "Write a point for decimals and no thousands separators"},
	{"unexpected token Operator", "这里少了一个数或条件，或多了一个符号", "检查两边是否都写全", "Check that both sides are there"},
	{"unexpected token Identifier", "两部分之间缺少 and、or 或运算符号", "补上 and 或 or", "Add and or or"},
	{"unexpected token Number", "数字前面缺少比较或运算符号", "补上符号", "Add an operator"},
	{"unexpected token Bracket", "括号不配对，或括号前缺少符号", "检查括号是否成对", "Check that the brackets match"},
	{"unexpected token String", "文字前面缺少比较符号", "补上 == 或 in", "Add == or in"},
	{"unrecognized character", "有不认识的字符", "只用半角符号", "Use ASCII symbols only"},
	{"invalid float literal", "数字写法不对", "写成 1.5 这样的数字", "Write a number such as 1.5"},
	{"bad number syntax", "数字写法不对", "写成 1.5 这样的数字，单位不要写进条件", "Write a number such as 1.5, without a unit"},
}
