package page

import "testing"

// What the traits of careless print and taking do to a page, compared with the
// same page without them.
func TestCarelessPages(t *testing.T) {
	maker := newMaker(t)
	plain, without := taken(t, maker, "")
	lines := without.Truth.Lines

	_, p := taken(t, maker, misprint)
	spoilt := 0
	for i, line := range p.Truth.Lines {
		if line.Unit != lines[i].Unit {
			spoilt++
		}
		if line.Value != lines[i].Value || line.Printed != lines[i].Printed {
			t.Errorf("a misprinted unit changed %s from %s to %s", line.Name, lines[i].Printed, line.Printed)
		}
	}
	if spoilt == 0 || spoilt == len(lines) {
		t.Errorf("%d of %d units are misprinted", spoilt, len(lines))
	}

	_, p = taken(t, maker, tight)
	narrowest := func(p *Picture) int {
		least := 1 << 20
		for _, line := range p.Truth.Lines {
			least = min(least, line.ResultBox[0]-line.NameBox[2])
		}
		return least
	}
	if loose, close := narrowest(without), narrowest(p); close >= loose || close < 0 {
		t.Errorf("the narrowest gap before a result was %d pixels, is %d", loose, close)
	}

	picture, p := taken(t, maker, headless)
	first := p.Truth.Lines[0].Box
	lost := plain.Bounds().Dy() - picture.Bounds().Dy()
	if high := first[3] - first[1]; lost < 4*high || first[1] < 0 || first[1] > 3*high {
		t.Errorf("%d pixels are cut off, the first line is at %v", lost, first)
	}
	if want := lines[0].Box[1] - lost; first[1] != want {
		t.Errorf("the first line begins at %d, want %d", first[1], want)
	}
}
