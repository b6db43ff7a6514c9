package expression

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser/lexer"
)

// TokenKind tells what a piece of an expression's text is.
type TokenKind string

// The kinds of tokens that people can change.
const (
	NumberToken     TokenKind = TokenKind(lexer.Number)
	StringToken     TokenKind = TokenKind(lexer.String)
	IdentifierToken TokenKind = TokenKind(lexer.Identifier)
	OperatorToken   TokenKind = TokenKind(lexer.Operator)
	BracketToken    TokenKind = TokenKind(lexer.Bracket)
)

// A Token is a piece of an expression's text, quotes included. From and To
// count characters from 0; To is behind the last one.
type Token struct {
	Kind     TokenKind
	Text     string
	From, To int
}

// Tokens takes the text apart, comments and blanks left out.
func (e *Expression) Tokens() []Token { return Tokens(e.Text.Value) }

// Tokens takes the text of an expression apart that need not be one yet; nil
// where it has pieces that no expression has.
func Tokens(text string) []Token {
	list, err := lexer.Lex(file.NewSource(text))
	if err != nil {
		return nil
	}
	runes := []rune(text)
	var tokens []Token
	for _, t := range list {
		if t.Kind != lexer.EOF {
			tokens = append(tokens, Token{TokenKind(t.Kind), string(runes[t.From:t.To]), t.From, t.To})
		}
	}
	return tokens
}

// Identifiers lists the names that a condition or formula uses, those of
// functions included, by its tree, in the order of the text; false where the text
// is none. They need not be known.
func Identifiers(text string) (names []Token, ok bool) {
	root, err := parse(text)
	if err != nil {
		return nil, false
	}
	ast.Walk(&root, named(func(n *ast.IdentifierNode) {
		from := n.Location().From
		names = append(names, Token{IdentifierToken, n.Value, from, from + utf8.RuneCountInString(n.Value)})
	}))
	slices.SortFunc(names, func(a, b Token) int { return a.From - b.From })
	return names, true
}

type named func(n *ast.IdentifierNode)

// Visit sees every node of a tree.
func (f named) Visit(node *ast.Node) {
	if n, ok := (*node).(*ast.IdentifierNode); ok {
		f(n)
	}
}

// A Literal is a number that is written out, with the minus that belongs to it
// alone. From and To count characters from 0; To is behind the last one.
type Literal struct {
	Text     string
	Value    float64
	From, To int
}

// Numbers lists the numbers that the text of an expression writes out: in
// value - 2.5 it is 2.5, in value >= -2.5 it is -2.5.
func Numbers(text string) []Literal {
	var all []Literal
	tokens := Tokens(text)
	for i, t := range tokens {
		if t.Kind != NumberToken {
			continue
		}
		n := Literal{t.Text, 0, t.From, t.To}
		if i > 0 && tokens[i-1].Text == "-" && (i == 1 || opens(tokens[i-2])) {
			n.Text, n.From = "-"+t.Text, tokens[i-1].From
		}
		var err error
		if n.Value, err = strconv.ParseFloat(strings.ReplaceAll(n.Text, "_", ""), 64); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// opens reports whether a minus behind the token is a sign.
func opens(t Token) bool {
	return t.Kind == OperatorToken || t.Kind == BracketToken && strings.ContainsAny(t.Text, "([{")
}

// oneSpelling of the connectives; no text that rules compare with holds them.
var oneSpelling = strings.NewReplacer(" && ", " and ", " || ", " or ")

// Canonical writes the expression out anew, so that texts which differ in
// blanks, brackets and line ends only give the same.
func (e *Expression) Canonical() string { return oneSpelling.Replace(e.root.String()) }
