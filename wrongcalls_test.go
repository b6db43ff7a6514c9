package main

import (
	"archive/zip"
	"bytes"
	"errors"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/txtar"

	"tijian/command"
	"tijian/internal/waittest"
	"tijian/internal/wordstest"
)

// Every wrong call of testdata/wrongcalls.txtar is refused in the language that
// was asked for, and in that alone. Every command has one.
func TestWrongCalls(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/wrongcalls.txtar")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { taken.Close() })
	t.Chdir(wrongFiles(t, archive))
	ours := theirs(archive)
	tried := map[string]bool{}
	for line := range strings.Lines(string(archive.Comment)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		call := parseCall(line, taken.Addr().String())
		for i := range call.args {
			tried[strings.Join(call.args[:i+1], " ")] = true
		}
		t.Run(line, func(t *testing.T) {
			if said := call.run(t, "zh"); english(said) != "" {
				t.Errorf("says in English %q:\n%s", english(said), said)
			}
			if said := call.run(t, "en"); han.MatchString(ours.Replace(said)) {
				t.Errorf("says in Chinese:\n%s", said)
			}
		})
	}
	for _, name := range commandNames(t) {
		if !tried[name] {
			t.Errorf("no wrong call of %s", name)
		}
	}
}

// A wrongCall is a command line with what it reads.
type wrongCall struct {
	env, args []string
	stdin     string
}

// parseCall reads a line: settings, arguments, and perhaps the file of standard
// input behind <.
func parseCall(line, taken string) (c wrongCall) {
	line, c.stdin, _ = strings.Cut(line, " < ")
	for _, word := range strings.Fields(strings.ReplaceAll(line, "$TAKEN", taken)) {
		if len(c.args) == 0 && strings.HasPrefix(word, "TIJIAN_") {
			c.env = append(c.env, word)
		} else {
			c.args = append(c.args, word)
		}
	}
	return c
}

// run returns what the call says, which must be a refusal.
func (c wrongCall) run(t *testing.T, lang string) string {
	t.Helper()
	for _, setting := range append([]string{"TIJIAN_LANG=" + lang, "TIJIAN_RULES=good", "TIJIAN_DICTIONARIES=named", "TIJIAN_DATA=" + filepath.Join(t.TempDir(), "data")}, c.env...) {
		name, value, _ := strings.Cut(setting, "=")
		t.Setenv(name, value)
	}
	var in []byte
	if c.stdin != "" {
		var err error
		if in, err = os.ReadFile(c.stdin); err != nil {
			t.Fatal(err)
		}
	}
	if c.args[0] == "serve" || c.args[0] == "worker" {
		// What is not refused would not end: told to, it does in good order, and that is
		// no refusal.
		tell := time.AfterFunc(waittest.Limit, func() { _ = syscall.Kill(os.Getpid(), syscall.SIGTERM) })
		defer tell.Stop()
	}
	var said shared
	code := command.Run(&commands{}, about, bytes.NewReader(in), &said, &said, c.args)
	if code < 1 {
		t.Errorf("exit code %d:\n%s", code, said.String())
	}
	if said.String() == "" {
		t.Error("says nothing")
	}
	return said.String()
}

// shared is what several write: a service that ends may still log.
type shared struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *shared) Write(data []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(data)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

var (
	han     = regexp.MustCompile(`\p{Han}`)
	chinese = regexp.MustCompile(`\p{Han}+`)
	// notSaid is what has no language: quotes, lines of files with their carets,
	// command lines, and words of paths, flags, addresses and names.
	notSaid = []*regexp.Regexp{
		regexp.MustCompile(`(?m)^time=.*$`),         // the log
		regexp.MustCompile(`(?m)^ +[a-z].*\[选项\]$`), // commands that help lists
		regexp.MustCompile(`(?m)^ *\d* *\|.*$`),
		regexp.MustCompile("\"[^\"\n]*\"|“[^”\n]*”|`[^`\n]*`|'[^'\n]*'"),
		regexp.MustCompile(`\b(tijian|chmod|openssl|apt-get)\s+[-a-z0-9=.<>\[\]/]+( [-a-z0-9=.<>\[\]/]+)*`),
		regexp.MustCompile(`[^\s，。：；、（）]*[-_./0-9=<>\[\]|{}A-Z:][^\s，。：；、（）]*`),
	}
	sentence = regexp.MustCompile(`\b[a-z]+ [a-z]+\b`)
)

// english finds two English words in a row outside of quotes, paths, flags and
// code; "" when there are none.
func english(said string) string {
	for _, is := range notSaid {
		said = is.ReplaceAllString(said, "·")
	}
	return sentence.FindString(said)
}

// theirs takes out of a text the Chinese that the files themselves have.
func theirs(archive *txtar.Archive) *strings.Replacer {
	var words []string
	for _, f := range archive.Files {
		words = append(words, chinese.FindAllString(string(f.Data), -1)...)
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, word := range append(words, "理想") { // the level of an answer
		pairs = append(pairs, word, "")
	}
	return strings.NewReplacer(pairs...)
}

func TestEnglish(t *testing.T) {
	for text, want := range map[string]string{
		"tijian: stat .: no such file or directory":                "no such",
		"tijian: rules/x.yaml：没有这个文件":                              "",
		"用法：tijian rules check [<version>] [选项]":                   "",
		"不认识“what is this”，是不是 \"rules check\"？":                   "",
		"x.yaml:3:5: 错误\n  3 | tip: not a tip\n":                   "",
		"time=2026 level=INFO msg=\"is the log\" a=b no such\n数据库": "",
		"打不开数据库：unable to open database file":                      "unable to",
	} {
		if got := english(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// wrongFiles writes the files of the calls, beside rules and dictionaries that
// are in order.
func wrongFiles(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	work := t.TempDir()
	err := errors.Join(wordstest.FewRules(filepath.Join(work, "good"), "testdata/script/rules_edit.txtar"),
		wordstest.Copy(filepath.Join(work, "named", wordstest.Version)), os.MkdirAll(filepath.Join(work, "void"), 0o700))
	picture, errPicture := os.ReadFile("testdata/reports/single-clean-11.jpg")
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	_, errZip := z.Create("letter.txt")
	err = errors.Join(err, errPicture, errZip, z.Close())
	archive.Files = append(archive.Files, txtar.File{Name: "half.jpg", Data: picture[:len(picture)/2]},
		txtar.File{Name: "letter.xlsx", Data: packed.Bytes()}, txtar.File{Name: "half.xlsx", Data: packed.Bytes()[:packed.Len()/2]})
	for _, f := range archive.Files {
		name := filepath.Join(work, filepath.FromSlash(f.Name))
		err = errors.Join(err, os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, f.Data, 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	return work
}

// commandNames are all commands that people call.
func commandNames(t *testing.T) (names []string) {
	t.Helper()
	for _, leaf := range kong.Must(&commands{}).Model.Leaves(true) {
		name := leaf.Name
		for n := leaf.Parent; n != nil && n.Type == kong.CommandNode; n = n.Parent {
			name = n.Name + " " + name
		}
		names = append(names, name)
	}
	return names
}
