package engine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/internal/wordstest"
)

func codes(l problem.List) []string {
	var all []string
	for _, p := range l {
		all = append(all, p.Code+" "+p.File)
	}
	return all
}

// An embedded version is looked at and proved like any other, by further checks, too.
// Those in force and the draft pass the check for build servers.
func TestCheckEmbedded(t *testing.T) {
	var asked bool
	r := Files{}.Check(wordstest.Version, func(tree fs.FS, dict *dictionary.Dictionary) problem.List {
		asked = tree != nil && dict != nil
		return problem.List{{Place: problem.Place{File: "report.yaml"}, Severity: problem.Note, Code: "further"}}
	})
	if !r.OK() || !asked || r.Active == "" || len(r.Versions) != 1 {
		t.Errorf("active %q, versions %v, problems %v", r.Active, r.Versions, r.Problems.Of(problem.Error))
	}
	for _, v := range r.Versions {
		if v.Rules == nil || v.Rules.Version != v.Version || v.Proof == nil || v.Proof.Tables == 0 || len(v.Proof.Problems) > 0 {
			t.Errorf("version %+v", v)
		}
	}
	set, _ := Rules(Files{}, "")
	if version, hash, problems := (Files{}).InForce(); len(problems) > 0 || version != r.Active || set == nil || hash != set.Hash {
		t.Errorf("in force is said to be %s (%s): %v", version, hash, problems)
	}
	if !slices.Contains(codes(r.Problems), "further dictionaries/"+wordstest.Version+"/report.yaml") {
		t.Errorf("the further check is lost: %v", codes(r.Problems))
	}
}

// Faults of rules and dictionaries come together, each under its own folder.
func TestCheckFindsStrayFoldersAndBrokenFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	for folder, tree := range map[string]fs.FS{"r": wordstest.Rules(), "d": wordstest.Dictionaries()} {
		if err := os.CopyFS(folder, tree); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files := Files{Rules: "r", Dictionaries: "d"}
	write("r/2099.1/notes.md", "no manifest")
	write("r/.git/config", "hidden folders are no versions")
	write("d/2026.1/contexts.yaml", "default: [")
	r := files.Check("")
	if got := codes(r.Problems.Of(problem.Error)); !slices.Contains(got, "stray-folder r/2099.1") || !slices.Contains(got, "yaml-syntax d/2026.1/contexts.yaml") || slices.Contains(got, "stray-folder r/.git") {
		t.Errorf("problems %v", got)
	}
	if got := codes(files.Check("2098.1").Problems); !slices.Contains(got, "version r/2098.1") {
		t.Errorf("problems %v", got)
	}
	write("d/2026.1/units.yaml", "mmol/L: [")
	write("r/2026.1/sources.yaml", "W405: {title: [")
	if r := files.Check("2026.1"); r.OK() || len(r.Versions) != 1 || r.Versions[0].Rules != nil {
		t.Errorf("rules are checked without a dictionary: %+v", r.Versions)
	} else if got := codes(r.Problems); !slices.Contains(got, "yaml-syntax r/2026.1/sources.yaml") {
		t.Errorf("what is wrong in the writing of rules is told later: %v", got)
	}
	if got := codes(Files{Rules: "none"}.Check("").Problems); !slices.Contains(got, "unreadable none") {
		t.Errorf("problems %v", got)
	}
}

// What a draft lost or altered since the version that it came from, what it
// carries another version's signature on, and what it names without a table.
func TestCheckOfDraft(t *testing.T) {
	t.Chdir(t.TempDir())
	const reviewed = "\n  reviewed: {by: 甲, on: 2026-11-20}\n  source: "
	for _, draft := range []bool{false, true} {
		name := "2026.1"
		if draft {
			name = "2026.9"
		}
		edits := map[string][][2]string{"r/indicators/lipids.yaml": {{"\n  source: ", reviewed}}}
		if draft {
			edits["r/manifest.yaml"] = [][2]string{{`version: "2026.1"`, "version: \"2026.9\"\nfrom: \"2026.1\""}}
			edits["r/indicators/lipids.yaml"] = append(edits["r/indicators/lipids.yaml"], [2]string{"    - when: value < ", "    - when: value <  "}, [2]string{"tip: ", "tip: 请看："})
			edits["r/derived/prevent.yaml"] = [][2]string{{"0.7688528", "0.7685828"}}
			edits["d/cues.yaml"] = [][2]string{{"未见, ", ""}}
			edits["d/indicators/lipids.yaml"] = [][2]string{{"\n- name: triglycerides\n", "\n- {name: new_one, zh: 新的指标, category: lipids, specimen: blood, kind: quantitative, plausible: [1, 2]}\n\n- name: triglycerides\n"}}
		}
		words, rules := wordstest.Dictionaries(), wordstest.Rules()
		for prefix, tree := range map[string]fs.FS{"r": rules, "d": words} {
			own, err := fs.Sub(tree, "2026.1")
			if err == nil {
				err = os.CopyFS(filepath.Join(prefix, name), own)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		for file, changes := range edits {
			file = filepath.Join(file[:1], name, file[2:])
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range changes {
				after := strings.Replace(string(text), c[0], c[1], 1)
				if after == string(text) {
					t.Fatalf("%s has no %q", file, c[0])
				}
				text = []byte(after)
			}
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := os.WriteFile("r/current.yaml", []byte("active: \"2026.1\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r := Files{Rules: "r", Dictionaries: "d"}.Check("2026.9")
	if errors := r.Problems.Of(problem.Error); len(errors) > 0 {
		t.Fatal(errors)
	}
	got := codes(r.Problems.Of(problem.Warning))
	want := []string{
		"changed d/2026.9/cues.yaml", "changed d/2026.9/indicators/lipids.yaml", "changed r/2026.9/derived/prevent.yaml",
		"no-table d/2026.9/indicators/lipids.yaml", "other-year r/2026.9/sources.yaml", "signature r/2026.9/indicators/lipids.yaml",
		"slip r/2026.9/derived/prevent.yaml",
	}
	slices.Sort(got)
	if !slices.Equal(got, want) || !r.Doubtful() {
		t.Errorf("%q, want %q", got, want)
	}
}

// Whoever has rules of their own and the embedded dictionaries is not troubled
// by the words of versions that they do not have.
func TestOwnRulesWithEmbeddedWords(t *testing.T) {
	t.Chdir(t.TempDir())
	words := wordstest.Dictionaries()
	words["2099.1/cues.yaml"] = &fstest.MapFile{}
	if err := errors.Join(os.CopyFS("r", wordstest.Rules()), os.CopyFS("d", words)); err != nil {
		t.Fatal(err)
	}
	for dictionaries, want := range map[string][]string{"": nil, "d": {"stray-folder d/2099.1"}} {
		src, problems := read(Files{Rules: "r", Dictionaries: dictionaries})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if got := codes(src.strayFolders()); !slices.Equal(got, want) {
			t.Errorf("dictionaries %q: %v, want %v", dictionaries, got, want)
		}
	}
}
