package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"tijian/engine/message"
	"tijian/internal/waittest"
	"tijian/internal/wordstest"
)

// Every problem that rules check lists arrives in an editor on the same line.
func TestLanguageServerTellsWhatCheckTells(t *testing.T) {
	script, err := filepath.Abs("../testdata/script/rules_edit.txtar")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	const table, words = "rules/2026.1/indicators/lipids.yaml", "dictionaries/2026.1/cues.yaml"
	err = errors.Join(wordstest.FewRules("rules", script), wordstest.Copy("dictionaries/2026.1"))
	for name, with := range map[string][2]string{table: {"value < 1.70", "value < 1.60 并且 true"}, words: {"words: [未见]", "words: [未见, 未见]"}} {
		text, e := os.ReadFile(name)
		wrong := bytes.Replace(text, []byte(with[0]), []byte(with[1]), 1)
		if bytes.Equal(text, wrong) {
			t.Fatalf("%s has no %s", name, with[0])
		}
		err = errors.Join(err, e, os.WriteFile(name, wrong, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	run := func(s Streams, args ...string) int {
		return execute(func() (context.Context, error) { return t.Context(), nil }, &program{}, message.Phrase{}, s, args)
	}
	run(Streams{Out: &out, Err: io.Discard}, "rules", "check", "2026.1", "--format", "json")
	var answer struct {
		Problems []struct {
			File, Message string
			Line          int
		}
	}
	if err := json.Unmarshal(out.Bytes(), &answer); err != nil || len(answer.Problems) < 2 {
		t.Fatalf("%v: %s", err, &out)
	}
	var want []string
	for _, p := range answer.Problems {
		want = append(want, fmt.Sprintf("%s:%d", p.File, p.Line))
	}
	slices.Sort(want)

	in, toServer := io.Pipe()
	fromServer, toEditor := io.Pipe()
	end := make(chan int, 1)
	go func() {
		end <- run(Streams{In: in, Out: toEditor, Err: io.Discard}, "rules", "lsp", "--pause", "0s")
		toEditor.Close()
	}()
	send := func(text string) {
		if _, err := fmt.Fprintf(toServer, "Content-Length: %d\r\n\r\n%s", len(text), text); err != nil {
			t.Error(err)
		}
	}
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	root := "file://" + filepath.ToSlash(folder) + "/"
	go send(`{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"rootUri": null, "workspaceFolders": null}}`)
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]string{}
	got := func() (all []string) {
		for _, lines := range found {
			all = append(all, lines...)
		}
		slices.Sort(all)
		return all
	}
	reader := bufio.NewReader(fromServer)
	for !slices.Equal(got(), want) {
		header, err := textproto.NewReader(reader).ReadMIMEHeader()
		if err != nil {
			t.Fatal(err)
		}
		size, _ := strconv.Atoi(header.Get("Content-Length"))
		var m struct {
			ID     int
			Params struct {
				URI         string
				Diagnostics []struct {
					Range struct{ Start struct{ Line int } }
				}
			}
		}
		if err := json.NewDecoder(io.LimitReader(reader, int64(size))).Decode(&m); err != nil {
			t.Fatal(err)
		}
		if m.ID == 1 {
			go send(fmt.Sprintf(`{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": %q, "text": %q}}}`, root+table, text))
			continue
		}
		name := m.Params.URI[len(root):]
		found[name] = nil
		for _, d := range m.Params.Diagnostics {
			found[name] = append(found[name], fmt.Sprintf("%s:%d", name, d.Range.Start.Line+1))
		}
	}
	go io.Copy(io.Discard, reader)
	send(`{"jsonrpc": "2.0", "id": 2, "method": "shutdown"}`)
	send(`{"jsonrpc": "2.0", "method": "exit"}`)
	if code := waittest.Receive(t, "the server ends", end); code != 0 {
		t.Errorf("exit %d", code)
	}
}
