package page

import (
	"image"
	"slices"
)

// The edge of a shadow.
const (
	brink  = 0.15 // change of light from a tile to the next, of the darker, that makes an edge
	closed = 5    // pixels on each side over which print is closed beside an edge
	umbra  = 0.12 // least share of a sheet's rim that belongs to its lit part
)

// even averages over squares of 2*reach+1 tiles, leaving out those beyond the
// edge of a shadow.
func even(f []float32, cols, rows, reach int) []float32 {
	out := make([]float32, len(f))
	for y := range rows {
		for x := range cols {
			var sum float32
			n := 0
			own := f[y*cols+x]
			for j := max(y-reach, 0); j <= min(y+reach, rows-1); j++ {
				for _, v := range f[j*cols+max(x-reach, 0) : j*cols+min(x+reach, cols-1)+1] {
					if max(v, own) <= (1+2*brink)*min(v, own) {
						sum += v
						n++
					}
				}
			}
			out[y*cols+x] = sum / float32(n)
		}
	}
	return out
}

// A closing is the light of the pixels between four tiles' centres.
type closing struct {
	from  image.Point
	light [tile * tile]uint8
}

func (c *closing) at(x, y int) uint8 {
	x, y = min(max(x-c.from.X, 0), tile-1), min(max(y-c.from.Y, 0), tile-1)
	return c.light[y*tile+x]
}

// brinks gives the light pixel by pixel where the edge of a shadow passes, by
// the upper left one of the four tiles whose light differs, and where the ground
// is tinted: tiles are too coarse there. Elsewhere it is nil.
func brinks(g *image.Gray, light []float32, shaded []bool, cols, rows int) []*closing {
	out := make([]*closing, cols*rows)
	for ty := range rows {
		for tx := range cols {
			nx, ny := min(tx+1, cols-1), min(ty+1, rows-1)
			four := []float32{light[ty*cols+tx], light[ty*cols+nx], light[ny*cols+tx], light[ny*cols+nx]}
			tint := shaded[ty*cols+tx] || shaded[ty*cols+nx] || shaded[ny*cols+tx] || shaded[ny*cols+nx]
			if tint || slices.Max(four) > (1+brink)*slices.Min(four) {
				out[ty*cols+tx] = closeUp(g, image.Pt(tx*tile+tile/2, ty*tile+tile/2))
			}
		}
	}
	return out
}

// closeUp takes the greatest level around each pixel, and of that the least:
// strokes of print disappear, and edges stay where they are.
func closeUp(g *image.Gray, from image.Point) *closing {
	const side = tile + 4*closed
	pick := func(y, x int) uint8 {
		x, y = min(max(x, 0), g.Rect.Dx()-1), min(max(y, 0), g.Rect.Dy()-1)
		return g.Pix[y*g.Stride+x]
	}
	var f [side * side]float32
	for y := range side {
		for x := range side {
			f[y*side+x] = float32(pick(from.Y-2*closed+y, from.X-2*closed+x))
		}
	}
	level := extreme(extreme(f[:], side, side, closed, true), side, side, closed, false)
	out := &closing{from: from}
	for y := range tile {
		for x := range tile {
			out.light[y*tile+x] = uint8(max(level[(y+2*closed)*side+x+2*closed], 24))
		}
	}
	return out
}

// lit reports whether a sheet is partly in the shadow, core being its lit
// part: then they have some of the rim in common. A lit sheet on a larger one
// has a rim of its own.
func lit(sheet, core *Ink) bool {
	const by = 2 // pixels from rim to rim
	rim, common := 0, 0
	for y := by; y < sheet.H-by; y++ {
		for x := by; x < sheet.W-by; x++ {
			if sheet.Pix[y*sheet.W+x] == 0 || !touchesPaper(sheet, x, y) {
				continue
			}
			rim++
			for _, at := range [5]int{0, -by, by, -by * sheet.W, by * sheet.W} {
				if core.Pix[y*sheet.W+x+at] != 0 {
					common++
					break
				}
			}
		}
	}
	return float64(common) > umbra*float64(rim)
}
