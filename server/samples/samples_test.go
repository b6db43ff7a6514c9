package samples

import (
	"encoding/json"
	"strings"
	"testing"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/ocr/merge"
)

// A report goes into an assessment as it is printed: unit, range and comparison.
func TestOf(t *testing.T) {
	dict, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ full, want string }{
		"converted back, with its range": {`{"hemoglobin":[{"value":153,"unit":"g/dL","reference":"13.0-17.5"}]}`,
			`[{"name":"hemoglobin","unit":"g/dL","value":15.3,"reference":{"text":"13.0-17.5"}}]`},
		"unit misread": {`{"hemoglobin":[{"value":153,"unit":"9/d1","unit_taken":"g/dL","reference":"13.0-17.5"}]}`,
			`[{"name":"hemoglobin","unit":"g/dL","value":15.3,"reference":{"text":"13.0-17.5"}}]`},
		"unit nobody knows": {`{"hemoglobin":[{"value":153,"unit":"9/d1","reference":"13.0-17.5"}]}`,
			`[{"name":"hemoglobin","value":153}]`},
		"only a limit": {`{"cea":[{"value":0.5,"comparator":"<","unit":"ng/mL","reference":"0-5"}]}`,
			`[{"name":"cea","unit":"ng/mL","value":0.5,"comparator":"<","reference":{"text":"0-5"}}]`},
		"a limit and a number": {`{"cea":[{"value":0.5,"comparator":"<"},{"value":0.5,"image":1}]}`, `[]`},
		"the best that has a value": {`{"hemoglobin":[{"value":null,"unit":"g/L"},{"value":150,"unit":"g/L"},{"value":150}]}`,
			`[{"name":"hemoglobin","unit":"g/L","value":150}]`},
		"no value": {`{"hemoglobin":[{"value":null,"reference":"130-175"}]}`, `[]`},
		"a grade":  {`{"urine_protein":[{"value":1,"unit":"","reference":"阴性"}]}`, `[{"name":"urine_protein","value":1,"reference":{"text":"阴性"}}]`},
		"unknown":  {`{"nonesuch":[{"value":7,"unit":"g/L","reference":"1-2"}]}`, `[{"name":"nonesuch","value":7}]`},
		"in the order of the report": {`{"hemoglobin":[{"coords":[[1,90,2,95]],"value":150}],"platelet_count":[{"coords":[[1,20,2,25]],"value":200,"image":1}],"triglycerides":[{"coords":[[1,30,2,35]],"value":1}]}`,
			`[{"name":"triglycerides","value":1},{"name":"hemoglobin","value":150},{"name":"platelet_count","value":200}]`},
	} {
		var full merge.Full
		if err := json.Unmarshal([]byte(c.full), &full); err != nil {
			t.Fatal(name, err)
		}
		var got strings.Builder
		encoder := json.NewEncoder(&got)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(Of(full, dict)); err != nil {
			t.Fatal(err)
		}
		if got.String() != c.want+"\n" {
			t.Errorf("%s:\n%swant\n%s", name, &got, c.want)
		}
	}
}
