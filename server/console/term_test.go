package console

import (
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tijian/engine/keywords"
)

// A word that was not understood is added to a draft in one step, and the text
// is read by it beside what is in force.
func TestTermIsAdded(t *testing.T) {
	b, _ := workshop(t)
	editor := b.as("editor")
	const text = "肝包膜增厚，<b>"
	for editable, want := range map[bool]bool{true: true, false: false} { // few words: nothing looks abnormal by them
		var page strings.Builder
		shown := findingsPage{Editable: editable, Full: &keywords.Full{Unread: []keywords.Unread{{Text: "<b>增厚"}}}}
		err := templates()["zh"]["findings"].ExecuteTemplate(&page, "main", struct {
			Root, CSRF string
			Data       any
		}{"./", "x", shown})
		if got := strings.Contains(page.String(), `action="./findings/term"`) && strings.Contains(page.String(), `name="word" value="&lt;b&gt;增厚"`); err != nil || got != want {
			t.Errorf("a button: %v, want %v; %v", got, want, err)
		}
	}
	form := func(pairs ...string) url.Values {
		return set(url.Values{"text": {text}, "word": {"肝包膜增厚"}}, pairs...)
	}
	says(t, "the form", editor.post("findings/term", form()), http.StatusOK, `value="肝包膜增厚"`, `<option value="脂肪肝">`, "新的草稿", "&lt;b&gt;")
	save := form("do", "save", "name", "2026.2", "kind", "finding", "of", "脂肪肝")
	says(t, "no name", editor.post("findings/term", set(save, "name", "../x")), http.StatusUnprocessableEntity, "只能用字母")
	says(t, "no word", editor.post("findings/term", set(save, "word", " ")), http.StatusUnprocessableEntity, "没有加上")
	says(t, "of nothing, before there is a draft", editor.post("findings/term", set(save, "of", "肝癌")), http.StatusUnprocessableEntity, "没有“肝癌”", `value="2026.2"`)
	if _, err := fs.Stat(b.Files, "dictionaries/2026.2"); err == nil {
		t.Error("a draft was made although nothing was added to it")
	}
	says(t, "added", editor.post("findings/term", save), http.StatusOK, "已经加到草稿 2026.2", "使用中的 2026.1", `<mark class="certain" tabindex="0">肝包膜增厚`)
	const file = "dictionaries/2026.2/findings/few.yaml"
	if data, err := fs.ReadFile(b.Files, file); err != nil || !strings.Contains(string(data), "  - {term: 脂肪肝, site: 肝, variants: [肝包膜增厚]}\n") {
		t.Errorf("%s: %v", data, err)
	}
	next := set(save, "draft", "2026.2", "name", "")
	says(t, "twice", editor.post("findings/term", next), http.StatusUnprocessableEntity, "已经有")
	says(t, "of nothing", editor.post("findings/term", set(next, "of", "肝癌")), http.StatusUnprocessableEntity, "没有“肝癌”")
	says(t, "a word that is a finding", editor.post("findings/term", set(next, "kind", "cue", "of", "negated", "word", "脂 肪")), http.StatusUnprocessableEntity, "没有加上")
	says(t, "a cue", editor.post("findings/term", set(next, "kind", "cue", "of", "negated", "word", "查无")), http.StatusOK, "cues.yaml")
	wantStatus(t, "a released version", editor.post("findings/term", set(next, "draft", "2026.1")), http.StatusNotFound)
	wantStatus(t, "no version at all", editor.post("findings/term", set(next, "draft", "../x", "word", "")), http.StatusNotFound)
	says(t, "what was added", editor.get("rules/draft/2026.2/changes"), http.StatusOK, "dictionaries/2026.2/findings/few.yaml", "肝包膜增厚", "查无")
	says(t, "a word that is not in the text", editor.post("findings/term", set(next, "word", "肝包膜很厚")), http.StatusOK, "没有连着写的“肝包膜很厚”")
	wantStatus(t, "no kind", editor.post("findings/term", set(next, "kind", "x")), http.StatusBadRequest)
}
