package page

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"tijian/ocr/raster"
)

// The loops that go over many pixels at once, pixel by pixel, to compare with.

func plainBinarise(g *image.Gray) *raster.Bitmap {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	ink := raster.NewBitmap(w, h)
	dark := plainDarkest(g)
	levels := make([]uint8, dark.W)
	for y := range h {
		if y%tile == 0 {
			for i, v := range dark.Row(min(y/tile, dark.H-1)) {
				levels[i] = uint8(min(max(v*thresholdInk+thresholdPaper, thresholdLowest), thresholdHighest))
			}
		}
		src := g.Pix[y*g.Stride : y*g.Stride+w]
		dst := ink.Pix[y*w : (y+1)*w]
		for i, level := range levels {
			end := min((i+1)*tile, w)
			for x := i * tile; x < end; x++ {
				if src[x] < level {
					dst[x] = 1
				}
			}
		}
	}
	return ink
}

func plainDarkest(g *image.Gray) *raster.Plane {
	dark := tiles(g)
	for i := range dark.V {
		dark.V[i] = raster.Paper
	}
	for y := range g.Rect.Dy() {
		row := dark.Row(y / tile)
		for i := range row {
			part := g.Pix[y*g.Stride+i*tile : y*g.Stride+min((i+1)*tile, g.Rect.Dx())]
			// Two neighbours, so that a single speck does not count.
			for x := 1; x < len(part); x++ {
				if v := float32(max(part[x-1], part[x])); v < row[i] {
					row[i] = v
				}
			}
		}
	}
	return dark.Min(1).Mean(1)
}

func plainCloseTile(g *image.Gray, from image.Point) *closedTile {
	const side = tile + 4*shadowClose
	around := raster.NewPlane(side, side)
	for y := range side {
		line := g.Pix[min(max(from.Y-2*shadowClose+y, 0), g.Rect.Dy()-1)*g.Stride:]
		row := around.Row(y)
		for x := range row {
			row[x] = float32(line[min(max(from.X-2*shadowClose+x, 0), g.Rect.Dx()-1)])
		}
	}
	closed := around.Max(shadowClose).Min(shadowClose)
	out := &closedTile{from: from}
	for y := range tile {
		for x, v := range closed.Row(y + 2*shadowClose)[2*shadowClose : 2*shadowClose+tile] {
			out.light[y*tile+x] = uint8(max(v, darkestPaper))
		}
	}
	return out
}

func plainFilled(ink *raster.Bitmap, side int) *raster.Bitmap {
	out := raster.NewBitmap(ink.W, ink.H)
	run := make([]int, ink.W)  // squares' rows already full, by column
	line := make([]int, ink.W) // pixels of ink from here to the right
	for y := ink.H - 1; y >= 0; y-- {
		n := 0
		for x := ink.W - 1; x >= 0; x-- {
			if ink.Pix[y*ink.W+x] != 0 {
				n++
			} else {
				n = 0
			}
			line[x] = n
		}
		for x := range ink.W {
			if line[x] >= side {
				run[x]++
			} else {
				run[x] = 0
			}
			if run[x] >= side {
				out.Pix[y*ink.W+x] = 1
			}
		}
	}
	return out
}

func plainLongRuns(row []uint8, minRun, y int) []raster.Run {
	var out []raster.Run
	for x := 0; x < len(row); x++ {
		if row[x] == 0 {
			continue
		}
		x0, end := x, x+1
		for x++; x < len(row) && x-end <= runBridge; x++ {
			if row[x] != 0 {
				end = x + 1
			}
		}
		if end-x0 >= minRun {
			out = append(out, raster.Run{Y: int32(y), X0: int32(x0), X1: int32(end)})
		}
		x = end
	}
	return out
}

func plainEraseRules(g *image.Gray, before, after *raster.Bitmap) *image.Gray {
	out := raster.Clone(g)
	for y := range before.H {
		for x := range before.W {
			i := y*before.W + x
			if before.Pix[i] == 0 || after.Pix[i] != 0 {
				continue
			}
			for dy := -softEdge; dy <= softEdge; dy++ {
				for dx := -softEdge; dx <= softEdge; dx++ {
					nx, ny := x+dx, y+dy
					if nx < 0 || ny < 0 || nx >= before.W || ny >= before.H || after.Pix[ny*before.W+nx] != 0 {
						continue
					}
					if !touches(after, nx, ny) {
						out.Pix[ny*out.Stride+nx] = raster.Paper
					}
				}
			}
		}
	}
	return out
}

func TestSameAsPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 120).Draw(t, "w"), rapid.IntRange(1, 80).Draw(t, "h")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		g := raster.Blank(w, h)
		for range rng.IntN(8) { // bars, rules and grain
			x0, y0, bw, bh, loud := rng.IntN(w), rng.IntN(h), 1+rng.IntN(w), 1+rng.IntN(h), 1+rng.IntN(255)
			for y := y0; y < min(y0+bh/4+1, h); y++ {
				for x := x0; x < min(x0+bw, w); x++ {
					g.Pix[y*g.Stride+x] = uint8(rng.IntN(loud))
				}
			}
		}
		ink := Binarise(g)
		if !slices.Equal(ink.Pix, plainBinarise(g).Pix) {
			t.Fatal("Binarise differs")
		}
		from := image.Pt(rng.IntN(w+tile)-tile/2, rng.IntN(h+tile)-tile/2)
		if *closeTile(g, from) != *plainCloseTile(g, from) {
			t.Fatalf("closeTile differs at %v", from)
		}
		side := 1 + rng.IntN(9)
		if !slices.Equal(filled(ink, side).Pix, plainFilled(ink, side).Pix) {
			t.Fatalf("filled differs for squares of %d", side)
		}
		row := ink.Pix[:w]
		if !slices.Equal(longRuns(row, side, 0), plainLongRuns(row, side, 0)) {
			t.Fatalf("longRuns differs in %v", row)
		}
		upright, turned := ink.Clone(), ink.Transposed()
		for _, l := range trace(turned, float64(side), float64(side), float64(side)) {
			erase(upright.Pix, upright.W, 1, upright.W, l)
			erase(turned.Pix, 1, turned.W, turned.H, l)
		}
		if !slices.Equal(upright.Pix, turned.Transposed().Pix) {
			t.Fatal("erase differs along columns")
		}
		after := ink.Clone()
		for range 3 {
			clear(after.Pix[min(rng.IntN(h)*w, w*h):][:rng.IntN(w)])
		}
		if !slices.Equal(EraseRules(g, ink, after).Pix, plainEraseRules(g, ink, after).Pix) {
			t.Fatal("EraseRules differs")
		}
	})
}
