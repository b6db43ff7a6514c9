package client

import (
	"encoding/json"
	"testing"
)

func TestNulls(t *testing.T) {
	var task Task
	const answer = `{"task_id":"x","img_url":"http://h/","layout":null,"callback_url":null,
		"datetime":"2026-03-01T08:30:00.123456+00:00","status":"DONE","error":"",
		"result":{"triglycerides":[{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[1,2,3,4]],
		"name":"a","unit":"","reference":"","flag":"","confidence":0.97}]}}`
	if err := json.Unmarshal([]byte(answer), &task); err != nil {
		t.Fatal(err)
	}
	full, err := task.Result.AsFullResult()
	if err != nil || task.Layout != nil || full["triglycerides"][0].Value != nil || full["triglycerides"][0].Confidence != 0.97 {
		t.Errorf("%+v %+v %v", task, full, err)
	}
}

func TestAlternatives(t *testing.T) {
	var answer AssessmentResponse
	if err := json.Unmarshal([]byte(`{"derived":{"egfr":96.25,"bmi_grade":"normal"}}`), &answer); err != nil {
		t.Fatal(err)
	}
	number, err := (*answer.Derived)["egfr"].AsAssessmentResponseDerived0()
	if err != nil || number != 96.25 {
		t.Error(number, err)
	}
}
