package console

import (
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tijian/server/audit"
)

var field = regexp.MustCompile(`(?s)<input[^>]*? name="([^"]+)"[^>]*? value="([^"]*)"|<textarea[^>]*? name="([^"]+)"[^>]*>(.*?)</textarea>|<select[^>]*? name="([^"]+)"[^>]*>(.*?)</select>`)
var chosen = regexp.MustCompile(`<option value="([^"]*)" selected>`)

// formOf is what a browser sends of the first form of cells on a page.
func formOf(t *testing.T, page string) url.Values {
	t.Helper()
	_, page, _ = strings.Cut(page, `<form class="cells"`)
	page, _, _ = strings.Cut(page, "</form>")
	form := url.Values{}
	for _, m := range field.FindAllStringSubmatch(page, -1) {
		switch {
		case m[1] != "":
			form.Add(m[1], html.UnescapeString(m[2]))
		case m[3] != "":
			form.Add(m[3], html.UnescapeString(m[4]))
		default:
			form.Add(m[5], chosen.FindStringSubmatch(m[6])[1])
		}
	}
	if !form.Has("row") {
		t.Fatalf("no form of cells in %s", page)
	}
	form.Set("do", "save")
	return form
}

func set(form url.Values, pairs ...string) url.Values {
	copied := url.Values{}
	for key, values := range form {
		copied[key] = slices.Clone(values)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		copied.Set(pairs[i], pairs[i+1])
	}
	return copied
}

// Cells are changed in place, stopped by a gap, mended; two people at one table
// lose nothing.
func TestCells(t *testing.T) {
	b, _ := workshop(t)
	editor, other := b.as("editor"), b.as("admin")
	const file, table, cells = "rules/2026.2/indicators/lipids.yaml", "rules/table/2026.2/triglycerides", "rules/cells/2026.2/triglycerides"
	wantStatus(t, "a draft", editor.post("rules/draft", url.Values{"name": {"2026.2"}, "from": {"2026.1"}}), http.StatusSeeOther)
	content := func() string {
		t.Helper()
		data, err := fs.ReadFile(b.Files, file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	before := content()
	page := editor.get(table)
	says(t, "the table", page, http.StatusOK, `name="when.0" value="value &lt; 1.70"`, "第 2 行", `aria-describedby="t0-0-when-f"`)
	if strings.Contains(b.as("client").get(table).Body.String(), "<textarea") {
		t.Error("a client sees fields")
	}
	form := formOf(t, page.Body.String())

	got := editor.post(cells+"/check", set(form, "when.0", "value < 1.60"))
	if body := got.Body.String(); got.Code != http.StatusOK || !regexp.MustCompile(`id="t0-0-when-f"[^>]*><p class="error">[^<]*1.6`).MatchString(body) || strings.Contains(body, "<html") {
		t.Errorf("while typing: %d %s", got.Code, body)
	}
	says(t, "a gap", editor.post(cells, set(form, "when.0", "value < 1.60")), http.StatusUnprocessableEntity, "没有保存", `value="value &lt; 1.60"`, `class="error"`)
	says(t, "why nothing was saved, beside the button", editor.post(cells, set(form, "when.0", "value < 1.60")), http.StatusUnprocessableEntity, "保存这张表</button>\n<p class=\"fault\" role=\"alert\">没有保存")
	says(t, "a syntax error", editor.post(cells, set(form, "when.0", "value < ")), http.StatusUnprocessableEntity, `value="value &lt; "`, `class="error"`)
	says(t, "an empty tip", editor.post(cells, set(form, "tip.1", "")), http.StatusUnprocessableEntity, "不能留空")
	if content() != before {
		t.Error("a refused value was saved")
	}
	says(t, "a row more", editor.post(cells, set(form, "do", "add:0")), http.StatusOK, `name="when.n0" value=""`, "第 3 行", "autofocus")
	fewer := formOf(t, editor.post(cells, set(form, "do", "remove:1")).Body.String())
	if rows := fewer["row"]; len(rows) != 1 || rows[0] != "0" {
		t.Errorf("rows %q", rows)
	}
	says(t, "the only row left over", editor.post(cells, set(fewer, "do", "save")), http.StatusUnprocessableEntity)
	wantStatus(t, "a bad form", editor.post(cells, set(form, "row", "9")), http.StatusBadRequest)
	wantStatus(t, "a bad base", editor.post(cells, set(form, "base", `{"Rows":[["a"]]}`)), http.StatusBadRequest)
	wantStatus(t, "a bad id", editor.post(cells, set(form, "id", `t0"><script>`)), http.StatusBadRequest)
	wantStatus(t, "another file", editor.post(cells, set(form, "file", "rules/2026.1/indicators/lipids.yaml")), http.StatusNotFound)

	both := set(form, "when.0", "value < 1.80", "when.1", "value >= 1.80", "tip.1", "偏高, <b>请复查</b>")
	wantStatus(t, "mended", editor.post(cells, both), http.StatusSeeOther)
	want := strings.NewReplacer("value < 1.70", "value < 1.80", "value >= 1.70", "value >= 1.80", "tip: 升高", "tip: '偏高, <b>请复查</b>'").Replace(before)
	if now := content(); now != want {
		t.Errorf("saved\n%s\nwant\n%s", now, want)
	}
	says(t, "the table with it", editor.get(table), http.StatusOK, "&lt;b&gt;请复查")
	kept, err := b.Audit.List(t.Context(), audit.Filter{Kind: audit.Drafts, Most: 9})
	edited := func(e audit.Entry) bool { return e.Event == audit.DraftEdited && e.Who == "editor" && e.About == file }
	if err != nil || !slices.ContainsFunc(kept, edited) {
		t.Errorf("the audit log has %+v, %v", kept, err)
	}

	// The other began before that.
	late := set(form, "when.0", "value < 1.90", "hint.0", "多走路")
	conflict := other.post(cells, late)
	says(t, "both versions", conflict, http.StatusConflict, "没有保存", `value="value &lt; 1.90"`, "别人写的是：", "value &lt; 1.80", "多走路", "value &gt;= 1.80")
	if content() != want {
		t.Error("overwritten")
	}
	again := formOf(t, conflict.Body.String())
	wantStatus(t, "after the conflict", other.post(cells, set(again, "when.1", "value >= 1.90")), http.StatusSeeOther)
	if now := content(); !strings.Contains(now, "value < 1.90") || !strings.Contains(now, "<b>请复查") || !strings.Contains(now, "多走路") {
		t.Errorf("something was lost: %s", now)
	}
}
