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
	em      float64 // height of its characters; 0 for the page's
}

// A letter is a component large enough to show where its row is: its centre
// and its foot.
type letter struct{ x, y, foot float64 }

// chains groups components of em-sized text; far is the widest gap inside a
// chain, in em.
func chains(components []raster.Component, em, far float64) []*chain {
	var letters, fragments []raster.Component
	for _, c := range splitTouchingRows(components, em) {
		w, h := float64(c.Box.Dx()), float64(c.Box.Dy())
		switch {
		case h > letterMax*em || w > letterWide*em:
			// pictures, stamps, frames
		case h >= letterMin*em && w >= letterThin*em:
			letters = append(letters, c)
		case c.Area >= fragmentInk:
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
		miss := chainDrift * em
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
	return attachFragments(all, fragments, em)
}

func (k *chain) add(c raster.Component) {
	k.parts = append(k.parts, c)
	k.box = k.box.Union(c.Box)
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
	lo, hi := max(at-rowBefore, 0), min(at+rowBehind, n)
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
	prior := rowLevel * em * em
	return my + sxy/(sxx+prior)*(x-mx)
}

// attachFragments gives dots, dashes and broken strokes to the chain they lie in; what
// is left and looks like a dash becomes a chain of its own.
func attachFragments(all []*chain, fragments []raster.Component, em float64) []*chain {
	slices.SortFunc(fragments, byLeft)
	// A fragment may hang on another: go over them until none finds a place.
	for n := -1; n != len(fragments); {
		n = len(fragments)
		fragments = slices.DeleteFunc(fragments, func(f raster.Component) bool {
			k := chainOf(f.Box, all, em)
			if k != nil {
				k.add(f)
			}
			return k != nil
		})
	}
	all = append(mergeChains(all, em), looseChains(fragments, em)...)
	for _, k := range all {
		slices.SortFunc(k.parts, byLeft)
	}
	return all
}

func byLeft(a, b raster.Component) int { return a.Box.Min.X - b.Box.Min.X }

// chainOf returns the chain in whose row, and close to whose parts, a fragment
// lies.
func chainOf(f image.Rectangle, all []*chain, em float64) *chain {
	x, y := centre(f)
	var best *chain
	miss := fragmentDrift * em
	for _, k := range all {
		if f.Max.X < k.box.Min.X-int(em) || f.Min.X > k.box.Max.X+int(em) || abs(y-float64(k.box.Min.Y+k.box.Max.Y)/2) > fragmentFar*em+float64(k.box.Dy()) {
			continue
		}
		if d := abs(y - k.rowAt(x, em)); d < miss && gapTo(k.parts, f) < fragmentGap*em {
			best, miss = k, d
		}
	}
	return best
}

// looseChains makes chains of loose fragments that follow each other: dashes, plus
// signs, points.
func looseChains(loose []raster.Component, em float64) []*chain {
	var out, open []*chain
	for i, f := range loose {
		x, y := centre(f.Box)
		var home *chain
		if i%16 == 0 {
			open = slices.DeleteFunc(open, func(k *chain) bool { return float64(f.Box.Min.X-k.box.Max.X) >= fragmentGap*em })
		}
		for _, k := range open {
			_, ky := centre(k.box)
			if abs(y-ky) < looseDrift*em && float64(f.Box.Min.X-k.box.Max.X) < fragmentGap*em || stacked(k.box, f.Box, em) {
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
		return w < looseNarrow*em || w > looseWide*em || h < looseLow*em || (w < looseLong*h && h < looseHigh*em)
	})
}

// stacked reports whether two fragments are pieces of one character, one above
// the other: the bar of a 5 whose upright stroke has faded.
func stacked(a, b image.Rectangle, em float64) bool {
	gap := max(a.Min.Y, b.Min.Y) - min(a.Max.Y, b.Max.Y)
	shared := min(a.Max.X, b.Max.X) - max(a.Min.X, b.Min.X)
	return float64(gap) < stackedGap*em && float64(a.Union(b).Dy()) <= em && 2*shared >= min(a.Dx(), b.Dx())
}

// mergeChains merges chains that turned out to be one row: a letter that sat too
// high or low for its row began a chain of its own.
func mergeChains(all []*chain, em float64) []*chain {
	slices.SortFunc(all, func(a, b *chain) int { return len(b.letters) - len(a.letters) })
	var out []*chain
	for _, k := range all {
		home := slices.IndexFunc(out, func(o *chain) bool {
			return o.box.Inset(-int(em)).Overlaps(k.box) && sameRow(o, k, em)
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

// sameRow reports whether k lies in the row of o, close to or among its parts.
// Rows are more than an em apart.
func sameRow(o, k *chain, em float64) bool {
	if gapTo(o.parts, k.box) > mergeGap*em {
		return false
	}
	for _, l := range k.letters {
		if abs(l.y-o.rowAt(l.x, em)) > mergeDrift*em {
			return false
		}
	}
	for i := range k.parts {
		box := k.parts[i].Box
		x, _ := centre(box)
		if row := o.rowAt(x, em); float64(box.Min.Y) < row-mergeHigh*em || float64(box.Max.Y) > row+mergeHigh*em {
			return false
		}
	}
	return true
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
