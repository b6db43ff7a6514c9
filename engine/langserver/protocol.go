package langserver

import (
	"strings"
	"unicode/utf16"
)

// What of the Language Server Protocol, version 3.17, is spoken here, under its
// own names: https://microsoft.github.io/language-server-protocol/

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type span struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string `json:"uri"`
	Range span   `json:"range"`
}

type initializeParams struct {
	RootURI string `json:"rootUri"`
	Folders []struct {
		URI string `json:"uri"`
	} `json:"workspaceFolders"`
}

type textDocument struct {
	URI  string  `json:"uri"`
	Text *string `json:"text"` // when it is opened
}

type documentParams struct {
	Document textDocument `json:"textDocument"`
	Changes  []struct {
		Text string `json:"text"`
	} `json:"contentChanges"`
}

type positionParams struct {
	Document textDocument `json:"textDocument"`
	Position position     `json:"position"`
	Context  struct {
		Declaration bool `json:"includeDeclaration"`
	} `json:"context"`
	NewName string `json:"newName"`
}

type diagnostic struct {
	Range    span   `json:"range"`
	Severity int    `json:"severity"` // 1 error, 2 warning, 3 information
	Code     string `json:"code"`
	Source   string `json:"source"`
	Message  string `json:"message"`
}

type textEdit struct {
	Range   span   `json:"range"`
	NewText string `json:"newText"`
}

// Kinds of completions and symbols, as the protocol numbers them.
const (
	completesValue, completesKey, completesName = 12, 10, 21

	symbolOfItem, symbolOfKey = 19, 8
)

type completion struct {
	Label      string   `json:"label"`
	Kind       int      `json:"kind"`
	Detail     string   `json:"detail,omitempty"`
	FilterText string   `json:"filterText,omitempty"`
	Edit       textEdit `json:"textEdit"`
}

type symbol struct {
	Name     string    `json:"name"`
	Detail   string    `json:"detail,omitempty"`
	Kind     int       `json:"kind"`
	Range    span      `json:"range"`
	Selected span      `json:"selectionRange"`
	Children []*symbol `json:"children,omitempty"`
}

type object = map[string]any

// capabilities are what the server answers.
var capabilities = object{
	"positionEncoding":       "utf-16",
	"textDocumentSync":       object{"openClose": true, "change": 1, "save": true}, // 1: the whole text
	"hoverProvider":          true,
	"completionProvider":     object{"triggerCharacters": []string{" ", "{", "["}},
	"definitionProvider":     true,
	"referencesProvider":     true,
	"renameProvider":         object{"prepareProvider": true},
	"documentSymbolProvider": true,
}

// linesOf takes a text apart as editors do, line ends left out.
func linesOf(text string) lines {
	text = strings.TrimPrefix(text, "\ufeff")
	return strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
}

// lines are those of a text. Problems count lines and columns from 1, columns in
// characters; editors count both from 0, columns in units of UTF-16.
type lines []string

// position is where a character stands; what lies outside of the text is moved
// to its nearest end.
func (t lines) position(line, column int) position {
	line = min(max(line, 1), len(t))
	text := []rune(t[line-1])
	column = min(max(column, 1), len(text)+1)
	return position{line - 1, len(utf16.Encode(text[:column-1]))}
}

// place is the reverse: the line and the column of the character at a position,
// or within which it lies.
func (t lines) place(p position) (line, column int) {
	line = min(max(p.Line, 0), len(t)-1) + 1
	column = 1
	left := p.Character
	for _, r := range t[line-1] {
		if left -= utf16.RuneLen(r); left < 0 {
			break
		}
		column++
	}
	return line, column
}

// span is the range of some characters of a line.
func (t lines) span(line, column, length int) span {
	return span{t.position(line, column), t.position(line, column+length)}
}

// after returns the text of a line from a column on.
func (t lines) after(line, column int) []rune {
	if line < 1 || line > len(t) {
		return nil
	}
	text := []rune(t[line-1])
	return text[min(max(column-1, 0), len(text)):]
}
