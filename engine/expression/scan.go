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
	"tijian/engine/message"
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

// scan looks for what expr would report badly or not at all. It reports whether
// the text can go to the parser.
func (c *inspector) scan() bool {
	before := len(*c.list)
	text := c.text.Value
	if strings.TrimSpace(text) == "" {
		c.fault(message.EmptyExpression.At(c.text.At))
		return false
	}
	if utf8.RuneCountInString(text) > maxLength {
		c.fault(message.LongExpression.At(c.text.At))
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
		c.fault(message.FullWidth.At(c.offset(offset), "sign", string(r), "write", write))
	}
	for _, m := range leadingZero.FindAllStringSubmatchIndex(visible, -1) {
		c.fault(message.LeadingZero.At(c.offset(utf8.RuneCountInString(visible[:m[2]]))))
	}
	for _, m := range percent.FindAllStringSubmatchIndex(visible, -1) {
		c.fault(message.Percent.At(c.offset(utf8.RuneCountInString(visible[:m[2]]))))
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
		c.fault(message.WrongWayRound.At(at(m[2]), "sign", visible[m[2]:m[3]], "write", write))
	}
	for _, m := range shouted.FindAllStringSubmatchIndex(visible, -1) {
		word := visible[m[2]:m[3]]
		c.fault(message.LowerCase.At(at(m[2]), "word", word, "write", strings.ToLower(word)))
	}
	for _, m := range chinese.FindAllStringSubmatchIndex(visible, -1) {
		word := visible[m[2]:m[3]]
		c.fault(message.Connective.At(at(m[2]), "word", word, "write", connectives[word]))
	}
	for _, m := range tilde.FindAllStringSubmatchIndex(visible, -1) {
		write := visible[m[2]:m[3]] + " <= value < " + visible[m[6]:m[7]]
		c.fault(message.Tilde.At(at(m[4]), "write", write))
	}
	for _, m := range unitBehind.FindAllStringSubmatchIndex(visible, -1) {
		unit := visible[m[2]:m[3]]
		if exponent.MatchString(unit) {
			continue
		}
		c.fault(message.UnitInCondition.At(at(m[2]), "unit", unit))
	}
}

// insideWord reports whether the character is part of a longer Chinese word.
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
	at, reason := c.text.At, err.Error()
	var e *file.Error
	if errors.As(err, &e) {
		at, reason = c.text.Place(max(e.Line, 1), e.Column), e.Message
	}
	for _, r := range parseReasons {
		if strings.Contains(reason, r.part) {
			c.fault(r.message.At(at))
			return nil
		}
	}
	c.fault(message.NotUnderstood.At(at, "reason", reason))
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

// parseReasons explains expr's errors, known by a part of them.
var parseReasons = []struct {
	part    string
	message message.Message
}{
	{`Operator("=")`, message.SingleEquals},
	{"unexpected token EOF", message.Unfinished},
	{"unexpected end of expression", message.Unfinished},
	{"literal not terminated", message.QuoteNotClosed},
	{`Operator(";")`, message.Semicolon},
	{`Operator(",")`, message.Comma},
	{"unexpected token Operator", message.MissingOperand},
	{"unexpected token Identifier", message.MissingConnective},
	{"unexpected token Number", message.MissingOperator},
	{"unexpected token Bracket", message.Brackets},
	{"unexpected token String", message.MissingComparison},
	{"unrecognized character", message.UnknownCharacter},
	{"invalid float literal", message.BadNumber},
	{"bad number syntax", message.NumberWithUnit},
}
