package engine

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"tijian/engine/problem"
	"tijian/internal/wordstest"
)

// besides is what little rules have of each kind that proofs rest on.
const besides = `
-- indicators/kidney.yaml --
- indicator: creatinine
  for: age >= 18
  source: [LIP23 表3]
  risks: [kidney]
  rows:
    - {when: value < crea_high, level: N0, tip: 肌酐合适, hint: 多喝水}
    - {when: crea_high <= value < 177, level: H1, tip: 肌酐偏高, hint: 请复查}
    - {when: value >= 177, level: H2, tip: 肌酐很高，请就医, hint: 请看肾内科}
- indicator: egfr
  source: [LIP23 表3]
  risks: [kidney]
  rows:
    - {when: value >= 60, level: N0, tip: 肾功能合适, hint: 每年复查一次}
    - {when: 30 <= value < 60, level: L1, tip: 肾功能偏低, hint: 请三个月内复查}
    - {when: value < 30, level: L3, tip: 肾功能很低，请就医, hint: 请尽快看肾内科}
-- derived/kidney.yaml --
- {id: egfr, supplies: egfr, zh: 肾小球滤过率, unit: mL/min/1.73m2, source: [LIP23 表3], formula: 6600 / creatinine}
- {id: known_kidney, zh: 查过肾功能, type: boolean, source: [LIP23 表3], formula: has(egfr) and egfr < 60}
-- risks/kidney.yaml --
id: kidney
name: 肾病
source: [LIP23 表3]
rules:
  - id: only
    when: has(egfr)
    rows:
      - {when: egfr >= 60 and not known_kidney, flag: 1}
      - {when: egfr < 60 or known_kidney, flag: 3}
-- constants.yaml --
crea_high: {value: 111, unit: umol/L, indicator: creatinine, zh: 肌酐的上限, source: [LIP23 表3]}
-- families.yaml --
- {from: creatinine, to: egfr}
`

// edits are what people do to a file of rules, right and wrong.
var edits = []struct {
	what *regexp.Regexp
	to   []string
}{
	{regexp.MustCompile(`\d+\.\d+|\d+`), []string{"1", "7.1", "140", "0", "x"}},
	{regexp.MustCompile(`level: [A-Z]\d`), []string{"level: H3", "level: N0", "level: L1", "level: U0", "level: Q"}},
	{regexp.MustCompile(`<=?|>=?`), []string{"<", "<=", ">", "==", "="}},
	{regexp.MustCompile(`\b(and|or|not)\b`), []string{"and", "or", "并且"}},
	{regexp.MustCompile(`\b(value|age|has|creatinine|egfr|known_kidney)\b`), []string{"age", "valu", "bmi", "creatinine_change"}},
	{regexp.MustCompile(`(?m)^    - .*\n`), []string{"", "\n    # 注\n", "    - {when: value < 3, level: N1, tip: 好}\n"}},
	{regexp.MustCompile(`tip: `), []string{"tip: 请就医", "tpi: ", "tip: {"}},
	{regexp.MustCompile(`(?m)^- indicator: \w+`), []string{"- indicator: creatinine", "- indicator: nothing"}},
}

// mutated is a file with one edit, somewhere.
func mutated(random *rand.Rand, text string) string {
	for {
		e := edits[random.IntN(len(edits))]
		if found := e.what.FindAllStringIndex(text, -1); len(found) > 0 {
			at := found[random.IntN(len(found))]
			return text[:at[0]] + e.to[random.IntN(len(e.to))] + text[at[1]:]
		}
	}
}

// A review of an edit, in which little is done again, says what a check of the
// whole version says; also after some edits were saved.
func TestReviewOfEditsIsWhole(t *testing.T) {
	script, err := filepath.Abs("../testdata/script/rules_edit.txtar")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	files := Files{Rules: "rules", Dictionaries: "dictionaries"}
	if err := errors.Join(wordstest.FewRules("rules", script), wordstest.Copy("dictionaries/2026.1")); err != nil {
		t.Fatal(err)
	}
	names := []string{"indicators/lipids.yaml"}
	for _, f := range txtar.Parse([]byte(besides)).Files {
		name := "rules/2026.1/" + f.Name
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, f.Data, 0o600)); err != nil {
			t.Fatal(err)
		}
		names = append(names, f.Name)
	}
	if list := files.Check("2026.1").Problems.Of(problem.Error); len(list) > 0 {
		t.Fatal(list.Err())
	}
	sameReviews(t, files, "2026.1", names, 8)
}

// sameReviews edits files one after the other, some of them saved.
func sameReviews(t *testing.T, files Files, version string, names []string, times int) {
	random := rand.New(rand.NewPCG(1, uint64(times)))
	r := NewReviewer(files)
	kinds := map[string]int{}
	for range times {
		name := "rules/" + version + "/" + names[random.IntN(len(names))]
		before, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		text := mutated(random, string(before))
		review := r.Edited(t.Context(), version, map[string][]byte{name: []byte(text)})
		got := review.Problems
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if r.Check(t.Context(), version) != review {
			t.Errorf("%s: what is saved as it was proved is proved again", name)
		}
		want := files.Check(version).Problems
		if !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\n%v\nwant\n%v", name, text, got.Err(), want.Err())
		}
		for _, p := range want.Of(problem.Error) {
			kinds[p.Code]++
		}
		if random.IntN(3) > 0 { // most are not left like that
			if err := os.WriteFile(name, before, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Log(kinds)
}

// What a draft has from its origin stays so from one review to the next.
func TestReviewsAgreeOnWhatIsInherited(t *testing.T) {
	script, err := filepath.Abs("../testdata/script/rules_edit.txtar")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	unused := []byte("crea_high: {value: 111, unit: umol/L, indicator: creatinine, zh: 肌酐的上限, source: [LIP23 表3]}\n")
	err = errors.Join(wordstest.FewRules("rules", script), wordstest.Copy("dictionaries/2026.1"), wordstest.Copy("dictionaries/2026.2"))
	err = errors.Join(err, os.WriteFile("rules/2026.1/constants.yaml", unused, 0o600), os.CopyFS("rules/2026.2", os.DirFS("rules/2026.1")))
	if err != nil {
		t.Fatal(err)
	}
	const manifest = "rules/2026.2/manifest.yaml"
	data, err := os.ReadFile(manifest)
	if err != nil {
		t.Fatal(err)
	}
	data = versionLine.ReplaceAll(data, []byte("version: \"2026.2\"\nfrom: \"2026.1\""))
	if err := os.WriteFile(manifest, data, 0o600); err != nil {
		t.Fatal(err)
	}
	r := NewReviewer(Files{Rules: "rules", Dictionaries: "dictionaries"})
	first := r.Check(t.Context(), "2026.2").Inherited()
	if len(first) == 0 {
		t.Fatal("nothing is inherited")
	}
	if again := r.Edited(t.Context(), "2026.2", map[string][]byte{manifest: data}).Inherited(); !slices.Equal(first, again) {
		t.Errorf("inherited\n%v\nthen\n%v", first.Err(), again.Err())
	}
	// A file of a folder that is not there yet is read like any other.
	if list := r.Edited(t.Context(), "2026.2", map[string][]byte{"rules/2026.2/risks/new.yaml": []byte("- id: x\n")}).Problems.Of(problem.Error); len(list) == 0 {
		t.Error("a faulty file of a new folder is taken for what is saved")
	}
}
