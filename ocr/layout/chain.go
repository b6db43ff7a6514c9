// Package layout finds rows, blocks and columns on a prepared page: from
// components of ink to chains that follow their row's slope, from chains to
// blocks separated by gaps and rules, from blocks to lines in reading order.
//
// Lengths that depend on the size of print are given in em, the height of the
// page's Chinese characters in pixels.
package layout

import (
	"cmp"
	"image"
	"slices"

	"tijian/ocr/raster"
)

// A chain is a stretch of one row: components that follow each other closely
// at the same height, whatever the slope of the row.
type chain struct {
	parts   []raster.Component // letters and what belongs to them
	letters []letter           // left to right
	box     image.Rectangle
	reach   float64 // farthest gap inside, in pixels
}

// A letter is a component large enough to show where its row is: its centre
// and its foot.
type letter struct{ x, y, foot float64 }

// Sizes in em.
const (
	letterMin = 0.42 // height of the smallest component that makes a row by itself
	letterMax = 1.7
	reach     = 2.5  // farthest gap inside a chain of a block
	drift     = 0.36 // farthest a letter's centre may lie from its row's
)

// chains groups components of em-sized text; far is the widest gap inside a
// chain, in em.
func chains(components []raster.Component, em, far float64) []*chain {
	var letters, fragments []raster.Component
	for _, c := range separateRows(components, em) {
		w, h := float64(c.Box.Dx()), float64(c.Box.Dy())
		switch {
		case h > letterMax*em || w > 25*em:
			// pictures, stamps, frames
		case h >= letterMin*em && w >= 0.06*em:
			letters = append(letters, c)
		case c.Area >= 4:
			fragments = append(fragments, c)
		}
	}
	slices.SortFunc(letters, func(a, b raster.Component) int {
		return cmp.Or(a.Box.Min.X-b.Box.Min.X, a.Box.Min.Y-b.Box.Min.Y)
	})
	var all, open []*chain
	for _, c := range letters {
		x, y := centre(c.Box)
		var best *chain
		miss := drift * em
		for _, k := range open {
			if d := abs(y - k.rowAt(x, em)); d < miss {
				best, miss = k, d
			}
		}
		if best == nil {
			best = &chain{reach: far * em}
			all = append(all, best)
			open = append(open, best)
		}
		best.add(c)
		best.letters = append(best.letters, letter{x, y, float64(c.Box.Max.Y)})
		if len(all)%16 == 0 {
			open = slices.DeleteFunc(open, func(k *chain) bool {
				return float64(c.Box.Min.X-k.box.Max.X) > far*em
			})
		}
	}
	return attach(all, fragments, em)
}

func (k *chain) add(c raster.Component) {
	k.parts = append(k.parts, c)
	if len(k.parts) == 1 {
		k.box = c.Box
	} else {
		k.box = k.box.Union(c.Box)
	}
}

// rowAt predicts the centre of the chain's row at x from its nearest letters,
// or a far-away height when x is out of reach.
func (k *chain) rowAt(x, em float64) float64 {
	const far = -1e9
	if x-float64(k.box.Max.X) > k.reach || float64(k.box.Min.X)-x > k.reach || len(k.letters) == 0 {
		return far
	}
	n := len(k.letters)
	at, _ := slices.BinarySearchFunc(k.letters, x, func(l letter, x float64) int { return cmp.Compare(l.x, x) })
	lo, hi := max(at-8, 0), min(at+4, n)
	return fit(k.letters[lo:hi], x, em)
}

// fit is a line through letters, drawn towards level the shorter they reach,
// taken at x.
func fit(letters []letter, x, em float64) float64 {
	var mx, my float64
	for _, l := range letters {
		mx += l.x
		my += l.y
	}
	n := float64(len(letters))
	mx, my = mx/n, my/n
	var sxx, sxy float64
	for _, l := range letters {
		sxx += (l.x - mx) * (l.x - mx)
		sxy += (l.x - mx) * (l.y - my)
	}
	prior := 40 * em * em
	return my + sxy/(sxx+prior)*(x-mx)
}

// attach gives dots, dashes and broken strokes to the chain they lie in; what
// is left and looks like a dash becomes a chain of its own.
func attach(all []*chain, fragments []raster.Component, em float64) []*chain {
	slices.SortFunc(fragments, func(a, b raster.Component) int { return a.Box.Min.X - b.Box.Min.X })
	// A fragment may hang on another: go over them until none finds a place.
	for loose := fragments; ; {
		var left []raster.Component
		for _, f := range loose {
			if k := rowFor(f.Box, all, em); k != nil {
				k.add(f)
				continue
			}
			left = append(left, f)
		}
		if len(left) == len(loose) {
			fragments = left
			break
		}
		loose = left
	}
	all = joined(all, em)
	return sorted(append(all, marks(fragments, em)...))
}

// rowFor returns the chain in whose row, and close to whose parts, a fragment
// lies.
func rowFor(f image.Rectangle, all []*chain, em float64) *chain {
	x, y := centre(f)
	var best *chain
	miss := 0.66 * em
	for _, k := range all {
		if f.Max.X < k.box.Min.X-int(em) || f.Min.X > k.box.Max.X+int(em) || abs(y-float64(k.box.Min.Y+k.box.Max.Y)/2) > 4*em+float64(k.box.Dy()) {
			continue
		}
		if d := abs(y - k.rowAt(x, em)); d < miss && gapTo(k.parts, f) < 0.55*em {
			best, miss = k, d
		}
	}
	return best
}

// marks makes chains of loose fragments that follow each other: dashes, plus
// signs, points.
func marks(loose []raster.Component, em float64) []*chain {
	var out, open []*chain
	for i, f := range loose {
		x, y := centre(f.Box)
		var home *chain
		if i%16 == 0 {
			open = slices.DeleteFunc(open, func(k *chain) bool { return float64(f.Box.Min.X-k.box.Max.X) >= 0.55*em })
		}
		for _, k := range open {
			_, ky := centre(k.box)
			if abs(y-ky) < 0.4*em && float64(f.Box.Min.X-k.box.Max.X) < 0.55*em || stacked(k.box, f.Box, em) {
				home = k
			}
		}
		if home == nil {
			home = &chain{}
			out, open = append(out, home), append(open, home)
		}
		home.add(f)
		home.letters = append(home.letters, letter{x, y, float64(f.Box.Max.Y)})
	}
	return slices.DeleteFunc(out, func(k *chain) bool {
		w, h := float64(k.box.Dx()), float64(k.box.Dy())
		return w < 0.2*em || w > 3*em || h < 0.05*em || (w < 1.8*h && h < 0.25*em)
	})
}

// stacked reports whether two fragments are pieces of one character, one above
// the other: the bar of a 5 whose upright stroke has faded.
func stacked(a, b image.Rectangle, em float64) bool {
	gap := max(a.Min.Y, b.Min.Y) - min(a.Max.Y, b.Max.Y)
	shared := min(a.Max.X, b.Max.X) - max(a.Min.X, b.Min.X)
	return float64(gap) < 0.2*em && float64(a.Union(b).Dy()) <= em && 2*shared >= min(a.Dx(), b.Dx())
}

// joined merges chains that turned out to be one row: a letter that sat too
// high or low for its row began a chain of its own.
func joined(all []*chain, em float64) []*chain {
	slices.SortFunc(all, func(a, b *chain) int { return len(b.letters) - len(a.letters) })
	var out []*chain
	for _, k := range all {
		home := slices.IndexFunc(out, func(o *chain) bool {
			return o.box.Inset(-int(em)).Overlaps(k.box) && fits(o, k, em)
		})
		if home < 0 {
			out = append(out, k)
			continue
		}
		for _, p := range k.parts {
			out[home].add(p)
		}
	}
	return out
}

// fits reports whether k lies in the row of o, close to or among its parts.
// Rows are more than an em apart.
func fits(o, k *chain, em float64) bool {
	if gapTo(o.parts, k.box) > 0.3*em {
		return false
	}
	for _, l := range k.letters {
		if abs(l.y-o.rowAt(l.x, em)) > 0.55*em {
			return false
		}
	}
	for i := range k.parts {
		box := k.parts[i].Box
		x, _ := centre(box)
		if row := o.rowAt(x, em); float64(box.Min.Y) < row-0.85*em || float64(box.Max.Y) > row+0.85*em {
			return false
		}
	}
	return true
}

func sorted(all []*chain) []*chain {
	for _, k := range all {
		slices.SortFunc(k.parts, func(a, b raster.Component) int { return a.Box.Min.X - b.Box.Min.X })
	}
	return all
}

// gapTo is the smallest horizontal gap between box and the components, 0 when
// they overlap.
func gapTo(components []raster.Component, box image.Rectangle) float64 {
	best := 1 << 30
	for i := range components {
		b := components[i].Box
		best = min(best, max(box.Min.X-b.Max.X, b.Min.X-box.Max.X, 0))
	}
	return float64(best)
}

func centre(b image.Rectangle) (x, y float64) {
	return float64(b.Min.X+b.Max.X) / 2, float64(b.Min.Y+b.Max.Y) / 2
}

func abs(v float64) float64 { return max(v, -v) }
