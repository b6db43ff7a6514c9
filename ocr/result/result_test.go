package result

import (
	"encoding/json"
	"maps"
	"reflect"
	"testing"
)

func number(v float64) *float64 { return &v }

func TestSimple(t *testing.T) {
	full := Full{
		"two entries":       {{Sim: 0.9, Value: number(5.6)}, {Sim: 0.8, Value: number(7)}},
		"best has no value": {{Sim: 0.9}, {Sim: 0.8, Value: number(0)}},
		"no value":          {{Sim: 1}},
		"no entry":          {},
	}
	want := Simple{"two entries": 5.6, "best has no value": 0}
	if got := full.Simple(); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Full(nil).Simple(); got == nil || len(got) != 0 {
		t.Errorf("nothing gives %v, want an empty map", got)
	}
}

// Steps put back what JSON leaves out.
func TestSteps(t *testing.T) {
	full := Full{"a": {{Sim: 1, Value: number(5.6), Step: 0.01, Coords: [][4]int{{1, 2, 3, 4}}}, {Sim: 0.7, IdxOfValue: -1}}, "b": {{Sim: 1}}}
	travelled, err := json.Marshal(full)
	if err != nil {
		t.Fatal(err)
	}
	var got Full
	if err := json.Unmarshal(travelled, &got); err != nil {
		t.Fatal(err)
	}
	if got.SetSteps(full.Steps()); !reflect.DeepEqual(got, full) {
		t.Errorf("got %+v, want %+v", got, full)
	}
	if got.SetSteps(map[string][]float64{"a": {0.01, 0, 1}}); got["a"][0].Step != 0.01 || got["b"][0].Step != 0 {
		t.Errorf("with steps that don't fit: %+v", got)
	}
}

// TestEntryJSON holds the API's field names and its null.
func TestEntryJSON(t *testing.T) {
	got, err := json.Marshal(Entry{Sim: 1, IdxOfValue: -1, Coords: [][4]int{{1, 2, 3, 4}}, Name: "白细胞"})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"sim":1,"idx":0,"value":null,"idx_of_value":-1,"coords":[[1,2,3,4]],"name":"白细胞","unit":"","reference":"","flag":"","confidence":0}`
	if string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
