package quality

import (
	"image"
	"math"
)

// A plane is a picture of grey levels, 0 to 255, row by row.
type plane struct {
	w, h int
	v    []float32
}

func newPlane(w, h int) *plane { return &plane{w: w, h: h, v: make([]float32, w*h)} }

func (p *plane) row(y int) []float32 { return p.v[y*p.w : (y+1)*p.w] }

// reduce brings gray to at most long pixels on its longer side, each new pixel
// the mean of the area it covers. It never enlarges.
func reduce(gray *image.Gray, long int) *plane {
	w, h := gray.Rect.Dx(), gray.Rect.Dy()
	scale := float64(max(w, h)) / float64(long)
	if scale <= 1 {
		p := newPlane(w, h)
		for y := range h {
			from := gray.Pix[y*gray.Stride : y*gray.Stride+w]
			to := p.row(y)
			for x, v := range from {
				to[x] = float32(v)
			}
		}
		return p
	}
	p := newPlane(max(1, int(float64(w)/scale)), max(1, int(float64(h)/scale)))
	columns, rows := spans(w, p.w), spans(h, p.h)
	sum := make([]float32, w)
	for y := range p.h {
		clear(sum)
		for _, s := range rows[y] {
			from := gray.Pix[s.at*gray.Stride : s.at*gray.Stride+w]
			for x, v := range from {
				sum[x] += s.weight * float32(v)
			}
		}
		to := p.row(y)
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

// gaussian blurs p with standard deviation sigma; edges are repeated.
func gaussian(p *plane, sigma float64) *plane {
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
	across := newPlane(p.w, p.h)
	padded := make([]float32, p.w+2*radius)
	for y := range p.h {
		row := p.row(y)
		for i := range padded {
			padded[i] = row[min(max(i-radius, 0), p.w-1)]
		}
		to := across.row(y)
		for i, k := range kernel {
			for x, v := range padded[i : i+p.w] {
				to[x] += k * v
			}
		}
	}
	down := newPlane(p.w, p.h)
	for y := range p.h {
		to := down.row(y)
		for i, k := range kernel {
			for x, v := range across.row(min(max(y+i-radius, 0), p.h-1)) {
				to[x] += k * v
			}
		}
	}
	return down
}

// boxMean gives the mean of the square of side 2*radius+1 around each pixel,
// cut at the picture's edge.
func boxMean(p *plane, radius int) *plane {
	across := newPlane(p.w, p.h)
	for y := range p.h {
		from, to := p.row(y), across.row(y)
		var sum float64
		for i := range min(radius, p.w) {
			sum += float64(from[i])
		}
		for i := range to {
			if add := i + radius; add < p.w {
				sum += float64(from[add])
			}
			if drop := i - radius - 1; drop >= 0 {
				sum -= float64(from[drop])
			}
			to[i] = float32(sum / float64(min(i+radius, p.w-1)-max(i-radius, 0)+1))
		}
	}
	down := newPlane(p.w, p.h)
	sum := make([]float64, p.w) // of each column, so that memory is walked row by row
	for y := range min(radius, p.h) {
		for x, v := range across.row(y) {
			sum[x] += float64(v)
		}
	}
	for y := range p.h {
		if add := y + radius; add < p.h {
			for x, v := range across.row(add) {
				sum[x] += float64(v)
			}
		}
		if drop := y - radius - 1; drop >= 0 {
			for x, v := range across.row(drop) {
				sum[x] -= float64(v)
			}
		}
		n := float64(min(y+radius, p.h-1) - max(y-radius, 0) + 1)
		for x, to := 0, down.row(y); x < p.w; x++ {
			to[x] = float32(sum[x] / n)
		}
	}
	return down
}
