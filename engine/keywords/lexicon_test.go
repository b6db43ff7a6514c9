package keywords

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tijian/dictionaries"
	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/review"
	"tijian/rules"
)

func embedded(tb testing.TB) *Lexicon {
	tb.Helper()
	return Shipped(tb, rules.Active())
}

func TestLexiconIsLargeEnough(t *testing.T) {
	l := embedded(t)
	if n := len(l.Terms()); n < 1500 {
		t.Errorf("%d standard terms, want at least 1500", n)
	}
	if want := []string{"report", "disease", "report/disease"}; !slices.Equal(l.Contexts(), want) {
		t.Errorf("contexts %v, want %v", l.Contexts(), want)
	}
}

// Every spelling, standing alone, is its term, certain. This finds spellings
// that hold a cue, a heading or a longer word by accident.
func TestEverySpellingMeansItsTerm(t *testing.T) {
	l := embedded(t)
	for _, w := range l.lexicon.Words {
		if w.Term < 0 {
			continue
		}
		for _, text := range []string{w.Text, "体检发现" + w.Text + "。", "1." + w.Text + ";"} {
			got, err := l.Extract(text, "")
			if err != nil {
				t.Fatal(err)
			}
			if want := []string{l.lexicon.Terms[w.Term].Name}; !slices.Equal(got.Certain, want) || len(got.Possible) > 0 {
				t.Errorf("%q: certain %v possible %v, want certain %v", text, got.Certain, got.Possible, want)
			}
		}
	}
}

// Every composition that the heads know works when spelled out.
func TestEveryCompositionMeansItsTerm(t *testing.T) {
	l := embedded(t)
	for _, h := range l.lexicon.Heads {
		for s, id := range h.Terms {
			text := l.lexicon.Sites[s].Name + "可见" + h.Name
			got, err := l.Extract(text, "")
			if err != nil {
				t.Fatal(err)
			}
			if want := l.lexicon.Terms[id].Name; !slices.Equal(got.Certain, []string{want}) {
				t.Errorf("%q: certain %v, want %s", text, got.Certain, want)
			}
		}
	}
}

// Every denial in front of a finding and in front of a composition holds.
func TestEveryNegationDenies(t *testing.T) {
	l := embedded(t)
	for w := range l.lexicon.Every() {
		if w.Cue == nil || l.lexicon.Categories[w.Cue.Category].Name != "negated" || w.Normal || w.Cue.Reach < 4 {
			continue
		}
		text := w.Text + "胆囊结石"
		if w.Cue.Direction == lexicon.Backward {
			text = "胆囊结石" + w.Text
		}
		got, err := l.Extract(text, "")
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Certain)+len(got.Possible) > 0 {
			t.Errorf("%q: certain %v possible %v, want neither", text, got.Certain, got.Possible)
		}
	}
}

// replaced is the embedded tree with one file given new content.
func replaced(t *testing.T, name string, edit func(string) string) fs.FS {
	t.Helper()
	tree := fstest.MapFS{}
	err := fs.WalkDir(dictionaries.Active(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dictionaries.Active(), path)
		tree[path] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	before := ""
	if f := tree[name]; f != nil {
		before = string(f.Data)
	}
	if after := edit(before); after == "" {
		delete(tree, name)
	} else {
		tree[name] = &fstest.MapFile{Data: []byte(after)}
	}
	return tree
}

func TestLoadExplainsMistakes(t *testing.T) {
	const added = "findings/added.yaml"
	finding := func(entry string) func(string) string {
		return func(string) string { return "area: 试\ncontext: [report]\nfindings:\n  - " + entry + "\n" }
	}
	remove := func(string) string { return "" }
	tests := []struct {
		name, file string
		edit       func(string) string
		at, want   string
	}{
		{"duplicate term", added, finding("{term: 脂肪肝}"), "findings/added.yaml:4:", "duplicate"},
		{"spelling of another term", added, finding("{term: 新词, variants: [胆结石]}"), "findings/added.yaml:4:", "duplicate"},
		{"empty word", added, finding("{term: 新词, variants: [' ']}"), "findings/added.yaml:4:", "empty-word"},
		{"blank in a word", added, finding("{term: 新 词}"), "findings/added.yaml:4:", "space-in-word"},
		{"cue as a finding", added, finding("{term: 未见}"), "findings/added.yaml:4:", "word-is-cue"},
		{"useless blocker", added, finding("{term: 新词, block: [别的词]}"), "findings/added.yaml:4:", "useless-blocker"},
		{"unknown site", added, finding("{term: 新词, site: 甲状线}"), "findings/added.yaml:4:", "unknown-name"},
		{"unknown context", added, finding("{term: 新词, context: [reports]}"), "findings/added.yaml:4:", "unknown-name"},
		{"head without site", added, finding("{term: 新词, head: 结节}"), "findings/added.yaml:4:", "head-without-site"},
		{"composition taken", added, finding("{term: 新词, site: 甲状腺, head: 结节}"), "findings/", "duplicate"},
		{"malformed code", added, finding("{term: 新词, icd10: K7.60}"), "findings/added.yaml:4:", "icd10"},
		{"unknown key", added, finding("{term: 新词, icd: K76.0}"), "findings/added.yaml:4:", "unknown-key"},
		{"no context", added, func(string) string { return "area: 试\nfindings:\n  - {term: 新词}\n" }, "findings/added.yaml:3:", "no-context"},
		{"missing cues", "cues.yaml", remove, "cues.yaml", "missing-file"},
		{"unknown scope", "cues.yaml", func(s string) string { return strings.Replace(s, "scope: bare", "scope: bear", 1) }, "cues.yaml:", "unknown-name"},
		{"group missing", "cues.yaml", func(s string) string { return strings.Replace(s, "  comma:", "  commas:", 1) }, "cues.yaml", "missing-group"},
		{"site part of nothing", "sites.yaml", func(s string) string { return strings.Replace(s, "part_of: 胆囊}", "part_of: 胆襄}", 1) }, "sites.yaml:", "unknown-name"},
		{"default context", "contexts.yaml", func(s string) string { return strings.Replace(s, "default: report/disease", "default: all", 1) }, "contexts.yaml:", "unknown-name"},
		{"words that became one", "cues.yaml", func(s string) string {
			return strings.Replace(s, " 受检人, 被检者,", " 受检人，被检者,", 1)
		}, "cues.yaml:", "full-width"},
		{"variants that became one", added, finding("{term: 新词, variants: [甲样新词；乙样新词]}"), "findings/added.yaml:4:", "full-width"},
		{"invisible", added, finding("{term: 新\u200b词}"), "findings/added.yaml:4:", "invisible"},
		{"cue without words", "cues.yaml", func(s string) string { return strings.Replace(s, "\ncues:", "\ncues:\n  - {category: negated}", 1) }, "cues.yaml:", "no-words"},
		{"misreading without words", "characters.yaml", func(s string) string {
			return strings.Replace(s, "\nmisread:", "\nmisread:\n  - {cause: 认错, characters: {未: 末}}", 1)
		}, "characters.yaml:", "no-words"},
		{"two characters", "characters.yaml", func(s string) string { return strings.Replace(s, "simplified:", "simplified:\n  繁體: 繁体", 1) }, "characters.yaml:", "character"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l, problems := Load(replaced(t, test.file, test.edit))
			if test.want == "" {
				if l == nil || len(problems) > 0 {
					t.Fatalf("refused: %v", problems.Err())
				}
				return
			}
			if l != nil {
				t.Error("a faulty lexicon was loaded")
			}
			for _, p := range problems {
				if p.Code == test.want && strings.HasPrefix(p.Place.String(), test.at) && p.ZH != "" && p.EN != "" {
					return
				}
			}
			t.Errorf("no %s at %s among: %v", test.want, test.at, problems.Err())
		})
	}
}

// All mistakes of all files come at once, sorted by place.
func TestLoadReportsEverything(t *testing.T) {
	_, problems := Load(replaced(t, "findings/added.yaml", func(string) string {
		return "area: 试\ncontext: [report]\nfindings:\n  - {term: 脂肪肝}\n  - {term: 胆结石}\n  - {term: 新词, site: 无此处}\n"
	}))
	if len(problems) != 3 {
		t.Fatalf("%d problems, want 3: %v", len(problems), problems.Err())
	}
	for i, p := range problems {
		if p.Line != i+4 {
			t.Errorf("problem %d in line %d, want %d", i, p.Line, i+4)
		}
	}
}

// A broken file is named by itself: what it would have defined is unknown to
// the rest, and that is not said a thousand times.
func TestOneFaultIsOneProblem(t *testing.T) {
	_, problems := Load(replaced(t, "sites.yaml", func(s string) string { return strings.Replace(s, "[肝脏, ", "[肝脏、", 1) }))
	if len(problems) != 1 || problems[0].Code != "full-width" {
		t.Errorf("%d problems, want 1: %.400v", len(problems), problems.Err())
	}
}

// Where several names are equally near, all are offered: 喷门 is most likely
// 贲门, and to name another of them would lead astray.
func TestNearSitesAreAllNamed(t *testing.T) {
	_, problems := Load(replaced(t, "findings/added.yaml", func(string) string {
		return "area: 试\ncontext: [report]\nfindings:\n  - {term: 新词, site: 喷门}\n"
	}))
	if len(problems) != 1 || !strings.Contains(problems[0].FixZH, "贲门") {
		t.Errorf("%v", problems.Err())
	}
}

// A cue that is a site's name is pointed out.
func TestCueIsName(t *testing.T) {
	l, problems := Load(replaced(t, "cues.yaml", func(s string) string { return strings.Replace(s, "words: [\"±\",", "words: [甲状腺, \"±\",", 1) }))
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	for _, p := range review.Words(l.lexicon) {
		if p.Code == "cue-is-name" && strings.Contains(p.ZH, "甲状腺") {
			return
		}
	}
	t.Error("nothing is said of a cue that is a site")
}

// A character that is in the names of many terms is too wide for one of them, unless
// that ends with it.
func TestWideSpelling(t *testing.T) {
	for term, want := range map[string]int{"久站不适": 1, "久站后痛": 0} {
		l, problems := Load(replaced(t, "findings/added.yaml", func(string) string {
			return "area: 试\ncontext: [report]\nfindings:\n  - {term: " + term + ", variants: [痛]}\n"
		}))
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		got := 0
		for _, p := range review.Words(l.lexicon) {
			if p.Code == "wide-spelling" {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: %d, want %d", term, got, want)
		}
	}
}

// A spelling of something malignant belongs to a term whose code is, two meanings of an
// abbreviation have nothing in common beside them, and advice says its grade's months.
func TestMeanings(t *testing.T) {
	for text, want := range map[string]string{
		"findings:\n  - {term: 试验瘤, icd10: D18.0, variants: [试验肉瘤]}\n": "malignant-word",
		"findings:\n  - {term: 试验瘤, icd10: C22.3, variants: [试验肉瘤]}\n": "",
		"findings:\n  - {term: 试甲, variants: [试甲甲]}\n  - {term: 试乙, variants: [试乙乙]}\nabbreviations:\n  - {words: [QQX], means: [{term: 试甲, near: [孕, 产]}, {term: 试乙, near: [产, 胸痛]}]}\n": "shared-near",
		"scales:\n  - {scale: QQ-RADS, words: [QQRADS], site: 甲状腺, unit: 类, source: 甲, grades: [{grade: \"3\", words: [iii], advice: 3个月复查, months: 36}]}\n":                              "other-months",
	} {
		l, problems := Load(replaced(t, "findings/added.yaml", func(string) string { return "area: 试\ncontext: [report]\n" + text }))
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, p := range review.Words(l.lexicon) {
			if p.File == "findings/added.yaml" {
				got += p.Code
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Codes have the form of ICD-10's three- and four-character categories; a code
// that is not certain is left out.
func TestCodesAreWellFormed(t *testing.T) {
	form := regexp.MustCompile(`^([A-TV-Z]\d\d|U0[479])(\.\d)?$`)
	coded := 0
	for _, term := range embedded(t).lexicon.Terms {
		if term.ICD10 == "" {
			continue
		}
		if coded++; !form.MatchString(term.ICD10) {
			t.Errorf("%s: %q", term.Name, term.ICD10)
		}
	}
	if coded < 500 {
		t.Errorf("only %d terms have a code", coded)
	}
}
