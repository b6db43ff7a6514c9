package message

import (
	"archive/zip"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"tijian/engine/problem"
)

// An error is said by what it is, whatever wraps it.
func TestLocalise(t *testing.T) {
	unknown := errors.New("what nobody knows")
	missing := &fs.PathError{Op: "open", Path: "a/b.yaml", Err: syscall.ENOENT}
	long := strings.Repeat("a/", 50)
	_, pattern := regexp.Compile("a" + strings.Repeat("(", 1) + "b")
	for _, c := range []struct {
		err    error
		zh, en string
	}{
		{UserUnknown.Err(), "没有这个用户", "no user of this name"},
		{AboutUser.Err("user", `"王"`, "reason", UserUnknown.Err()), `用户 "王"：没有这个用户`, `user "王": no user of this name`},
		{fmt.Errorf("%s: %w", "2026.2", ActReleased.Err()), "2026.2：这一版已经发布；要改，请另起草稿", "2026.2: this version is released already"},
		{fmt.Errorf("%w (%w)", ActStuck.Err(), missing), ActStuck.ZH + " (a/b.yaml：没有这个文件或文件夹)", ActStuck.EN + " (open a/b.yaml: no such file or directory)"},
		{missing, "a/b.yaml：没有这个文件或文件夹", "open a/b.yaml: no such file or directory"},
		{&fs.PathError{Op: "mkdir", Path: "c", Err: syscall.EACCES}, "c：没有权限", "mkdir c: permission denied"},
		{&os.LinkError{Op: "link", Old: "d", New: "e", Err: syscall.EEXIST}, "e：已经有这个文件", "link d e: file exists"},
		{SecretFile.Err("setting", "X", "reason", missing), "X_FILE：a/b.yaml：没有这个文件或文件夹", "X_FILE: open a/b.yaml: no such file or directory"},
		{errors.Join(JSONEmpty.Err(), unknown), "JSON 是空的\nwhat nobody knows", "malformed JSON: the body is empty\nwhat nobody knows"},
		{SecretFileEmpty.Err("setting", "X", "file", long), "X_FILE：" + long + " 是空的", "X_FILE: " + long + " is empty"},
		{zip.ErrFormat, NotAWorkbook.ZH, "zip: not a valid zip file"},
		{pattern, "正则表达式写错了：缺少 )：a(b", "error parsing regexp: missing closing ): `a(b`"},
		{fmt.Errorf("exec: %w", unknown), "exec：what nobody knows", "exec: what nobody knows"},
		{unknown, "what nobody knows", "what nobody knows"},
	} {
		for lang, want := range map[string]string{problem.Chinese: c.zh, problem.English: c.en} {
			if got := Localise(c.err, lang); got != want {
				t.Errorf("%s: %q, want %q", lang, got, want)
			}
		}
	}
	if err := SecretFile.Err("setting", "X", "reason", missing); !errors.Is(err, fs.ErrNotExist) {
		t.Error("an error among the arguments is not wrapped")
	}
}

// The packages whose errors people read make none with words of their own: they
// take them from here.
func TestErrorsOfPeopleAreOfTheCatalogue(t *testing.T) {
	words := regexp.MustCompile(`[a-z]{3}`)
	seen := 0
	for _, folder := range []string{"command", "engine/jsontree", "engine/release", "server/auth", "server/config", "server/replay", "server/store", "server/user"} {
		for name, file := range sources(t, filepath.Join(root, folder)) {
			if strings.Contains(name, "test/") || strings.Contains(name, "store/cluster/") { // helpers of tests
				continue
			}
			seen++
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || len(call.Args) == 0 {
					return true
				}
				made, ok := call.Fun.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				of, ok := made.X.(*ast.Ident)
				text, literal := call.Args[0].(*ast.BasicLit)
				if !ok || !literal || text.Kind != token.STRING || of.Name+"."+made.Sel.Name != "errors.New" && of.Name+"."+made.Sel.Name != "fmt.Errorf" {
					return true
				}
				if format := unquote(t, text); words.MatchString(format) && !unread[format] {
					t.Errorf("%s makes an error of its own: %q", name, format)
				}
				return true
			})
		}
	}
	if seen < 50 {
		t.Errorf("only %d files were looked at", seen)
	}
}

// unread are errors that nobody is shown.
var unread = map[string]bool{
	"the first check has not ended yet": true, // answered by /readyz
	"released: %w":                      true, // found when the files were checked
	"unknown critical header":           true, // a token is refused without a reason
	"unknown key":                       true,
	"a time is stored as %T":            true, // a column that is no time's: a fault of ours
	"pg_dump: %w: %s":                   true, // the program's own words
}
