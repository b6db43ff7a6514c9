package units

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

var spellings = map[string][]string{
	"10^9/L": {"G/L"}, "10^12/L": {"T/L"}, "g/L": nil, "mg/L": nil, "ug/L": {"mcg/L"}, "mmol/L": nil, "umol/L": nil,
	"U/L": {"IU/L"}, "mmHg": nil, "kg/m2": nil, "%": nil, "/uL": {"个/uL"}, "s": {"秒"}, "mL/min/1.73m2": nil, "pg": nil,
}

func table(t testing.TB) *Registry {
	u, conflicts := New(spellings)
	if len(conflicts) > 0 {
		t.Fatal(conflicts)
	}
	return u
}

func TestCanonical(t *testing.T) {
	u := table(t)
	for printed, want := range map[string]string{
		"×10^9/L": "10^9/L", "x10^9/L": "10^9/L", "X10^9/L": "10^9/L", "*10^9/L": "10^9/L", "10*9/L": "10^9/L", "10**9/L": "10^9/L",
		"10E9/L": "10^9/L", "10e9/L": "10^9/L", "10⁹/L": "10^9/L", "×10⁹/L": "10^9/L", "× 10 ^ 9 / L": "10^9/L", "109/L": "10^9/L",
		"１０＾９／Ｌ": "10^9/L", "G/L": "10^9/L", "10^9/l": "10^9/L", "10¹²/L": "10^12/L", "×10*12/L": "10^12/L", "1012/L": "10^12/L",
		"g/L": "g/L", "g/l": "g/L", "ｇ／Ｌ": "g/L", "μmol/L": "umol/L", "µmol/L": "umol/L", "umol/L": "umol/L", "UMOL/L": "umol/L",
		"IU/L": "U/L", "iu/l": "U/L", "U/L": "U/L", "(mmol/L)": "mmol/L", "[mmol/l]": "mmol/L", "㎜Hg": "mmHg", "mmhg": "mmHg",
		"kg/m²": "kg/m2", "kg/m^2": "kg/m2", "kg/m2": "kg/m2", "KG/M2": "kg/m2", "％": "%", "个/μL": "/uL", "秒": "s",
		"mL/min/1.73m²": "mL/min/1.73m2", "ml/min/1.73m^2": "mL/min/1.73m2", "mcg/L": "ug/L",
		"": "", "furlong": "", "10^7/L": "",
	} {
		got, ok := u.Canonical(printed)
		if got != want || ok != (want != "") {
			t.Errorf("Canonical(%q) = %q, %v; want %q", printed, got, ok, want)
		}
	}
}

func TestCandidatesKeepTheExactReadingFirst(t *testing.T) {
	if got := table(t).Candidates("G/L"); !slices.Equal(got, []string{"10^9/L", "g/L"}) {
		t.Errorf("Candidates(G/L) = %q", got)
	}
}

func TestConflict(t *testing.T) {
	_, conflicts := New(map[string][]string{"g/L": {"克/升"}, "kg/L": {"克 / 升"}})
	if want := []Conflict{{"克 / 升", "g/L", "kg/L"}}; !slices.Equal(conflicts, want) {
		t.Errorf("conflicts = %v, want %v", conflicts, want)
	}
}

// Width, spaces and micro signs never change what a unit means.
func TestFoldingKeepsMeaning(t *testing.T) {
	u := table(t)
	rapid.Check(t, func(t *rapid.T) {
		canonical := rapid.SampledFrom(u.Names()).Draw(t, "unit")
		var b strings.Builder
		for _, r := range canonical {
			switch rapid.IntRange(0, 3).Draw(t, "change") {
			case 1:
				b.WriteRune(' ')
			case 2:
				if r > ' ' && r < 0x7f {
					r += 0xFEE0 // its full-width form
				}
			}
			b.WriteRune(r)
		}
		if got, _ := u.Canonical(b.String()); got != canonical {
			t.Fatalf("Canonical(%q) = %q, want %q", b.String(), got, canonical)
		}
	})
}

func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"×10⁹/L", "(mmol/L)", "10**9/L", "⁻¹", "[]", "\xff"} {
		f.Add(s)
	}
	u := table(f)
	f.Fuzz(func(t *testing.T, s string) {
		if c, ok := u.Canonical(s); ok {
			if again, _ := u.Canonical(c); again != c {
				t.Errorf("%q gives %q, which gives %q", s, c, again)
			}
		}
	})
}

func TestComposed(t *testing.T) {
	table, _ := New(map[string][]string{"mL/min/1.73m2": nil, "mmol/L": nil, "%": nil})
	for unit, want := range map[string]bool{
		"mmol/L": true, "%": true, "mL/min": true, "mOsm/kg": true, "d": true,
		"mL/min/1.7３m2": false, "mL/min/1.93m2": false, "mmoll/L": false, "": false, "mmol/": false,
	} {
		if got := table.Composed(unit); got != want {
			t.Errorf("%q: %v", unit, got)
		}
	}
}
