package lines

import (
	"testing"

	"tijian/internal/rulestest"
	"tijian/ocr/result"
	"tijian/server/console/words"
)

// TestNameless: a row whose name was not read stands where it is printed, and says so.
func TestNameless(t *testing.T) {
	list, err := (&Reading{Others: []Other{{Unmatched: result.Unmatched{Value: "20.5"}}}}).Lines(words.Languages[0], rulestest.Active(t).Dictionary)
	if err != nil || len(list) != 1 || list[0].Title != "名称没有读出" {
		t.Errorf("%v, %v", list, err)
	}
}
