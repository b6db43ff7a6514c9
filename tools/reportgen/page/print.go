package page

import (
	"image"
	"image/color"
	"math"

	"tijian/tools/reportgen/paint"
)

// chooseHabits draws what a page's traits do the same way in every line.
func (s *sheet) chooseHabits() {
	if s.has(partial) && s.rng.IntN(2) == 0 {
		s.nudge = s.mm(0.3 + 0.7*s.rng.Float64())
	}
	if s.has(cutNames) {
		s.halved = s.rng.IntN(2) == 0
	}
	if s.has(redResults) {
		s.resultInk = []color.Color{red, color.RGBA{20, 40, 160, 255}, color.RGBA{110, 20, 130, 255}, color.RGBA{0, 100, 50, 255}}[s.rng.IntN(4)]
	}
}

// resultPen is the pen of a cell.
func (s *sheet) resultPen(column string, pen paint.Pen) paint.Pen {
	if column == colResult && s.resultInk != nil {
		pen.Ink = s.resultInk
	}
	return pen
}

// half draws a part of the character that follows a name, as far as the
// column's edge lets it be seen. It is no character of the page's truth.
func (s *sheet) half(char rune, name image.Rectangle, c column, y, height float64, pen paint.Pen) {
	x := float64(name.Max.X) + pen.Size*0.06
	edge := min(x+pen.Size*(0.25+0.35*s.rng.Float64()), c.x+c.w-1)
	known := len(s.canvas.Glyphs)
	base := y + height/2 + pen.Size*0.36
	box := s.canvas.Text(x, base, string(char), pen)
	s.canvas.Glyphs = s.canvas.Glyphs[:known]
	s.canvas.Fill(image.Rect(int(math.Round(edge)), box.Min.Y, box.Max.X+1, box.Max.Y), color.White)
}

// watermark lays pale words across the page, under the print.
func (s *sheet) watermark() {
	if !s.has(watermark) {
		return
	}
	words := []string{"仅供参考", "复印无效", "检验专用", s.style.Name, "内部资料 请勿外传"}
	pen := s.pen(26 + 22*s.rng.Float64())
	pen.Ink = []color.Color{color.Gray{Y: 208}, color.Gray{Y: 226}, color.RGBA{240, 205, 205, 255}, color.RGBA{200, 215, 242, 255}}[s.rng.IntN(4)]
	pen.Bold = s.rng.IntN(2) == 0
	text := words[s.rng.IntN(len(words))]
	wide, high := s.canvas.Width(text, pen)*(1.2+s.rng.Float64()), pen.Size*(2.5+5*s.rng.Float64())
	tile := paint.NewCanvas(s.maker.fonts, int(wide), int(high))
	tile.Text(pen.Size*0.1, high/2, text, pen)
	sin, cos := math.Sincos((0.25 + 0.4*s.rng.Float64()) * float64(1-2*s.rng.IntN(2)))
	page := s.canvas.Image
	for y := range page.Rect.Dy() {
		for x := range page.Rect.Dx() {
			u := math.Mod(float64(x)*cos+float64(y)*sin, wide)
			v := math.Mod(float64(y)*cos-float64(x)*sin, high)
			if u < 0 {
				u += wide
			}
			if v < 0 {
				v += high
			}
			under := tile.Image.RGBAAt(min(int(u), tile.Image.Rect.Dx()-1), min(int(v), tile.Image.Rect.Dy()-1))
			over := page.Pix[y*page.Stride+4*x:][:3]
			for i, v := range []uint8{under.R, under.G, under.B} {
				over[i] = uint8(int(over[i]) * int(v) / 255)
			}
		}
	}
}
