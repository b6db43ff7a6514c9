package keywords_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gopkg.in/yaml.v3"

	"tijian/dictionaries"
	"tijian/engine/keywords"
)

// embedded reads the project's own dictionaries.
func embedded(tb testing.TB) *keywords.Lexicon {
	tb.Helper()
	l, problems := keywords.Load(dictionaries.FS)
	if err := problems.Err(); err != nil {
		tb.Fatal(err)
	}
	return l
}

type suite struct {
	File       string `yaml:"-"`
	Phenomenon string `yaml:"phenomenon"`
	Cases      []struct {
		Text     string   `yaml:"text"`
		Context  string   `yaml:"context"`
		Certain  []string `yaml:"certain"`
		Possible []string `yaml:"possible"`
	} `yaml:"cases"`
}

func suites(tb testing.TB) []suite {
	tb.Helper()
	files, err := filepath.Glob("../../testdata/keywords/*.yaml")
	if err != nil || len(files) == 0 {
		tb.Fatal("no suites found", err)
	}
	var all []suite
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		s := suite{File: filepath.Base(name)}
		d := yaml.NewDecoder(bytes.NewReader(data))
		d.KnownFields(true)
		if err := d.Decode(&s); err != nil {
			tb.Fatalf("%s: %v", name, err)
		}
		all = append(all, s)
	}
	return all
}

func TestSuites(t *testing.T) {
	l := embedded(t)
	sentences := 0
	for _, s := range suites(t) {
		t.Run(s.Phenomenon, func(t *testing.T) {
			for _, c := range s.Cases {
				sentences++
				got, err := l.Extract(c.Text, c.Context)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(got.Certain, c.Certain) || !slices.Equal(got.Possible, c.Possible) {
					t.Errorf("%s: %q\n got certain %v possible %v\nwant certain %v possible %v",
						s.File, c.Text, got.Certain, got.Possible, c.Certain, c.Possible)
				}
			}
		})
	}
	if sentences < 200 {
		t.Errorf("%d sentences, want at least 200", sentences)
	}
}
