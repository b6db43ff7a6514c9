package layout

import (
	"math"
	"slices"

	"tijian/ocr/raster"
)

// A Bend says how far rows depart from level: the paper curves, or the camera
// was held at an angle. Along the width it is a cubic B-spline, along the
// height a parabola.
type Bend struct {
	em            float64
	width, height float64
	a             [terms]float64 // in em
}

const (
	splines = 9 // over the width; two lie half outside
	powers  = 3 // of the height
	terms   = splines * powers
)

// What is known before looking, in em: how far the height of a row may stray,
// how much a row may bend between two knots, and how well a character shows
// the height of its row.
const (
	strays  = 6.0
	bends   = 1.0
	blurred = 0.12
	scales  = 0.01 // of the bend that all of the width shares, above the middle of the page and below
)

// Estimate fits the bend of the page to the chains of its text and to courses
// of ruled lines: along each, height minus bend should be constant (least
// squares, reweighted against outliers). far is the widest gap in em over
// which text is taken as one row.
func Estimate(components []raster.Component, courses [][]raster.Point, em float64, width, height int, far float64) Bend {
	b := Bend{em: em, width: float64(width), height: float64(height)}
	var runs [][]letter
	for _, k := range chains(components, em, far) {
		if n := len(k.letters); n >= 4 && k.letters[n-1].x-k.letters[0].x > 2.5*em {
			runs = append(runs, steadier(k.letters))
		}
	}
	for _, c := range courses {
		run := make([]letter, len(c))
		for i, p := range c {
			run[i] = letter{x: p.X, y: p.Y}
		}
		runs = append(runs, run)
	}
	if len(runs) < 6 {
		return b
	}
	for range 5 {
		b.solve(runs)
	}
	return b
}

// steadier returns letters with the height that shows their row better: the
// foot in Latin text, where tall and low letters stand on one line, or the
// centre in Chinese.
func steadier(letters []letter) []letter {
	feet := make([]letter, len(letters))
	for i, l := range letters {
		feet[i] = letter{x: l.x, y: l.foot}
	}
	if unrest(feet) < unrest(letters) {
		return feet
	}
	return letters
}

// unrest is the median distance from a straight line through letters.
func unrest(letters []letter) float64 {
	off := make([]float64, len(letters))
	for i, l := range letters {
		off[i] = abs(l.y - fit(letters, l.x, 0))
	}
	return median(off)
}

// features are the values at (x, y) of the functions that Bend adds up: first
// those of power 0, then 1 and 2.
func (b *Bend) features(x, y float64) (f [terms]float64) {
	const pieces = splines - 3
	t := min(max(x/b.width, 0), 1) * pieces
	i := min(int(t), pieces-1)
	t -= float64(i)
	s := [4]float64{
		(1 - t) * (1 - t) * (1 - t) / 6,
		(3*t*t*t - 6*t*t + 4) / 6,
		(-3*t*t*t + 3*t*t + 3*t + 1) / 6,
		t * t * t / 6,
	}
	v := 2*min(max(y/b.height, 0), 1) - 1
	power := 1.0
	for j := range powers {
		for k := range s {
			f[j*splines+i+k] = s[k] * power
		}
		power *= v
	}
	return f
}

// Height is how far, in pixels, the row at (x, y) lies below where it would
// be on a level page.
func (b *Bend) Height(x, y float64) float64 {
	sum := 0.0
	for i, f := range b.features(x, y) {
		sum += b.a[i] * f
	}
	return sum * b.em
}

// Span is the greatest difference in height along any row of the page, in
// pixels.
func (b *Bend) Span() float64 {
	if b.a == [terms]float64{} {
		return 0
	}
	span := 0.0
	for i := range 9 {
		y := b.height * float64(i) / 8
		low, high := math.Inf(1), math.Inf(-1)
		for j := range 17 {
			h := b.Height(b.width*float64(j)/16, y)
			low, high = min(low, h), max(high, h)
		}
		span = max(span, high-low)
	}
	return span
}

// Map leads from the levelled page to the bent one.
func (b *Bend) Map() raster.Map {
	return func(x, y float64) (float64, float64) {
		bent := y
		for range 4 {
			bent = y + b.Height(x, bent)
		}
		return x, bent
	}
}

// equations are the normal equations of the fit, right-hand side last.
type equations [terms][terms + 1]float64

// solve refines the coefficients from letters weighted by how well they agree
// with the present ones.
func (b *Bend) solve(runs [][]letter) {
	var m equations
	for _, run := range runs {
		b.addRun(&m, run)
	}
	for j := range powers {
		for i := range splines {
			at := j*splines + i
			m[at][at] += sq(blurred/strays) * float64(1+3*j)
			if i == 0 || i == splines-1 {
				continue
			}
			// The second difference of neighbours is small.
			k := sq(blurred/bends) * float64(1+3*j)
			for p, cp := range [3]float64{1, -2, 1} {
				for q, cq := range [3]float64{1, -2, 1} {
					m[at-1+p][at-1+q] += k * cp * cq
				}
			}
		}
	}
	// What all of the width shares is a change of scale along the page's height.
	// Drawing all rows together lowers every residual, and no row shows it.
	for j := 1; j < powers; j++ {
		for p := range splines {
			for q := range splines {
				m[j*splines+p][j*splines+q] += sq(blurred / scales)
			}
		}
	}
	b.a = m.solution()
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func sq(v float64) float64 { return v * v }

// addRun adds that height minus bend is the same for all letters of a run.
func (b *Bend) addRun(m *equations, run []letter) {
	n := len(run)
	features := make([][terms]float64, n)
	off := make([]float64, n) // height minus present bend, in em
	for i, l := range run {
		features[i] = b.features(l.x, l.y)
		off[i] = l.y / b.em
		for j, f := range features[i] {
			off[i] -= b.a[j] * f
		}
	}
	level := median(off)
	weights := make([]float64, n)
	var mean [terms]float64
	var height, total float64
	for i, l := range run {
		weights[i] = 1 / sq(1+sq((off[i]-level)/blurred))
		for j, f := range features[i] {
			mean[j] += weights[i] * f
		}
		height += weights[i] * l.y / b.em
		total += weights[i]
	}
	for i, l := range run {
		f := &features[i]
		for j := range f {
			f[j] -= mean[j] / total
		}
		y := l.y/b.em - height/total
		for j, fj := range f {
			if fj == 0 {
				continue
			}
			for k, fk := range f {
				m[j][k] += weights[i] * fj * fk
			}
			m[j][terms] += weights[i] * fj * y
		}
	}
}

// solution solves the equations by elimination with pivoting.
func (m *equations) solution() (out [terms]float64) {
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
			if r == c || m[r][c] == 0 {
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
