package engine

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/internal/wordstest"
	"tijian/rules"
)

// Rules that stayed as they are are proved all the same when the dictionaries
// are another state's: at the start as on a reload, and those embedded, too.
func TestDictionariesAloneAreProved(t *testing.T) {
	few := Files{Rules: t.TempDir(), Dictionaries: t.TempDir()}
	words := Files{Dictionaries: t.TempDir()}
	if err := errors.Join(wordstest.FewRules(few.Rules, "../testdata/script/rules_edit.txtar"),
		wordstest.Copy(filepath.Join(few.Dictionaries, wordstest.Version)), os.CopyFS(words.Dictionaries, dictionaries.Files)); err != nil {
		t.Fatal(err)
	}
	table := filepath.Join(few.Rules, wordstest.Version, "indicators", "lipids.yaml")
	if err := os.WriteFile(table, []byte("- indicator: triglycerides\n  source: [LIP23]\n  rows:\n    - {when: value < 90, level: N0, tip: 理想, hint: 好}\n    - {when: value >= 90, level: H1, tip: 升高, hint: 少吃}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	live, problems := Open(few)
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		files                   Files
		version, file, from, to string
	}{
		{few, wordstest.Version, "lipids.yaml", "plausible: [0.1, 100]", "plausible: [0.1, 80]"},
		{words, rules.Active(), "liver.yaml", "plausible: [0, 10000]", "plausible: [0, 100]"},
	} {
		files, name := test.files, filepath.Join(test.files.Dictionaries, test.version, "indicators", test.file)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		narrow := bytes.Replace(data, []byte(test.from), []byte(test.to), 1)
		if bytes.Equal(narrow, data) {
			t.Fatal("nothing was changed")
		}
		if err := os.WriteFile(name, narrow, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, problems := Draft(files, ""); len(problems) > 0 {
			t.Fatalf("the change must be one that only the proof refuses: %v", problems)
		}
		_, atStart := Open(files)
		if len(atStart) == 0 {
			t.Errorf("%s is not proved", name)
		}
		if files != few {
			continue
		}
		if later := live.Reload(); !slices.Equal(atStart, later.Problems) || later.Changed {
			t.Errorf("start %v, reload %v", atStart, later.Problems)
		}
	}
}

// A warning forbids nothing, an error of another layer does.
func TestLoadAsksFurtherChecks(t *testing.T) {
	for _, test := range []struct {
		severity problem.Severity
		refused  bool
	}{{problem.Error, true}, {problem.Warning, false}} {
		further := problem.List{{Place: problem.Place{File: "report.yaml"}, Severity: test.severity, Code: "further"}}
		s, problems := Load(Files{}, "", func(tree fs.FS, dict *dictionary.Dictionary) problem.List { return slices.Clone(further) })
		if (s == nil) != test.refused || (len(problems) > 0) != test.refused {
			t.Errorf("%s: %v", test.severity, problems)
		}
	}
}

// An embedded tree and a folder with the same YAML files have the same hash,
// whatever else lies in the folder. Any change of any file changes it.
func TestHashCoversEveryFile(t *testing.T) {
	root := t.TempDir()
	files := Files{Rules: filepath.Join(root, "rules"), Dictionaries: filepath.Join(root, "dictionaries")}
	if err := errors.Join(os.CopyFS(files.Rules, rules.Files), os.CopyFS(files.Dictionaries, dictionaries.Files),
		os.WriteFile(filepath.Join(files.Dictionaries, rules.Active(), ".units.yaml.swp"), []byte("an editor's"), 0o644),
		os.WriteFile(filepath.Join(files.Dictionaries, rules.Active(), "README.md"), []byte("a reader's"), 0o644)); err != nil {
		t.Fatal(err)
	}
	hash := func(files Files) string {
		t.Helper()
		s, problems := Draft(files, "")
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		return s.Rules.Hash
	}
	if hash(files) != hash(Files{}) {
		t.Error("the same files, another hash")
	}
	tree := os.DirFS(filepath.Join(files.Dictionaries, rules.Active()))
	dict, problems := dictionary.Load(tree)
	if err := problems.Err(); err != nil || dict.Hash() != dictionary.Hash(tree) {
		t.Fatalf("what is loaded has another hash than its files: %v", err)
	}
	seen := map[string]string{dict.Hash(): "no file"}
	err := fs.WalkDir(dictionaries.Active(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dictionaries.Active(), name)
		if err != nil {
			return err
		}
		file := filepath.Join(files.Dictionaries, rules.Active(), name)
		if err := os.WriteFile(file, append(data, "# changed\n"...), 0o644); err != nil {
			return err
		}
		hash := dictionary.Hash(tree)
		if other, taken := seen[hash]; taken {
			t.Errorf("%s and %s changed give one hash", name, other)
		}
		seen[hash] = name
		return os.WriteFile(file, data, 0o644)
	})
	if err != nil || len(seen) < 50 {
		t.Fatal(len(seen), err)
	}
}
