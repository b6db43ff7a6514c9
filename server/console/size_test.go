package console

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tijian/engine/dictionary"
	"tijian/ocr/merge"
	"tijian/ocr/result"
	"tijian/server/console/answer"
	"tijian/server/console/lines"
	"tijian/server/console/person"
	"tijian/server/console/words"
)

var ofRow = regexp.MustCompile(`name="((?:reference|before|before_at)\.\w+)"[^>]* value="([^"]*)"`)

// A report of 250 rows, of which every third wants a look and every sixth stands out, and 60 findings make no page of
// its case large, in any language.
func TestLargestCase(t *testing.T) {
	const rows, findings = 250, 60
	b := newBench(t)
	w := b.as("client")
	b.Limits.Text = 10_000
	full := merge.Full{}
	for n, r := range b.ordinary(rows, 6) {
		i, value, top := b.Live.Snapshot().Dictionary.All()[n], r.value, 100+40*n
		flag := map[int]string{0: "H", 5: "L", 6: "H"}[n%12] // 5 contradicts its range
		full[i.Name] = []merge.Entry{{Entry: result.Entry{Sim: 1, Value: &value, IdxOfValue: 1, Name: words.Called("zh", i), Unit: i.Unit, Reference: r.ideal, Flag: flag,
			Coords: [][4]int{{1000, top, 1400, top + 32}, {1600, top, 1800, top + 32}}, Confidence: []float64{1, 1, 0.73}[n%3]}}}
	}
	stored, err := json.Marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for n, name := range b.Live.Snapshot().Lexicon.Names()[:findings] {
		fmt.Fprintf(&text, "%d. %s。", n+1, name)
	}
	for visit := range 2 {
		id := w.report(png)
		b.told(id, string(stored), immature, `{"sex":"male","age":45}`)
		at := "cases/" + id
		form := someone()
		for _, field := range ofRow.FindAllStringSubmatch(w.get(at+"/assess").Body.String(), -1) {
			form.Add(field[1], html.UnescapeString(field[2]))
		}
		form.Set("at", fmt.Sprintf("202%d-11-20", 5+visit))
		form.Set("person", "P-9")
		form.Set("text", text.String())
		for _, lang := range words.Languages {
			sound(t, "the report in "+lang, w.get(at+"?lang="+lang))
		}
		wantStatus(t, "assessed", w.assessIn(id, form), http.StatusOK)
		for _, path := range []string{at, at + "?at=creatinine+0", at + "/assess", at + "/answer", at + "/patient", "people/P-9", "cases"} {
			for _, lang := range words.Languages {
				got := w.get(path + map[bool]string{true: "&", false: "?"}[strings.Contains(path, "?")] + "lang=" + lang)
				sound(t, path+" in "+lang, got)
			}
		}
	}
}

// A value is an ordinary one with the range that reports print.
type value struct {
	value float64
	ideal string
}

// ordinary are values of so many indicators, of which one in so many stands out.
func (b *bench) ordinary(rows, each int) []value {
	b.t.Helper()
	snapshot := b.Live.Snapshot()
	all, found := make([]value, rows), make([]bool, rows)
	for step := range 48 {
		f := person.NewForm("zh", snapshot)
		f.Sex, f.Born, f.At = "male", "1966-05-01", "2026-11-20"
		for _, i := range snapshot.Dictionary.All()[:rows] {
			value := i.Plausible[0] + (i.Plausible[1]-i.Plausible[0])*math.Pow(2, -float64(step)/4)
			if i.Kind == dictionary.Qualitative {
				value = float64(step % 3)
			}
			f.Rows = append(f.Rows, lines.Row{Name: i.Name, Value: fmt.Sprintf("%.3g", value)})
		}
		got, err := snapshot.Assessed(f.Request("zh", snapshot, b.Now()), rows, b.Now())
		if err != nil {
			b.t.Fatal(f.Faults, err)
		}
		page := answer.View("zh", got)
		for n := range rows {
			if s := page.Sample(n + 1); !found[n] && s != nil && !s.Unjudged() {
				all[n].value, _ = strconv.ParseFloat(f.Rows[n].Value, 64)
				all[n].ideal = s.Ideal
				found[n] = s.Level == "N0" && n%each > 0 || (s.Level == "H1" || s.Level == "L1") && n%each == 0
			}
		}
	}
	return all
}
