package plain

import (
	"maps"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
)

func reader(t testing.TB) *Reader {
	t.Helper()
	terms, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	return New(terms)
}

func TestMatch(t *testing.T) {
	r := reader(t)
	for text, want := range map[string]map[string]float64{
		"1 白 细胞 计数 6.52 10^9/L 3.5-9.5": {"white_blood_cell_count": 6.52},
		"糖化 血红 蛋白 5.6 % 4.0-6.0":        {"hba1c": 5.6},
		"血红蛋白 135 ↑ g/L":                {"hemoglobin": 135},
		"葡萄糖 93 mg/dL 70-110":           {"fasting_glucose": 5.16666666667},
		"尿蛋白 阳性(+) 阴性":                  {"urine_protein": 1},
		"尿蛋白 ± 阴性\n尿酮体 阴性 阴性":           {"urine_protein": 0.5, "urine_ketone": 0},
		"姓名：王伟明 年龄：49岁":                 {},
		"肌酐 66\n肌酐 99":                  {"creatinine": 66},
		"":                              {},
	} {
		got := r.Match(text)
		if len(got) != len(want) || !maps.EqualFunc(got, want, func(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }) {
			t.Errorf("%q gives %v, want %v", text, got, want)
		}
	}
}

func FuzzMatch(f *testing.F) {
	f.Add("1 白 细胞 计数 6.52 10^9/L 3.5-9.5")
	f.Add("尿蛋白 ± 阴性\n\n\x00\xff 血红蛋白")
	r := reader(f)
	f.Fuzz(func(t *testing.T, text string) {
		for name := range r.Match(text) {
			if _, known := r.terms.Lookup(name); !known {
				t.Errorf("unknown indicator %s", name)
			}
		}
	})
}
