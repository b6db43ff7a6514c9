package rows

import (
	"testing"

	"tijian/dictionaries"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/population"
	"tijian/engine/ruleset"
	"tijian/rules"
)

// Both libraries give the levels, flags and derived values of the rule engine.
func TestLibrariesAnswerLikeTheEngine(t *testing.T) {
	d, list := dictionary.Load(dictionaries.Active())
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	set, list := ruleset.Load(rules.FS, "", d)
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	r := population.CheckUp(set, 60)
	want, err := assess.New(set).Assess(r)
	if err != nil {
		t.Fatal(err)
	}
	c, err := NewCEL(set)
	if err != nil {
		t.Fatal(err)
	}
	for name, library := range map[string]Library{"expr": NewExpr(set), "cel": c} {
		var got assess.Result
		New(set, library).Assess(r, &got)
		if difference := Difference(&got, want); difference != "" {
			t.Errorf("%s: %s", name, difference)
		}
	}
}
