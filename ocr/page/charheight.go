package page

import (
	"image"
	"math"
	"slices"

	"tijian/ocr/raster"
)

// CharHeight estimates the height in pixels of the page's Chinese characters
// (of the em square, about 1.1 times the ink) from its components, or returns
// 0 when there is no text. Digits and capitals are 0.72 of it.
func CharHeight(components []raster.Component) float64 {
	// Most single components on a report are digits and letters of one size:
	// the peak of heights, weighted by height against dots and noise.
	limit := 0
	for _, c := range components {
		limit = max(limit, c.Box.Dy())
	}
	limit = min(limit, charHighest)
	histogram := make([]float64, limit+2)
	for _, c := range components {
		w, h := c.Box.Dx(), c.Box.Dy()
		if h < charLowest || h > limit || w > charWide*h || w*charThin < h || c.Area*charFilled < w*h {
			continue
		}
		histogram[h] += float64(h)
	}
	peak, best := 0, 0.0
	for h := 1; h <= limit; h++ {
		lo, hi := max(h-h/charAlike-1, 0), min(h+h/charAlike+1, limit)
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

// PrintHeight measures the height in pixels of the Chinese characters that most
// of a picture's print has, or returns 0 where there is too little of it.
func PrintHeight(g *image.Gray) float64 {
	em, parts, shrunk := measured(g, printSide)
	n := 0
	for i := range parts {
		if h := float64(parts[i].Box.Dy()); h > printLow*em && h < printHigh*em && float64(parts[i].Box.Dx()) < printWide*em {
			n++
		}
	}
	if n < printFewest || em/shrunk < printSmallest {
		return 0
	}
	return em / shrunk
}

// Oversized returns the factor by which a picture is to be shrunk for its
// characters to be at most em pixels high; 1 where they are or none are found.
func Oversized(g *image.Gray, em float64) float64 {
	found, _, shrunk := measured(g, oversizedSide)
	return min(em*shrunk/max(found, 1), 1)
}

// measured finds the height of characters on a picture shrunk to a longer side,
// the pieces it was told from, and the factor.
func measured(g *image.Gray, long int) (em float64, parts []raster.Component, shrunk float64) {
	small, shrunk := raster.Fit(g, long)
	parts = raster.Components(Binarise(NormaliseBackground(small)))
	return CharHeight(parts), parts, shrunk
}

// wordHeight joins components near the given height into words and takes the
// height that most of the text's width has: names in Chinese characters, so
// that the answer does not depend on how many digits a page has.
func wordHeight(components []raster.Component, peak float64) float64 {
	var boxes []image.Rectangle
	for _, c := range components {
		if h := float64(c.Box.Dy()); h > wordPieceLow*peak && h < wordPieceHigh*peak && float64(c.Box.Dx()) < wordPieceWide*peak {
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
			if gap > wordGap*peak {
				continue
			}
			lap := min(b.Max.Y, w.Max.Y) - max(b.Min.Y, w.Min.Y)
			if 2*lap > min(b.Dy(), w.Dy()) && float64(w.Union(b).Dy()) < wordHigh*peak {
				words[i] = w.Union(b)
				joined = true
				break
			}
		}
		if !joined {
			words = append(words, b)
		}
		for open < len(words) && float64(b.Min.X-words[open].Max.X) > wordReach*peak {
			open++
		}
	}
	type sample struct{ height, weight float64 }
	var samples []sample
	total := 0.0
	for _, w := range words {
		if h := float64(w.Dy()); h >= wordLow*peak && float64(w.Dx()) > wordWide*peak {
			samples = append(samples, sample{h, float64(w.Dx())})
			total += float64(w.Dx())
		}
	}
	if total == 0 {
		return peak / digitHeight
	}
	slices.SortFunc(samples, func(a, b sample) int { return int(math.Copysign(1, a.height-b.height)) })
	at := 0.0
	for _, s := range samples {
		if at += s.weight; at >= wordShare*total {
			return min(max(s.height*emOverInk, peak), peak/digitLeast)
		}
	}
	return peak / digitHeight
}
