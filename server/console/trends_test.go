package console

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"tijian/server/store/storetest"
)

// Five years of a person's results are drawn in the unit used last, older ones not;
// what has changed by more than variation makes is marked, and comes first.
func TestTrends(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		b := newBenchOn(t, dsn)
		w := b.as("client")
		for _, visit := range []struct{ at, creatinine, unit, reference, glucose string }{
			{"2019-05-01", "60", "umol/L", "", "9.9"},
			{"2022-05-01", "80", "umol/L", "57-97", "5.1"},
			{"2024-05-01", "82", "umol/L", "44-133", "5.2"},
			{"2026-05-01", "1.2", "mg/dL", "0.6-1.3", "5.3"},
		} {
			form := someone([]string{"肌酐", visit.creatinine, visit.unit, visit.reference}, []string{"空腹血糖", visit.glucose, "mmol/L"}, []string{"尿蛋白", "阴性"})
			form.Set("at", visit.at)
			form.Set("person", "P-7")
			answers(t, "an examination", w.assess(form), "评估结果")
		}
		page := w.get("people/P-7")
		answers(t, "the trends", page, "P-7 的历次检查", `aria-label="肌酐"`, `class="beyond"`, "■ 变化超出变异", "↑ 29%", "57–97 umol/L", "44–133 umol/L", "0.6–1.3 mg/dL",
			"升高超过 15% 或降低超过 13%", "EuBIVAS", `aria-label="空腹血糖"`, "!9.9", "!>60<", "!尿蛋白", `<rect class="c`)
		if text := page.Body.String(); strings.Index(text, `aria-label="肌酐"`) > strings.Index(text, `aria-label="空腹血糖"`) || strings.Count(text, `class="beyond"`) != 1 {
			t.Error("what has changed does not come first, or alone")
		}
		sound(t, "the trends", page)
		answers(t, "in English", w.get("people/P-7?lang=en"), "changed beyond variation", "reference change value")
		wantStatus(t, "another's", b.as("editor").get("people/P-7"), http.StatusNotFound)
		wantStatus(t, "nobody", w.get("people/X"), http.StatusNotFound)
	})
}

// A page of a person with everything examined is not larger for it.
func TestManyTrends(t *testing.T) {
	b := newBench(t)
	w := b.as("client")
	dict := b.Live.Snapshot().Dictionary
	for visit := range 12 {
		var rows [][]string
		for _, i := range dict.All() {
			if i.Kind == "quantitative" && len(rows) < 90 {
				rows = append(rows, []string{i.Name, fmt.Sprintf("%g", (i.Plausible[0]+i.Plausible[1])/2), "", "1-2"})
			}
		}
		form := someone(rows...)
		form.Set("at", fmt.Sprintf("20%d-01-02", 14+visit))
		form.Set("person", "P-8")
		w.assess(form)
	}
	page := w.get("people/P-8")
	if n := page.Body.Len(); page.Code != http.StatusOK || n > 150_000 || strings.Count(page.Body.String(), `<svg class="trend"`) != mostTrends {
		t.Errorf("%d: %d bytes, %d trends", page.Code, n, strings.Count(page.Body.String(), `<svg class="trend"`))
	}
	answers(t, "the next", w.get("people/P-8?from=12"), `<svg class="trend"`, "from=24")
}
