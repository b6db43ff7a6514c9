package ruleset

import (
	"io/fs"
	"path"
	"strings"
	"testing"

	"tijian/rules"
)

// Each risk of the rules has an English name, and there is none of another.
func TestRisksInEnglish(t *testing.T) {
	files, err := fs.Glob(rules.FS, "*/risks/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	ids := map[string]bool{}
	for _, file := range files {
		id := strings.TrimSuffix(path.Base(file), ".yaml")
		if ids[id] = true; english().Risks[id] == "" {
			t.Errorf("%s has none", id)
		}
	}
	for id := range english().Risks {
		if !ids[id] {
			t.Errorf("%s is no risk", id)
		}
	}
}
