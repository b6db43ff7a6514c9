package console

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tijian/engine"
	"tijian/engine/draft"
	"tijian/internal/wordstest"
	"tijian/server/console/words"
)

// someone is a filled form with the rows given as name, value, unit, reference,
// last result and its date.
func someone(rows ...[]string) url.Values {
	form := url.Values{"sex": {"male"}, "born": {"1966-05-01"}, "at": {"2026-11-20"}, "has_hbp": {"1"}}
	for _, r := range rows {
		for i, name := range []string{"name", "value", "unit", "reference", "before", "before_at"} {
			value := ""
			if i < len(r) {
				value = r[i]
			}
			form[name] = append(form[name], value)
		}
	}
	return form
}

func TestAssess(t *testing.T) {
	w := newBench(t).as("client")
	without := func(form url.Values, name string) url.Values { form.Del(name); return form }
	with := func(form url.Values, name, value string) url.Values { form.Set(name, value); return form }
	for name, test := range map[string]struct {
		form   url.Values
		status int
		says   []string // or does not, with ! before it
	}{
		"answered": {someone([]string{"空腹血糖", "7.8", "mmol/L", "3.9-6.1", "6.2", "2025-10-08"}, []string{"ＬＤＬ－Ｃ", "4.3"}, []string{"尿蛋白", "++"}, nil), 200,
			[]string{`title="H2">中度偏高`, "中度偏高</a>", "刻度和依据里的等级代号", "理想范围 ≥3.90 且 &lt;5.60", "报告的参考范围 3.9–6.1", "较 2025-10-08 的 6.2 升高", "低密度脂蛋白胆固醇", "阳性(2+)",
				"符合的条件", "mmol/L", "信号 4 格", "再低", "<svg", "男 60 岁", "[1]", `id="q1"`}},
		"of a man":       {someone([]string{"空腹血糖", "7.8"}, []string{"糖化血红蛋白", "6.9"}), 200, []string{"糖尿病", "都不是", "!怀孕"}},
		"another unit":   {someone([]string{"肌酐", "1.3", "mg/dL"}), 200, []string{"理想范围 0.65-1.25", "114.92 umol/L"}},
		"a wrong unit":   {someone([]string{"肌酐", "1.3", "kg"}), 200, []string{"还没有评估，请先改正", "单位", "!评估结果"}},
		"implausible":    {someone([]string{"空腹血糖", "780"}), 200, []string{"还没有评估，请先改正", "空腹血糖不会是这个数：可能的范围是", `value="780"`, `aria-invalid="true" aria-describedby="fault-0"`, "!评估结果"}},
		"contradicting":  {someone([]string{"总胆红素", "10", "umol/L"}, []string{"直接胆红素", "20", "umol/L"}), 200, []string{"互相矛盾", "可疑或互相矛盾的数值", "报告上就是这样，确认", "!签发</button>", "需要注意的项目（2 项）", "!理想或可以接受的项目"}},
		"only normal":    {someone([]string{"空腹血糖", "5"}, []string{"总蛋白", "70"}), 200, []string{`<details class="row" id="s1">`, "理想或可以接受的项目（2 项）", "!需要注意的项目"}},
		"only an age":    {with(without(someone([]string{"空腹血糖", "5"}), "born"), "age", " ６０岁"), 200, []string{"男 60 岁", "出生日期按 1966-05-20 计算"}},
		"the same age":   {with(someone([]string{"空腹血糖", "5"}), "age", "60"), 200, []string{"男 60 岁", "!出生日期按"}},
		"another age":    {with(someone([]string{"空腹血糖", "5"}), "age", "61"), 200, []string{"还没有评估，请先改正", "年龄与出生日期对不上"}},
		"an odd age":     {with(without(someone([]string{"空腹血糖", "5"}), "born"), "age", "8个月"), 200, []string{"还没有评估，请先改正", "不满 1 岁请填写出生日期", `value="8个月"`}},
		"an infant":      {with(without(someone([]string{"空腹血糖", "5"}), "born"), "age", "0"), 200, []string{"还没有评估，请先改正", "新生儿按天数评估"}},
		"an age untrue":  {with(without(someone([]string{"空腹血糖", "5"}), "born"), "age", "131"), 200, []string{"还没有评估，请先改正", "0 到 130", `<small class="fault">年龄`}},
		"an age, no day": {with(with(without(someone([]string{"空腹血糖", "5"}), "born"), "age", "60"), "at", ""), 200, []string{"还没有评估，请先改正", "检查日期", "!对不上"}},
		"JSON": {with(someone(), "json", `{"user_identifier":"x","namespace":"","datetime":"2026-11-20T08:00:00Z","profile":{"dob":"1970-01-01","gender":"female"},
			"health_background":{"has_diabetes":false,"is_taking_antihypertensive_therapy":false,"has_cvd":false,"smoke_daily_frequency":0,"has_hbp":false},"samples":[{"name":"nobody","value":1},{"name":"triglycerides","value":1.9}]}`), 200,
			[]string{"女 56 岁", "甘油三酯", "暂时不认识这项指标"}},
		"wrong JSON":       {with(someone(), "json", `{"samples":[`), 200, []string{"还没有评估，请先改正", "还没有评估"}},
		"nobody":           {without(without(someone([]string{"空腹血糖", "7"}), "sex"), "born"), 200, []string{"还没有评估，请先改正", "还要填性别、出生日期或年龄，才能评估", `name="sex" required autofocus`, `!name="born" value="" autofocus`, `value="7"`}},
		"born later":       {with(someone([]string{"空腹血糖", "7"}), "born", "2027-01-01"), 200, []string{"还没有评估，请先改正", "profile.dob"}},
		"nothing":          {someone(), 200, []string{"还没有评估，请先改正", "请至少填写一项结果"}},
		"unknown name":     {someone([]string{"空腹血塘", "7"}), 200, []string{"还没有评估，请先改正", "第 1 行 空腹血塘：没有叫“空腹血塘”的项目", `aria-invalid="true"`}},
		"no number":        {someone([]string{"空腹血糖", "高"}), 200, []string{"还没有评估，请先改正", "第 1 行 空腹血糖：看不懂：结果“高”不是数"}},
		"odd number":       {someone([]string{"空腹血糖", "0x10"}, []string{"空腹血糖", "NaN"}, []string{"空腹血糖", "1e400"}), 200, []string{"还没有评估，请先改正", "第 1 行", "第 2 行", "第 3 行"}},
		"below":            {someone([]string{"C反应蛋白", "<0.5"}), 200, []string{"<b>&lt;0.5</b>", "N0"}},
		"below, undecided": {someone([]string{"空腹血糖", "＜20"}), 200, []string{"&lt;20", "不是准确的数"}},
		"before, undated":  {someone([]string{"空腹血糖", "7", "", "", "6"}), 200, []string{"还没有评估，请先改正", "并填日期"}},
		"odd smoking":      {with(someone([]string{"空腹血糖", "7"}), "smokes", "many"), 200, []string{"还没有评估，请先改正", "吸烟支数"}},
		"more rows":        {with(someone([]string{"空腹血糖", "7"}), "do", "more"), 200, []string{`value="空腹血糖"`, "!评估结果"}},
		"further, allowed": {with(someone([]string{"空腹血糖", "7"}), "profile.region", "north"), 200, []string{"评估结果"}},
		"further, wrong":   {with(someone([]string{"空腹血糖", "7"}), "profile.region", "<b>"), 200, []string{"还没有评估，请先改正", "profile.region", "!<b>"}},
	} {
		got := w.assess(test.form)
		page := got.Body.String()
		if got.Code != test.status {
			t.Errorf("%s: status %d, want %d", name, got.Code, test.status)
		}
		for _, text := range test.says {
			if not := strings.HasPrefix(text, "!"); strings.Contains(page, strings.TrimPrefix(text, "!")) == not {
				t.Errorf("%s: about %q the page is wrong", name, text)
			}
		}
		sound(t, name, got)
	}
}

// What stands in files and forms is text on the page.
func TestAnswerIsText(t *testing.T) {
	const evil = `<script>alert(1)</script>'"><b>`
	dir := t.TempDir()
	files := engine.Files{Rules: filepath.Join(dir, "rules"), Dictionaries: filepath.Join(dir, "dictionaries")}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(wordstest.Drafts(files.Rules))
	must(wordstest.Copy(filepath.Join(files.Dictionaries, wordstest.Version)))
	replace := func(path, old string) {
		t.Helper()
		data, err := os.ReadFile(path)
		must(err)
		key := ""
		if before, _, ok := strings.Cut(old, " "); ok && strings.HasSuffix(before, ":") {
			key = before + " "
		}
		changed := strings.ReplaceAll(string(data), old, key+"'"+strings.ReplaceAll(evil, "'", "''")+"'")
		if changed == string(data) {
			t.Fatalf("%s has no %s", path, old)
		}
		must(os.WriteFile(path, []byte(changed), 0o644))
	}
	replace(filepath.Join(files.Rules, wordstest.Version, "indicators/lipids.yaml"), "甘油三酯边缘升高")
	replace(filepath.Join(files.Rules, wordstest.Version, "risks/dyslipidaemia.yaml"), "血脂异常")
	replace(filepath.Join(files.Rules, wordstest.Version, "sources.yaml"), "中国血脂管理指南（2023年）")
	replace(filepath.Join(files.Dictionaries, wordstest.Version, "indicators/lipids.yaml"), "zh: 甘油三酯")
	b := newBench(t)
	var err error
	if b.Live, err = openLive(files); err != nil {
		t.Fatal(err)
	}
	b.book = draft.NewBook(files, b.Live, nil)
	w := b.as("client")
	got := w.assess(someone([]string{"甘油三酯", "1.9"}))
	wantStatus(t, "the answer", got, http.StatusOK)
	if n := strings.Count(got.Body.String(), "&lt;script&gt;"); n < 4 {
		t.Errorf("name, tip, risk and source are shown %d times", n)
	}
	sound(t, "the answer", got)
	id := w.done(recognised)
	for _, path := range []string{"cases/" + id + "/assess", "cases/" + id, "rules", "rules/table/" + wordstest.Version + "/triglycerides"} {
		got := w.get(path)
		wantStatus(t, path, got, http.StatusOK)
		sound(t, path, got)
		if page := got.Body.String(); strings.Contains(page, "<script>alert") || !strings.Contains(page, "&lt;script&gt;") {
			t.Errorf("%s shows names as they are, or not at all", path)
		}
	}
	for _, name := range []string{"name", "value", "unit", "reference", "before", "before_at"} {
		form := someone([]string{"甘油三酯", "1.9"})
		form.Set(name, evil)
		got := w.assess(form)
		if page := got.Body.String(); strings.Contains(page, "<script>alert") || strings.Contains(page, "'\"><b>") {
			t.Errorf("%s is shown as it is", name)
		}
	}
}

// A long report is still a page of ordinary size: a hundred indicators, each as far
// from ideal as is believed.
func TestManyRows(t *testing.T) {
	w := newBench(t).as("client")
	var rows [][]string
	for _, i := range live().Snapshot().Dictionary.All() {
		tables := live().Snapshot().Rules.Tables[i.Name]
		if len(tables) == 0 || len(rows) == 100 {
			continue
		}
		rows = append(rows, []string{i.Name, strconv.FormatFloat(i.Plausible[1], 'f', -1, 64), i.Unit, "1-2"})
	}
	for _, lang := range words.Languages {
		w.get("?lang=" + lang)
		got := w.assess(someone(rows...))
		wantStatus(t, "a long report", got, http.StatusOK)
		sound(t, "a long report", got)
		if len(rows) < 100 {
			t.Errorf("%d rows only", len(rows))
		}
	}
}
