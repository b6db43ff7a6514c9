package observed

import (
	_ "embed"
	"testing"

	"gopkg.in/yaml.v3"
)

//go:embed testdata/names.yaml
var namesYAML []byte

// English names mean an indicator in whatever order their words stand, and only where
// all of them are its own.
func TestEnglishNames(t *testing.T) {
	var names map[string]string
	if err := yaml.Unmarshal(namesYAML, &names); err != nil {
		t.Fatal(err)
	}
	r := reader(t)
	for name, want := range names {
		got := ""
		if i, ok := r.Named(name, "", ""); ok {
			got = i.Name
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
