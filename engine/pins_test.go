package engine

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tijian/internal/wordstest"
)

const checkup = `{"user_identifier":"u","namespace":"%","datetime":"2026-11-20T08:00:00.000Z",
	"profile":{"dob":"1970-05-01","gender":"female"},"health_background":{"has_diabetes":false,
	"is_taking_antihypertensive_therapy":false,"has_cvd":false,"smoke_daily_frequency":0,"has_hbp":false},
	"samples":[{"name":"triglycerides","value":1.80}]}`

// twoVersions lays out the released version and a copy with other bounds and
// another word for a finding.
func twoVersions(t *testing.T, current string) Files {
	t.Helper()
	root := t.TempDir()
	files := Files{Rules: filepath.Join(root, "rules"), Dictionaries: filepath.Join(root, "dictionaries")}
	for folder, tree := range map[string]fs.FS{files.Rules: wordstest.Rules(), files.Dictionaries: wordstest.Dictionaries()} {
		released, err := fs.Sub(tree, "2026.1")
		if err := errors.Join(err, os.CopyFS(filepath.Join(folder, "2026.1"), released), os.CopyFS(filepath.Join(folder, "2026.2"), released)); err != nil {
			t.Fatal(err)
		}
	}
	edit := func(name, from, to string) {
		data, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(data, []byte(from)) {
			t.Fatal(name, from, err)
		}
		if err := os.WriteFile(name, bytes.ReplaceAll(data, []byte(from), []byte(to)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	edit(filepath.Join(files.Rules, "2026.2", "manifest.yaml"), `version: "2026.1"`, `version: "2026.2"`)
	lipids := filepath.Join(files.Rules, "2026.2", "indicators", "lipids.yaml")
	edit(lipids, "value < tg_borderline", "value < 1.90")
	edit(lipids, "tg_borderline <= value", "1.90 <= value")
	edit(filepath.Join(files.Dictionaries, "2026.2", "findings", "abdomen.yaml"), "term: 脂肪肝,", "term: 肝脂肪变,")
	if err := os.WriteFile(filepath.Join(files.Rules, "current.yaml"), []byte(current), 0o644); err != nil {
		t.Fatal(err)
	}
	return files
}

// A namespace that stays with another version has all of it: rules and words.
// A version that is to come answers from its day on, and is no other before.
func TestWhichVersionAnswers(t *testing.T) {
	answers := func(s *Snapshot, namespace string) string {
		t.Helper()
		assessed, version, err := s.Assessment([]byte(strings.ReplaceAll(checkup, "%", namespace)), 10, Form{}, time.Now())
		if err != nil {
			t.Fatal(err)
		}
		level := "N0"
		if bytes.Contains(assessed, []byte(`"H1"`)) {
			level = "H1"
		}
		found, err := s.Findings(Question{Text: "脂肪肝。肝脂肪变。", Namespace: namespace})
		if err != nil {
			t.Fatal(err)
		}
		words := "脂肪肝"
		if bytes.Contains(found, []byte("肝脂肪变")) {
			words = "肝脂肪变"
		}
		return version + " " + level + " " + words
	}
	const first, second = "2026.1 H1 脂肪肝", "2026.2 N0 肝脂肪变"
	files := twoVersions(t, "active: \"2026.1\"\nnamespaces:\n  ward: \"2026.2\"\n")
	for _, test := range []struct{ current, anybody, ward string }{
		{"active: \"2026.1\"\nnamespaces: {ward: \"2026.2\"}\n", first, second},
		{"active: \"2026.1\"\nnext: {version: \"2026.2\", effective: 2999-01-01}\n", first, first},
		{"active: \"2026.1\"\nnext: {version: \"2026.2\", effective: 2026-01-01}\nnamespaces: {ward: \"2026.1\"}\n", second, first},
	} {
		if err := os.WriteFile(filepath.Join(files.Rules, "current.yaml"), []byte(test.current), 0o644); err != nil {
			t.Fatal(err)
		}
		s, problems := Draft(files, "")
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		if a, w := answers(s, "anybody"), answers(s, "ward"); a != test.anybody || w != test.ward {
			t.Errorf("%s: %q and %q, want %q and %q", test.current, a, w, test.anybody, test.ward)
		}
		if waits := strings.Contains(test.current, "2999"); waits != !s.Until.IsZero() {
			t.Errorf("%s: until %v", test.current, s.Until)
		}
	}
	named, problems := Draft(files, "2026.1")
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	if got := answers(named, "ward"); got != first {
		t.Errorf("a version asked for by its name answers everybody: %s", got)
	}
}

// What cannot be read in current.yaml is named.
func TestWrongCurrent(t *testing.T) {
	files := twoVersions(t, `active: "2026.1"
next: {version: "2026.3", effective: soon}
namespaces: {ward: "2026.9"}
reasons: {wart: 试用}
`)
	_, problems := Draft(files, "")
	if got := strings.Join(codes(problems), ", "); got != "version rules/current.yaml, effective rules/current.yaml, version rules/current.yaml, reason-without-pin rules/current.yaml" {
		t.Error(got)
	}
}
