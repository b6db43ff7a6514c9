package population

import (
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"tijian/engine/assess"
	"tijian/engine/problem"
	"tijian/internal/rulestest"
)

func take[T any](n int, all iter.Seq[T]) []T {
	var list []T
	for x := range all {
		if len(list) == n {
			break
		}
		list = append(list, x)
	}
	return list
}

// Persons near bounds can be assessed, are always the same, and lie on bounds
// often.
func TestNear(t *testing.T) {
	set := rulestest.Active(t)
	engine := assess.New(set)
	people := take(100, Near(3, set))
	if !reflect.DeepEqual(people, take(100, Near(3, set))) {
		t.Error("the same seed gives other persons")
	}
	var bounds []float64
	for _, table := range set.Tables["hemoglobin"] {
		for _, row := range table.Rows {
			bounds = append(bounds, row.When.Bounds(set.Scope.Slot(set.Names.Value)).Numbers...)
		}
	}
	on := 0
	for _, r := range people {
		if _, err := engine.Assess(r); err != nil {
			t.Fatal(err)
		}
		for _, s := range r.Samples {
			if s.Name == "hemoglobin" && slices.Contains(bounds, s.Value) {
				on++
			}
		}
	}
	if on < 5 {
		t.Errorf("%d of 100 lie on a bound", on)
	}
}

func TestDescribe(t *testing.T) {
	r := &assess.Request{Person: assess.Person{At: examined, Born: examined.AddDate(-40, 0, 0), Sex: assess.Female, HasCVD: true, SmokeDaily: 5, Arguments: map[string]any{"profile.urban": true}}, Samples: []assess.Sample{{Name: "weight", Unit: "kg", Value: 60.5}}}
	set := rulestest.Active(t)
	if got := Describe(set, r, problem.English); got != "woman, aged 40, has_cvd, smoke_daily_frequency 5, urban=true, weight 60.5 kg" {
		t.Error(got)
	}
	if got := Describe(set, r, problem.Chinese); !strings.HasPrefix(got, "女，40 岁，心血管病，每日吸烟 5，") || !strings.HasSuffix(got, "体重 60.5 kg") {
		t.Error(got)
	}
}

func TestShrink(t *testing.T) {
	r := &assess.Request{Person: assess.Person{HasCVD: true, HasDiabetes: true, SmokeDaily: 3, Arguments: map[string]any{"a": true, "b": true}}, Samples: []assess.Sample{{Name: "x"}, {Name: "y"}, {Name: "z"}}}
	before := *r
	got := Shrink(r, func(r *assess.Request) bool {
		_, a := r.Arguments["a"]
		return r.HasCVD && a && slices.ContainsFunc(r.Samples, func(s assess.Sample) bool { return s.Name == "y" })
	})
	want := &assess.Request{Person: assess.Person{HasCVD: true, Arguments: map[string]any{"a": true}}, Samples: []assess.Sample{{Name: "y"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if !reflect.DeepEqual(*r, before) || len(r.Arguments) != 2 {
		t.Errorf("the person given became %+v", r)
	}
}
