package console

import (
	"encoding/json"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tijian/engine/ruleset"
	"tijian/engine/workbook"
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

func TestNamesInConditions(t *testing.T) {
	high, low := &ruleset.Constant{Name: "high", Written: "2.3"}, &ruleset.Constant{Name: "low", Written: "1.7"}
	table := cellTable{constants: map[string]*ruleset.Constant{"high": high, "low": low}}
	row := rowOf("0", append([]string{"low <= value and value < high and low < 9"}, make([]string, len(workbook.RowKeys)-1)...))
	if got := table.Names(row); !slices.Equal(got, []*ruleset.Constant{low, high}) {
		t.Errorf("got %v", got)
	}
}

// Whatever two people do to the rows of one table, what either wrote is there
// for the second to see.
func TestMerge(t *testing.T) {
	row := func(when, tip string) []string { return []string{when, "N0", "", tip, "", ""} }
	three := [][]string{row("a", "1"), row("b", "2"), row("c", "3")}
	form := func(rows ...cellRow) *cellTable { return &cellTable{Rows: rows} }
	for name, test := range map[string]struct {
		mine   *cellTable
		theirs [][]string
		want   string // id when/tip, what differs in brackets
	}{
		"other cells":      {form(rowOf("0", row("a", "x")), rowOf("1", three[1]), rowOf("2", three[2])), [][]string{row("A", "1"), three[1], three[2]}, "0 A x, 1 b 2, 2 c 3"},
		"the same cell":    {form(rowOf("0", row("a", "x")), rowOf("1", three[1]), rowOf("2", three[2])), [][]string{row("a", "y"), three[1], three[2]}, "0 a x[y], 1 b 2, 2 c 3"},
		"a row of theirs":  {form(rowOf("0", three[0]), rowOf("1", row("b", "x")), rowOf("2", three[2])), [][]string{row("z", "0"), three[0], three[1], three[2]}, "0 z 0, 1 a 1, 2 b x, 3 c 3"},
		"a row of mine":    {form(rowOf("0", three[0]), rowOf("n0", row("m", "9")), rowOf("1", three[1]), rowOf("2", three[2])), [][]string{row("A", "1"), three[1], three[2]}, "0 A 1, n0 m 9, 1 b 2, 2 c 3"},
		"taken by me":      {form(rowOf("0", three[0]), rowOf("2", three[2])), [][]string{row("A", "1"), three[1], three[2]}, "0 A 1, 2 c 3"},
		"taken by them":    {form(rowOf("0", three[0]), rowOf("1", three[1]), rowOf("2", three[2])), [][]string{three[0], three[2]}, "0 a 1, 1 c 3"},
		"taken and edited": {form(rowOf("0", three[0]), rowOf("1", row("b", "x")), rowOf("2", three[2])), [][]string{three[0], three[2]}, "0 a 1, n0 b x!, 1 c 3"},
	} {
		test.mine.merge(base{Rows: three}, base{Rows: test.theirs})
		var got []string
		for _, r := range test.mine.Rows {
			text := r.ID
			for _, key := range []string{"when", "tip"} {
				text += " " + r.Cells[key].Value
				if theirs := r.Cells[key].Theirs; theirs != nil {
					text += "[" + *theirs + "]"
				}
			}
			if r.Taken {
				text += "!"
			}
			got = append(got, text)
		}
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%s: %s, want %s", name, text, test.want)
		}
		var b base
		if err := json.Unmarshal([]byte(test.mine.Base), &b); err != nil || !b.equal(base{Rows: test.theirs}) {
			t.Errorf("%s: the form does not rest on what is saved: %v", name, err)
		}
	}
}
