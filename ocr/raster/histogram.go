package raster

// A Histogram counts the pixels of each grey level.
type Histogram [256]int

// Quantile returns the level below which the share q of n pixels lies; n are
// all that the histogram counts, or those of its darker part.
func (h *Histogram) Quantile(n int, q float64) int {
	want := int(q * float64(n))
	for v, c := range h {
		want -= c
		if want < 0 {
			return v
		}
	}
	return len(h) - 1
}

// Otsu returns the last level of the darker class (Otsu, IEEE Trans. SMC 9,
// 1979).
func (h *Histogram) Otsu() int {
	var total, sum float64
	for v, c := range h {
		total += float64(c)
		sum += float64(v) * float64(c)
	}
	best, level := -1.0, 0
	var n, s float64
	for v, c := range h {
		n += float64(c)
		s += float64(v) * float64(c)
		if n == 0 || n == total {
			continue
		}
		d := s/n - (sum-s)/(total-n)
		if between := n * (total - n) * d * d; between > best {
			best, level = between, v
		}
	}
	return level
}
