package page

import (
	"image"
	paste "image/draw"
	"strings"

	"tijian/tools/reportgen/degrade"
	"tijian/tools/reportgen/truth"
)

// misprint spoils, with the trait misprint, half of the units of entries:
// another sign is typed for the raised one, or the end is cut off.
func (s *sheet) misprint(entries []*entry) {
	if !s.has(misprint) {
		return
	}
	for _, e := range entries {
		unit := []rune(e.cells[colUnit])
		if len(unit) < 3 || s.rng.IntN(2) == 0 {
			continue
		}
		printed := string(unit[:len(unit)-1])
		if strings.ContainsRune(string(unit), '^') && s.rng.IntN(3) > 0 {
			printed = strings.ReplaceAll(string(unit), "^", []string{"*", "", "E", "`"}[s.rng.IntN(4)])
		}
		e.cells[colUnit] = printed
		for i := range e.truths {
			e.truths[i].Unit = printed
		}
	}
}

// Widths of the columns' air, in parts of the font's size.
const (
	columnAir = 0.9
	tightAir  = 0.25
)

// air is what a column has besides its longest text; with the trait tight so
// little that the longest texts run into the next column.
func (s *sheet) air() float64 {
	if s.has(tight) {
		return tightAir
	}
	return columnAir
}

// behead cuts a picture off above its first line, with the head and perhaps a
// part of the row of column heads.
func (s *sheet) behead(picture image.Image, move degrade.Move) (image.Image, degrade.Move) {
	bounds := picture.Bounds()
	top, high := bounds.Max.Y, 0
	for _, e := range s.printed {
		for _, line := range e.truths {
			if b := move(line.Box); b[1] < top {
				top, high = b[1], b[3]-b[1]
			}
		}
	}
	top = max(top-int(float64(high)*(0.2+2*s.rng.Float64())), 0)
	out := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), max(bounds.Dy()-top, 1)))
	paste.Draw(out, out.Rect, picture, bounds.Min.Add(image.Pt(0, top)), paste.Src)
	return out, func(b truth.Box) truth.Box {
		b = move(b)
		return truth.Box{b[0], b[1] - top, b[2], b[3] - top}
	}
}
