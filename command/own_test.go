//go:build cgo

package command

import (
	"testing"

	"tijian/engine"
	"tijian/server/config"
	"tijian/server/store/storetest"
)

// What the console has put into the data folder is read from the next start on, and
// answers as the program did; settings come first.
func TestOwnRules(t *testing.T) {
	c := settings(t.TempDir(), engine.Files{})
	c.Suites, c.Sentences = "testdata/rules", "testdata/keywords"
	if got := own(c.Files, c.Data); !got.Embedded() {
		t.Errorf("an empty data folder has rules: %+v", got)
	}
	e := c.editable(storetest.Open(t, storetest.SQLite(t)))
	if e == nil || e.Made() || e.Make() != nil || !e.Made() {
		t.Fatal("the rules cannot be made editable")
	}
	c.Files = own(c.Files, c.Data)
	before, problems := engine.Draft(engine.Files{}, "") // of the same files, whose proof is elsewhere
	after, more := engine.Draft(c.Files, "")
	if len(problems)+len(more) > 0 || before.Rules.Hash != after.Rules.Hash {
		t.Errorf("%v, %v", problems, more)
	}
	if r := c.ownSuites(); !exists(r.Suites) || !exists(r.Sentences) || c.editable(storetest.Open(t, storetest.SQLite(t))) != nil {
		t.Errorf("%+v", r)
	}
	if got := own(engine.Files{Rules: "x", Dictionaries: "y"}, c.Data); got.Rules != "x" {
		t.Errorf("settings come second: %+v", got)
	}
	if got := own(engine.Files{}, config.Data{Data: c.Data.Data, Database: "postgres://x@y/z"}); !got.Embedded() {
		t.Errorf("several processes read the folder of one: %+v", got)
	}
}
