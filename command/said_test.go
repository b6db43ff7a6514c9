package command

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"tijian/engine/problem"
	"tijian/engine/release"
	"tijian/server/user"
)

// Whatever these packages refuse, the command line can say in Chinese.
func TestSaidInChinese(t *testing.T) {
	words := regexp.MustCompile(`[a-z]{3}`)
	formats := 0
	for _, pattern := range []string{"command/*.go", "engine/jsontree/fault.go", "engine/release/*.go", "server/auth/secret.go", "server/config/*.go", "server/replay/*.go", "server/store/*.go", "server/user/*.go"} {
		files, err := filepath.Glob(filepath.Join(repository, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no file (%v)", pattern, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, format := range errorFormats(t, file) {
				formats++
				text := verb.ReplaceAllLiteralString(strings.ReplaceAll(format, "%%", "%"), "7")
				if words.MatchString(text) && chinese(text) == text && !elsewhere[format] {
					t.Errorf("%s: no Chinese for %q", file, format)
				}
			}
		}
	}
	if formats < 50 {
		t.Errorf("only %d formats were found", formats)
	}
}

// elsewhere are errors that the command line does not show.
var elsewhere = map[string]bool{
	"the first check has not ended yet": true, // answered by /readyz
	"released: %w":                      true, // found when the files were checked
}

// errorFormats returns the texts that a file makes errors of.
func errorFormats(t *testing.T, name string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var formats []string
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Fatal(err)
			}
			formats = append(formats, text)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if f, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) > 0 && (f.Sel.Name == "Errorf" || f.Sel.Name == "New") {
				if x, ok := f.X.(*ast.Ident); ok && (x.Name == "fmt" || x.Name == "errors") {
					add(n.Args[0])
				}
			}
		case *ast.ValueSpec: // errors that are constants of a type of their own
			if _, named := n.Type.(*ast.Ident); named && strings.HasPrefix(n.Names[0].Name, "Err") {
				add(n.Values[0])
			}
		}
		return true
	})
	return formats
}

func TestSaid(t *testing.T) {
	for _, c := range []struct {
		err    error
		zh, en string
	}{
		{about("王", user.ErrUnknown), `用户 "王"：没有这个用户`, `user "王": no user of this name`},
		{fmt.Errorf("%s: %w", "2026.2", release.ErrReleased), "2026.2：这一版已经发布；要改，先用 tijian rules draft 另起草稿", "2026.2: this version is released already"},
		{fmt.Errorf("never released: %w", release.ErrUnknown), "从未发布过：没有这个版本", "never released: there is no version of this name"},
		{errors.New("password: must have at least 5 different characters"), "密码至少要有 5 个不同的字符", "password: must have at least 5 different characters"},
		{fmt.Errorf("open x: no such file or directory"), "open x：没有这个文件或文件夹", "open x: no such file or directory"},
		{fmt.Errorf("exec: what nobody knows"), "exec: what nobody knows", "exec: what nobody knows"},
		{errors.Join(fmt.Errorf("%s is %v, must be at least a minute", "TIJIAN_TOKEN_LIFETIME", time.Second), fmt.Errorf("%s is %v, must be at least a minute", "X", time.Second)),
			"TIJIAN_TOKEN_LIFETIME 是 1s，至少要一分钟\nX 是 1s，至少要一分钟", "TIJIAN_TOKEN_LIFETIME is 1s, must be at least a minute\nX is 1s, must be at least a minute"},
		{fmt.Errorf("%s is %v, must be at least a minute", "TIJIAN_TOKEN_LIFETIME", 5*time.Second), "TIJIAN_TOKEN_LIFETIME 是 5s，至少要一分钟", "TIJIAN_TOKEN_LIFETIME is 5s, must be at least a minute"},
		{fmt.Errorf("malformed JSON at byte %d: %s", 1, "invalid character 'g' looking for beginning of value"), "JSON 第 1 个字节写错：不该有字符 'g'", "malformed JSON at byte 1: invalid character 'g' looking for beginning of value"},
		{fmt.Errorf("TIJIAN_MAX_BODY is 0, must be at least 1\nno secret given"), "TIJIAN_MAX_BODY 是 0，至少要是 1\n没有密钥", "TIJIAN_MAX_BODY is 0, must be at least 1\nno secret given"},
	} {
		for lang, want := range map[string]string{problem.Chinese: c.zh, problem.English: c.en} {
			if got := (Streams{Lang: lang}).said(c.err); got != want {
				t.Errorf("%s: %q, want %q", lang, got, want)
			}
		}
	}
}

func TestLanguage(t *testing.T) {
	for _, c := range []struct {
		args []string
		set  string
		want string
	}{
		{nil, "", "zh"},
		{nil, "en", "en"},
		{[]string{"rules", "--lang", "en", "chekc"}, "", "en"},
		{[]string{"--lang=zh", "rules"}, "en", "zh"},
		{[]string{"ocr", "--", "--lang=en"}, "", "zh"},
		{[]string{"rules", "--lang"}, "", "zh"},
		{[]string{"rules", "--lang", "fr"}, "", "zh"},
	} {
		if got := language(c.args, c.set); got != c.want {
			t.Errorf("%q with TIJIAN_LANG=%q: %s, want %s", c.args, c.set, got, c.want)
		}
	}
}
