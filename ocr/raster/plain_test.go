package raster

import (
	"image"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What the C kernel and the loops over words do, pixel by pixel, to compare
// with: answers must be the same to the bit.

// plainReduce is Reduce.
func plainReduce(gray *image.Gray, long int) *Plane {
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	long = longest(w, h, long)
	scale := float64(max(w, h)) / float64(long)
	if scale <= 1 {
		return PlaneOf(gray)
	}
	p := NewPlane(max(1, int(float64(w)/scale)), max(1, int(float64(h)/scale)))
	columns, rows := spans(w, p.W), spans(h, p.H)
	sum := make([]float32, w)
	for y := range p.H {
		clear(sum)
		for _, s := range rows[y] {
			from := gray.Pix[s.at*gray.Stride : s.at*gray.Stride+w]
			for x, v := range from {
				sum[x] += s.weight * float32(v)
			}
		}
		to := p.Row(y)
		for x := range to {
			for _, s := range columns[x] {
				to[x] += s.weight * sum[s.at]
			}
		}
	}
	return p
}

// A share is how much one old pixel counts in a new one.
type share struct {
	at     int
	weight float32
}

// spans gives for each of n new pixels the old pixels it covers.
func spans(old, n int) [][]share {
	scale := float64(old) / float64(n)
	all := make([][]share, n)
	for i := range all {
		from, to := float64(i)*scale, float64(i+1)*scale
		for at := int(from); at < old && float64(at) < to; at++ {
			part := math.Min(to, float64(at+1)) - math.Max(from, float64(at))
			if part > 0 {
				all[i] = append(all[i], share{at, float32(part / scale)})
			}
		}
	}
	return all
}

// plainGaussian is Plane.Gaussian.
func plainGaussian(p *Plane, sigma float64) *Plane {
	radius := int(math.Ceil(3 * sigma))
	kernel := make([]float32, 2*radius+1)
	var total float32
	for i := range kernel {
		d := float64(i-radius) / sigma
		kernel[i] = float32(math.Exp(-d * d / 2))
		total += kernel[i]
	}
	for i := range kernel {
		kernel[i] /= total
	}
	across := NewPlane(p.W, p.H)
	padded := make([]float32, p.W+2*radius)
	for y := range p.H {
		row := p.Row(y)
		for i := range padded {
			padded[i] = row[min(max(i-radius, 0), p.W-1)]
		}
		to := across.Row(y)
		for i, k := range kernel {
			for x, v := range padded[i : i+p.W] {
				to[x] += k * v
			}
		}
	}
	down := NewPlane(p.W, p.H)
	for y := range p.H {
		to := down.Row(y)
		for i, k := range kernel {
			for x, v := range across.Row(min(max(y+i-radius, 0), p.H-1)) {
				to[x] += k * v
			}
		}
	}
	return down
}

// plainMean is Plane.Mean.
func plainMean(p *Plane, radius int) *Plane {
	across := NewPlane(p.W, p.H)
	for y := range p.H {
		from, to := p.Row(y), across.Row(y)
		var sum float64
		for i := range min(radius, p.W) {
			sum += float64(from[i])
		}
		for i := range to {
			if add := i + radius; add < p.W {
				sum += float64(from[add])
			}
			if drop := i - radius - 1; drop >= 0 {
				sum -= float64(from[drop])
			}
			to[i] = float32(sum / float64(min(i+radius, p.W-1)-max(i-radius, 0)+1))
		}
	}
	down := NewPlane(p.W, p.H)
	sum := make([]float64, p.W) // of each column, so that memory is walked row by row
	for y := range min(radius, p.H) {
		for x, v := range across.Row(y) {
			sum[x] += float64(v)
		}
	}
	for y := range p.H {
		if add := y + radius; add < p.H {
			for x, v := range across.Row(add) {
				sum[x] += float64(v)
			}
		}
		if drop := y - radius - 1; drop >= 0 {
			for x, v := range across.Row(drop) {
				sum[x] -= float64(v)
			}
		}
		n := float64(min(y+radius, p.H-1) - max(y-radius, 0) + 1)
		for x, to := 0, down.Row(y); x < p.W; x++ {
			to[x] = float32(sum[x] / n)
		}
	}
	return down
}

// plainResize is Resize.
func plainResize(g *image.Gray, w, h int) *image.Gray {
	w, h = max(w, 1), max(h, 1)
	sw, sh := g.Rect.Dx(), g.Rect.Dy()
	across := newPlainKernel(sw, w)
	down := newPlainKernel(sh, h)
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

// plainKernel holds the filter weights of one direction of Resize.
type plainKernel struct {
	first  []int
	weight [][]float32
}

func newPlainKernel(from, to int) plainKernel {
	k := plainKernel{first: make([]int, to), weight: make([][]float32, to)}
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

func (k plainKernel) taps(i int) (int, []float32) { return k.first[i], k.weight[i] }

func (k plainKernel) apply(src []uint8) []float32 {
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

// plainWarp is Warp.
func plainWarp(src *image.Gray, size image.Point, m Map, cubic bool) *image.Gray {
	out := image.NewGray(image.Rectangle{Max: size})
	cols := size.X/gridStep + 2
	upper := gridRow(m, cols, 0)
	for gy := 0; gy*gridStep < size.Y; gy++ {
		lower := gridRow(m, cols, (gy+1)*gridStep)
		for y := gy * gridStep; y < min((gy+1)*gridStep, size.Y); y++ {
			t := float64(y-gy*gridStep) / gridStep
			line := out.Pix[y*out.Stride : y*out.Stride+size.X]
			for gx := 0; gx*gridStep < size.X; gx++ {
				ax, ay := mix(upper[gx], lower[gx], t)
				bx, by := mix(upper[gx+1], lower[gx+1], t)
				dx, dy := (bx-ax)/gridStep, (by-ay)/gridStep
				part := line[gx*gridStep : min((gx+1)*gridStep, size.X)]
				if cubic {
					for i := range part {
						part[i] = plainBicubic(src, ax, ay)
						ax += dx
						ay += dy
					}
					continue
				}
				for i := range part {
					part[i] = Bilinear(src, ax, ay)
					ax += dx
					ay += dy
				}
			}
		}
		upper = lower
	}
	return out
}

func mix(a, b [2]float64, t float64) (float64, float64) {
	return a[0] + (b[0]-a[0])*t, a[1] + (b[1]-a[1])*t
}

// plainBicubic samples with the Catmull-Rom spline.
func plainBicubic(g *image.Gray, x, y float64) uint8 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int(fx), int(fy)
	if ix < 1 || iy < 1 || ix+2 >= g.Rect.Dx() || iy+2 >= g.Rect.Dy() {
		return Bilinear(g, x, y)
	}
	from := (iy-1)*g.Stride + ix - 1
	kx, ky := &splines[int((x-fx)*phases)], &splines[int((y-fy)*phases)]
	var sum int32
	for j := range 4 {
		p := g.Pix[from : from+4 : from+4]
		sum += ky[j] * (kx[0]*int32(p[0]) + kx[1]*int32(p[1]) + kx[2]*int32(p[2]) + kx[3]*int32(p[3]))
		from += g.Stride
	}
	return uint8(min(max((sum+1<<15)>>16, 0), 255))
}

// grain draws a picture of random size: print on paper, here and there.
func grain(t *rapid.T) *image.Gray {
	w, h := rapid.IntRange(1, 150).Draw(t, "w"), rapid.IntRange(1, 90).Draw(t, "h")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	g := Blank(w, h)
	for range rng.IntN(6) {
		x0, y0 := rng.IntN(w), rng.IntN(h)
		for y := y0; y < min(y0+12, h); y++ {
			for x := x0; x < min(x0+25, w); x++ {
				g.Pix[y*g.Stride+x] = uint8(rng.IntN(256))
			}
		}
	}
	return g
}

func TestSameAsPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := grain(t)
		w, h := g.Rect.Dx(), g.Rect.Dy()
		same := func(what string, got, want *Plane) {
			if got.W != want.W || got.H != want.H || !slices.Equal(got.V, want.V) {
				t.Fatalf("%s of %d by %d pixels differs", what, w, h)
			}
		}
		long := rapid.IntRange(1, 160).Draw(t, "long")
		same("Reduce", Reduce(g, long), plainReduce(g, long))
		sigma := rapid.Float64Range(0.3, 4).Draw(t, "sigma")
		same("Gaussian", PlaneOf(g).Gaussian(sigma), plainGaussian(PlaneOf(g), sigma))
		radius := rapid.IntRange(0, 45).Draw(t, "radius")
		same("Mean", PlaneOf(g).Mean(radius), plainMean(PlaneOf(g), radius))
		nw, nh := rapid.IntRange(1, 200).Draw(t, "new w"), rapid.IntRange(1, 200).Draw(t, "new h")
		if got, want := Resize(g, nw, nh), plainResize(g, nw, nh); !slices.Equal(got.Pix, want.Pix) {
			t.Fatalf("Resize of %d by %d pixels to %d by %d differs", w, h, nw, nh)
		}
		turn, size := Rotation(rapid.Float64Range(-0.8, 0.8).Draw(t, "angle"), w, h)
		k := rapid.Float64Range(0.3, 3).Draw(t, "scale")
		size = image.Pt(int(float64(size.X)*k), int(float64(size.Y)*k))
		cubic := rapid.Bool().Draw(t, "cubic")
		if got, want := Warp(g, size, Scale(k).Then(turn), cubic), plainWarp(g, size, Scale(k).Then(turn), cubic); !slices.Equal(got.Pix, want.Pix) {
			t.Fatalf("Warp of %d by %d pixels to %v differs", w, h, size)
		}
		ink := NewBitmap(w, h)
		for i, v := range g.Pix {
			ink.Pix[i] = v>>7 ^ 1
		}
		turned := ink.Transposed()
		for y := range h {
			for x := range w {
				if turned.Pix[x*h+y] != ink.Pix[y*w+x] {
					t.Fatalf("Transposed of %d by %d pixels differs at (%d, %d)", w, h, x, y)
				}
			}
		}
	})
}
