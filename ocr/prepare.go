package ocr

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"math"

	"tijian/ocr/compact"
	"tijian/ocr/layout"
	"tijian/ocr/page"
	"tijian/ocr/raster"
)

// A preparedSheet is a page made ready for reading.
type preparedSheet struct {
	gray       *image.Gray // of even background, level, without rules
	rows       []layout.Row
	em         float64
	grid       bool    // ruled as a table
	confidence float64 // mean confidence of a sample of its blocks

	quarters int         // by which the picture was turned clockwise
	size     image.Point // of the turned picture
	back     raster.Map  // from gray to the turned picture

	readings    map[stripKey]compact.Reading // what the compact reader has read so far
	blockCutter *layout.Cutter               // made when first needed
}

// A view is a picture together with the way back to the one of even background
// that it was drawn from; each new view is drawn from that, so that pixels are
// interpolated only once.
type view struct {
	flat   *image.Gray
	gray   *image.Gray
	back   raster.Map // from gray to flat
	square bool       // the sheet's own edges have been made upright
}

// draw returns the view of size whose pixels m leads to v's.
func (v view) draw(size image.Point, m raster.Map, shrink float64) view {
	back := m.Then(v.back)
	source, from := v.flat, back
	if shrink < resampleBelow { // no pixel may be skipped
		w, h := float64(v.flat.Rect.Dx()), float64(v.flat.Rect.Dy())
		source = raster.Resize(v.flat, int(math.Round(w*shrink)), int(math.Round(h*shrink)))
		from = back.Then(raster.Scale(1 / shrink))
	}
	return view{flat: v.flat, gray: raster.Warp(source, size, from, shrink > cubicFrom), back: back, square: v.square}
}

// prepare runs the stages that look at pixels only, on the picture turned
// clockwise by quarters. debug gets the picture after each.
func prepare(ctx context.Context, gray *image.Gray, quarters int, debug stages) (*preparedSheet, error) {
	original := gray
	gray = raster.RotateQuarters(gray, quarters)
	debug.show("1-gray", gray)
	size := gray.Rect.Size()
	gray, shrunk := raster.Fit(gray, firstSide)
	if k := page.Oversized(gray, shrunkCharHeight); k < shrinkWorthwhile {
		gray = raster.Resize(gray, int(float64(gray.Rect.Dx())*k), int(float64(gray.Rect.Dy())*k))
		shrunk *= k
	}
	toPicture := raster.Scale(shrunk)

	v := squareSheet(gray)
	debug.show("2-flat", v.gray)
	if err := ctx.Err(); err != nil {
		return nil, err
	}

	v, em, enlarged, sideways := deskew(v)
	if sideways && quarters&1 == 0 {
		return prepare(ctx, original, quarters+1, debug)
	}
	debug.show("3-straight", v.gray)
	if em == 0 { // no text
		return &preparedSheet{gray: v.gray, em: charHeight, back: v.back.Then(toPicture), quarters: quarters, size: size}, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}

	v, ink, ok := dewarp(v, em, enlarged)
	if !ok {
		return &preparedSheet{gray: v.gray, em: em, back: v.back.Then(toPicture), quarters: quarters, size: size}, nil
	}
	debug.show("4-level", v.gray)
	if err := ctx.Err(); err != nil {
		return nil, err
	}

	if light := page.InvertDarkBars(v.gray, ink, em); light != v.gray {
		v.gray, ink = light, page.Binarise(light)
	}
	rules, clean := page.RemoveRules(ink, em)
	dashed, clean := page.RemoveDashedRules(clean, rules, em)
	rules = append(rules, dashed...)
	clean = page.RemoveLeaders(clean, em)
	gray = page.EraseRules(v.gray, ink, clean)
	debug.show("5-ruleless", gray)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	rows := layout.Rows(raster.Components(clean), rules, em)
	layout.JoinFaintPoints(rows, rules, gray, em)
	s := &preparedSheet{gray: gray, rows: rows, em: em, back: v.back.Then(toPicture), grid: layout.Gridded(rules, em), quarters: quarters, size: size}
	if debug != nil {
		debug("6-blocks", s.picture(rules))
	}
	return s, nil
}

// dewarp takes the bend out of the rows: first as the words show it, then as
// whole rows do. It reports false when there is no text but noise.
func dewarp(v view, em, enlarged float64) (view, *raster.Bitmap, bool) {
	size := v.gray.Rect.Size()
	ink := page.Binarise(v.gray)
	for _, far := range dewarpGaps {
		parts := raster.Components(ink)
		if isTexture(parts) {
			return v, ink, false
		}
		bend := layout.EstimateCurvature(parts, page.TraceRules(ink, parts, em), em, size.X, size.Y, far)
		if bend.Span() < dewarpLeast*em {
			break
		}
		v = v.draw(size, bend.Map(), enlarged)
		ink = page.Binarise(v.gray)
	}
	return v, ink, true
}

// squareSheet normalises the background, and looks squarely at the sheet if the
// picture shows one on a table.
func squareSheet(gray *image.Gray) view {
	found, ok := page.FindSheet(gray)
	if !ok {
		flat := page.NormaliseBackground(gray)
		return view{flat: flat, gray: flat, back: raster.Scale(1)}
	}
	flat := found.Clear(page.NormaliseBackground(found.Fill(gray)))
	squarely, size := found.Rectify()
	return view{flat: flat, back: raster.Scale(1), square: true}.draw(size, squarely, 1)
}

// deskew turns rows level and brings characters to one size. It returns their
// height and the factor of enlargement, or 0 when there is no text, and whether
// lines run from top to bottom.
func deskew(v view) (out view, em, enlarged float64, sideways bool) {
	parts := raster.Components(page.Binarise(v.gray))
	em = page.CharHeight(parts)
	if em == 0 || isTexture(parts) {
		return v, 0, 1, false
	}
	sideways = page.Sideways(parts, em)
	area := float64(v.gray.Rect.Dx() * v.gray.Rect.Dy())
	enlarged = min(charHeight/em, mostEnlarged, math.Sqrt(mostPixels/area))
	if math.Abs(enlarged-1) < resizeWorthwhile {
		enlarged = 1
	}
	size := v.gray.Rect.Size()
	turn := raster.Scale(1)
	angle, _ := page.Skew(parts, em, maxSkew)
	if v.square && math.Abs(angle) < squareSkew {
		angle = 0 // a turn would make the columns lean
	}
	if math.Abs(angle) > leastSkew {
		turn, size = raster.Rotation(angle, size.X, size.Y)
	}
	if enlarged == 1 && math.Abs(angle) <= leastSkew {
		return v, em, 1, sideways
	}
	size = image.Pt(int(float64(size.X)*enlarged), int(float64(size.Y)*enlarged))
	return v.draw(size, raster.Scale(enlarged).Then(turn), enlarged), em * enlarged, enlarged, sideways
}

// isTexture tells a picture of noise or texture from a page of text: the
// fullest reports have less than ten thousand pieces of ink.
func isTexture(parts []raster.Component) bool {
	n := 0
	for i := range parts {
		if parts[i].Area >= speckInk {
			n++
		}
	}
	return n > mostPieces
}

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
