package main

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"tijian/internal/wordstest"
	"tijian/server/store/storetest"
)

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"tijian": main})
}

// tests may start a database server.
type tests struct{ *testing.M }

// Run implements testscript.TestingM.
func (t tests) Run() int { return storetest.Main(t.M) }

// TestCommands runs every script of testdata/script: the command line as its
// users type it.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		// Every script gets a copy of the released rules to change, and of the
		// dictionaries with few findings.
		Setup: func(env *testscript.Env) error {
			return errors.Join(wordstest.Drafts(filepath.Join(env.WorkDir, "shipped")),
				wordstest.Copy(filepath.Join(env.WorkDir, "named", wordstest.Version)))
		},
	})
}
