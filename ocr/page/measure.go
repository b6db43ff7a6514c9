package page

import (
	"image"
	"math"
	"slices"
)

// CharHeight estimates the height in pixels of the page's Chinese characters
// (of the em square, about 1.1 times the ink) from its components, or returns
// 0 when there is no text. Digits and capitals are 0.72 of it.
func CharHeight(components []Component) float64 {
	// Most single components on a report are digits and letters of one size:
	// the peak of heights, weighted by height against dots and noise.
	// Digits of less than seven pixels cannot be read; broken characters fall into
	// many pieces of that size.
	const least = 7
	limit := 0
	for _, c := range components {
		limit = max(limit, c.Box.Dy())
	}
	limit = min(limit, 200)
	histogram := make([]float64, limit+2)
	for _, c := range components {
		w, h := c.Box.Dx(), c.Box.Dy()
		if h < least || h > limit || w > 3*h || w*6 < h || c.Area*10 < w*h {
			continue
		}
		histogram[h] += float64(h)
	}
	peak, best := 0, 0.0
	for h := 1; h <= limit; h++ {
		lo, hi := max(h-h/12-1, 0), min(h+h/12+1, limit)
		sum := 0.0
		for i := lo; i <= hi; i++ {
			sum += histogram[i]
		}
		sum /= float64(hi - lo + 1)
		if sum > best {
			best, peak = sum, h
		}
	}
	if peak == 0 {
		return 0
	}
	return wordHeight(components, float64(peak))
}

// Print that can be measured: so many characters of one height, in pixels of
// the em square; in smaller ones strokes run together, and the height found may
// be that of a heading.
const (
	fewest   = 40
	smallest = 9
)

// PrintHeight measures the height in pixels of the Chinese characters that most
// of a picture's print has, or returns 0 where there is too little of it.
func PrintHeight(g *image.Gray) float64 {
	const enough = 2000 // longer side in pixels
	em, parts, shrunk := measured(g, enough)
	n := 0
	for i := range parts {
		if h := float64(parts[i].Box.Dy()); h > 0.55*em && h < 1.25*em && float64(parts[i].Box.Dx()) < 2*em {
			n++
		}
	}
	if n < fewest || em/shrunk < smallest {
		return 0
	}
	return em / shrunk
}

// Oversized returns the factor by which a picture is to be shrunk for its
// characters to be at most em pixels high; 1 where they are or none are found.
func Oversized(g *image.Gray, em float64) float64 {
	const coarse = 900 // longer side in pixels, on which they are measured
	found, _, shrunk := measured(g, coarse)
	return min(em*shrunk/max(found, 1), 1)
}

// measured finds the height of characters on a picture shrunk to a longer side,
// the pieces it was told from, and the factor.
func measured(g *image.Gray, long int) (em float64, parts []Component, shrunk float64) {
	small, shrunk := Fit(g, long)
	parts = Components(Binarise(Flatten(small)))
	return CharHeight(parts), parts, shrunk
}

// wordHeight joins components near the given height into words and takes the
// height that most of the text's width has: names in Chinese characters, so
// that the answer does not depend on how many digits a page has.
func wordHeight(components []Component, peak float64) float64 {
	var boxes []image.Rectangle
	for _, c := range components {
		if h := float64(c.Box.Dy()); h > 0.25*peak && h < 1.8*peak && float64(c.Box.Dx()) < 6*peak {
			boxes = append(boxes, c.Box)
		}
	}
	slices.SortFunc(boxes, func(a, b image.Rectangle) int { return a.Min.X - b.Min.X })
	var words []image.Rectangle
	open := 0 // words before it end too far left to be continued
	for _, b := range boxes {
		joined := false
		for i := len(words) - 1; i >= open; i-- {
			w := words[i]
			gap := float64(b.Min.X - w.Max.X)
			if gap > 0.5*peak {
				continue
			}
			lap := min(b.Max.Y, w.Max.Y) - max(b.Min.Y, w.Min.Y)
			if 2*lap > min(b.Dy(), w.Dy()) && float64(w.Union(b).Dy()) < 1.9*peak {
				words[i] = w.Union(b)
				joined = true
				break
			}
		}
		if !joined {
			words = append(words, b)
		}
		for open < len(words) && float64(b.Min.X-words[open].Max.X) > 12*peak {
			open++
		}
	}
	type sample struct{ height, weight float64 }
	var samples []sample
	total := 0.0
	for _, w := range words {
		if h := float64(w.Dy()); h >= 0.7*peak && float64(w.Dx()) > 1.5*peak {
			samples = append(samples, sample{h, float64(w.Dx())})
			total += float64(w.Dx())
		}
	}
	if total == 0 {
		return peak / 0.72
	}
	slices.SortFunc(samples, func(a, b sample) int { return int(math.Copysign(1, a.height-b.height)) })
	at := 0.0
	for _, s := range samples {
		if at += s.weight; at >= 0.6*total {
			return min(max(s.height*1.08, peak), peak/0.55)
		}
	}
	return peak / 0.72
}

// Most pictures are turned by less than nearlyLevel (radians); a page that is
// turned by more has rows that stand out farLead times as well as any there.
const (
	nearlyLevel = 15 * math.Pi / 180
	farLead     = 1.15
)

// Skew returns the angle (radians, positive when text climbs downwards to the
// right) by which most rows are turned, searched within limit, and how sharp
// the rows stand out there (1: not at all).
func Skew(components []Component, em, limit float64) (angle, sharpness float64) {
	var points []image.Point
	for _, c := range components {
		h, w := float64(c.Box.Dy()), float64(c.Box.Dx())
		if h > 0.35*em && h < 1.4*em && w < 8*em {
			points = append(points, image.Pt((c.Box.Min.X+c.Box.Max.X)/2, c.Box.Max.Y))
		}
	}
	if len(points) < 8 {
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
			if s := score(a); s > top*1.0001 {
				best, top = a, s
			}
		}
	}
	const degree = math.Pi / 180
	near := min(limit, nearlyLevel)
	search(-near, near, 0.5*degree)
	// Characters line up on slopes too, though not as well as along their rows.
	if level, at := top, best; limit > near {
		top *= farLead
		search(-limit, -near, 0.5*degree)
		search(near, limit, 0.5*degree)
		if best == at {
			top = level
		}
	}
	slices.Sort(scores)
	middle := scores[len(scores)/2]
	search(best-0.5*degree, best+0.5*degree, 0.1*degree)
	search(best-0.1*degree, best+0.1*degree, 0.02*degree)
	return best, top / max(middle, 1e-9)
}

// alignment is high when points turned back by angle gather on few rows.
func alignment(points []image.Point, angle, em float64) float64 {
	sin, cos := math.Sincos(angle)
	bin := em / 6
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
