package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/tools/reportgen/truth"
)

func TestRunWritesPicturesWithTheirTruth(t *testing.T) {
	out := filepath.Join(t.TempDir(), "new", "folder")
	n, err := run(options{Out: out, Seed: 3, Pages: 4, Layout: "SINGLE", Condition: "all", Form: "slip", Parallel: 2})
	if err != nil || n != 4 {
		t.Fatalf("%d pages, error %v", n, err)
	}
	paths, err := truth.Find(out)
	if err != nil {
		t.Fatal(err)
	}
	conditions := map[string]int{}
	for _, path := range paths {
		page, err := truth.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		conditions[page.Condition]++
		if _, err := os.Stat(filepath.Join(out, page.Picture)); err != nil {
			t.Error(err)
		}
		if page.Seed/10_000 != 3 || page.Layout != "SINGLE" {
			t.Errorf("%s has seed %d, layout %s", path, page.Seed, page.Layout)
		}
	}
	if conditions[truth.Clean] != 2 || conditions[truth.Scanned] != 1 || conditions[truth.Photographed] != 1 {
		t.Errorf("conditions: %v", conditions)
	}
}

func TestRunChoosesTraits(t *testing.T) {
	out := t.TempDir()
	o := options{Out: out, Seed: 4, Pages: 2, Layout: "SINGLE", Condition: "clean", Form: "slip", Wide: true, Trait: []string{"stamp"}, Traits: 2}
	if n, err := run(o); err != nil || n != 2 {
		t.Fatalf("%d pages, error %v", n, err)
	}
	paths, err := truth.Find(out)
	if err != nil || len(paths) != 2 {
		t.Fatalf("%d truths, error %v", len(paths), err)
	}
	for _, path := range paths {
		page, err := truth.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(page.Traits); n < 2 || n > 3 || page.Traits[0] != "stamp" {
			t.Errorf("%s has traits %v, want stamp and two more or, when stamp is one of those, one", path, page.Traits)
		}
	}
}

func TestRunReportsTheFirstFault(t *testing.T) {
	if _, err := run(options{Out: t.TempDir(), Pages: 1, Layout: "all", Condition: "all", Panel: "horoscope"}); err == nil || !strings.Contains(err.Error(), "horoscope") {
		t.Errorf("got error %v", err)
	}
}
