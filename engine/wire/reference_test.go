package wire

import (
	"math"
	"strings"
	"testing"
	"time"
)

// withField gives the first sample of the good request one more field.
func withField(field string) string {
	return strings.Replace(good, `"value":1.50`, `"value":1.50,`+field, 1)
}

func TestReference(t *testing.T) {
	nan := math.NaN()
	for field, want := range map[string][2]float64{
		`{"low":3.9,"high":6.1}`:             {3.9, 6.1},
		`{"low":3.9}`:                        {3.9, nan},
		`{"low":null,"high":6.1}`:            {nan, 6.1},
		`{"low":5,"high":5,"text":"6-7"}`:    {5, 5},
		`{"text":"3.9-6.1"}`:                 {3.9, 6.1},
		`{"text":"３．９～６．１ mmol/L"}`:          {3.9, 6.1},
		`{"text":"3.5——9.5×10^9/L"}`:         {3.5, 9.5},
		`{"text":"3.5--5.5"}`:                {3.5, 5.5},
		`{"text":"[3.5 至 5.5]"}`:             {3.5, 5.5},
		`{"text":"-3-3"}`:                    {-3, 3},
		`{"text":"-3~-1"}`:                   {-3, -1},
		`{"text":"-3 - -1"}`:                 {-3, -1},
		`{"text":"-4.5--1"}`:                 {nan, nan}, // up to -1, or to 1
		`{"text":"T: −2.5 -- 1.0"}`:          {nan, nan},
		`{"text":"<5"}`:                      {nan, 5},
		`{"text":"≥ 60 mL/min/1.73m2"}`:      {60, nan},
		`{"text":"不超过 7.0"}`:                 {nan, 7},
		`"0.35-5.5"`:                         {0.35, 5.5},
		`{"text":"阴性"}`:                      {nan, nan},
		`{"text":"阴性(<1:40)"}`:               {nan, nan},
		`{"text":"男:3.9-6.1 女:3.5-5.5"}`:     {nan, nan},
		`{"text":""}`:                        {nan, nan},
		`{"text":"1,000-2,000"}`:             {nan, nan},
		`{}`:                                 {nan, nan},
		`null`:                               {nan, nan},
		`{"text":"5"}`:                       {nan, nan},
		`{"text":null,"unit":"other field"}`: {nan, nan},
	} {
		r, err := decode(t, withField(`"reference":`+field))
		if err != nil {
			t.Errorf("%s: %v", field, err)
			continue
		}
		got := [2]float64{nan, nan}
		if ref := r.Samples[0].Reference; ref != nil {
			got = [2]float64{ref.Low, ref.High}
		}
		for k := range got {
			if got[k] != want[k] && !(math.IsNaN(got[k]) && math.IsNaN(want[k])) {
				t.Errorf("%s is read as %v, want %v", field, got, want)
			}
		}
	}
}

func TestMisprinted(t *testing.T) {
	for field, want := range map[string]bool{
		`{"low":6,"high":4}`: true, `{"text":"6.1-3.9"}`: true, `"6.1-3.9"`: true, `{"text":"5.0"}`: true, `"1,000-2,000"`: true,
		`{"low":4,"high":6}`: false, `{"text":"3.9-6.1"}`: false, `"<5"`: false, `"阴性"`: false, `""`: false, `null`: false, `{}`: false,
	} {
		r, err := decode(t, withField(`"reference":`+field))
		if err != nil {
			t.Errorf("%s: %v", field, err)
			continue
		}
		if s := r.Samples[0]; s.Misprinted != want || want && s.Reference != nil {
			t.Errorf("%s: misprinted %v, reference %v", field, s.Misprinted, s.Reference)
		}
	}
}

func TestPrevious(t *testing.T) {
	r, err := decode(t, withField(`"previous":[{"value":2,"unit":"mg/dL","datetime":"2025-03-01"},{"value":3,"datetime":"2024-03-01T08:00:00+08:00"}]`))
	if err != nil {
		t.Fatal(err)
	}
	got := r.Samples[0].Previous
	if len(got) != 2 || got[0].Value != 2 || got[0].Unit != "mg/dL" || got[0].At.Format(time.DateOnly) != "2025-03-01" ||
		got[1].Unit != "" || got[1].At.UTC().Format(time.RFC3339) != "2024-03-01T00:00:00Z" {
		t.Errorf("%+v", got)
	}
}

func TestReferenceAndPreviousErrors(t *testing.T) {
	for field, want := range map[string]string{
		`"reference":{"low":"4"}`:    "samples[0].reference.low: must be a finite number",
		`"reference":{"high":1e999}`: "samples[0].reference.high: must be a finite number",
		`"reference":{"text":4}`:     "samples[0].reference.text: must be a string, not a number",
		`"reference":4`:              "samples[0].reference: must be an object, not a number",
		`"previous":{}`:              "samples[0].previous: must be an array, not an object",
		`"previous":[4]`:             "samples[0].previous[0]: must be an object, not a number",
		`"previous":[{"unit":"x"}]`:  "missing arguments: samples[0].previous[0].value, samples[0].previous[0].datetime",
		`"previous":[{"value":"3","datetime":"2025-03-01"}]`: "samples[0].previous[0].value: must be a finite number",
		`"previous":[{"value":3,"datetime":"2026-11-21"}]`:   "samples[0].previous[0].datetime: must be before the request's datetime",
		`"previous":[{"value":3,"datetime":"last year"}]`:    "samples[0].previous[0].datetime: must be an ISO 8601 date and time with a zone, like 2026-01-31T08:30:00.000Z",
	} {
		if _, err := decode(t, withField(field)); err == nil || err.Error() != want {
			t.Errorf("%s gives\n%v, want\n%s", field, err, want)
		}
	}
}
