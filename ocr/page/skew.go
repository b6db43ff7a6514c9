package page

import (
	"image"
	"math"
	"slices"

	"tijian/ocr/raster"
)

// Skew returns the angle (radians, positive when text climbs downwards to the
// right) by which most rows are turned, searched within limit, and how sharp
// the rows stand out there (1: not at all).
func Skew(components []raster.Component, em, limit float64) (angle, sharpness float64) {
	var points []image.Point
	for _, c := range components {
		h, w := float64(c.Box.Dy()), float64(c.Box.Dx())
		if h > skewLow*em && h < skewHigh*em && w < skewWide*em {
			points = append(points, image.Pt((c.Box.Min.X+c.Box.Max.X)/2, c.Box.Max.Y))
		}
	}
	if len(points) < skewFewest {
		return 0, 1
	}
	var scores []float64
	score := func(a float64) float64 {
		s := alignment(points, a, em)
		scores = append(scores, s)
		return s
	}
	best, top := 0.0, score(0)
	search := func(from, to, by float64) {
		for a := from; a <= to; a += by {
			if s := score(a); s > top*skewBetter {
				best, top = a, s
			}
		}
	}
	near := min(limit, skewUsual)
	search(-near, near, skewCoarse)
	// Characters line up on slopes too, though not as well as along their rows.
	if level, at := top, best; limit > near {
		top *= skewLead
		search(-limit, -near, skewCoarse)
		search(near, limit, skewCoarse)
		if best == at {
			top = level
		}
	}
	slices.Sort(scores)
	middle := scores[len(scores)/2]
	search(best-skewCoarse, best+skewCoarse, skewMiddle)
	search(best-skewMiddle, best+skewMiddle, skewFine)
	return best, top / max(middle, 1e-9)
}

// alignment is high when points turned back by angle gather on few rows.
func alignment(points []image.Point, angle, em float64) float64 {
	sin, cos := math.Sincos(angle)
	bin := em / skewBins
	at := make([]float64, len(points))
	low, high := math.Inf(1), math.Inf(-1)
	for i, p := range points {
		at[i] = (float64(p.Y)*cos - float64(p.X)*sin) / bin
		low, high = min(low, at[i]), max(high, at[i])
	}
	counts := make([]float64, int(high-low)+3)
	for _, v := range at {
		v -= low
		i := int(v)
		counts[i] += 1 - (v - float64(i))
		counts[i+1] += v - float64(i)
	}
	sum := 0.0
	for _, n := range counts {
		sum += n * n
	}
	return sum / float64(len(points))
}

// Sideways reports whether the lines of text run from top to bottom: characters
// of one line stand closer together than lines do.
func Sideways(components []raster.Component, em float64) bool {
	var boxes []image.Rectangle
	for _, c := range components {
		long, short := max(c.Box.Dx(), c.Box.Dy()), min(c.Box.Dx(), c.Box.Dy())
		if float64(long) > sidewaysLow*em && float64(long) < sidewaysHigh*em && float64(short) > sidewaysThin*em {
			boxes = append(boxes, c.Box)
		}
	}
	slices.SortFunc(boxes, func(a, b image.Rectangle) int { return a.Min.X - b.Min.X })
	reach := int(sidewaysReach * em)
	across, down := 0, 0
	for i, a := range boxes {
		beside, below := reach, reach
		for _, b := range boxes[i+1:] {
			if b.Min.X-a.Max.X > reach {
				break
			}
			if lap := min(a.Max.Y, b.Max.Y) - max(a.Min.Y, b.Min.Y); 2*lap > min(a.Dy(), b.Dy()) {
				beside = min(beside, max(b.Min.X-a.Max.X, 0))
			}
			if lap := min(a.Max.X, b.Max.X) - max(a.Min.X, b.Min.X); 2*lap > min(a.Dx(), b.Dx()) {
				below = min(below, max(b.Min.Y-a.Max.Y, a.Min.Y-b.Max.Y, 0))
			}
		}
		switch {
		case beside < below:
			across++
		case below < beside:
			down++
		}
	}
	return across+down >= sidewaysFewest && float64(down) > sidewaysLead*float64(across)
}
