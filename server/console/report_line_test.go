package console

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"tijian/engine/dictionary"
	"tijian/ocr/merge"
	"tijian/ocr/result"
	"tijian/server/console/lines"
	"tijian/server/console/person"
	"tijian/server/store/storetest"
	"tijian/server/task"
)

// done is a report that has been read.
func (w *browser) done(result string) (id string) {
	w.t.Helper()
	id = w.report(png)
	w.end(id, task.Done, result, "")
	return id
}

// act posts a form as htmx does, which wants a part of the page only.
func (w *browser) act(path string, form url.Values) *httptest.ResponseRecorder {
	w.t.Helper()
	w.header = http.Header{"Hx-Request": {"true"}}
	defer func() { w.header = nil }()
	return w.post(path, form)
}

func answers(t *testing.T, what string, got *httptest.ResponseRecorder, all ...string) {
	t.Helper()
	wantStatus(t, what, got, http.StatusOK)
	for _, text := range all {
		if not := strings.HasPrefix(text, "!"); strings.Contains(got.Body.String(), strings.TrimPrefix(text, "!")) == not {
			t.Errorf("%s: about %q the answer is wrong:\n%s", what, text, got.Body)
		}
	}
}

// What is still to be checked is counted anew with each line that is confirmed,
// corrected, struck out or added.
func TestWhatIsStillToCheck(t *testing.T) {
	w := newBench(t).as("client")
	const doubtfully = `[{"sim":1,"idx":0,"value":%s,"idx_of_value":0,"coords":[[1,1,2,2]],"name":"x","unit":"","reference":"","flag":"","confidence":%s}]`
	id := w.done(`{"creatinine":` + fmt.Sprintf(doubtfully, "88", "0.7") + `,"hba1c":` + fmt.Sprintf(doubtfully, "null", "0") + `,"triglycerides":` + fmt.Sprintf(doubtfully, "1.8", "0.6") +
		`,"fasting_glucose":` + fmt.Sprintf(doubtfully, "5", "1") + `}`)
	form := func(indicator, was, name, value string) url.Values {
		return url.Values{"indicator": {indicator}, "entry": {"0"}, "was": {was}, name: {value}}
	}
	const out, counted = `hx-swap-oob="innerHTML:#wanting"`, "项需要核对"
	answers(t, "the report", w.get("cases/"+id), "共 4 项，其中 3 项需要核对", "读得对")
	answers(t, "confirmed", w.act("cases/"+id, form("creatinine", lines.Untouched, "value", "88")), out, "共 4 项，还有 2 项需要核对", "已核对，读得对", "line sure", "!读得对</button>")
	answers(t, "no number", w.act("cases/"+id, form("hba1c", lines.Untouched, "value", "x")), "还有 2 项", "不是数")
	answers(t, "back to what was read", w.act("cases/"+id, form("creatinine", "88", "value", "")), "其中 3 项需要核对", "line doubtful")
	answers(t, "confirmed again", w.act("cases/"+id, form("creatinine", lines.Untouched, "value", "88")), "还有 2 项")
	answers(t, "filled in", w.act("cases/"+id, form("hba1c", lines.Untouched, "value", "6")), "还有 1 项", "已改正")
	answers(t, "certain, typed as it is", w.act("cases/"+id, form("fasting_glucose", lines.Untouched, "value", "5")), "还有 1 项", `class="line sure"`, "!已核对，读得对")
	answers(t, "added", w.act("cases/"+id, url.Values{"name": {"总蛋白"}, "value": {"70"}}), out, "共 5 项，还有 1 项")
	answers(t, "struck out", w.act("cases/"+id, form("triglycerides", lines.Untouched, "strike", "1")), "共 4 项，需要核对的都核对过了", "!"+counted)
	answers(t, "taken away", w.act("cases/"+id, url.Values{"indicator": {"total_protein"}, "entry": {"-1"}, "was": {"70"}, "strike": {"1"}}), "共 3 项", "!<li")
	answers(t, "the report at the end", w.get("cases/"+id), "共 3 项，需要核对的都核对过了", "已核对，读得对")
	labels := w.get("cases/" + id + "/labels").Body.String()
	if strings.Count(labels, `"confirmed":true`) != 1 || strings.Count(labels, `"corrected":true`) != 2 {
		t.Errorf("exported:\n%s", labels)
	}
}

// Of two pages of one report the later one overwrites nothing that it does not
// show, and says so.
func TestTwoPagesOfAReport(t *testing.T) {
	storetest.Each(t, func(t *testing.T, dsn string) {
		w := newBenchOn(t, dsn).as("client")
		id := w.done(recognised)
		line := func(indicator, was, name, value string) url.Values {
			entry := "0"
			if indicator == "total_protein" {
				entry = "-1"
			}
			return url.Values{"indicator": {indicator}, "entry": {entry}, "was": {was}, name: {value}}
		}
		const contested = "刚在另一个页面里改过"
		answers(t, "the first", w.act("cases/"+id, line("creatinine", lines.Untouched, "value", "90")), `value="90"`, "!"+contested)
		answers(t, "the second, otherwise", w.act("cases/"+id, line("creatinine", lines.Untouched, "value", "91")), `value="90"`, contested, "“91”没有保存", `name="was" value="90"`)
		answers(t, "the second, alike", w.act("cases/"+id, line("creatinine", lines.Untouched, "value", "90")), `value="90"`, "!"+contested)
		answers(t, "a second try", w.act("cases/"+id, line("creatinine", "90", "value", "91")), `value="91"`, "!"+contested)
		answers(t, "the first strikes it out", w.act("cases/"+id, line("creatinine", "90", "strike", "1")), contested, `value="91"`)
		answers(t, "the first goes back", w.act("cases/"+id, line("creatinine", "90", "restore", "1")), contested, `value="91"`)
		wantStatus(t, "without scripts", w.post("cases/"+id, line("creatinine", "90", "value", "<b>1")), http.StatusUnprocessableEntity)
		got := w.post("cases/"+id, line("creatinine", "90", "value", "93"))
		wantStatus(t, "without scripts, otherwise", got, http.StatusConflict)
		if !strings.Contains(got.Body.String(), "“93”没有保存") {
			t.Errorf("%s", got.Body)
		}
		answers(t, "struck out", w.act("cases/"+id, line("triglycerides", lines.Untouched, "strike", "1")), "已删去")
		answers(t, "a value for it", w.act("cases/"+id, line("triglycerides", lines.Untouched, "value", "2")), contested, "“2”没有保存", "恢复")

		add := url.Values{"name": {"总蛋白"}, "value": {"70"}}
		answers(t, "added", w.act("cases/"+id, add), "已添加")
		answers(t, "added twice", w.act("cases/"+id, add), "已经有一行")
		answers(t, "the added one taken away", w.act("cases/"+id, line("total_protein", "70", "strike", "1")), "!<li")
		answers(t, "corrected meanwhile", w.act("cases/"+id, line("total_protein", "70", "value", "<i>71")), "刚在另一个页面里删去", "!<i>")
		answers(t, "taken away meanwhile", w.act("cases/"+id, line("total_protein", "70", "strike", "1")), "!<li")
		answers(t, "the report", w.get("cases/"+id), `value="91"`, "已删去", `!class="what">总蛋白`)
	})
}

// A result that is only a limit stays one on the report, when it is corrected, and
// in the assessment.
func TestLimitsOnAReport(t *testing.T) {
	w := newBench(t).as("client")
	const entry = `{"sim":1,"idx":0,"value":%s,"comparator":"%s","idx_of_value":0,"coords":[[1,1,2,2]],"name":"x","unit":"%s","reference":"","flag":"","confidence":1}`
	id := w.done(`{"crp":[` + fmt.Sprintf(entry, "0.5", "<", "mg/L") + `],"fasting_glucose":[` + fmt.Sprintf(entry, "5", "", "mmol/L") + `],"total_cholesterol":[` + fmt.Sprintf(entry, "5.172", ">=", "mg/dL") +
		`],"afp":[` + fmt.Sprintf(entry, "2", "<", "") + `,` + fmt.Sprintf(entry, "2", "", "") + `]}`)
	answers(t, "the report", w.get("cases/"+id), `value="&lt;0.5"`, `value="≥200"`, "合 ≥5.172 mmol/L", "共 5 项，其中 2 项需要核对", "!请核对 100%") // one page says <2, the other 2
	answers(t, "corrected", w.act("cases/"+id, url.Values{"indicator": {"fasting_glucose"}, "entry": {"0"}, "value": {"＜ 2.8"}}), `value="&lt;2.8"`, "已改正，原来读到 5 mmol/L")
	answers(t, "the same number alone", w.act("cases/"+id, url.Values{"indicator": {"crp"}, "entry": {"0"}, "value": {"0.5"}}), `value="0.5"`, "原来读到 &lt;0.5 mg/L")
	answers(t, "as it was", w.act("cases/"+id, url.Values{"indicator": {"crp"}, "entry": {"0"}, "value": {"<0.5"}}), `value="&lt;0.5"`, `class="line sure"`)
	labels := w.get("cases/" + id + "/labels").Body.String()
	if !strings.Contains(labels, `"comparators":["","\u003c"]`) || !strings.Contains(labels, `"comparators":["\u003c","\u003c"]`) {
		t.Errorf("exported:\n%s", labels)
	}
	answers(t, "the form", w.get("cases/"+id+"/assess"), `<td>&lt;0.5<td>`, `<td>&lt;2.8<td>`, `<td>≥200<td>`)
	answer := w.assess(someone([]string{"C反应蛋白", "<0.5", "mg/L"}, []string{"总胆固醇", ">=200", "mg/dL"}))
	answers(t, "the answer", answer, "<b>&lt;0.5</b>", "N0", "!用来判断的值", "≥200 mg/dL", "不是准确的数")
}

// Every indicator is assessed with the range that its report prints, in whatever
// unit, and with none where nobody can know in which unit it is.
func TestRangesReachTheAssessment(t *testing.T) {
	b := newBench(t)
	snapshot := b.Live.Snapshot()
	dash := map[bool]string{true: "~", false: "-"} // before a negative number
	// between are the ends of a plausible range in a unit, as reports print them.
	between := func(i *dictionary.Indicator, unit string) (text string, low, high float64, ok bool) {
		low, high = i.Plausible[0]+(i.Plausible[1]-i.Plausible[0])/4, i.Plausible[0]+(i.Plausible[1]-i.Plausible[0])/2
		for _, end := range []*float64{&low, &high} {
			if *end, ok = i.FromStandard(*end, unit); !ok {
				return "", 0, 0, false
			}
		}
		low, high = math.Floor(low*1e4)/1e4, math.Floor(high*1e4)/1e4
		return lines.Shortest(low) + dash[low < 0] + lines.Shortest(high), low, high, low < high && high < 1e9
	}
	for name, kind := range map[string]struct {
		units     func(*dictionary.Indicator) []string // that the range is in
		as        string                               // what is read of the unit, where it is not that
		none      bool                                 // no value was read
		dependent bool                                 // the range is left out where the unit matters
	}{
		"as printed":        {units: func(i *dictionary.Indicator) []string { return i.KnownUnits() }},
		"misread":           {units: func(i *dictionary.Indicator) []string { return i.KnownUnits() }, as: "urnoI几"},
		"told by the range": {units: func(i *dictionary.Indicator) []string { return i.KnownUnits() }, as: "none"},
		"not printed":       {units: func(*dictionary.Indicator) []string { return []string{""} }},
		"no value, no unit": {units: func(*dictionary.Indicator) []string { return []string{""} }, none: true, dependent: true},
		"no value, a unit":  {units: func(i *dictionary.Indicator) []string { return []string{i.Unit} }, none: true},
	} {
		for round := 0; ; round++ { // each takes the next unit of all indicators
			full, want := merge.Full{}, map[string]string{}
			for _, i := range snapshot.Dictionary.All() {
				units := kind.units(i)
				if i.Kind == dictionary.Qualitative || round >= len(units) {
					continue
				}
				text, low, high, ok := between(i, units[round])
				if !ok {
					continue
				}
				e := result.Entry{Sim: 1, Value: new(float64), Reference: text, Unit: units[round], Confidence: 1}
				*e.Value, _ = i.ToStandard((low+high)/2, units[round])
				switch {
				case kind.as == "none":
					e.Unit, e.UnitTaken = "", units[round]
				case kind.as != "":
					e.Unit, e.UnitTaken = kind.as, units[round]
				}
				if kind.none {
					e.Value = nil
				}
				want[i.Name] = lines.Shortest(low) + "~" + lines.Shortest(high)
				if kind.dependent && len(i.Units) > 0 {
					want[i.Name] = ""
				}
				full[i.Name] = []merge.Entry{{Entry: e}}
			}
			if len(full) == 0 {
				break
			}
			b.ranges(name, full, want)
		}
	}
}

// ranges assesses a report and compares the ranges that its values are assessed by.
func (b *bench) ranges(name string, full merge.Full, want map[string]string) {
	b.t.Helper()
	stored, err := json.Marshal(full)
	if err != nil {
		b.t.Fatal(err)
	}
	r := httptest.NewRequest("GET", "/console/cases/x", nil)
	v := &requestContext{Request: r, console: b.Console, lang: "zh"}
	list, err := (&lines.Reading{ID: "x", Read: stored}).Lines(v.lang, b.Live.Snapshot().Dictionary)
	if err != nil {
		b.t.Fatal(err)
	}
	for k := range list {
		if l := &list[k]; l.Now == nil { // a person types what was not read
			l.Say(lines.Shortest(l.Known.Plausible[0] + (l.Known.Plausible[1]-l.Known.Plausible[0])*3/8))
			l.Write(b.Live.Snapshot().Dictionary)
		}
	}
	f := person.NewForm(v.lang, b.Live.Snapshot())
	f.Sex, f.Born, f.At = "female", "1980-01-01", "2026-11-20"
	f.Rows = lines.Rows(list)
	body := f.Request(v.lang, b.Live.Snapshot(), b.Now())
	if len(f.Faults) > 0 {
		b.t.Fatalf("%s: %q", name, f.Faults)
	}
	answer, err := b.Live.Snapshot().Assessed(body, len(f.Rows), b.Now())
	if err != nil {
		b.t.Fatal(err)
	}
	if len(answer.Request.Samples) != len(want) {
		b.t.Errorf("%s: %d of %d are assessed", name, len(answer.Request.Samples), len(want))
	}
	for k := range answer.Request.Samples {
		s, trace := &answer.Request.Samples[k], answer.Samples[k].Trace
		got := ""
		if s.Reference != nil {
			got = lines.Shortest(s.Reference.Low) + "~" + lines.Shortest(s.Reference.High)
		}
		if got != want[s.Name] || trace != nil && trace.Range == "ignored" {
			b.t.Errorf("%s: %s in %q is assessed by %q, want %q; %+v", name, s.Name, s.Unit, got, want[s.Name], trace)
		}
	}
}
