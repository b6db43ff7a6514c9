package expression

import (
	"errors"
	"regexp"
	"slices"
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

// A pattern is tried on texts that may match by a quicker look: most conditions
// do not, and are read without it.
type pattern struct {
	*regexp.Regexp
	may func(text string) bool // true of every text with a match
}

func (p pattern) in(text string) [][]int {
	if !p.may(text) {
		return nil
	}
	return p.FindAllStringSubmatchIndex(text, -1)
}

// anyOf looks for one of the signs that no match is without.
func anyOf(signs string) func(string) bool {
	return func(text string) bool { return strings.ContainsAny(text, signs) }
}

// opaque are the parts that are not read: quoted texts and comments.
var opaque = pattern{regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|//[^\n]*|/\*(?s:.*?)\*/`), anyOf(`"'/`)}

var (
	leadingZero = regexp.MustCompile(`0[0-9xXbBoO_]`)
	arrow       = pattern{regexp.MustCompile(`(=>|=<)`), anyOf("=")}
	shouted     = pattern{regexp.MustCompile(`\b(AND|OR|NOT|And|Or|Not|IN|In)\b`), anyOf("AONI")}
	chinese     = pattern{regexp.MustCompile(`(?:^|[\s\d)"'])(并且|而且|和|或者|不是)(?:$|[\s\d("'a-zA-Z])`), anyOf("并而和或不")}
	tilde       = pattern{regexp.MustCompile(`(\d+(?:\.\d+)?)\s*([~～])\s*(\d+(?:\.\d+)?)`), anyOf("~～")}
	unitBehind  = pattern{regexp.MustCompile(`(?:^|[^\w.])\d+(?:\.\d+)?\s*((?:[a-zA-Zµμ]+\d*/[a-zA-Zµμ]\S*|` + strings.Join(units, "|") + `))`), unitLikely}
	exponent    = regexp.MustCompile(`^[eE]\d`)
	percent     = pattern{regexp.MustCompile(`\d\s*(%)\s*(?:$|[^\s\w(.-]|and|or|&)`), anyOf("%")}
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
	visible := unquoted(text)
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
		if r < utf8.RuneSelf {
			continue
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
	for _, m := range leadingZero.FindAllStringIndex(visible, -1) {
		if leads(visible, m[0]) {
			c.fault(message.LeadingZero.At(c.offset(utf8.RuneCountInString(visible[:m[0]]))))
		}
	}
	for _, m := range percent.in(visible) {
		c.fault(message.Percent.At(c.offset(utf8.RuneCountInString(visible[:m[2]]))))
	}
	return len(*c.list) == before
}

// unquoted blanks out what is opaque, keeping every character's place.
func unquoted(text string) string {
	if !opaque.may(text) {
		return text
	}
	return opaque.ReplaceAllStringFunc(text, func(s string) string {
		return strings.Map(func(r rune) rune {
			if r == '\n' {
				return r
			}
			return ' '
		}, s)
	})
}

// leads reports whether a number or name begins at the index.
func leads(text string, at int) bool {
	if at == 0 {
		return true
	}
	b := text[at-1]
	return b != '_' && b != '.' && (b < '0' || '9' < b) && (b < 'a' || 'z' < b) && (b < 'A' || 'Z' < b)
}

// words that stand for a connective, and what to write instead.
var connectives = map[string]string{"并且": "and", "而且": "and", "和": "and", "或者": "or", "不是": "not"}

// written finds habits of other languages and of prose.
func (c *inspector) written(visible string) {
	at := func(index int) problem.Place { return c.offset(utf8.RuneCountInString(visible[:index])) }
	for _, m := range arrow.in(visible) {
		write := map[string]string{"=>": ">=", "=<": "<="}[visible[m[2]:m[3]]]
		c.fault(message.WrongWayRound.At(at(m[2]), "sign", visible[m[2]:m[3]], "write", write))
	}
	for _, m := range shouted.in(visible) {
		word := visible[m[2]:m[3]]
		c.fault(message.LowerCase.At(at(m[2]), "word", word, "write", strings.ToLower(word)))
	}
	for _, m := range chinese.in(visible) {
		word := visible[m[2]:m[3]]
		c.fault(message.Connective.At(at(m[2]), "word", word, "write", connectives[word]))
	}
	for _, m := range tilde.in(visible) {
		write := visible[m[2]:m[3]] + " <= value < " + visible[m[6]:m[7]]
		c.fault(message.Tilde.At(at(m[4]), "write", write))
	}
	for _, m := range unitBehind.in(visible) {
		unit := visible[m[2]:m[3]]
		if exponent.MatchString(unit) {
			continue
		}
		c.fault(message.UnitInCondition.At(at(m[2]), "unit", unit))
	}
}

// units of unitBehind without a slash.
var units = []string{"mmHg", "cm", "kg", "mm", "mg", "kPa", "fL", "pg", "岁", "年"}

// unitLikely reports whether a number is followed by a unit, or by a letter in a
// text with a slash.
func unitLikely(visible string) bool {
	slash := strings.Contains(visible, "/")
	for i := 1; i < len(visible); i++ {
		if visible[i-1] < '0' || visible[i-1] > '9' {
			continue
		}
		behind := strings.TrimLeft(visible[i:], " \t\n\f\r")
		if behind == "" || behind[0] < 'A' {
			continue
		}
		if slash || slices.ContainsFunc(units, func(unit string) bool { return strings.HasPrefix(behind, unit) }) {
			return true
		}
	}
	return false
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
