// Command rulesdoc writes the reference pages of the active rules in Chinese:
// docs/规则参考.md with levels, risks, derived values and sources, and
// docs/rules/ with a page for each category of indicators and their scales as
// pictures. Everything on them comes from the rules and dictionaries.
package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"

	"gopkg.in/yaml.v3"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

//go:embed categories.yaml
var categoriesFile []byte

// A category of indicators, in the order of the reference.
type category struct {
	Name  string `yaml:"name"`
	Title string `yaml:"zh"`
}

func main() {
	folder := "docs"
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	if err := run(folder); err != nil {
		fmt.Fprintln(os.Stderr, "rulesdoc:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	files, err := generate()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(folder, picturesOf)); err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// picturesOf is the folder that holds nothing but generated files.
const picturesOf = "rules"

// generate makes every page and picture, by its path below the docs folder.
func generate() (map[string]string, error) {
	set, err := load()
	if err != nil {
		return nil, err
	}
	var categories []category
	if err := yaml.Unmarshal(categoriesFile, &categories); err != nil {
		return nil, err
	}
	b := newBook(set, categories)
	if err := b.write(); err != nil {
		return nil, err
	}
	return b.files, nil
}

func load() (*ruleset.Set, error) {
	dict, problems := dictionary.Load(dictionaries.Active())
	if len(problems) > 0 {
		return nil, problems.Err()
	}
	set, problems := ruleset.Load(rules.FS, "", dict)
	return set, problems.Err()
}
