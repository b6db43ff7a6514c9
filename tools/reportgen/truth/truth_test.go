package truth

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadGivesBackWhatWasWritten(t *testing.T) {
	page := &Page{
		Picture: "a.jpg", Seed: 7, Layout: "TABLE", Condition: Scanned, Style: "医院", Form: "grid", Size: [2]int{100, 200},
		Values: map[string]float64{"potassium": 4.5},
		Lines:  []Line{{Name: "钾", Code: "K", Indicator: "potassium", Printed: "4.50", Value: 4.5, Unit: "mmol/L", Reference: "3.5-5.3", Box: Box{1, 2, 3, 4}}},
	}
	text, err := page.Encode()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "sub", "a"+Suffix)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.json"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	found, err := Find(dir)
	if err != nil || !reflect.DeepEqual(found, []string{path}) {
		t.Fatalf("found %v, error %v", found, err)
	}
	got, err := Read(path)
	if err != nil || !reflect.DeepEqual(got, page) {
		t.Errorf("got %+v, error %v", got, err)
	}
}

func TestReadNamesTheBrokenFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a"+Suffix)
	if err := os.WriteFile(path, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("got error %v, want the path in it", err)
	}
}
