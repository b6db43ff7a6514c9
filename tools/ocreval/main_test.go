package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/ocr/evidence"
	"tijian/tools/ocreval/score"
	"tijian/tools/reportgen/truth"
)

// onePage copies one example report into a folder of its own.
func onePage(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	for _, suffix := range []string{".jpg", truth.Suffix} {
		data, err := os.ReadFile(filepath.Join("../../testdata/reports", name+suffix))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+suffix), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestBothReadersAreScored(t *testing.T) {
	var out bytes.Buffer
	html := filepath.Join(t.TempDir(), "score.html")
	o := options{Folders: []string{onePage(t, "double-clean-12")}, Parallel: 2, Workers: 2, Both: true, JSON: "-", HTML: html}
	if err := run(context.Background(), o, &out); err != nil {
		t.Fatal(err)
	}
	var got []struct {
		Reader string
		Groups map[string][]score.Group
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Reader != "recogniser" || got[1].Reader != "recogniser, layout not told" {
		t.Fatalf("readers: %+v", got)
	}
	for _, r := range got {
		if all := r.Groups[score.All][0]; all.Pages != 1 || all.True != 23 || all.Right == 0 {
			t.Errorf("%s: %+v", r.Reader, all)
		}
	}
	if page, err := os.ReadFile(html); err != nil || !strings.Contains(string(page), "layout not told") {
		t.Errorf("HTML page of %d bytes, error %v", len(page), err)
	}
}

// A picture that is refused counts as read without any value.
func TestRefusedPictureIsAnError(t *testing.T) {
	dir := onePage(t, "double-clean-12")
	if err := os.WriteFile(filepath.Join(dir, "double-clean-12.jpg"), []byte("no picture"), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := run(context.Background(), options{Folders: []string{dir}, Workers: 1, Detect: true}, &out); err != nil {
		t.Fatal(err)
	}
	if text := out.String(); !strings.Contains(text, "IMAGE_") || !strings.Contains(text, "layout not told") {
		t.Errorf("got\n%s", text)
	}
}

// TestModelIsFitted: the file that is written is a model, and says what it was
// made of.
func TestModelIsFitted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "model.yaml")
	var out bytes.Buffer
	o := options{Folders: []string{onePage(t, "double-clean-12"), onePage(t, "single-clean-11")}, Parallel: 2, Workers: 2, Fit: file, Made: "reportgen", Least: 0.7}
	if err := run(context.Background(), o, &out); err != nil {
		t.Fatal(err)
	}
	data, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	m, err := evidence.Parse(data)
	if err != nil || m.Threshold != 0.7 || m.Made.Command != "reportgen" || len(m.Made.Sets) != 1 || !strings.HasPrefix(m.Made.Sets[0], "drawn: ") {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestFolderWithoutTruths(t *testing.T) {
	err := run(context.Background(), options{Folders: []string{t.TempDir()}}, &bytes.Buffer{})
	if err == nil || !strings.Contains(err.Error(), truth.Suffix) {
		t.Errorf("got error %v", err)
	}
}
