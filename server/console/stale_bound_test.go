package console

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sharedBound gives a draft a named number that a table, a text and a risk use.
func sharedBound(t *testing.T, folder string) (constants string) {
	t.Helper()
	in := func(name string) string { return filepath.Join(folder, "rules", "2026.2", filepath.FromSlash(name)) }
	table, err := os.ReadFile(in("indicators/lipids.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	constants = "# 共用的数\ntg_high: {value: 1.70, unit: mmol/L, indicator: triglycerides, zh: 甘油三酯升高的起点, source: [LIP23]}\n"
	for name, text := range map[string]string{
		"constants.yaml":         constants,
		"indicators/lipids.yaml": strings.NewReplacer("< 1.70", "< tg_high", ">= 1.70", ">= tg_high", "tip: 升高", "tip: 达到 1.7，升高").Replace(string(table)),
		"risks/lipids.yaml": "id: lipids\nname: 血脂异常\nsource: [LIP23]\nrules:\n  - id: high\n    when: triglycerides >= tg_high\n    rows:\n      - {when: \"true\", flag: 2}\n" +
			"  - id: other\n    when: triglycerides < 1.7\n    rows:\n      - {when: \"true\", flag: 1}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(in(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(in(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return constants
}

// Who moves a bound of a table is told what else has it, and can move the number
// that all share.
func TestStaleBounds(t *testing.T) {
	b, folder := workshop(t)
	editor := b.as("editor")
	wantStatus(t, "a draft", editor.post("rules/draft", url.Values{"name": {"2026.2"}, "from": {"2026.1"}}), http.StatusSeeOther)
	constants := sharedBound(t, folder)
	const table, cells = "rules/table/2026.2/triglycerides", "rules/cells/2026.2/triglycerides"
	read := func(name string) string {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(folder, "rules", "2026.2", filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	page := editor.get(table)
	says(t, "the table", page, http.StatusOK, `value="value &gt;= tg_high"`)
	if strings.Contains(page.Body.String(), "同一界值") {
		t.Error("a bound that nobody moved is told of")
	}
	form := formOf(t, page.Body.String())
	moved := set(form, "when.0", "value < 1.60", "when.1", "value >= 1.60")
	check := editor.post(cells+"/check", moved)
	for _, want := range []string{"还有 4 处使用甘油三酯的同一界值，仍为 1.70（这里改成了 1.60）", `rules/edit/2026.2?file=rules/2026.2/risks/lipids.yaml&amp;line=6"`, "血脂异常", "triglycerides &gt;= tg_high",
		`href="#t0-1-tip"`, "达到 1.7，升高", `value="shared:tg_high:1.60">把 tg_high 改成 1.60，用到它的 3 处一起改`, "这一行原来写的是共用的数 tg_high"} {
		if !strings.Contains(check.Body.String(), want) {
			t.Errorf("no %q in %s", want, check.Body)
		}
	}
	before := read("indicators/lipids.yaml")
	got := editor.post(cells, set(moved, "do", "shared:tg_high:1.60", "hint.1", "少喝酒"))
	wantStatus(t, "the shared number", got, http.StatusSeeOther)
	if now, want := read("constants.yaml"), strings.Replace(constants, "1.70", "1.60", 1); now != want {
		t.Errorf("saved %q", now)
	}
	if now, want := read("indicators/lipids.yaml"), strings.Replace(before, "hint: 少喝酒、少吃甜食", "hint: 少喝酒", 1); now != want {
		t.Errorf("saved %q, want %q", now, want)
	}
	// Only what is written as a number is left.
	says(t, "the table against the version in force", editor.get(table), http.StatusOK, "还有 2 处使用甘油三酯的同一界值 1.7", "triglycerides &lt; 1.7")
	form = formOf(t, editor.get(table).Body.String())
	wantStatus(t, "no name of a number", editor.post(cells, set(form, "do", "shared:age:3")), http.StatusSeeOther)
	// A number of one's own leaves the shared one, also after saving.
	own := set(form, "when.0", "value < 1.65", "when.1", "value >= 1.65")
	wantStatus(t, "a number of its own", editor.post(cells, own), http.StatusSeeOther)
	editor.header.Set("HX-Request", "true")
	editor.header.Set("HX-Current-URL", "http://x/console/"+table)
	form = formOf(t, editor.get(table).Body.String())
	says(t, "after saving", editor.post(cells, set(form, "when.0", "value < 1.66", "when.1", "value >= 1.66")), http.StatusOK, "已保存。", `href="#t0-left"`, "triglycerides &lt; 1.7")
	if err := os.WriteFile(filepath.Join(folder, "rules", "2026.2", "constants.yaml"), []byte(strings.Replace(constants, "value: 1.70", "value: !!float 1.70", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	form = formOf(t, editor.get(table).Body.String())
	says(t, "a value that cannot be written", editor.post(cells, set(form, "do", "shared:tg_high:1.60")), http.StatusOK, "没有保存")
}
