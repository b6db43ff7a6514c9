package page

import (
	"slices"

	"tijian/tools/reportgen/catalogue"
)

// halves draws the entries in two columns of lines side by side.
func (s *sheet) halves(panels []*catalogue.Panel, top, bottom float64) {
	entries := s.items(panels)
	middle := (len(entries) + 1) / 2
	gap := s.mm(3 + 3*s.rng.Float64())
	look := gridLook{columns: s.usedColumns(), points: 8.5 + 0.5*float64(s.rng.IntN(3))}
	if s.rng.IntN(4) == 0 {
		s.shorten(entries, cut, 7+s.rng.IntN(3))
	}
	// narrow halves have room for one of number and code only
	if i := slices.Index(look.columns, colNumber); i >= 0 && slices.Contains(look.columns, colCode) {
		look.columns = slices.Delete(look.columns, i, i+1)
	}
	centre := s.width / 2
	left := area{s.margin, top, centre - gap/2, bottom}
	right := area{centre + gap/2, top, s.width - s.margin, bottom}
	pen := s.pen(look.points)
	look.pitch = min((bottom-top)/float64(middle+1), pen.Size*(1.6+0.4*s.rng.Float64()))
	pen.Size = min(pen.Size, look.pitch/1.3)
	s.columns(entries[:middle], left, look, &pen)
	s.columns(entries[middle:], right, look, &pen)
	look.points = pen.Size * 72 / s.dpi // one size for both halves
	end := s.grid(entries[:middle], left, look)
	s.grid(entries[middle:], right, look)
	if s.form != "halves" {
		s.canvas.Rule(centre, top, centre, end, max(1, s.dpi/120), black)
	}
}
