package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tijian/engine/keywords"
	"tijian/server/console/answer"
	"tijian/server/unread"
)

func TestFindings(t *testing.T) {
	w := newBench(t).as("client")
	post := func(text, context string) (int, string) {
		got := w.post("findings", url.Values{"text": {text}, "context": {context}})
		sound(t, text, got)
		return got.Code, got.Body.String()
	}
	status, page := post("甲状腺右叶结节，考虑轻度脂肪肝，\n胆囊未见结石。母亲有糖尿病。<script>alert(1)</script>", "")
	if status != http.StatusOK || strings.Contains(page, "<script>alert") {
		t.Errorf("%d", status)
	}
	for _, want := range []string{
		`<mark class="certain" tabindex="0">`, `<mark class="possible" tabindex="0">脂肪肝<span class="cue" role="tooltip">脂肪肝：可能 · 由“考虑”决定`,
		`<mark class="negated" tabindex="0">`, `<mark class="family" tabindex="0">`, "未见", "<li>甲状腺结节</li>", "&lt;script&gt;",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	_, page = post("本次血压190/115mmHg", "disease")
	for _, want := range []string{`收缩压 <b>190 mmHg</b> <span class="level c5">H4 危急偏高</span></li>`, "舒张压 <b>115 mmHg</b>", `<option value="disease" selected>疾病名称</option>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for text, want := range map[string]string{" \n": "请粘贴文字", strings.Repeat("好", 1001): "最多 1000 个字"} {
		if status, page := post(text, ""); status != http.StatusUnprocessableEntity || !strings.Contains(page, want) {
			t.Errorf("%.10q: %d", text, status)
		}
	}
	if status, page := post("脂肪肝", "letter<b>"); status != http.StatusUnprocessableEntity || !strings.Contains(page, "context") || strings.Contains(page, "<b>") {
		t.Errorf("an unknown context: %d", status)
	}
}

// What is not understood here counts as it does where the API is asked.
func TestFindingsAreCounted(t *testing.T) {
	b := newBench(t)
	b.Unread = unread.New(unread.Options{DB: b.DB, Now: b.Now, Lexicon: func() *keywords.Lexicon { return b.Live.Snapshot().Lexicon }})
	b.as("client").post("findings", url.Values{"text": {"甲状腺结节"}})
	over, cancel := context.WithCancel(t.Context())
	cancel()
	b.Unread.Run(over)
	summary, err := b.Unread.Summary(t.Context(), b.time, 1)
	if err != nil || len(summary.Days) != 1 || summary.Days[0].Asked != 1 || summary.Days[0].Kind != unread.Texts {
		t.Errorf("%+v, %v", summary, err)
	}
}

// The pieces are the text, whatever is marked in it.
func TestPieces(t *testing.T) {
	at := func(start, end int) keywords.Finding {
		return keywords.Finding{Match: keywords.Match{Term: "x", Start: start, End: end, Status: keywords.Certain}}
	}
	text := "一二三四五六七八九"
	for name, full := range map[string]*keywords.Full{
		"nothing":   {},
		"all":       {Matches: []keywords.Finding{at(0, 9)}},
		"same":      {Matches: []keywords.Finding{at(2, 4), at(2, 4)}},
		"nested":    {Matches: []keywords.Finding{at(3, 4), at(2, 6)}},
		"crossing":  {Matches: []keywords.Finding{at(2, 5), at(4, 8)}},
		"neighbour": {Matches: []keywords.Finding{at(0, 2), at(2, 4)}, Unread: []keywords.Unread{{Start: 8, End: 9}}},
		"beyond":    {Matches: []keywords.Finding{at(7, 12), at(3, 3)}},
	} {
		var whole strings.Builder
		for _, p := range answer.Pieces("zh", []rune(text), full) {
			whole.WriteString(p.Text)
			if p.Text == "" {
				t.Errorf("%s: an empty piece", name)
			}
		}
		if whole.String() != text {
			t.Errorf("%s: %s", name, whole.String())
		}
	}
}
