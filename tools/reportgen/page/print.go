package page

import (
	"image"
	"image/color"
	"math"

	"tijian/tools/reportgen/degrade"
	"tijian/tools/reportgen/paint"
	"tijian/tools/reportgen/truth"
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
	s.multiply(s.canvas.Image.Rect, func(x, y float64) color.RGBA {
		u, v := math.Mod(x*cos+y*sin, wide), math.Mod(y*cos-x*sin, high)
		if u < 0 {
			u += wide
		}
		if v < 0 {
			v += high
		}
		return tile.Image.RGBAAt(min(int(u), tile.Image.Rect.Dx()-1), min(int(v), tile.Image.Rect.Dy()-1))
	})
}

// dateStamp presses a frame with words and a date on the page, a little askew
// and pale, so that what lies under it can be read.
func (s *sheet) dateStamp() {
	if !s.has(dateStamp) {
		return
	}
	lines := [][]string{{"检验专用章", "2026.06.18"}, {"已审核", "2026-06-18 09:42"}, {"收费专用", "2026年6月18日"}, {"体检中心", "2026 06 18", "第3号窗口"}}[s.rng.IntN(4)]
	pen := s.pen(11 + 5*s.rng.Float64())
	pen.Ink = []color.Color{color.RGBA{222, 70, 70, 255}, color.RGBA{90, 100, 205, 255}, color.RGBA{170, 80, 170, 255}}[s.rng.IntN(3)]
	wide := 0.0
	for _, line := range lines {
		wide = max(wide, s.canvas.Width(line, pen))
	}
	wide, high, thick := wide+pen.Size, pen.Size*(0.7+1.3*float64(len(lines))), max(2, pen.Size/14)
	tile := paint.NewCanvas(s.maker.fonts, int(wide), int(high))
	for i, line := range lines {
		tile.Text((wide-s.canvas.Width(line, pen))/2, pen.Size*(1.25+1.3*float64(i)), line, pen)
	}
	for _, edge := range [][4]float64{{0, thick, wide, thick}, {0, high - thick, wide, high - thick}, {thick, 0, thick, high}, {wide - thick, 0, wide - thick, high}} {
		tile.Rule(edge[0], edge[1], edge[2], edge[3], thick, pen.Ink)
	}
	cx, cy := s.width*(0.2+0.6*s.rng.Float64()), s.height*(0.3+0.35*s.rng.Float64())
	sin, cos := math.Sincos(0.5*s.rng.Float64() - 0.25)
	reach := int(wide/2 + high)
	s.multiply(image.Rect(int(cx)-reach, int(cy)-reach, int(cx)+reach, int(cy)+reach), func(x, y float64) color.RGBA {
		u, v := (x-cx)*cos+(y-cy)*sin+wide/2, (y-cy)*cos-(x-cx)*sin+high/2
		if at := image.Pt(int(math.Floor(u)), int(math.Floor(v))); at.In(tile.Image.Rect) {
			return tile.Image.RGBAAt(at.X, at.Y)
		}
		return color.RGBA{255, 255, 255, 255}
	})
}

// notes lets a pen mark some results, abnormal ones rather than others.
func (s *sheet) notes() {
	if !s.has("handwriting") {
		return
	}
	var places []truth.Box
	for _, e := range s.printed {
		share := 0.08
		if e.abnormal {
			share = 0.6
		}
		if s.rng.Float64() < share {
			places = append(places, e.truths[0].ResultBox)
		}
	}
	degrade.Note(s.rng, s.canvas.Image, places)
}

// multiply lays transparent ink over a part of the page.
func (s *sheet) multiply(part image.Rectangle, ink func(x, y float64) color.RGBA) {
	page := s.canvas.Image
	part = part.Intersect(page.Rect)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			over := ink(float64(x), float64(y))
			p := page.Pix[y*page.Stride+4*x:][:3]
			for i, v := range []uint8{over.R, over.G, over.B} {
				p[i] = uint8(int(p[i]) * int(v) / 255)
			}
		}
	}
}
