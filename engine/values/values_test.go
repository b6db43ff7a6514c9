package values_test

import (
	"bytes"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/keywords/sentences"
	"tijian/engine/values"
	"tijian/internal/garble"
	"tijian/internal/growth"
	"tijian/rules"
)

var version = rules.Active()

// load reads the words of the project once for all tests: a Reader never changes.
var load = sync.OnceValues(func() (*values.Reader, error) {
	tree, err := fs.Sub(dictionaries.FS, version)
	if err != nil {
		return nil, err
	}
	dict, faults := dictionary.Load(tree)
	lexicon, more := keywords.Load(tree)
	r, others := values.Load(tree, dict, lexicon)
	return r, slices.Concat(faults, more, others).Err()
})

// reader has the words of the project.
func reader(tb testing.TB) *values.Reader {
	tb.Helper()
	r, err := load()
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// sentences are those of the suites that are about values.
func sentenceTexts(tb testing.TB) []string {
	tb.Helper()
	suites, problems := sentences.Load(os.DirFS("../../testdata/keywords"))
	if err := problems.Err(); err != nil {
		tb.Fatal(err)
	}
	var texts []string
	for _, s := range suites {
		for _, c := range s.Cases {
			if c.Values != nil {
				texts = append(texts, c.Text.Value)
			}
		}
	}
	if len(texts) < 60 {
		tb.Fatalf("%d sentences, want at least 60", len(texts))
	}
	return texts
}

// Where a text is damaged at one place a value may be lost, but none becomes
// another one.
func TestDamageMakesNoValue(t *testing.T) {
	r := reader(t)
	for _, text := range sentenceTexts(t) {
		whole := r.Read(text, "")
		for k := range []rune(text) {
			for d := range garble.At(text, k) {
				if d.Kind != "break" && d.Kind != "blank" && d.Kind != "zero width" {
					continue // the others are read alike
				}
				for _, v := range r.Read(d.Text, "") {
					same := func(w values.Value) bool { return v.Indicator == w.Indicator && v.Number == w.Number }
					if !slices.ContainsFunc(whole, same) {
						t.Errorf("%s: %q gives %v, want only of %v", d.Kind, d.Text, v, whole)
					}
				}
			}
		}
	}
}

func TestPlaces(t *testing.T) {
	r := reader(t)
	for _, text := range sentenceTexts(t) {
		for _, v := range r.Read(text, "") {
			written := string([]rune(text)[v.Start:v.End])
			if !strings.Contains(written, v.Value) || !strings.Contains(written, v.Unit) || !strings.Contains(written, v.Reference) {
				t.Errorf("%q: %v does not stand in %q", text, v, written)
			}
		}
	}
}

// Forms that read differently from the sentences of the suites only in what
// stands around them.
func TestRead(t *testing.T) {
	r := reader(t)
	for _, test := range []struct{ text, item, want string }{
		{"蛋白(+)", "尿常规", "urine_protein (+)"},
		{"蛋白(+)", "", ""},
		{"钾 5.9mmol/L", "", "potassium 5.9 mmol/L"},
		{"钾 5.9", "", ""},
		{"Cr 1.2", "", ""},
		{"CA125 48U/mL", "", "ca125 48 U/mL"},
		{"CA 125", "", ""},
		{"血压96/152mmHg", "", ""},
		{"血压152/96、148/92mmHg", "", ""},
		{"空腹血糖 7.2 ng/mL", "", ""},
		{"空腹血糖 7.2\n3.9", "", ""},
		{"钾 5.9mmol/L（上次）", "", ""},
		{"中性粒细胞 78%", "", "neutrophil_percentage 78 %"},
		{"中性粒细胞 7.8", "", ""},
		{"心肺正常 血压152/96", "", "systolic_bp 152 mmHg, diastolic_bp 96 mmHg"},
		{"正常 血压120/80", "", ""},
		{"尿常规：\n蛋白(+)", "", "urine_protein (+)"},
		{"建议：\n1.血压130/80mmHg\n\n血压152/96mmHg", "", "systolic_bp 152 mmHg, diastolic_bp 96 mmHg"},
		{"", "", ""},
	} {
		var got []string
		for _, v := range r.Read(test.text, test.item) {
			got = append(got, v.String())
		}
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%q of %q: %q, want %q", test.text, test.item, text, test.want)
		}
	}
}

// A version without the words reads nothing, and one with broken words says so.
func TestLoad(t *testing.T) {
	r, problems := values.Load(fstest.MapFS{}, &dictionary.Dictionary{}, &keywords.Lexicon{})
	if r != nil || problems != nil || r.Read("血压152/96", "") != nil {
		t.Errorf("without words: %v %v", r, problems)
	}
	r, problems = values.Load(fstest.MapFS{values.File: {Data: []byte("before: [测]\n")}}, &dictionary.Dictionary{}, &keywords.Lexicon{})
	if r != nil || len(problems) == 0 || problems[0].Place.File != values.File {
		t.Errorf("with broken words: %v %v", r, problems)
	}
	whole, err := fs.ReadFile(dictionaries.FS, version+"/"+values.File)
	if err != nil {
		t.Fatal(err)
	}
	for _, edit := range [][2]string{{"above: 10", "above: 1"}, {"behind: [异常", `behind: ["", 异常`}} {
		faulty := bytes.Replace(whole, []byte(edit[0]), []byte(edit[1]), 1)
		tree := fstest.MapFS{values.File: {Data: faulty}, "report.yaml": {Data: []byte("pairs: []\n")}}
		lexicon, _ := keywords.Load(dictionaries.Active())
		r, problems := values.Load(tree, &dictionary.Dictionary{}, lexicon)
		if r != nil || len(problems) != 1 || problems[0].Place.Line == 0 || bytes.Equal(faulty, whole) {
			t.Errorf("%s: %v %v", edit[1], r, problems)
		}
	}
}

func TestCost(t *testing.T) {
	r := reader(t)
	for _, unit := range []string{"血压152/96，", "血压", "7.2", "ALT、", "去年", "空腹血糖7.2（", "尿常规：", "10^9/L"} {
		t.Run(unit, func(t *testing.T) {
			growth.Memory(t, 1<<13, func(n int) []byte { return []byte(strings.Repeat(unit, n/len(unit))) }, func(data []byte) {
				r.Read(string(data), "")
			})
		})
	}
}
