package engine_test

import (
	"fmt"
	"strings"
	"time"

	"tijian/engine"
)

// A snapshot of the embedded rules answers an assessment request as the API
// does.
func ExampleSnapshot_Assessment() {
	snapshot, problems := engine.Load(engine.Files{}, "")
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	request := `{"user_identifier": "u-1", "namespace": "demo", "datetime": "2026-03-01T08:30:00.000Z",
		"profile": {"dob": "1975-06-15", "gender": "male"},
		"health_background": {"has_diabetes": false, "is_taking_antihypertensive_therapy": false,
			"has_cvd": false, "smoke_daily_frequency": 0, "has_hbp": false},
		"samples": [{"name": "potassium", "unit": "mmol/L", "value": 4.10}]}`
	response, version, err := snapshot.Assessment([]byte(request), 1000, engine.Form{}, time.Now())
	if err != nil {
		fmt.Println(err)
		return
	}
	_, samples, _ := strings.Cut(string(response), `"samples":`)
	sample, _, _ := strings.Cut(samples, `,"risks"`)
	fmt.Println(version != "", sample)
	// Output: true [{"name":"potassium","unit":"mmol/L","value":4.10,"tip":"血钾在参考范围内","hint":"心脏与肌肉所需的电解质正常","color":1,"level":"N0","ideal":"3.50-5.30"
}

// Findings extracts what a summary states.
func ExampleSnapshot_Findings() {
	snapshot, problems := engine.Load(engine.Files{}, "")
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	response, err := snapshot.Findings(engine.Question{Text: "甲状腺右叶结节，脂肪肝可能。未见胆囊结石。"})
	fmt.Println(string(response), err)
	// Output: {"certain":["甲状腺结节"],"possible":["脂肪肝"]} <nil>
}
