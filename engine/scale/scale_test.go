package scale

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tijian/internal/rulestest"
)

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	name = filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(name, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; look at it and run the test with -update:\n%s", name, got)
	}
}

// Indicators with two sexes, a condition, grades, and conditions on others.
func TestGolden(t *testing.T) {
	set := example(t)
	for name := range set.Tables {
		v, ok := Of(set, name, "")
		if !ok {
			t.Fatalf("no view of %s", name)
		}
		var plain, coloured, page bytes.Buffer
		if err := v.Write(&plain, false); err != nil {
			t.Fatal(err)
		}
		if err := v.Write(&coloured, true); err != nil {
			t.Fatal(err)
		}
		if err := v.WriteHTML(&page); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".txt", plain.Bytes())
		golden(t, name+".ansi", coloured.Bytes())
		golden(t, name+".html", page.Bytes())
		golden(t, name+".svg", []byte(v.SVG()))
	}
}

// Every released table can be drawn: each band has every level that its rows
// give there, bounds rise, and the segments of a drawn band do not overlap.
func TestEveryReleasedTable(t *testing.T) {
	set := rulestest.Active(t)
	for name, tables := range set.Tables {
		v, ok := Of(set, name, "")
		if !ok || len(v.Tables) != len(tables) {
			t.Fatalf("%s: %d tables, want %d", name, len(v.Tables), len(tables))
		}
		edges := v.edges()
		for _, table := range v.Tables {
			seen := map[int]bool{}
			for _, b := range table.Bands {
				at := places(&b, v.Graded(), edges, pageWidth)
				for i, s := range b.Segments {
					seen[s.Row] = true
					if at[i] >= at[i+1] {
						t.Errorf("%s, %s: segment %d of %v has no width", name, b.Who, i, at)
					}
					if s.Row == 0 {
						t.Errorf("%s, %s: no row for %s", name, b.Who, s.Values)
					}
				}
			}
			for _, r := range table.Rows {
				if len(table.Bands) > 0 && !seen[r.Number] {
					t.Errorf("%s: row %d of %s is not drawn", name, r.Number, table.At)
				}
			}
			if len(table.Bands) == 0 {
				t.Logf("%s: %s has rows only", name, table.At)
			}
		}
	}
}

func TestOverlay(t *testing.T) {
	set := example(t)
	base, _ := Of(set, "triglycerides", "elsewhere")
	own, _ := Of(set, "triglycerides", "city_hospital")
	if base.Namespace != "" || own.Namespace != "city_hospital" || own.Tables[0].At.File != "2026.1/overlays/city_hospital/indicators/lipids.yaml" {
		t.Errorf("base %q, own %q at %v", base.Namespace, own.Namespace, own.Tables[0].At)
	}
	if _, ok := Of(set, "no_such_indicator", ""); ok {
		t.Error("a view of nothing")
	}
}

func TestWrap(t *testing.T) {
	for s, want := range map[string]string{
		"":             "",
		"一二三四五六":       "一二三四|五六",
		"一二三四，五":       "一二三|四，五",
		"value < 2.30": "value <|2.30",
		"abcdefghijkl": "abcdefgh|ijkl",
		"一二三 abcdefg":  "一二三|abcdefg",
	} {
		if got := strings.Join(wrapCells(s, 8), "|"); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
