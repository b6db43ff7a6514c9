package keywords

import (
	"os"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"tijian/dictionaries"
)

// English names belong to terms.
func TestEnglishNames(t *testing.T) {
	l, problems := Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../dictionary/finding_names.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Names map[string]string }
	if err := yaml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	terms := l.Names()
	for name := range file.Names {
		if !slices.Contains(terms, name) && !strings.HasSuffix(name, "术后") { // operations are no terms
			t.Errorf("%s: no such term", name)
		}
	}
}
