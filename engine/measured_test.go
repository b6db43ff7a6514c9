package engine_test

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"tijian/engine"
	"tijian/engine/problem"
)

var measuring = sync.OnceValues(func() (*engine.Snapshot, problem.List) { return engine.Draft(engine.Files{}, "2026.16") })

// What the numbers of a text tell, where its words do not.
func TestMeasuredFindings(t *testing.T) {
	s, problems := measuring()
	if s == nil {
		t.Fatal(problems)
	}
	for text, want := range map[string]string{
		"血压158/96，心率72次/分":    "血压升高",
		"血压138/86mmHg":        "",
		"血压158/96（正常）":        "",
		"母亲血压158/96":          "",
		"去年血压158/96，今年120/76": "",
		"血压应低于140/90":         "",
		"血压158/96，高血压病史5年":    "高血压",
		"BMI 25.3":            "超重",
		"BMI 29.4，脂肪肝":        "肥胖 脂肪肝",
		"患儿6岁，血红蛋白92g/L":      "",
		"血小板91，白细胞5.2":        "血小板减少",
		"尿酸470（208-428）":      "尿酸升高",
		"尿酸470（150-500）":      "",
		"尿酸470，去年490":         "尿酸升高",
		"低密度脂蛋白胆固醇4.4mmol/L":  "低密度脂蛋白胆固醇升高",
		"尿蛋白(2+)，尿糖(-)":       "尿蛋白阳性",
		"便隐血弱阳性":              "大便隐血阳性",
		"骨密度T值-2.7":           "骨质疏松",
		"骨密度T值-1.6":           "骨量减少",
		"左室射血分数41%":           "左室射血分数降低",
		"左室射血分数63%":           "",
		"左眼C/D 0.7，右眼C/D 0.3": "杯盘比增大",
		"右耳听阈50dB":            "听力下降",
	} {
		body, err := s.Findings(engine.Question{Text: text})
		if err != nil {
			t.Fatal(err)
		}
		var answer struct{ Certain, Possible []string }
		if err := json.Unmarshal(body, &answer); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(answer.Certain, " "); got != want || len(answer.Possible) > 0 {
			t.Errorf("%s: certain %q, possible %q, want %q", text, got, answer.Possible, want)
		}
	}
}
