package page

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"

	"tijian/tools/reportgen/catalogue"
	"tijian/tools/reportgen/paint"
)

// Stacked draws the page of a seed whose results and references stand above each other,
// in either order, or beside each other: words for the most part, some of the results
// gone, or smeared until nobody can read them. The truth has only those that are left.
func (m *Maker) Stacked(seed uint64) (*Picture, error) {
	rng := rand.New(rand.NewPCG(seed, 0x7374_6163))
	m = m.wide
	style := m.catalogue.Styles[rng.IntN(len(m.catalogue.Styles))]
	f := &free{sheet: &sheet{maker: m, rng: rng, style: &style, seen: map[string]bool{}}, chosen: map[string]string{}}
	f.choose()
	f.chosen["orientation"], f.chosen["range"], f.chosen["names"], f.chosen["mark"] = "stacked", "column", "whole", "none"
	f.pick("stack", "reference below", "reference below", "reference above", "reference beside")
	f.pick("smaller", "yes", "yes", "no")
	f.pick("kinds", "words", "mixed")
	f.phone, style.FlagAt = true, "column"
	f.habits = habits{style: &style, female: rng.IntN(2) == 0, nameForm: rng.IntN(3), short: map[string]bool{}}
	f.width = []float64{780, 828, 1080, 1170}[rng.IntN(4)]
	f.base = f.width * (0.031 + 0.008*rng.Float64())
	f.margin = f.width * 0.05
	f.left, f.right = f.margin, f.width-f.margin
	f.canvas = paint.NewCanvas(m.fonts, int(f.width), 9000)
	f.canvas.Fill(f.canvas.Image.Rect, f.paper)
	f.statusBar()
	for i := range m.catalogue.Panels {
		if p := &m.catalogue.Panels[i]; p.ID == "urine" || p.ID == "lipids" && f.is("kinds", "mixed") {
			f.section(p.Title)
			f.stack(f.items([]*catalogue.Panel{p}))
		}
	}
	f.height = f.y + f.margin
	f.canvas.Image = f.canvas.Image.SubImage(image.Rect(0, 0, int(f.width), int(f.height))).(*image.RGBA)
	f.dpi = f.width / 8.27
	return f.taken(seed)
}

// stack draws a row for each entry.
func (f *free) stack(entries []*entry) {
	small := f.base
	if f.is("smaller", "yes") {
		small *= 0.75
	}
	for _, e := range entries {
		if f.is("kinds", "words") && e.cells[colUnit] != "" || e.truths[0].Indicator == "" {
			continue
		}
		cells := f.field(e)
		ink := map[bool]color.Color{true: color.RGBA{214, 40, 40, 255}, false: f.ink}[e.truths[0].Flag != ""]
		result := []run{{text: cells[colResult] + cells[colFlag], pen: f.pen(f.base, ink, f.is("bold", "values")), column: colResult}}
		if cells[colUnit] != "" {
			result = append(result, run{text: " " + cells[colUnit], pen: f.pen(f.base*0.8, f.weak, false)})
		}
		lines := [][]run{result, {{text: cells[colReference], pen: f.pen(small, f.weak, false)}}}
		x, high := f.right, f.base*1.35+small*1.35
		if f.is("stack", "reference above") {
			slices.Reverse(lines)
		}
		f.line(e, []run{{text: cells[colName], pen: f.pen(f.base, f.ink, f.is("bold", "names")), column: colName}}, f.left, f.y+high/2+f.base*0.36)
		y := f.y
		for _, line := range lines {
			base := y + lineHeight(line)*0.78
			if f.is("stack", "reference beside") {
				x, base = f.right, f.y+high/2+f.base*0.36
				if line[0].column == colResult {
					x -= f.width * 0.25
				}
			}
			f.line(e, line, x-f.lineWidth(line), base)
			y += lineHeight(line)
		}
		f.y += high + f.base*(0.5+0.3*f.rng.Float64())
		if !f.lose(e.truths[0].ResultBox.Rect()) {
			f.printed = append(f.printed, e)
		}
	}
}

// lose takes a result from the page, or smears it, one in four.
func (f *free) lose(box image.Rectangle) bool {
	how := f.rng.IntN(8)
	switch box = box.Inset(-2); how {
	case 0:
		f.canvas.Fill(box, f.paper)
	case 1:
		for y := box.Min.Y; y < box.Max.Y; y++ {
			for x := box.Min.X; x < box.Max.X; x++ {
				if f.rng.IntN(3) == 0 {
					f.canvas.Image.Set(x, y, f.paper)
				}
				if (x/3+y/2)%4 == 0 {
					f.canvas.Image.Set(x, y, f.canvas.Image.At(x+f.rng.IntN(9)-4, y+f.rng.IntN(7)-3))
				}
			}
		}
		f.canvas.Rule(float64(box.Min.X), float64(box.Min.Y), float64(box.Max.X), float64(box.Max.Y), f.base*0.2, f.ink)
		f.canvas.Rule(float64(box.Min.X), float64(box.Max.Y), float64(box.Max.X), float64(box.Min.Y), f.base*0.2, f.ink)
	}
	return how < 2
}
