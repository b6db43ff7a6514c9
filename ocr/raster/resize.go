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
	ring := make([]float32, down.taps*w)
	at := make([]int32, down.taps)
	line := make([]float32, sw)
	sum := make([]float32, w)
	out := image.NewGray(image.Rect(0, 0, w, h))
	done := 0
	for y := range h {
		first, weights := down.at(y)
		for done = max(done, first); done < first+down.taps; done++ {
			levels(line, g.Pix[done*g.Stride:])
			across.apply(ring[done%down.taps*w:][:w], line)
		}
		for i := range at {
			at[i] = int32((first + i) % down.taps * w)
		}
		weigh(sum, ring, at, weights)
		round(out.Pix[y*out.Stride:][:w], sum)
	}
	return out
}

// longShape is how many times as long as wide a sheet or screen is at most. What
// is longer is several of them below each other, each with its print.
const longShape = 2

// longest gives the pixels that the longer side of a picture may have where that of
// one page may have long.
func longest(w, h, long int) int {
	return max(long, long*max(w, h)/(longShape*max(1, min(w, h))))
}

// Fit shrinks g so that its longer side is at most long pixels, more where it is
// several pages or screens long, and returns the factor it applied (1 when
// nothing was to be done).
func Fit(g *image.Gray, long int) (*image.Gray, float64) {
	w, h := g.Rect.Dx(), g.Rect.Dy()
	long = longest(w, h, long)
	if max(w, h) <= long {
		return g, 1
	}
	k := float64(long) / float64(max(w, h))
	return Resize(g, int(math.Round(float64(w)*k)), int(math.Round(float64(h)*k))), k
}

// kernel holds the filter weights of one direction: for each new pixel those of
// as many old ones, from first on. Some are nought.
type kernel struct {
	taps   int
	first  []int32
	weight []float32 // taps for each new pixel
}

func newKernel(from, to int) kernel {
	ratio := float64(from) / float64(to)
	reach := max(ratio, 1)
	return makeKernel(from, to, func(i int) (lo, hi int, weight func(j int) float32) {
		centre := (float64(i)+0.5)*ratio - 0.5
		lo = max(int(math.Ceil(centre-reach)), 0)
		hi = min(int(math.Floor(centre+reach)), from-1)
		var total float32
		plain := func(j int) float32 { return float32(max(1-math.Abs(float64(j)-centre)/reach, 0)) }
		for j := lo; j <= hi; j++ {
			total += plain(j)
		}
		return lo, hi, func(j int) float32 { return plain(j) / total }
	})
}

// makeKernel asks for each new pixel which old ones count, and how much.
func makeKernel(from, to int, ask func(i int) (lo, hi int, weight func(j int) float32)) kernel {
	k := kernel{first: make([]int32, to)}
	for i := range to {
		lo, hi, _ := ask(i)
		k.taps = max(k.taps, hi-lo+1)
	}
	k.weight = make([]float32, to*k.taps)
	for i := range to {
		lo, hi, weight := ask(i)
		first := min(lo, from-k.taps) // as many as there are for others
		k.first[i] = int32(first)
		for j := lo; j <= hi; j++ {
			k.weight[i*k.taps+j-first] = weight(j)
		}
	}
	return k
}

func (k kernel) at(i int) (first int, weights []float32) {
	return int(k.first[i]), k.weight[i*k.taps : (i+1)*k.taps]
}

func (k kernel) apply(to, from []float32) { pick(to, from, k.first, k.weight, k.taps) }
