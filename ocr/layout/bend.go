package layout

import (
	"math"

	"tijian/ocr/page"
)

// A Bend says how far rows depart from level: the paper curves, or the camera
// was held at an angle. It is a low polynomial of the place on the page.
type Bend struct {
	size, cx, cy float64
	a            [terms]float64
}

const terms = 7

// Estimate fits the bend of the page to the chains of its text: along each
// chain, height minus bend should be constant (least squares, reweighted
// against outliers).
func Estimate(components []page.Component, em float64, width, height int) Bend {
	b := Bend{size: float64(max(width, height)) / 2, cx: float64(width) / 2, cy: float64(height) / 2}
	var runs [][]letter
	for _, k := range chains(components, em) {
		if n := len(k.letters); n >= 4 && k.letters[n-1].x-k.letters[0].x > 2.5*em {
			runs = append(runs, k.letters)
		}
	}
	if len(runs) < 6 {
		return b
	}
	for range 4 {
		b.solve(runs, em)
	}
	return b
}

func (b *Bend) features(x, y float64) [terms]float64 {
	x, y = (x-b.cx)/b.size, (y-b.cy)/b.size
	return [terms]float64{x, x * x, x * x * x, x * y, x * x * y, x * y * y, x * x * x * y}
}

// Height is how far, in pixels, the row at (x, y) lies below where it would
// be on a level page.
func (b *Bend) Height(x, y float64) float64 {
	sum := 0.0
	for i, f := range b.features(x, y) {
		sum += b.a[i] * f
	}
	return sum
}

// Span is the greatest difference in height along any row of a page of the
// given size, in pixels.
func (b *Bend) Span(width, height int) float64 {
	span := 0.0
	for i := range 9 {
		y := float64(height) * float64(i) / 8
		low, high := math.Inf(1), math.Inf(-1)
		for j := range 17 {
			h := b.Height(float64(width)*float64(j)/16, y)
			low, high = min(low, h), max(high, h)
		}
		span = max(span, high-low)
	}
	return span
}

// Map leads from the levelled page to the bent one.
func (b *Bend) Map() page.Map {
	return func(x, y float64) (float64, float64) {
		bent := y
		for range 4 {
			bent = y + b.Height(x, bent)
		}
		return x, bent
	}
}

// solve refines the coefficients from letters weighted by how well they agree
// with the present ones.
func (b *Bend) solve(runs [][]letter, em float64) {
	var m [terms][terms + 1]float64
	for _, run := range runs {
		var mean [terms]float64
		level, total := 0.0, 0.0
		weights := make([]float64, len(run))
		middle := 0.0
		for _, l := range run {
			middle += (l.y - b.Height(l.x, l.y)) / float64(len(run))
		}
		for i, l := range run {
			r := (l.y - b.Height(l.x, l.y) - middle) / (0.12 * em)
			weights[i] = 1 / (1 + r*r)
			f := b.features(l.x, l.y)
			for j := range mean {
				mean[j] += weights[i] * f[j]
			}
			level += weights[i] * l.y
			total += weights[i]
		}
		for i, l := range run {
			f := b.features(l.x, l.y)
			for j := range f {
				f[j] -= mean[j] / total
			}
			for j := range f {
				for k := range f {
					m[j][k] += weights[i] * f[j] * f[k]
				}
				m[j][terms] += weights[i] * f[j] * (l.y - level/total)
			}
		}
	}
	for j := range terms {
		m[j][j] += 1e-3 // the page may lack text where a term would show
	}
	b.a = gauss(m)
}

// gauss solves the linear equations by elimination with pivoting.
func gauss(m [terms][terms + 1]float64) (out [terms]float64) {
	for c := range terms {
		p := c
		for r := c + 1; r < terms; r++ {
			if abs(m[r][c]) > abs(m[p][c]) {
				p = r
			}
		}
		m[c], m[p] = m[p], m[c]
		if m[c][c] == 0 {
			continue
		}
		for r := range terms {
			if r == c {
				continue
			}
			k := m[r][c] / m[c][c]
			for j := c; j <= terms; j++ {
				m[r][j] -= k * m[c][j]
			}
		}
	}
	for c := range terms {
		if m[c][c] != 0 {
			out[c] = m[c][terms] / m[c][c]
		}
	}
	return out
}
