package score

import (
	"testing"

	"tijian/ocr/result"
	"tijian/tools/reportgen/truth"
)

// report has two lines, of a known and of an unknown indicator.
func report() *truth.Page {
	return &truth.Page{Picture: "p.jpg", Values: map[string]float64{"potassium": 4.5}, Lines: []truth.Line{
		{Indicator: "potassium", Name: "钾", Box: truth.Box{0, 0, 100, 20}, NameBox: truth.Box{10, 0, 30, 20}},
		{Name: "溶血指数", Box: truth.Box{0, 30, 100, 50}, NameBox: truth.Box{10, 30, 50, 50}},
	}}
}

func at(sim float64, y int) result.Entry {
	return result.Entry{Sim: sim, IdxOfValue: -1, Name: "read", Coords: [][4]int{{12, y, 28, y + 16}}}
}

func TestCauses(t *testing.T) {
	for _, c := range []struct {
		reading Reading
		want    Cause
		read    string
	}{
		{Reading{Error: "IMAGE_SIZE_ERROR"}, Refused, ""},
		{Reading{}, Unknown, ""},
		{Reading{Full: result.Full{}}, Unmatched, ""},
		{Reading{Full: result.Full{"potassium": {at(0.95, 2)}}}, Null, "read"},
		{Reading{Full: result.Full{"potassium": {at(0.66, 2)}}}, Doubted, "read"},
		{Reading{Full: result.Full{"sodium": {at(0.95, 2)}}}, Other, "sodium read"},
		{Reading{Full: result.Full{"sodium": {at(0.95, 32)}}}, Unmatched, ""},
	} {
		b := New()
		b.Add("p.jpg", report(), c.reading)
		if got := b.Missings[0]; got.Cause != c.want || got.Read != c.read {
			t.Errorf("%+v: %q %q, want %q %q", c.reading, got.Cause, got.Read, c.want, c.read)
		}
	}
}

func TestCalibration(t *testing.T) {
	b := New()
	b.Add("p.jpg", report(), Reading{Full: result.Full{
		"potassium": {at(1, 2), at(0.92, 32)},
		"sodium":    {at(0.66, 2)},
		"urea":      {at(0.95, 200)},
	}})
	m := b.Matches
	if m.Sure.Matches != 3 || m.Sure.Right != 1 || len(m.Mismatches) != 2 {
		t.Errorf("sure: %+v, %+v", m.Sure, m.Mismatches)
	}
	total := 0
	for _, bucket := range m.Buckets {
		total += bucket.Matches
		if bucket.Share() < 0 || bucket.Share() > 1 {
			t.Errorf("share of %+v", bucket)
		}
	}
	if total != 4 || m.Buckets[0].Matches != 1 || m.Buckets[len(m.Buckets)-1].Right != 1 {
		t.Errorf("buckets: %+v", m.Buckets)
	}
}
