package langserver

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/sourcegraph/jsonrpc2"

	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/engine/keywords/lexicon"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
	"tijian/internal/waittest"
	"tijian/internal/wordstest"
)

var update = flag.Bool("update", false, "write the answers of testdata/session.txtar")

const session = "testdata/session.txtar"

// shapes are those of the files of rules and dictionaries that the engine reads.
func shapes() []strictyaml.Shape {
	var all []strictyaml.Shape
	for folder, some := range map[string][]strictyaml.Shape{"rules": ruleset.Shapes(), "dictionaries/*": append(dictionary.Shapes(), lexicon.Shapes()...)} {
		for _, s := range some {
			s.Files = slices.Clone(s.Files)
			for i, pattern := range s.Files {
				s.Files[i] = path.Join(folder, pattern)
			}
			all = append(all, s)
		}
	}
	return all
}

// workspace writes few rules into a folder of the test and returns the requests.
func begin(t *testing.T) (root string, archive *txtar.Archive) {
	t.Helper()
	root = t.TempDir()
	archive, err := txtar.ParseFile(session)
	if err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	err = errors.Join(wordstest.FewRules(in("rules"), "../../testdata/script/rules_edit.txtar"), wordstest.Copy(in("dictionaries/2026.1")))
	for _, f := range archive.Files {
		if strings.HasPrefix(f.Name, "rules/") {
			err = errors.Join(err, os.MkdirAll(filepath.Dir(in(f.Name)), 0o700), os.WriteFile(in(f.Name), f.Data, 0o600))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return root, archive
}

// An editor is the other end of a session.
type editor struct {
	t    *testing.T
	root string
	conn *jsonrpc2.Conn
	end  chan bool

	mu    sync.Mutex
	found map[string][]diagnostic // by file, below the root
	told  []string
}

func connect(t *testing.T, root string) *editor {
	t.Helper()
	e := &editor{t: t, root: root, end: make(chan bool, 1), found: map[string][]diagnostic{}}
	fromEditor, toServer := io.Pipe()
	fromServer, toEditor := io.Pipe()
	go func() {
		e.end <- Serve(t.Context(), fromEditor, toEditor, io.Discard, Options{Shapes: shapes()})
	}()
	type both struct {
		io.Reader
		io.WriteCloser
	}
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(both{fromServer, toServer}, jsonrpc2.VSCodeObjectCodec{}), jsonrpc2.HandlerWithError(e.hear))
	var answer object
	e.ask("initialize", object{"rootUri": uriFor(root)}, &answer)
	return e
}

func uriFor(file string) string { return "file://" + filepath.ToSlash(file) }

func (e *editor) hear(_ context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) (any, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var d struct {
		URI         string
		Diagnostics []diagnostic
	}
	if req.Method == "textDocument/publishDiagnostics" && json.Unmarshal(*req.Params, &d) == nil {
		e.found[e.below(d.URI)] = d.Diagnostics
	} else {
		e.told = append(e.told, req.Method)
	}
	return nil, nil
}

func (e *editor) below(uri string) string { return strings.TrimPrefix(uri, uriFor(e.root)+"/") }

func (e *editor) ask(method string, params, answer any) (refused string) {
	e.t.Helper()
	err := e.conn.Call(context.Background(), method, params, answer)
	var said *jsonrpc2.Error
	if errors.As(err, &said) {
		return said.Message
	}
	if err != nil {
		e.t.Fatal(err)
	}
	return ""
}

func (e *editor) tell(method string, params any) {
	e.t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		e.t.Fatal(err)
	}
}

// write shows the server what a file holds in the editor.
func (e *editor) write(name, text string) {
	e.t.Helper()
	document := object{"uri": uriFor(filepath.Join(e.root, name)), "text": text}
	e.tell("textDocument/didOpen", object{"textDocument": document})
	e.tell("textDocument/didChange", object{"textDocument": document, "contentChanges": []object{{"text": text}}})
}

// close ends the session.
func (e *editor) close() {
	e.t.Helper()
	e.ask("shutdown", nil, nil)
	e.tell("exit", nil)
	if !waittest.Receive(e.t, "the server ends", e.end) {
		e.t.Error("a session that was shut down ends out of order")
	}
}

// An editor that leaves without a shutdown has crashed, as far as its server knows.
func TestExitWithoutShutdown(t *testing.T) {
	e := connect(t, t.TempDir())
	e.tell("exit", nil)
	if waittest.Receive(t, "the server ends", e.end) {
		t.Error("a session that nobody shut down ends in order")
	}
}

// TestSessionAndChecksAtTheSameTime asks what an editor asks.
func TestSessionAndChecksAtTheSameTime(t *testing.T) {
	root, archive := begin(t)
	e := connect(t, root)
	defer e.close()
	for i, f := range archive.Files {
		kind, rest, _ := strings.Cut(f.Name, " ")
		name, where, isRequest := strings.Cut(rest, ": ")
		if !isRequest {
			continue
		}
		input := ""
		if kind == "rename" {
			input, _, _ = strings.Cut(string(f.Data), "\n")
		}
		got := e.request(kind, "rules/2026.1/"+name, where, input)
		if input != "" {
			got = input + "\n" + got
		}
		if *update {
			archive.Files[i].Data = []byte(got)
		} else if got != string(f.Data) {
			t.Errorf("%s: got\n%s\nwant\n%s", f.Name, got, f.Data)
		}
	}
	if *update {
		if err := os.WriteFile(session, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// request asks at the cursor and writes the answer as text.
func (e *editor) request(kind, name, where, input string) string {
	e.t.Helper()
	data, err := os.ReadFile(filepath.Join(e.root, name))
	if err != nil {
		e.t.Fatal(err)
	}
	lines, line := linesOf(string(data)), 0
	anchor, added, isNew := strings.Cut(where, " » ")
	before, after, _ := strings.Cut(anchor, "|")
	line = 1 + slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, before+after) })
	if isNew {
		before, after, _ = strings.Cut(added, "|")
		lines = slices.Insert(lines, line, before+after)
		line++
	}
	text := strings.Join(lines, "\n")
	e.write(name, text)
	defer e.tell("textDocument/didClose", object{"textDocument": object{"uri": uriFor(filepath.Join(e.root, name))}})
	prefix := lines[line-1][:strings.Index(lines[line-1], before+after)] + before
	params := object{
		"textDocument": object{"uri": uriFor(filepath.Join(e.root, name))}, "newName": input,
		"position": lines.position(line, utf8.RuneCountInString(prefix)+1), "context": object{"includeDeclaration": true},
	}
	method := map[string]string{"complete": "completion", "prepare": "prepareRename", "symbols": "documentSymbol"}[kind]
	if method == "" {
		method = kind
	}
	var answer json.RawMessage
	if refused := e.ask("textDocument/"+method, params, &answer); refused != "" {
		return refused + "\n"
	}
	return e.shown(kind, answer)
}

// shown writes an answer for people.
func (e *editor) shown(kind string, answer json.RawMessage) string {
	e.t.Helper()
	var out strings.Builder
	read := func(into any) {
		if err := json.Unmarshal(answer, into); err != nil {
			e.t.Fatalf("%s: %v", answer, err)
		}
	}
	if string(answer) == "null" {
		return ""
	}
	switch kind {
	case "hover":
		var h struct {
			Contents struct{ Value string }
			Range    span
		}
		read(&h)
		fmt.Fprintf(&out, "%s %s\n", spanText(h.Range), strings.TrimSpace(h.Contents.Value))
	case "definition", "references":
		var all []location
		read(&all)
		for _, l := range all {
			fmt.Fprintf(&out, "%s %s\n", e.below(l.URI), spanText(l.Range))
		}
	case "prepare":
		var s span
		read(&s)
		fmt.Fprintln(&out, spanText(s))
	case "rename":
		var w struct{ Changes map[string][]textEdit }
		read(&w)
		e.rename(&out, w.Changes)
	case "symbols":
		var all []*symbol
		read(&all)
		writeSymbols(&out, all, "")
	case "complete":
		var all []completion
		read(&all)
		for i, c := range all {
			if i == 12 {
				fmt.Fprintf(&out, "… %d\n", len(all))
				break
			}
			fmt.Fprintf(&out, "%s %q %s\n", spanText(c.Edit.Range), c.Edit.NewText, c.Detail)
		}
	}
	return out.String()
}

func spanText(s span) string {
	return fmt.Sprintf("%d:%d-%d:%d", s.Start.Line, s.Start.Character, s.End.Line, s.End.Character)
}

func writeSymbols(out *strings.Builder, all []*symbol, indent string) {
	for _, s := range all {
		fmt.Fprintf(out, "%s%s %s (%s)\n", indent, spanText(s.Range), s.Name, s.Detail)
		writeSymbols(out, s.Children, indent+"  ")
	}
}

// rename carries out the edits in the open editor, where the version must be as
// sound as before.
func (e *editor) rename(out *strings.Builder, edits map[string][]textEdit) {
	edited := map[string][]byte{}
	uris := []string{}
	for uri := range edits {
		uris = append(uris, uri)
	}
	slices.Sort(uris)
	for _, uri := range uris {
		data, err := os.ReadFile(filepath.Join(e.root, e.below(uri)))
		if err != nil {
			e.t.Fatal(err)
		}
		lines := linesOf(string(data))
		changes := edits[uri]
		slices.SortFunc(changes, func(a, b textEdit) int { return b.Range.Start.Character - a.Range.Start.Character })
		for _, c := range changes {
			fmt.Fprintf(out, "%s %s\n", e.below(uri), spanText(c.Range))
			line, from := lines.place(c.Range.Start)
			_, to := lines.place(c.Range.End)
			text := []rune(lines[line-1])
			lines[line-1] = string(text[:from-1]) + c.NewText + string(text[to-1:])
		}
		edited[e.below(uri)] = []byte(strings.Join(lines, "\n"))
	}
	r := engine.NewReviewer(engine.Files{Rules: filepath.Join(e.root, "rules"), Dictionaries: filepath.Join(e.root, "dictionaries")})
	if list := r.Edited(e.t.Context(), "2026.1", edited).Problems.Of(problem.Error); len(list) > 0 {
		fmt.Fprintln(out, list.Err())
	}
}

// Wherever the cursor stands something sensible is answered: edits are on its own
// line, from before it to it.
func TestAsksEverywhere(t *testing.T) {
	root, _ := begin(t)
	e := connect(t, root)
	defer e.close()
	for _, name := range []string{"rules/2026.1/indicators/kidney.yaml", "rules/2026.1/derived/kidney.yaml", "rules/2026.1/constants.yaml", "dictionaries/2026.1/cues.yaml"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		e.write(name, string(data))
		for line, text := range linesOf(string(data)) {
			for character := 0; character <= len(text); character += 13 {
				at := object{"textDocument": object{"uri": uriFor(filepath.Join(root, name))}, "position": position{line, character}}
				for _, method := range []string{"hover", "definition", "references"} {
					if said := e.ask("textDocument/"+method, at, nil); said != "" {
						t.Errorf("%s:%d:%d: %s: %s", name, line, character, method, said)
					}
				}
				var all []completion
				if said := e.ask("textDocument/completion", at, &all); said != "" {
					t.Errorf("%s:%d:%d: %s", name, line, character, said)
				}
				for _, c := range all {
					if from, to := c.Edit.Range.Start, c.Edit.Range.End; from.Line != line || to.Line != line || from.Character > to.Character || to.Character > character {
						t.Errorf("%s:%d:%d: %q replaces %s", name, line, character, c.Label, spanText(c.Edit.Range))
					}
				}
			}
		}
	}
}
