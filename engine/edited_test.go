package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tijian/engine/problem"
	"tijian/internal/wordstest"
)

// A file is judged with what somebody is about to save, and stays as it is.
func TestEdited(t *testing.T) {
	t.Chdir(t.TempDir())
	files := Files{Rules: "rules", Dictionaries: "dictionaries"}
	if err := wordstest.Drafts("rules"); err != nil {
		t.Fatal(err)
	}
	if err := wordstest.Copy(filepath.Join("dictionaries", "2026.1")); err != nil {
		t.Fatal(err)
	}
	all, err := files.FilesOf("2026.1")
	if err != nil || !slices.Contains(all, "rules/2026.1/indicators/lipids.yaml") || !slices.Contains(all, "dictionaries/2026.1/cues.yaml") {
		t.Fatalf("%v, %v", all, err)
	}
	reviewer := NewReviewer(files)
	for _, test := range []struct {
		file, from, to string
		code           string // "" for in order
	}{
		{"rules/2026.1/indicators/lipids.yaml", "value < tg_borderline", "value < tg_borderline", ""},
		{"rules/2026.1/indicators/lipids.yaml", "value < tg_borderline", "value < 1.60", "gap"},
		{"rules/2026.1/indicators/lipids.yaml", "value < tg_borderline", "value < tg_bordreline", "unknown-name"},
		{"rules/2026.1/indicators/lipids.yaml", "rows:", "rows: [", "yaml-syntax"},
		{"rules/2026.1/derived/ratios.yaml", "formula: serum_iron + uibc", "formula: serum_iron + nothing", "unknown-name"},
		{"dictionaries/2026.1/indicators/lipids.yaml", "specimen: blood", "specimen: paint", "choice"},
		{"dictionaries/2026.1/cues.yaml", "words: [未见]", "words: [未见, 未见]", "duplicate"},
	} {
		before, err := os.ReadFile(test.file)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Replace(string(before), test.from, test.to, 1)
		if !strings.Contains(string(before), test.from) {
			t.Errorf("%s has no %q", test.file, test.from)
		}
		list := reviewer.Edited(t.Context(), "2026.1", map[string][]byte{test.file: []byte(text)}).Problems.Of(problem.Error)
		switch {
		case test.code == "" && len(list) > 0, test.code != "" && (len(list) == 0 || list[0].File != test.file || list[0].Code != test.code):
			t.Errorf("%s %q: %v, want %q", test.file, test.to, list, test.code)
		}
		if after, err := os.ReadFile(test.file); err != nil || string(after) != string(before) {
			t.Errorf("%s was written: %v", test.file, err)
		}
	}
}
