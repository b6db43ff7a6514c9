package langserver

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
