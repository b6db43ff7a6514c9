package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
	"tijian/engine/values"
	"tijian/internal/wordstest"
	"tijian/ocr/names"
	"tijian/server/metrics"
)

// meanings are edits that leave a file well written and make what it says
// wrong, by the pattern of the file.
var meanings = map[string][2]string{
	"rules/current.yaml":                              {`active: "2026.1"`, `active: "2026.9"`},
	"rules/2026.1/manifest.yaml":                      {"id: L1, name: 轻度偏低, color: 3", "id: L1, name: 轻度偏低, color: 77"},
	"rules/2026.1/sources.yaml":                       {"year: 2012", "year: early"},
	"rules/2026.1/quality.yaml":                       {"SINGLE:", "SINGEL:"},
	"rules/2026.1/families.yaml":                      {"[]", "[{same: [crp, nothing]}]"},
	"rules/2026.1/coherence.yaml":                     {"[]", "[{id: a, holds: ldl_cholesterol <= nothing, why: b, source: [W405]}]"},
	"rules/2026.1/contexts.yaml":                      {"[]", "[{id: a, zh: 甲, when: nothing, same: [blood]}]"},
	"rules/2026.1/contradictions.yaml":                {"[]", "[{organ: nothing, reassures: [好]}]"},
	"rules/2026.1/constants.yaml":                     {"indicator: fasting_glucose, zh: 空腹血糖受损的起点", "indicator: nothing, zh: 空腹血糖受损的起点"},
	"rules/2026.1/indicators/blood_count.yaml":        {"source: [W405", "source: [W999"},
	"rules/2026.1/derived/ratios.yaml":                {"formula: serum_iron + uibc", "formula: serum_iron + nothing"},
	"rules/2026.1/risks/anemia.yaml":                  {"ferritin < ferritin_deficient, flag: 1", "nothing < ferritin_deficient, flag: 1"},
	"dictionaries/2026.1/units.yaml":                  {`"10^12/L": [T/L,`, `"10^12/L": [G/L, T/L,`},
	"dictionaries/2026.1/grades.yaml":                 {"value: 2,", "value: 3,"},
	"dictionaries/2026.1/indicators/blood_count.yaml": {"specimen: blood", "specimen: paint"},
	"dictionaries/2026.1/plausible.yaml":              {"[]", "[{indicator: nothing, years: [0, 1], range: [1, 2], source: 甲}]"},
	"dictionaries/2026.1/contexts.yaml":               {"includes: [report,", "includes: [nothing,"},
	"dictionaries/2026.1/characters.yaml":             {"體: 体", "體體: 体"},
	"dictionaries/2026.1/cues.yaml":                   {"precedence: [rule_out,", "precedence: ["},
	"dictionaries/2026.1/sites.yaml":                  {"part_of: 胆道", "part_of: 无此处"},
	"dictionaries/2026.1/modifiers.yaml":              {"words: [轻,", `words: ["", 轻,`},
	"dictionaries/2026.1/findings/abdomen.yaml":       {"{term: 脂肪肝, site: 肝,", "{term: 脂肪肝, site: 无此处,"},
	"dictionaries/2026.1/report.yaml":                 {"indicators: [hbeab, hbcab]", "indicators: [hbeab, nothing]"},
	"dictionaries/2026.1/values.yaml":                 {`"0": [O,`, `"零": [O,`},
	"dictionaries/2026.1/confusions.yaml":             {"cost: 2.5", "cost: 0"},
}

// TestEveryFaultIsRefused plants faults in every file of rules and
// dictionaries. rules check, the start and a reload must all refuse them and
// name the file, and what was in force must stay.
func TestEveryFaultIsRefused(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	all := map[string][]byte{}
	for folder, tree := range map[string]fs.FS{"rules": wordstest.Rules(), "dictionaries": wordstest.Dictionaries()} {
		err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || entry.Name() == record.LockName {
				return err
			}
			data, err := fs.ReadFile(tree, name)
			all[path.Join(folder, name)] = data
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"rules/2026.1/families.yaml", "rules/2026.1/coherence.yaml", "rules/2026.1/contexts.yaml", "rules/2026.1/contradictions.yaml", "dictionaries/2026.1/plausible.yaml"} { // 2026.1 declares none
		all[name] = []byte("[]\n")
	}
	write := func(name string, data []byte) {
		t.Helper()
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range all {
		write(name, data)
	}
	files := engine.Files{Rules: filepath.Join(root, "rules"), Dictionaries: filepath.Join(root, "dictionaries")}
	live, err := load(files)
	if err != nil {
		t.Fatal(err)
	}
	good := live.Snapshot()
	reload := newReloader(live, files, metrics.NewRuleset(metrics.NewRegistry()), slog.New(slog.NewTextHandler(io.Discard, nil)))

	ways := map[string]func(t *testing.T) (named map[string]bool){
		"check": func(t *testing.T) map[string]bool {
			var out bytes.Buffer
			var failed failure
			c := rulesCheck{local: local{Files: files}, Format: "json"}
			if err := c.Run(Streams{Out: &out, Err: io.Discard, Lang: problem.English}); !errors.As(err, &failed) || failed.code != exitInvalid {
				t.Errorf("accepted: %v", err)
			}
			var answer struct{ Problems []problem.Entry }
			if err := json.Unmarshal(out.Bytes(), &answer); err != nil {
				t.Fatal(err)
			}
			named := map[string]bool{}
			for _, p := range answer.Problems {
				named[p.File] = named[p.File] || p.Severity == "error"
			}
			return named
		},
		"start": func(t *testing.T) map[string]bool {
			_, err := load(files)
			if err == nil {
				t.Fatal("accepted")
			}
			named := map[string]bool{}
			for line := range strings.Lines(err.Error()) {
				name, _, _ := strings.Cut(line, ":")
				named[name] = true
			}
			return named
		},
		"reload": func(t *testing.T) map[string]bool {
			o := reload.reload("files")
			if len(o.Problems) == 0 || o.Changed || live.Snapshot() != good {
				t.Error("accepted")
			}
			named := map[string]bool{}
			for _, p := range o.Problems {
				named[p.File] = true
			}
			return named
		},
	}
	everywhere := func(text string) map[string][]byte {
		faulty := map[string][]byte{}
		for name, data := range all {
			faulty[name] = slices.Concat(data, []byte(text))
		}
		return faulty
	}
	meant := map[string][]byte{}
	for name, edit := range meanings {
		if meant[name] = bytes.Replace(all[name], []byte(edit[0]), []byte(edit[1]), 1); bytes.Equal(meant[name], all[name]) {
			t.Fatalf("%s has no %q", name, edit[0])
		}
	}
	gap := "rules/2026.1/indicators/lipids.yaml"
	for kind, faulty := range map[string]map[string][]byte{
		"broken YAML":   everywhere("\n]: [\n"),
		"unknown key":   everywhere("\nno_such_key: {no_such_key: 1}\n"),
		"wrong meaning": meant,
		"gap":           {gap: bytes.Replace(all[gap], []byte("value < tg_borderline"), []byte("value < 1.60"), 1)},
	} {
		for way, try := range ways {
			t.Run(kind+"/"+way, func(t *testing.T) {
				// A fault in one file can keep another from being looked at: files
				// are mended once they were named, until each one was.
				left := maps.Clone(faulty)
				for name, data := range left {
					write(name, data)
				}
				for len(left) > 0 {
					before := len(left)
					for name := range try(t) {
						if _, planted := left[name]; planted {
							write(name, all[name])
							delete(left, name)
						}
					}
					if len(left) == before {
						t.Fatalf("nobody names the faults in %v", slices.Sorted(maps.Keys(left)))
					}
				}
			})
		}
	}
}

// Every kind of file has a fault of its own among the meanings.
func TestEveryKindOfFileHasAWrongMeaning(t *testing.T) {
	for folder, shapes := range map[string][]string{"rules": patterns(ruleset.Shapes()), "dictionaries/2026.1": patterns(dictionaryShapes())} {
		for _, pattern := range shapes {
			if strings.Contains(pattern, "overlay") || pattern == values.File || pattern == names.NeighboursFile {
				continue // version 2026.1 has none
			}
			found := false
			for name := range meanings {
				matched, err := path.Match(folder+"/"+pattern, name)
				if err != nil {
					t.Fatal(err)
				}
				found = found || matched
			}
			if !found {
				t.Errorf("no wrong meaning for %s/%s", folder, pattern)
			}
		}
	}
}

func patterns(shapes []strictyaml.Shape) []string {
	var all []string
	for _, s := range shapes {
		all = append(all, s.Files...)
	}
	return all
}
