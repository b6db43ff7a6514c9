package score

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"tijian/tools/reportgen/truth"
)

func page(layout string, values map[string]float64) *truth.Page {
	p := &truth.Page{Layout: layout, Condition: truth.Clean, Form: "list", Style: "医院", Values: values}
	for name, v := range values {
		p.Lines = append(p.Lines, truth.Line{Indicator: name, Name: name, Value: v})
	}
	return p
}

func TestBoardCounts(t *testing.T) {
	b := New()
	b.Add("a.jpg", page("SINGLE", map[string]float64{"potassium": 4.5, "sodium": 140, "urea": 5}), Reading{
		Values: map[string]float64{"potassium": 4.5, "sodium": 14, "chloride": 100}, Seconds: 2,
	})
	b.Add("b.jpg", page("TABLE", map[string]float64{"potassium": 3.9}), Reading{Error: "IMAGE_SIZE_ERROR: …", Seconds: 1})
	b.Sort()

	all := b.Groups(All)[0]
	if all.Tally != (Tally{Pages: 2, True: 4, Given: 3, Right: 1}) {
		t.Errorf("all: %+v", all.Tally)
	}
	if all.Precision != 1.0/3 || all.Recall != 0.25 || all.F1 != 2.0/7 || math.Abs(all.Wrong-2.0/3) > 1e-12 {
		t.Errorf("figures: %+v", all)
	}
	if len(b.Wrongs) != 2 || b.Wrongs[0].Indicator != "chloride" || b.Wrongs[0].True != nil || b.Wrongs[1].Read != 14 || *b.Wrongs[1].True != 140 {
		t.Errorf("wrong: %+v", b.Wrongs)
	}
	if len(b.Missings) != 2 || b.Missings[0].Indicator != "urea" || b.Missings[1].File != "b.jpg" {
		t.Errorf("missing: %+v", b.Missings)
	}
	if len(b.Failures) != 1 || b.Failures[0].File != "b.jpg" {
		t.Errorf("failures: %+v", b.Failures)
	}
	if groups := b.Groups(Layout); len(groups) != 2 || groups[0].Name != "SINGLE" || groups[0].Right != 1 || groups[1].Given != 0 {
		t.Errorf("layouts: %+v", groups)
	}
	if worst := b.Worst(Indicator, 2); len(worst) != 2 || worst[0].F1 != 0 {
		t.Errorf("worst: %+v", worst)
	}
	if median, longest := b.Seconds(); median != 2 || longest != 2 {
		t.Errorf("seconds: %v, %v", median, longest)
	}
}

func TestRight(t *testing.T) {
	for _, c := range []struct {
		read, true float64
		want       bool
	}{
		{1.020, 1.020, true}, {1.021, 1.020, false}, {0, 0, true}, {0.01, 0, false},
		{4.5 * 88.4, 397.8, true}, {142.5, 142.6, false}, {9999, 10000, true}, {55, 5.5, false},
	} {
		if Right(c.read, c.true) != c.want {
			t.Errorf("Right(%v, %v) is %v", c.read, c.true, !c.want)
		}
	}
}

func TestEmptyBoard(t *testing.T) {
	b := New()
	b.Sort()
	if m, l := b.Seconds(); m != 0 || l != 0 || len(b.Groups(All)) != 0 || len(b.Worst(Indicator, 3)) != 0 {
		t.Error("an empty board has figures")
	}
}

func TestFiguresStayBetweenZeroAndOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		right := rapid.IntRange(0, 50).Draw(t, "right")
		tally := Tally{Right: right, Given: right + rapid.IntRange(0, 50).Draw(t, "wrong"), True: right + rapid.IntRange(0, 50).Draw(t, "missing")}
		for _, v := range []float64{tally.Precision(), tally.Recall(), tally.F1(), tally.Wrong()} {
			if v < 0 || v > 1 {
				t.Fatalf("%+v gives %v", tally, v)
			}
		}
		if f := tally.F1(); f > max(tally.Precision(), tally.Recall())+1e-12 || f+1e-12 < min(tally.Precision(), tally.Recall()) {
			t.Fatalf("%+v: F1 %v is not between precision and recall", tally, f)
		}
	})
}
