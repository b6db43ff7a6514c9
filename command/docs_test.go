package command

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

var update = flag.Bool("update", false, "write the output of the commands into the page")

// The page for medical staff is a story: its blocks of YAML become files of a
// small rule set, its blocks of console are commands run on them, and what the
// commands print must be what the page shows.
//
//	```yaml rules/2026.1/sources.yaml          writes the file
//	```yaml rules/2026.1/sources.yaml 错误      writes it for the next console block only
//	```json name                                writes the file
//	```yaml units                               is a part of a file of that schema
//	```yaml manifest.arguments                  is a part of that key's value
//	```console                                  runs each line that begins with $
func TestPageForStaff(t *testing.T) {
	name, err := filepath.Abs(repository + "/docs/编辑规则.md")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[int]string{} // what a block should show, by the line of its beginning
	words, err := fs.Sub(dictionaries.FS, "2026.2")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	t.Setenv("TIJIAN_RULES", "rules")
	t.Setenv("TIJIAN_DICTIONARIES", "dictionaries")
	if err := os.CopyFS("dictionaries/2026.1", words); err != nil {
		t.Fatal(err)
	}
	var restore func()
	consoles := 0
	for _, b := range fences(t, string(page)) {
		switch {
		case b.info[0] == "json":
			lay(t, b.info[1], b.text)
		case b.info[0] == "yaml" && len(b.info) >= 2 && strings.Contains(b.info[1], "/"):
			if restore != nil {
				t.Fatalf("line %d: the wrong file before it has no console block", b.line)
			}
			undo := lay(t, b.info[1], b.text)
			if len(b.info) == 3 && b.info[2] == "错误" {
				restore = undo
			}
		case b.info[0] == "yaml" && len(b.info) == 2:
			fragment(t, b)
		case b.info[0] == "console":
			consoles++
			got := consoleBlock(t, b)
			shown[b.line] = got
			if g, w := varies.ReplaceAllString(got, same), varies.ReplaceAllString(b.text, same); g != w && !*update {
				t.Errorf("docs/编辑规则.md line %d: the commands print\n%s\nthe page shows\n%s", b.line, got, b.text)
			}
			if restore != nil {
				restore()
				restore = nil
			}
		case b.info[0] == "yaml":
			t.Errorf("line %d: a block of YAML that nothing checks", b.line)
		}
	}
	if *update {
		if err := os.WriteFile(name, []byte(rewrite(string(page), shown)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if consoles < 10 {
		t.Errorf("only %d blocks of commands", consoles)
	}
}

// rewrite puts what commands print into their blocks.
func rewrite(page string, shown map[int]string) string {
	var out strings.Builder
	skip := false
	for i, line := range strings.SplitAfter(page, "\n") {
		if strings.HasPrefix(line, "```") {
			skip = false
		}
		if !skip {
			out.WriteString(line)
		}
		if text, ok := shown[i+1]; ok {
			out.WriteString(text)
			skip = true
		}
	}
	return out.String()
}

// A fence is a block between lines of three backquotes.
type fence struct {
	line int // of its beginning
	info []string
	text string
}

func fences(t *testing.T, page string) []fence {
	t.Helper()
	var all []fence
	var open *fence
	for i, line := range strings.Split(page, "\n") {
		mark, is := strings.CutPrefix(line, "```")
		switch {
		case is && open == nil:
			open = &fence{line: i + 1, info: strings.Fields(mark + " -")}
			if len(open.info) > 1 {
				open.info = open.info[:len(open.info)-1]
			}
		case is:
			all = append(all, *open)
			open = nil
		case open != nil:
			open.text += line + "\n"
		}
	}
	if open != nil {
		t.Fatalf("line %d: the block does not end", open.line)
	}
	return all
}

// lay writes a file and tells how to undo it.
func lay(t *testing.T, name, text string) (undo func()) {
	t.Helper()
	name = filepath.FromSlash(name)
	before, err := os.ReadFile(name)
	existed := err == nil
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return func() {
		if existed {
			err = os.WriteFile(name, before, 0o644)
		} else {
			err = os.Remove(name)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// fragment decodes a part of a file as the loader would.
func fragment(t *testing.T, b fence) {
	t.Helper()
	for _, group := range allShapes() {
		for _, s := range group.shapes {
			name, key, _ := strings.Cut(b.info[1], ".")
			if s.Name != name {
				continue
			}
			into := s.Type
			for _, m := range strictyaml.Members(structOr(into)) {
				if m.Key == key {
					into = m.Type
				}
			}
			var list problem.List
			f := strictyaml.Parse(s.Name, []byte(b.text), &list)
			if f != nil {
				f.Decode(reflect.New(into).Interface(), &list)
			}
			for _, p := range list {
				t.Errorf("page line %d: %v", b.line+p.Line, p)
			}
			return
		}
	}
	t.Errorf("line %d: there is no schema %q", b.line, b.info[1])
}

var (
	// varies are parts of the output that change with the dictionaries.
	varies = regexp.MustCompile(`（[0-9a-f]{12}）`)
	// bold are the escapes of a terminal.
	bold = regexp.MustCompile(`\x1b\[\d*m`)
)

// structOr gives an empty struct for types that have no keys.
func structOr(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Struct {
		return t
	}
	return reflect.TypeFor[struct{}]()
}

const same = "（············）"

// consoleBlock runs each command of a block and gives what the page should show.
func consoleBlock(t *testing.T, b fence) string {
	t.Helper()
	var got strings.Builder
	code := 0
	for _, line := range strings.Split(strings.TrimSuffix(b.text, "\n"), "\n") {
		command, is := strings.CutPrefix(line, "$ ")
		if !is {
			continue
		}
		fmt.Fprintln(&got, line)
		switch {
		case command == "echo $?":
			fmt.Fprintln(&got, code)
		case strings.HasPrefix(command, "tijian "):
			code = tijian(t, &got, strings.Fields(command)[1:])
		default:
			out, err := exec.CommandContext(context.Background(), "sh", "-c", command).CombinedOutput()
			if err != nil {
				t.Errorf("line %d: %s: %v", b.line, command, err)
			}
			got.Write(out)
		}
	}
	return bold.ReplaceAllString(got.String(), "")
}

type program struct {
	Global

	Rules    Rules    `cmd:""`
	Keywords Keywords `cmd:""`
}

// tijian runs a command as main does and returns its exit code.
func tijian(t *testing.T, out io.Writer, args []string) int {
	t.Helper()
	return execute(func() (context.Context, error) { return t.Context(), nil }, &program{}, message.Phrase{}, Streams{In: &bytes.Buffer{}, Out: out, Err: out}, args)
}
