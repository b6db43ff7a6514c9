package sense

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"tijian/engine/ruleset"
	"tijian/internal/wordstest"

	"tijian/engine/dictionary"
)

func reader(t *testing.T) *Reader {
	t.Helper()
	tree := wordstest.Dictionaries()
	own, err := fs.Sub(tree, wordstest.Version)
	if err != nil {
		t.Fatal(err)
	}
	dict, list := dictionary.Load(own)
	if len(list) > 0 {
		t.Fatal(list)
	}
	return NewReader(&ruleset.Set{Dictionary: dict, Manifest: ruleset.Manifest{
		Acts:   ruleset.Ranked([]*ruleset.Act{{ID: "now", Says: []string{"立即"}}, {ID: "days_2", Says: []string{"今天或明天"}}, {ID: "today", Says: []string{"今天"}}, {ID: "days_7", Says: []string{"一周内"}}}),
		Organs: []*ruleset.Organ{{ID: "kidney", Department: "肾内科"}},
	}}, []string{"缺铁性贫血"})
}

// The longest word counts, a number has its unit, and what only looks like a
// word is none.
func TestRead(t *testing.T) {
	r := reader(t)
	for text, want := range map[string]string{
		"甘油三酯偏高，请今天或明天到肾内科就诊":    "indicator:triglycerides direction:high act:days_2 department:肾内科 ask:doctor",
		"甘油三酯偏低，请立即就诊":           "indicator:triglycerides direction:low act:now ask:doctor",
		"请3天后复查":                 "term:3 ask:recheck",
		"请3个月后复查":                "term:90 ask:recheck",
		"请两三个月后复查":               "term:90 ask:recheck",
		"十五天内":                   "term:15",
		"一周内":                    "act:days_7",
		"每次两片，不要自行停药":            "dose:each count:2片 negation:not negation:not",
		"高血压的人小心":                "",
		"缺铁性贫血":                  "finding:缺铁性贫血",
		"{days}天前偏低":             "placeholder:days direction:low",
		"{days":                  "",
		"先看肾，再看肝":                "condition:if organ:kidney condition:if organ:liver",
		"达到11.1 mmol/L，请空腹再查":    "count:11.1 unit:mmol/L sample:fasting ask:recheck",
		"肾上腺":                    "organ:adrenal",
		"150 mg/L以上，怀孕的少吃盐，不必担心": "count:150 unit:mg/L person:pregnant amount:less negation:not reassurance:reassures",
	} {
		var got []string
		for _, f := range r.Read(text) {
			got = append(got, f.Kind+":"+f.Of)
			if !strings.HasPrefix(text[f.At:], f.Word) {
				t.Errorf("%s: %q does not stand at %d", text, f.Word, f.At)
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %s, want %s", text, s, want)
		}
	}
}

func TestCompare(t *testing.T) {
	r := reader(t)
	for _, c := range []struct{ from, to, lost, gained string }{
		{"请今天就诊", "请今天去就诊", "", ""},
		{"请立即就诊", "请就诊", "立即", ""},
		{"不要等", "要等", "不要", ""},
		{"请3个月后复查", "请3天后复查", "3个月", "3天"},
		{"肾，肾", "肾", "肾", ""},
		{"到肾内科", "到眼科", "肾内科", "眼科"},
	} {
		d := Compare(r.Read(c.from), r.Read(c.to))
		word := func(facts []Fact) string {
			var all []string
			for _, f := range facts {
				all = append(all, f.Word)
			}
			return strings.Join(all, " ")
		}
		if word(d.Lost) != c.lost || word(d.Gained) != c.gained {
			t.Errorf("%s → %s: lost %q, gained %q", c.from, c.to, word(d.Lost), word(d.Gained))
		}
	}
}

// Every kind has a name in both languages, and no word two meanings.
func TestWords(t *testing.T) {
	seen := map[string]string{}
	for _, k := range known().Kinds {
		if k.ZH == "" || k.EN == "" || Called(k.ID).ZH != k.ZH {
			t.Errorf("%s has no name", k.ID)
		}
		for of, words := range k.Words {
			for _, word := range words {
				if other, is := seen[word]; is && other != k.ID+":"+of || slices.Contains(known().Except, word) {
					t.Errorf("%s is %s:%s and also %s", word, k.ID, of, seen[word])
				}
				seen[word] = k.ID + ":" + of
			}
		}
	}
}
