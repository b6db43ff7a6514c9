package raster

import (
	"image"
	"math"
)

// Resize scales g to w by h pixels with a triangle filter that widens when
// shrinking, so that no source pixel is skipped.
func Resize(g *image.Gray, w, h int) *image.Gray {
	w, h = max(w, 1), max(h, 1)
	sw, sh := g.Rect.Dx(), g.Rect.Dy()
	across := newKernel(sw, w)
	down := newKernel(sh, h)
	// Rows of the source, already w wide, are made once and kept while needed.
	rows := make([][]float32, sh)
	out := image.NewGray(image.Rect(0, 0, w, h))
	sum := make([]float32, w)
	done := 0
	for y := range h {
		first, weights := down.taps(y)
		for ; done < first; done++ {
			rows[done] = nil
		}
		clear(sum)
		for i, k := range weights {
			if rows[first+i] == nil {
				rows[first+i] = across.apply(g.Pix[(first+i)*g.Stride : (first+i)*g.Stride+sw])
			}
			for x, v := range rows[first+i] {
				sum[x] += k * v
			}
		}
		line := out.Pix[y*out.Stride : y*out.Stride+w]
		for x, v := range sum {
			line[x] = uint8(min(max(v+0.5, 0), 255))
		}
	}
	return out
}

// Fit shrinks g so that its longer side is at most long pixels, and returns
// the factor it applied (1 when nothing was to be done).
func Fit(g *image.Gray, long int) (*image.Gray, float64) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	if max(w, h) <= long {
		return g, 1
	}
	k := float64(long) / float64(max(w, h))
	return Resize(g, int(math.Round(float64(w)*k)), int(math.Round(float64(h)*k))), k
}

// kernel holds the filter weights of one direction of Resize.
type kernel struct {
	first  []int
	weight [][]float32
}

func newKernel(from, to int) kernel {
	k := kernel{first: make([]int, to), weight: make([][]float32, to)}
	ratio := float64(from) / float64(to)
	reach := max(ratio, 1)
	for i := range to {
		centre := (float64(i)+0.5)*ratio - 0.5
		lo := max(int(math.Ceil(centre-reach)), 0)
		hi := min(int(math.Floor(centre+reach)), from-1)
		weights := make([]float32, 0, hi-lo+1)
		var total float32
		for j := lo; j <= hi; j++ {
			v := float32(max(1-math.Abs(float64(j)-centre)/reach, 0))
			weights = append(weights, v)
			total += v
		}
		for j := range weights {
			weights[j] /= total
		}
		k.first[i], k.weight[i] = lo, weights
	}
	return k
}

func (k kernel) taps(i int) (int, []float32) { return k.first[i], k.weight[i] }

func (k kernel) apply(src []uint8) []float32 {
	out := make([]float32, len(k.first))
	for i, first := range k.first {
		var s float32
		weights := k.weight[i]
		part := src[first : first+len(weights)]
		for j, v := range part {
			s += weights[j] * float32(v)
		}
		out[i] = s
	}
	return out
}
