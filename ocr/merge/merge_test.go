package merge

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"tijian/ocr/result"
)

// printed is an entry of an exactly read name; its value was printed in steps
// of step. shown is what a test says of a result: of each entry its picture
// and its value.
func printed(value, step float64) result.Entry {
	return result.Entry{Sim: 1, Value: &value, IdxOfValue: 1, Step: step, Confidence: 0.9}
}

func unread(sim float64) result.Entry { return result.Entry{Sim: sim, IdxOfValue: -1} }

func named(sim float64, e result.Entry) result.Entry {
	e.Sim = sim
	return e
}

func shown(entries []Entry) string {
	var all []string
	for _, e := range entries {
		value := "null"
		if e.Value != nil {
			value = fmt.Sprint(*e.Value)
		}
		if (e.Value == nil) != (e.IdxOfValue < 0) || (e.Value == nil) != (e.Confidence == 0) {
			value += "!"
		}
		all = append(all, fmt.Sprintf("%d:%s", e.Image, value))
	}
	return strings.Join(all, " ")
}

// sheetsOf are sheets of pictures with one each.
func sheetsOf(pictures []result.Full) []result.Sheet {
	var all []result.Sheet
	for i, full := range pictures {
		all = append(all, result.Sheet{Image: i, Full: full})
	}
	return all
}

func TestPictures(t *testing.T) {
	type of []result.Entry // the entries of one picture
	for _, test := range []struct {
		name     string
		pictures []of
		want     string
	}{
		{"one picture", []of{{printed(5.6, 0.1)}}, "0:5.6"},
		{"agreement", []of{{printed(5.6, 0.1)}, {printed(5.6, 0.1)}}, "0:5.6 1:5.6"},
		{"disagreement", []of{{printed(5.6, 0.1)}, {printed(5.8, 0.1)}}, "0:null 1:null"},
		{"only the second has it", []of{{}, {printed(5.6, 0.1)}}, "1:5.6"},
		{"only the second could read it", []of{{unread(1)}, {printed(5.6, 0.1)}}, "0:null 1:5.6"},
		{"none could read it", []of{{unread(1)}, {unread(1)}}, "0:null 1:null"},
		{"three agree", []of{{printed(0, 0.1)}, {printed(0, 0.1)}, {printed(0, 0.1)}}, "0:0 1:0 2:0"},
		{"three against one", []of{{printed(5.6, 0.1)}, {printed(5.6, 0.1)}, {printed(6.5, 0.1)}, {printed(5.6, 0.1)}}, "0:null 1:null 2:null 3:null"},
		{"a digit lost", []of{{printed(162.82, 0.01)}, {printed(62.82, 0.01)}}, "0:null 1:null"},
		{"a point lost", []of{{printed(4.35, 0.01)}, {printed(435, 1)}}, "0:null 1:null"},

		{"finer in the second", []of{{printed(5.6, 0.1)}, {printed(5.64, 0.01)}}, "0:5.6 1:5.64"},
		{"finer in the first", []of{{printed(5.64, 0.01)}, {printed(5.6, 0.1)}}, "0:5.64 1:5.6"},
		{"half rounds up", []of{{printed(5.65, 0.01)}, {printed(5.7, 0.1)}}, "0:5.65 1:5.7"},
		{"half does not round down", []of{{printed(5.65, 0.01)}, {printed(5.6, 0.1)}}, "0:null 1:null"},
		{"half below zero", []of{{printed(-5.65, 0.01)}, {printed(-5.7, 0.1)}}, "0:-5.65 1:-5.7"},
		{"half below zero, inwards", []of{{printed(-5.65, 0.01)}, {printed(-5.6, 0.1)}}, "0:null 1:null"},
		{"a printed zero counts", []of{{printed(5.6, 0.01)}, {printed(5.64, 0.01)}}, "0:null 1:null"},
		{"half a step apart", []of{{printed(5.56, 0.1)}, {printed(5.61, 0.1)}}, "0:null 1:null"},
		{"half a step apart, backwards", []of{{printed(5.61, 0.1)}, {printed(5.56, 0.1)}}, "0:null 1:null"},
		{"two finer ones differ", []of{{printed(5.6, 0.1)}, {printed(5.64, 0.01)}, {printed(5.58, 0.01)}}, "0:null 1:null 2:null"},
		{"grades", []of{{printed(1, 0)}, {printed(1, 0)}}, "0:1 1:1"},
		{"other grades", []of{{printed(0, 0)}, {printed(0.5, 0)}}, "0:null 1:null"},

		{"15.3 g/dL and 153 g/L", []of{{printed(153, 1)}, {printed(153, 1)}}, "0:153 1:153"},
		{"6.44 mmol/L and 249 mg/dL", []of{{printed(6.44, 0.01)}, {printed(6.43914, 0.02586)}}, "0:6.44 1:6.43914"},
		{"6.44 mmol/L and 250 mg/dL", []of{{printed(6.44, 0.01)}, {printed(6.465, 0.02586)}}, "0:null 1:null"},

		{"the best name first", []of{{named(0.8, printed(5.6, 0.1))}, {named(0.9, printed(5.6, 0.1))}}, "1:5.6 0:5.6"},
		{"alike: in the order of the pictures", []of{{printed(5.6, 0.1), unread(0.7)}, {printed(5.6, 0.1), unread(0.7)}}, "0:5.6 1:5.6 0:null 1:null"},
		{"a picture speaks by its best entry", []of{{printed(5.6, 0.1), named(0.7, printed(7, 0.1))}, {printed(5.6, 0.1)}}, "0:5.6 1:5.6 0:7"},
		{"no entry is left to fall back on", []of{{printed(5.6, 0.1), named(0.7, printed(7, 0.1))}, {printed(5.8, 0.1)}}, "0:null 1:null 0:null"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var pictures []result.Full
			for _, entries := range test.pictures {
				full := result.Full{}
				if len(entries) > 0 {
					full["a"] = slices.Clone(entries)
				}
				pictures = append(pictures, full)
			}
			if got := shown(Sheets(sheetsOf(pictures))["a"]); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// Indicators don't touch each other, and what the pictures gave stays as it was.
func TestPicturesApart(t *testing.T) {
	pictures := []result.Full{
		{"a": {printed(1, 1)}, "b": {printed(2, 1)}},
		{"b": {printed(3, 1)}, "c": {printed(4, 1)}},
	}
	merged := Sheets(sheetsOf(pictures))
	got := map[string]string{}
	for name, entries := range merged {
		got[name] = shown(entries)
	}
	if want := map[string]string{"a": "0:1", "b": "0:null 1:null", "c": "1:4"}; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if pictures[0]["b"][0].Value == nil {
		t.Error("the pictures' own entries were changed")
	}
	if got := Sheets(nil); got == nil || len(got) != 0 {
		t.Errorf("nothing gives %v, want an empty map", got)
	}
}

// The order of the pictures changes nothing but the order of equal names, and
// no value comes from nowhere.
func TestPicturesInAnyOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		steps := []float64{0, 0.01, 0.1, 1}
		pictures := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) result.Full {
			e := unread(1)
			if rapid.Bool().Draw(t, "read") {
				e = printed(float64(rapid.IntRange(555, 566).Draw(t, "value"))/100, rapid.SampledFrom(steps).Draw(t, "step"))
			}
			return result.Full{"a": {e}}
		}), 1, 5).Draw(t, "pictures")
		values := func(pictures []result.Full) []string {
			all := strings.Fields(shown(Sheets(sheetsOf(pictures))["a"]))
			for i := range all {
				_, all[i], _ = strings.Cut(all[i], ":")
			}
			slices.Sort(all)
			return all
		}
		before := values(pictures)
		slices.Reverse(pictures)
		if after := values(pictures); !slices.Equal(before, after) {
			t.Fatalf("%v backwards gives %v", before, after)
		}
	})
}

// TestEntryJSON holds the API's field names.
func TestEntryJSON(t *testing.T) {
	got, err := json.Marshal(Sheets(sheetsOf([]result.Full{{}, {"a": {unread(1)}}}))["a"][0])
	want := `{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":null,"name":"","unit":"","reference":"","flag":"","confidence":0,"image":1,"sheet":1}`
	if err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

// TestSheets: what only one sheet shows is taken; where two differ, nothing is.
func TestSheets(t *testing.T) {
	one := result.Full{"glucose": {printed(5.6, 0.1)}, "sodium": {printed(140, 1)}}
	two := result.Full{"glucose": {printed(5.8, 0.1)}, "urea": {printed(4.2, 0.1)}}
	got := Sheets(sheetsOf([]result.Full{one, two})).Plain().Simple()
	if len(got) != 2 || got["sodium"] != 140 || got["urea"] != 4.2 {
		t.Errorf("two sheets give %v", got)
	}
	if got := Sheets(sheetsOf([]result.Full{{}})); got == nil {
		t.Error("a sheet without entries gives nil")
	}
}
