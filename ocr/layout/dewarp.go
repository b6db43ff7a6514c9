package layout

import (
	"math"
	"slices"

	"tijian/ocr/raster"
)

// A Curvature says how far rows depart from level: the paper curves, or the
// camera was held at an angle. Along the width it is a cubic B-spline, along the
// height a parabola.
type Curvature struct {
	em            float64
	width, height float64
	weights       [curveTerms]float64 // in em
}

// EstimateCurvature fits the bend of the page to the chains of its text and to
// courses of ruled lines: along each, height minus bend should be constant
// (least squares, reweighted against outliers). far is the widest gap in em over
// which text is taken as one row.
func EstimateCurvature(components []raster.Component, courses [][]raster.Point, em float64, width, height int, far float64) Curvature {
	b := Curvature{em: em, width: float64(width), height: float64(height)}
	var runs [][]letter
	for _, k := range chains(components, em, far) {
		if n := len(k.letters); n >= curveLetters && k.letters[n-1].x-k.letters[0].x > curveLong*em {
			runs = append(runs, baselineOrCentre(k.letters))
		}
	}
	for _, c := range courses {
		run := make([]letter, len(c))
		for i, p := range c {
			run[i] = letter{x: p.X, y: p.Y}
		}
		runs = append(runs, run)
	}
	if len(runs) < curveRows {
		return b
	}
	for range curveRounds {
		b.solve(runs)
	}
	return b
}

// baselineOrCentre returns letters with the height that shows their row better: the
// foot in Latin text, where tall and low letters stand on one line, or the
// centre in Chinese.
func baselineOrCentre(letters []letter) []letter {
	feet := make([]letter, len(letters))
	for i, l := range letters {
		feet[i] = letter{x: l.x, y: l.foot}
	}
	if scatter(feet) < scatter(letters) {
		return feet
	}
	return letters
}

// scatter is the median distance from a straight line through letters.
func scatter(letters []letter) float64 {
	off := make([]float64, len(letters))
	for i, l := range letters {
		off[i] = abs(l.y - fit(letters, l.x, 0))
	}
	return median(off)
}

// basis are the values at (x, y) of the functions that a Curvature adds up: first
// those of power 0, then 1 and 2.
func (b *Curvature) basis(x, y float64) (f [curveTerms]float64) {
	const pieces = curveSplines - 3
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
	for j := range curvePowers {
		for k := range s {
			f[j*curveSplines+i+k] = s[k] * power
		}
		power *= v
	}
	return f
}

// Height is how far, in pixels, the row at (x, y) lies below where it would
// be on a level page.
func (b *Curvature) Height(x, y float64) float64 {
	sum := 0.0
	for i, f := range b.basis(x, y) {
		sum += b.weights[i] * f
	}
	return sum * b.em
}

// Span is the greatest difference in height along any row of the page, in
// pixels.
func (b *Curvature) Span() float64 {
	if b.weights == [curveTerms]float64{} {
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
func (b *Curvature) Map() raster.Map {
	return func(x, y float64) (float64, float64) {
		bent := y
		for range curveInverse {
			bent = y + b.Height(x, bent)
		}
		return x, bent
	}
}

// equations are the normal equations of the fit, right-hand side last.
type equations [curveTerms][curveTerms + 1]float64

// solve refines the coefficients from letters weighted by how well they agree
// with the present ones.
func (b *Curvature) solve(runs [][]letter) {
	var m equations
	for _, run := range runs {
		b.addRun(&m, run)
	}
	for j := range curvePowers {
		for i := range curveSplines {
			at := j*curveSplines + i
			m[at][at] += sq(curveBlur/curveStrays) * float64(1+curvePrior*j)
			if i == 0 || i == curveSplines-1 {
				continue
			}
			// The second difference of neighbours is small.
			k := sq(curveBlur/curveBends) * float64(1+curvePrior*j)
			for p, cp := range [3]float64{1, -2, 1} {
				for q, cq := range [3]float64{1, -2, 1} {
					m[at-1+p][at-1+q] += k * cp * cq
				}
			}
		}
	}
	// What all of the width shares is a change of scale along the page's height.
	// Drawing all rows together lowers every residual, and no row shows it.
	for j := 1; j < curvePowers; j++ {
		for p := range curveSplines {
			for q := range curveSplines {
				m[j*curveSplines+p][j*curveSplines+q] += sq(curveBlur / curveScales)
			}
		}
	}
	b.weights = m.solution()
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func sq(v float64) float64 { return v * v }

// addRun adds that height minus bend is the same for all letters of a run.
func (b *Curvature) addRun(m *equations, run []letter) {
	n := len(run)
	features := make([][curveTerms]float64, n)
	off := make([]float64, n) // height minus present bend, in em
	for i, l := range run {
		features[i] = b.basis(l.x, l.y)
		off[i] = l.y / b.em
		for j, f := range features[i] {
			off[i] -= b.weights[j] * f
		}
	}
	level := median(off)
	weights := make([]float64, n)
	var mean [curveTerms]float64
	var height, total float64
	for i, l := range run {
		weights[i] = 1 / sq(1+sq((off[i]-level)/curveBlur))
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
			m[j][curveTerms] += weights[i] * fj * y
		}
	}
}

// solution solves the equations by elimination with pivoting.
func (m *equations) solution() (out [curveTerms]float64) {
	for c := range curveTerms {
		p := c
		for r := c + 1; r < curveTerms; r++ {
			if abs(m[r][c]) > abs(m[p][c]) {
				p = r
			}
		}
		m[c], m[p] = m[p], m[c]
		if m[c][c] == 0 {
			continue
		}
		for r := range curveTerms {
			if r == c || m[r][c] == 0 {
				continue
			}
			k := m[r][c] / m[c][c]
			for j := c; j <= curveTerms; j++ {
				m[r][j] -= k * m[c][j]
			}
		}
	}
	for c := range curveTerms {
		if m[c][c] != 0 {
			out[c] = m[c][curveTerms] / m[c][c]
		}
	}
	return out
}
