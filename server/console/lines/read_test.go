package lines

import (
	"encoding/json"
	"fmt"
	"testing"

	"tijian/internal/rulestest"
	"tijian/ocr/result"
	"tijian/server/console/words"
)

// TestCertain: of which rows somebody must say that they were read rightly: fewer where unit
// or reference vouch for the column than where neither is printed.
func TestCertain(t *testing.T) {
	dict := rulestest.Active(t).Dictionary
	for _, c := range []struct {
		p              float64
		interval, unit string
		want           string
	}{
		{0.98, "inside", "printed", Certain},
		{0.98, "outside", "absent", Certain},
		{0.98, "absent", "printed", Certain},
		{0.979, "inside", "printed", Doubtful},
		{0.994, "absent", "absent", Doubtful},
		{0.994, "absent", "misread", Doubtful},
		{0.995, "absent", "absent", Certain},
	} {
		read := fmt.Sprintf(`{"potassium":[{"sim":1,"idx":0,"value":4.1,"idx_of_value":1,"coords":[[0,0,9,9],[9,0,19,9]],"name":"钾","confidence":%g,"basis":{"interval":%q,"unit":%q}}]}`, c.p, c.interval, c.unit)
		list, err := (&Reading{Read: json.RawMessage(read)}).Lines(words.Languages[0], dict)
		if err != nil || len(list) != 1 || list[0].Certainty != c.want {
			t.Errorf("%+v: %v, %v", c, list, err)
		}
	}
}

// TestNameless: a row whose name was not read stands where it is printed, and says so.
func TestNameless(t *testing.T) {
	list, err := (&Reading{Others: []Other{{Unmatched: result.Unmatched{Value: "20.5"}}}}).Lines(words.Languages[0], rulestest.Active(t).Dictionary)
	if err != nil || len(list) != 1 || list[0].Title != "名称没有读出" {
		t.Errorf("%v, %v", list, err)
	}
}
