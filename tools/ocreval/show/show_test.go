package show

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"tijian/ocr/result"
	"tijian/tools/ocreval/score"
	"tijian/tools/reportgen/truth"
)

const example = "../../../testdata/reports/double-clean-12"

// columns scores a page with one value wrong, one missing and one invented.
func columns(t *testing.T) []Column {
	t.Helper()
	page, err := truth.Read(example + truth.Suffix)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]float64{"heart_rate": 77}
	for name, v := range page.Values {
		values[name] = v
	}
	values["platelet_count"]++
	delete(values, "mcv")
	one := 1.0
	full := result.Full{"mcv": {{Sim: 0.99, Idx: 0, IdxOfValue: -1, Name: "MCV", Coords: [][4]int{{0, 0, 1, 1}}}}, "heart_rate": {{Sim: 1, Value: &one}}}
	board := score.New()
	board.Add(example+".jpg", page, score.Reading{Values: values, Full: full, Seconds: 1.5})
	board.Add("gone.jpg", page, score.Reading{Error: "no such picture"})
	board.Sort()
	return []Column{{"reader", board}, {"other", score.New()}}
}

func TestText(t *testing.T) {
	var out bytes.Buffer
	if err := Text(&out, columns(t), true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"reader: median 1.50 s", "DOUBLE clean", "滨河区中心医院",
		"heart_rate read as 77, not on the page", "platelet_count (血小板计数) printed", "missing " + example + ".jpg line", "gone.jpg: no such picture",
		"value not sure MCV", "cause   page refused: ", "0.90 and more", `read as "MCV" and taken for mcv`, "F1 reader",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := JSON(&out, columns(t)); err != nil {
		t.Fatal(err)
	}
	var got []struct {
		Reader string
		Groups map[string][]score.Group
		Wrong  []score.Wrong
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || len(got[0].Wrong) != 2 || got[0].Groups[score.All][0].Pages != 2 {
		t.Errorf("got %+v", got)
	}
}

func TestHTMLHoldsItsCrops(t *testing.T) {
	var out bytes.Buffer
	if err := HTML(&out, columns(t)); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if n := strings.Count(text, `src="data:image/jpeg;base64,`); n != 2 { // the invented value has no place, gone.jpg no picture
		t.Errorf("%d crops, want 2", n)
	}
	for _, outside := range []string{"http://", "https://", "ZgotmplZ"} {
		if strings.Contains(text, outside) {
			t.Errorf("the page contains %s", outside)
		}
	}
}
