package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/rogpeppe/go-internal/testscript"

	"tijian/internal/codetest"
	"tijian/internal/wordstest"
	"tijian/server/store/storetest"
)

// TestMain is also the recogniser process of a service that is called within a test.
func TestMain(m *testing.M) {
	if slices.Equal(os.Args[1:], []string{"recognise"}) {
		main()
		return
	}
	testscript.Main(tests{m}, map[string]func(){"tijian": main})
}

// tests may start a database server.
type tests struct{ *testing.M }

// Run implements testscript.TestingM.
func (t tests) Run() int {
	codetest.Share()
	return storetest.Main(t.M)
}

// TestCommands runs every script of testdata/script: the command line as its
// users type it.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		// Every script gets rules of one indicator to change, and dictionaries with few
		// findings: the released ones are read by a second of a processor each time.
		Setup: func(env *testscript.Env) error {
			return errors.Join(wordstest.FewRules(filepath.Join(env.WorkDir, "few"), "testdata/script/rules_edit.txtar"),
				wordstest.Copy(filepath.Join(env.WorkDir, "named", wordstest.Version)))
		},
	})
}

// Every command, flag and argument has its help in both languages.
func TestHelpInBothLanguages(t *testing.T) {
	han := regexp.MustCompile(`\p{Han}`)
	k := kong.Must(&commands{})
	texts := 0
	err := kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
		check := func(name string, tag *kong.Tag) {
			if tag == nil || tag.Hidden {
				return
			}
			texts++
			if zh, en := tag.Help, tag.Get("en"); !han.MatchString(zh) || en == "" || han.MatchString(en) || !strings.HasSuffix(en, ".") || strings.HasSuffix(zh, "。") {
				t.Errorf("%s: %q, %q", name, zh, en)
			}
		}
		switch node := node.(type) {
		case *kong.Node:
			if node.Type == kong.CommandNode {
				check(node.FullPath(), node.Tag)
			}
		case *kong.Value:
			if node.Name != "help" {
				check(node.Summary(), node.Tag)
			}
		}
		return next(nil)
	})
	if err != nil || texts < 150 {
		t.Errorf("%d texts: %v", texts, err)
	}
}
