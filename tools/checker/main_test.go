package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// It compiles for the computers of others, too: the types of all of it, of the
// command's own code with the functions, are checked from the sources as that
// system has them. Generating code as well takes minutes where nothing of the
// system has been compiled before, and finds nothing more.
func TestCompilesForMacOS(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	macOS := append(os.Environ(), "CGO_ENABLED=0", "GOOS=darwin", "GOARCH=arm64")
	list := exec.Command("go", "list", "-deps", "../../command")
	list.Env = macOS
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	ours := slices.DeleteFunc(strings.Fields(string(out)), func(name string) bool { return !strings.HasPrefix(name, "tijian/") })
	all, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax,
		Env:  macOS,
		// Of libraries their declarations are enough.
		ParseFile: func(files *token.FileSet, name string, text []byte) (*ast.File, error) {
			f, err := parser.ParseFile(files, name, text, parser.SkipObjectResolution)
			if f != nil && !strings.HasPrefix(name, root) {
				for _, d := range f.Decls {
					if fn, ok := d.(*ast.FuncDecl); ok {
						fn.Body = &ast.BlockStmt{}
					}
				}
			}
			return f, err
		},
	}, ours...)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 50 {
		t.Fatalf("%d packages only", len(all))
	}
	packages.Visit(all, nil, func(p *packages.Package) {
		if !strings.HasPrefix(p.PkgPath, "tijian/") {
			return
		}
		for _, err := range p.Errors {
			t.Errorf("%s: %v", p.PkgPath, err)
		}
	})
}

// The checker is built without C for every system that make tools names, and
// nothing of the service's recognition is in it.
func TestNeedsNoC(t *testing.T) {
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(makefile), "\nTOOLS := ")
	line, _, _ := strings.Cut(rest, "\n")
	systems := strings.Fields(line)
	if len(systems) < 3 {
		t.Fatalf("the Makefile names only the systems %q", systems)
	}
	for _, system := range systems {
		goos, goarch, _ := strings.Cut(system, "/")
		list := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}} {{len .CgoFiles}}", ".")
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+goos, "GOARCH="+goarch)
		out, err := list.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", system, err, out)
		}
		for dependency := range strings.Lines(string(out)) {
			name, cgo, _ := strings.Cut(strings.TrimSpace(dependency), " ")
			if cgo != "0" || strings.HasPrefix(name, "tijian/ocr/read") || strings.HasPrefix(name, "tijian/server/task") {
				t.Errorf("%s: %s is in it", system, name)
			}
		}
	}
}
