package message

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

const root = "../.." // of the module

var (
	placeholder = regexp.MustCompile(`\{([a-z_]+)\}`)
	code        = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z]+)*$`)
)

// An entry is a Message or Phrase of this package as its source has it.
type entry struct {
	message      bool
	texts        []string // of a phrase: Chinese, English; of a message: code, reason and fix in both
	placeholders []string // sorted
}

// catalogue reads the package's own source.
func catalogue(t *testing.T) map[string]entry {
	t.Helper()
	all := map[string]entry{}
	for _, file := range sources(t, ".") {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.VAR {
				continue
			}
			for _, s := range decl.Specs {
				spec := s.(*ast.ValueSpec)
				for i, name := range spec.Names {
					if name.IsExported() {
						all[name.Name] = entryOf(t, spec.Values[i])
					}
				}
			}
		}
	}
	if len(all) == 0 {
		t.Fatal("the catalogue is empty")
	}
	return all
}

func entryOf(t *testing.T, value ast.Expr) entry {
	t.Helper()
	var e entry
	_, e.message = value.(*ast.CallExpr)
	names := map[string]bool{}
	ast.Inspect(value, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text := unquote(t, lit)
			e.texts = append(e.texts, text)
			for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
				names[m[1]] = true
			}
		}
		return true
	})
	e.placeholders = slices.Sorted(maps.Keys(names))
	return e
}

func unquote(t *testing.T, lit *ast.BasicLit) string {
	t.Helper()
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// sources parses the Go files of a folder and of those below it, except tests.
func sources(t *testing.T, folder string) map[string]*ast.File {
	t.Helper()
	files := map[string]*ast.File{}
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && name != folder && strings.HasPrefix(entry.Name(), ".") {
			return filepath.SkipDir
		}
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		files[name], err = parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Every sentence is there in both languages, and in the house style.
func TestSentences(t *testing.T) {
	han := func(s string) bool {
		return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	}
	for name, e := range catalogue(t) {
		texts := e.texts
		if e.message && !han(texts[0]) {
			if !code.MatchString(texts[0]) {
				t.Errorf("%s: code %q", name, texts[0])
			}
			texts = texts[1:]
		}
		if len(texts)%2 != 0 || len(texts) > 4 || len(texts) == 0 {
			t.Errorf("%s: %d texts, want Chinese and English of a reason and perhaps of a fix", name, len(texts))
			continue
		}
		for i := 0; i < len(texts); i += 2 {
			zh, en := texts[i], texts[i+1]
			if zh == "" || en == "" || han(en) {
				t.Errorf("%s: %q, %q", name, zh, en)
			}
			if strings.HasSuffix(zh, "。") || strings.HasSuffix(en, ".") && !strings.HasSuffix(en, "...") {
				t.Errorf("%s ends with a full stop, which is added where it is shown: %q, %q", name, zh, en)
			}
			if first := []rune(en)[0]; e.message && i == 2 && unicode.IsLower(first) {
				t.Errorf("%s: what to do begins with a capital: %q", name, en)
			}
		}
	}
}

// Every message is used, and every use fills in exactly the placeholders that
// the message has.
func TestCallSites(t *testing.T) {
	all := catalogue(t)
	used := map[string]bool{}
	for name, file := range sources(t, root) {
		uses(file, all, func(entry string, call *ast.CallExpr) {
			used[entry] = true
			if problem := misuse(t, all[entry], call); problem != "" {
				t.Errorf("%s: %s: %s", name, entry, problem)
			}
		})
	}
	for name := range all {
		if !used[name] {
			t.Errorf("nothing uses %s", name)
		}
	}
}

// Nobody else writes sentences for people who edit rules.
func TestNoOtherSentences(t *testing.T) {
	for name, file := range sources(t, root) {
		ast.Inspect(file, func(n ast.Node) bool {
			literal, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			of, ok := literal.Type.(*ast.SelectorExpr)
			if !ok || file.Name.Name == "message" || len(literal.Elts) == 0 {
				return true
			}
			_, elided := literal.Elts[0].(*ast.CompositeLit) // problem.List{{…}}
			if x, ok := of.X.(*ast.Ident); ok && x.Name == "problem" && (of.Sel.Name == "Problem" || of.Sel.Name == "List" && elided) {
				t.Errorf("%s makes a problem.Problem of its own", name)
			}
			return true
		})
	}
}

// uses calls each for every mention of an entry, with the call of its method
// At, With or Err, nil when there is none.
func uses(file *ast.File, all map[string]entry, each func(name string, call *ast.CallExpr)) {
	own := file.Name.Name == "message"
	mentioned := func(n ast.Node) string {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && x.Name == "message" {
				return n.Sel.Name
			}
		case *ast.Ident:
			if own {
				return n.Name
			}
		}
		return ""
	}
	filled := map[ast.Node]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && own {
			for _, name := range spec.Names {
				filled[name] = true // a definition is no use
			}
		}
		if call, ok := n.(*ast.CallExpr); ok {
			if method, ok := call.Fun.(*ast.SelectorExpr); ok && (slices.Contains([]string{"At", "With", "Err"}, method.Sel.Name)) {
				if name := mentioned(method.X); all[name].texts != nil {
					filled[method.X] = true
					each(name, call)
				}
			}
		}
		if field, ok := n.(*ast.SelectorExpr); ok && field.Sel.Name == "Code" {
			filled[field.X] = true // the code has no placeholders
		}
		if name := mentioned(n); n != nil && !filled[n] && all[name].texts != nil {
			each(name, nil)
		}
		return true
	})
}

// misuse says what is wrong with the arguments of a call, "" for nothing.
func misuse(t *testing.T, e entry, call *ast.CallExpr) string {
	t.Helper()
	if call == nil {
		if len(e.placeholders) > 0 {
			return "has placeholders, so it needs a call of At, With or Err where it is named"
		}
		return ""
	}
	arguments := call.Args
	if e.message {
		arguments = arguments[1:] // behind the place
	}
	var names []string
	for i := 0; i < len(arguments); i += 2 {
		lit, ok := arguments[i].(*ast.BasicLit)
		if !ok || lit.Kind != token.STRING || i+1 == len(arguments) {
			return "the arguments are pairs of a literal name and a value"
		}
		names = append(names, unquote(t, lit))
	}
	slices.Sort(names)
	if !slices.Equal(names, e.placeholders) {
		return "fills in " + strings.Join(names, ", ") + ", has " + strings.Join(e.placeholders, ", ")
	}
	return ""
}
