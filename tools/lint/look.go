package main

import (
	"errors"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/unused"
)

// look returns what the analyzers that run unasked find in the packages, a line each,
// sorted.
func look(tags string, patterns []string) ([]string, error) {
	analyzers := slices.Clone(vet)
	for _, a := range staticchecks() {
		if !a.Doc.NonDefault {
			analyzers = append(analyzers, a.Analyzer)
		}
	}
	const mode = packages.LoadSyntax | packages.NeedModule | packages.NeedForTest
	loaded, err := packages.Load(&packages.Config{Mode: mode, Tests: true, BuildFlags: []string{"-tags=" + tags}}, patterns...)
	if err != nil {
		return nil, err
	}
	for _, p := range loaded {
		for _, e := range p.Errors {
			err = errors.Join(err, e)
		}
		maps.DeleteFunc(p.Imports, func(_ string, of *packages.Package) bool { return !slices.Contains(loaded, of) }) // only their types are known
	}
	if err != nil {
		return nil, err
	}
	graph, err := checker.Analyze(analyzers, whole(loaded), nil)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, a := range graph.Roots {
		if a.Err != nil {
			return nil, fmt.Errorf("%s of %s: %w", a.Analyzer.Name, a.Package.ID, a.Err)
		}
		for _, d := range a.Diagnostics {
			found = append(found, line(a.Package.Fset.Position(d.Pos), d.Message, a.Analyzer.Name))
		}
		if result, ok := a.Result.(unused.Result); ok {
			for _, o := range result.Unused {
				found = append(found, line(o.DisplayPosition, o.Kind+" "+o.Name+" is unused", a.Analyzer.Name))
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}

// whole leaves out packages that stand there once more with their tests, and the
// programs that go test writes.
func whole(loaded []*packages.Package) []*packages.Package {
	tested := map[string]bool{}
	for _, p := range loaded {
		if p.ForTest == p.PkgPath {
			tested[p.PkgPath] = true
		}
	}
	return slices.DeleteFunc(loaded, func(p *packages.Package) bool {
		return strings.HasSuffix(p.ID, ".test") || p.ForTest == "" && tested[p.PkgPath]
	})
}

func line(at token.Position, message, name string) string {
	here, _ := os.Getwd()
	if name, err := filepath.Rel(here, at.Filename); err == nil {
		at.Filename = name
	}
	return fmt.Sprintf("%s: %s (%s)", at, message, name)
}
