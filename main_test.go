package main

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"tijian/dictionaries"
	"tijian/rules"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"tijian": main})
}

// TestCommands runs every script of testdata/script: the command line as its
// users type it.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		// Every script gets a copy of the released rules and dictionaries to change.
		Setup: func(env *testscript.Env) error {
			return errors.Join(os.CopyFS(filepath.Join(env.WorkDir, "shipped"), rules.FS),
				os.CopyFS(filepath.Join(env.WorkDir, "named"), dictionaries.FS))
		},
	})
}
