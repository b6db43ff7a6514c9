package console

import (
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// A finding that the dictionaries do not have is written into a draft as a line of
// their files, tried on a sentence before.
func TestNewFinding(t *testing.T) {
	b, _ := workshop(t)
	editor := b.as("editor")
	says(t, "from an address", editor.get("findings/new?text=%E8%82%9D%E8%B1%86%E7%8A%B6%E6%A0%B8%E5%8F%98%E6%80%A7%3Cb%3E"), http.StatusOK, `value="肝豆状核变性&lt;b&gt;"`, `<option value="肝">`, "few.yaml", "腹部 · few.yaml", "新的草稿")
	says(t, "from a text", editor.post("findings/new", url.Values{"text": {"考虑威尔逊病。"}, "word": {"威尔逊病"}}), http.StatusOK, `name="term" required maxlength="40" value="威尔逊病"`, "考虑威尔逊病。</textarea>")
	form := func(pairs ...string) url.Values {
		return set(url.Values{"text": {"未见威尔逊病，脂肪肝。"}, "term": {"肝豆状核变性"}, "site": {"肝"}, "icd10": {"E83.0"}, "own": {"disease"}, "variants": {"威尔逊病、Wilson病，a:b"}, "block": {"威尔逊病区"}, "do": {"save"}}, pairs...)
	}
	const line = "- {term: 肝豆状核变性, site: 肝, icd10: E83.0, context: [disease], variants: [威尔逊病, Wilson病, a:b], block: [威尔逊病区]}"
	tried := editor.post("findings/new/try", form()) // before there is a draft
	for _, want := range []string{"没有发现错误", line, "dictionaries/2026.1/findings/few.yaml", `<mark class="negated" tabindex="0">威尔逊病`, `<mark class="certain" tabindex="0">脂肪肝`} {
		if !strings.Contains(tried.Body.String(), want) || strings.Contains(tried.Body.String(), "<html") {
			t.Errorf("while typing: no %q in %s", want, tried.Body)
		}
	}
	for what, c := range map[string]struct {
		form url.Values
		want string
	}{
		"not in the text":   {form("text", "胆囊未见结石"), "还没有认出“肝豆状核变性”"},
		"a code":            {form("icd10", "83.0"), "不是 ICD-10"},
		"a site":            {form("site", "月亮"), "月亮"},
		"a finding's word":  {form("variants", "脂肪肝"), "脂肪肝"},
		"a head, no site":   {form("site", "", "head", "结节"), "head"},
		"what is not there": {form("term", ""), ""},
	} {
		if got := editor.post("findings/new/try", c.form); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), c.want) {
			t.Errorf("%s: %d, no %q in %s", what, got.Code, c.want, got.Body)
		}
	}
	says(t, "refused before there is a draft", editor.post("findings/new", form("icd10", "x", "name", "2026.2")), http.StatusUnprocessableEntity, "没有加上", `value="2026.2"`, "威尔逊病、Wilson病，a:b</textarea>")
	if _, err := fs.Stat(b.Files, "dictionaries/2026.2"); err == nil {
		t.Error("a draft was made although nothing was added to it")
	}
	says(t, "a bad name", editor.post("findings/new", form("name", "../x")), http.StatusUnprocessableEntity, "只能用字母")
	says(t, "added", editor.post("findings/new", form("name", "2026.2")), http.StatusOK, "已经加到草稿 2026.2", `<mark class="negated" tabindex="0">威尔逊病`)
	data, err := fs.ReadFile(b.Files, "dictionaries/2026.2/findings/few.yaml")
	if want := "  - {term: 脂肪肝, site: 肝}\n  " + strings.ReplaceAll(line, "&#39;", "'") + "\n"; err != nil || !strings.HasSuffix(string(data), want) {
		t.Errorf("%v, %s", err, data)
	}
	says(t, "twice", editor.post("findings/new", form("draft", "2026.2")), http.StatusUnprocessableEntity, "没有加上")
	wantStatus(t, "no such file", editor.post("findings/new", form("draft", "2026.2", "into", "../../x.yaml")), http.StatusNotFound)
	wantStatus(t, "a released version", editor.post("findings/new", form("draft", "2026.1")), http.StatusNotFound)
	wantStatus(t, "too long", editor.post("findings/new", form("variants", strings.Repeat("长", maxText+1))), http.StatusRequestEntityTooLarge)
	wantStatus(t, "a client", b.as("client").get("findings/new"), http.StatusForbidden)
}
