package ocr

import (
	"image"
	"image/color"
	"image/draw"

	"tijian/ocr/page"
)

// stages is told of each stage's picture; nil for nobody.
type stages func(stage string, picture image.Image)

func (s stages) show(stage string, picture image.Image) {
	if s != nil {
		s(stage, picture)
	}
}

// named tells of stages by other names.
func (s stages) named(name func(stage string) string) stages {
	if s == nil {
		return nil
	}
	return func(stage string, picture image.Image) { s(name(stage), picture) }
}

// picture shows the blocks and rules found on a sheet.
func (s *preparedSheet) picture(rules []page.Rule) image.Image {
	out := image.NewRGBA(s.gray.Rect)
	draw.Draw(out, out.Rect, s.gray, image.Point{}, draw.Src)
	colours := []color.RGBA{{220, 0, 0, 255}, {0, 120, 220, 255}, {0, 150, 0, 255}}
	for i, row := range s.rows {
		for _, b := range row.Blocks {
			frame(out, b.Box.Inset(-2), colours[i%len(colours)])
		}
	}
	for _, r := range rules {
		frame(out, r.Box.Inset(-1), color.RGBA{200, 0, 200, 255})
	}
	return out
}

func frame(dst draw.Image, r image.Rectangle, c color.Color) {
	line := image.NewUniform(c)
	draw.Draw(dst, image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+1), line, image.Point{}, draw.Src)
	draw.Draw(dst, image.Rect(r.Min.X, r.Max.Y-1, r.Max.X, r.Max.Y), line, image.Point{}, draw.Src)
	draw.Draw(dst, image.Rect(r.Min.X, r.Min.Y, r.Min.X+1, r.Max.Y), line, image.Point{}, draw.Src)
	draw.Draw(dst, image.Rect(r.Max.X-1, r.Min.Y, r.Max.X, r.Max.Y), line, image.Point{}, draw.Src)
}
