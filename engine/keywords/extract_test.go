package keywords_test

import (
	"encoding/json"
	"flag"
	"iter"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"tijian/engine/keywords"
	"tijian/internal/garble"
	"tijian/rules"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// summaries are texts whose matches are kept in full.
var summaries = []string{
	"甲状腺右叶结节约5mm×4mm，TI-RADS 3类；肝:脂肪肝（轻度）胆、脾未发现明显异常",
	"双肾、膀胱结石，较大者约6mm。左侧乳腺结节？父亲患糖尿病，本人高血压病史10年。",
	"胆囊切除术后，子宫肌瘤剔除术后，左肾结石已排出。",
	"窦性心动过缓(47次/分)，未见早搏。建议进一步检查排除冠心病，如出现胸痛请就诊。",
	"雙側甲狀腺結節，最大者 1.2*0.8cm；幽門螺桿菌（＋）；尿潛血±",
	"左乳BI-RADS 3类结节；肾囊肿（左）；右侧上颌窦炎；甲状腺:右叶见结节，左叶见囊肿；左室肥厚；肝内多发囊肿，右肺小结节",
	"两个囊肿（肝），直径约8mm的胆囊息肉，重度脂肪肝，Ⅰ度房室传导阻滞",
}

func TestMatchesGolden(t *testing.T) {
	const golden = "testdata/matches.golden.json"
	l := embedded(t)
	var got []keywords.Result
	for _, s := range summaries {
		r, err := l.Extract(s, "report/disease")
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	data, err := json.MarshalIndent(got, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, '\n')
	if *update {
		if err := os.WriteFile(golden, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(data) {
		t.Errorf("matches differ from %s; run go test -run Golden -update and look at the difference\n%s", golden, data)
	}
}

func TestContexts(t *testing.T) {
	l := embedded(t)
	for _, c := range append(l.Contexts(), "") {
		if _, err := l.Extract("脂肪肝", c); err != nil {
			t.Errorf("context %q: %v", c, err)
		}
	}
	_, err := l.Extract("脂肪肝", "reports")
	if err == nil || !strings.Contains(err.Error(), "report/disease") {
		t.Errorf("an unknown context gave %v, want an error that lists the known ones", err)
	}
}

func TestEmptySlicesInJSON(t *testing.T) {
	r, err := embedded(t).Extract("", "")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	if want := `{"certain":[],"possible":[],"matches":[],"repaired":[]}`; string(data) != want {
		t.Errorf("got %s, want %s", data, want)
	}
}

func TestStatusOf(t *testing.T) {
	l := embedded(t)
	text := "无发热、乏力，考虑某某病可能，某某癌？父亲某某瘤"
	at := func(term string) keywords.Span {
		i := utf8.RuneCountInString(text[:strings.Index(text, term)])
		return keywords.Span{Start: i, End: i + utf8.RuneCountInString(term)}
	}
	got := l.StatusOf(text, []keywords.Span{at("某某癌"), at("发热"), at("乏力"), at("某某病"), at("某某瘤"), {Start: 90, End: 99}, {Start: 5, End: 2}})
	want := []keywords.Status{keywords.Possible, keywords.Negated, keywords.Negated, keywords.Possible, keywords.Family, keywords.Certain, keywords.Certain}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestConcurrentUse(t *testing.T) {
	l := embedded(t)
	texts := sentenceTexts(t)
	want := make([]keywords.Result, len(texts))
	for i, s := range texts {
		want[i], _ = l.Extract(s, "")
	}
	var group sync.WaitGroup
	for _, order := range []func([]string) iter.Seq2[int, string]{slices.All[[]string], slices.Backward[[]string]} {
		group.Go(func() {
			for i, s := range order(texts) {
				if got, _ := l.Extract(s, ""); !reflect.DeepEqual(got, want[i]) {
					t.Errorf("%q differs when extracted concurrently", s)
				}
			}
		})
	}
	group.Wait()
}

func sentenceTexts(tb testing.TB) []string {
	return sentencesFor(tb, rules.Active())
}

// checkResult holds for any text.
func checkResult(tb interface{ Errorf(string, ...any) }, text string, r keywords.Result) {
	runes := []rune(text)
	statuses := map[string][]keywords.Status{}
	for _, m := range r.Matches {
		if m.Start < 0 || m.Start > m.End || m.End > len(runes) {
			tb.Errorf("%q: match %v lies outside the text", text, m)
			continue
		}
		if utf8.ValidString(text) && string(runes[m.Start:m.End]) != m.Text {
			tb.Errorf("%q: match %v has the text %q", text, m, string(runes[m.Start:m.End]))
		}
		if m.Persists {
			m.Status = keywords.Certain
		}
		statuses[m.Term] = append(statuses[m.Term], m.Status)
	}
	for _, p := range r.Repaired {
		if p.Start < 0 || p.Start >= p.End || p.End > len(runes) || p.As == p.Text || utf8.ValidString(text) && string(runes[p.Start:p.End]) != p.Text {
			tb.Errorf("%q: repair %v", text, p)
		}
	}
	seen := map[string]bool{}
	for _, term := range r.Certain {
		if seen[term] || !slices.Contains(statuses[term], keywords.Certain) {
			tb.Errorf("%q: %s is certain twice or without a certain match", text, term)
		}
		seen[term] = true
	}
	for _, term := range r.Possible {
		if seen[term] || !slices.Contains(statuses[term], keywords.Possible) {
			tb.Errorf("%q: %s is possible though certain, twice, or without a match", text, term)
		}
		seen[term] = true
	}
}

// Any mixture of the pieces that texts are made of keeps the promises.
func TestResultsHoldTogether(t *testing.T) {
	l := embedded(t)
	pieces := []string{"肝", "囊肿", "未见", "脂肪肝", "？", "，", "。", "、", "（", "）", "考虑", "可能", "甲状腺:", "结节", "5mm×3", "cm", "父亲",
		"术后", "建议", "排除", "\n", " ", "1.", "2型糖尿病", "Ⅲ度", "左侧", "肿大", "小约", "未见异常", "HP", "(+)", "±", "囊", "腫", "末见", "⽯", "\u200b", "元", "\x00", "\xff", "🙂", "史"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(t, "pieces"), "")
		r, err := l.Extract(text, "")
		if err != nil {
			t.Fatal(err)
		}
		checkResult(t, text, r)
		// What stands before a blank line does not depend on what follows.
		longer, err := l.Extract(text+"。\n\n肝囊肿。", "")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(longer.Certain, "肝囊肿") {
			t.Errorf("%q: the finding of the next paragraph is lost: %v", text, longer)
		}
	})
}

func FuzzExtract(f *testing.F) {
	l := version(f, newest(f))
	for i, s := range sentencesFor(f, newest(f)) {
		switch i % 12 { // so that the time goes into new texts
		case 0, 4, 8:
			f.Add(s, 0, 2)
		case 2:
			f.Add(garble.Every(s, 5, "\n").Text, 1, 4)
		case 6:
			f.Add(garble.Lookalikes(s).Text, 0, 3)
		}
	}
	f.Add("胆囊末见结石，元积液，TI一RADS 3类 （一）", 2, 4)
	f.Add("\xff\xfe脂肪肝\x00\x80", 1, 3)
	f.Add(strings.Repeat("（", 500)+"囊肿"+strings.Repeat("）", 500), 0, 1)
	f.Fuzz(func(t *testing.T, text string, start, end int) {
		r, err := l.Extract(text, "")
		if err != nil {
			t.Fatal(err)
		}
		checkResult(t, text, r)
		if got := l.StatusOf(text, []keywords.Span{{Start: start, End: end}, {Start: end, End: start}}); len(got) != 2 {
			t.Fatalf("%d statuses for 2 spans", len(got))
		}
	})
}
