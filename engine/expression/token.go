package expression

import (
	"strings"

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
func (e *Expression) Tokens() []Token {
	list, err := lexer.Lex(file.NewSource(e.Text.Value))
	if err != nil {
		return nil // cannot be: the text was parsed before
	}
	runes := []rune(e.Text.Value)
	var tokens []Token
	for _, t := range list {
		if t.Kind != lexer.EOF {
			tokens = append(tokens, Token{TokenKind(t.Kind), string(runes[t.From:t.To]), t.From, t.To})
		}
	}
	return tokens
}

// oneSpelling of the connectives; no text that rules compare with holds them.
var oneSpelling = strings.NewReplacer(" && ", " and ", " || ", " or ")

// Canonical writes the expression out anew, so that texts which differ in
// blanks, brackets and line ends only give the same.
func (e *Expression) Canonical() string { return oneSpelling.Replace(e.root.String()) }
