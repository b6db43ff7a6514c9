package layout

import (
	"image"
	"slices"

	"tijian/ocr/raster"
)

// largePrint takes out of a page's components what is printed much larger than the rest,
// as the results of an app are: runs of pieces of one height beside each other, with the
// points and signs between them. Each is a chain with a size of its own.
func largePrint(components []raster.Component, em float64) (large []*chain, rest []raster.Component) {
	var tall, small []raster.Component
	for _, c := range components {
		w, h := float64(c.Box.Dx()), float64(c.Box.Dy())
		if h >= largeNear*em && h <= largeMost*em && w <= largeWide*h && float64(c.Area) >= touchingFilled*w*h {
			tall = append(tall, c)
		} else {
			small = append(small, c)
		}
	}
	slices.SortFunc(tall, byLeft)
	slices.SortFunc(small, byLeft)
	for _, c := range tall {
		home := slices.IndexFunc(large, func(k *chain) bool { return k.goesOn(c, small) })
		if home < 0 {
			home, large = len(large), append(large, &chain{})
		}
		large[home].add(c)
	}
	var kin []int // heights of runs of several pieces: print of a size comes more than once
	for _, k := range large {
		if len(k.parts) > 1 && k.isLarge(small, em) {
			kin = append(kin, k.box.Dy())
		}
	}
	large = slices.DeleteFunc(large, func(k *chain) bool {
		like := 0
		for _, h := range kin {
			if abs(float64(h-k.box.Dy())) <= largeEven*float64(h) {
				like++
			}
		}
		if like >= largeKin && k.isLarge(small, em) {
			return false
		}
		small = append(small, k.parts...)
		return true
	})
	if len(large) == 0 {
		return nil, components
	}
	slices.SortFunc(small, byLeft)
	taken := make([]bool, len(small))
	for _, k := range large {
		k.measure()
		for i, c := range small {
			if !taken[i] && k.holds(c, small[i+1:], em) {
				taken[i] = true
				k.add(c)
			}
		}
		slices.SortFunc(k.parts, byLeft)
	}
	for i, c := range small {
		if !taken[i] {
			rest = append(rest, c)
		}
	}
	return large, rest
}

// goesOn tells that a piece continues a run: as high as its last one, level with it, and
// not far behind it, or behind a point.
func (k *chain) goesOn(c raster.Component, small []raster.Component) bool {
	last := k.parts[len(k.parts)-1].Box
	h := float64(max(last.Dy(), c.Box.Dy()))
	gap := float64(c.Box.Min.X - k.box.Max.X)
	if gap <= -largeOverlap*h || gap >= largePoint*h {
		return false
	}
	point := func(p raster.Component) bool {
		return p.Box.Min.X >= k.box.Max.X && p.Box.Max.X <= c.Box.Min.X && float64(p.Box.Dy()) < largeBefore*h && abs(float64(p.Box.Max.Y-c.Box.Max.Y)) < largeUneven*h
	}
	return abs(float64(c.Box.Min.Y-last.Min.Y)) < largeUneven*h && abs(float64(c.Box.Max.Y-last.Max.Y)) < largeUneven*h &&
		(gap < largeGap*h || slices.ContainsFunc(small, point))
}

// isLarge tells a run of large digits from characters of two rows that touch, which have
// waists, from Chinese ones, which are as wide as high, and from the pieces of pictures: a
// single one stands by itself.
func (k *chain) isLarge(small []raster.Component, em float64) bool {
	whole, high, narrow := 0, 0, 0
	for _, c := range k.parts {
		high = max(high, c.Box.Dy())
		if float64(c.Box.Dx()) <= largeNarrow*float64(c.Box.Dy()) {
			narrow++
		}
		if len(splitAtWaists(c, em)) == 1 {
			whole++
		}
	}
	if float64(high) < largeLeast*em {
		return false
	}
	if len(k.parts) > 1 {
		return 2*whole > len(k.parts) && 2*narrow > len(k.parts)
	}
	w, h := float64(k.box.Dx()), float64(k.box.Dy())
	return whole == 1 && w < largeSingle*h && !slices.ContainsFunc(small, func(c raster.Component) bool {
		before, behind := k.box.Min.X-c.Box.Max.X, c.Box.Min.X-k.box.Max.X
		return k.level(c.Box) && float64(before) < blockGap*em && float64(behind) < largeBehind*em && c.Area >= fragmentInk
	})
}

// measure tells how large a run's characters are, by its pieces of one height: digits,
// which have a share of the size, or pieces of Chinese characters, which fill it together.
func (k *chain) measure() {
	var heights []int
	for _, c := range k.parts {
		heights = append(heights, c.Box.Dy())
		x, y := centre(c.Box)
		k.letters = append(k.letters, letter{x, y, float64(c.Box.Max.Y)})
	}
	slices.Sort(heights)
	middle := float64(heights[len(heights)/2])
	even := 0
	for _, h := range heights {
		if abs(float64(h)-middle) <= largeEven*middle {
			even++
		}
	}
	if k.em = middle / digitShare; 5*even < 4*len(heights) {
		k.em = float64(k.box.Dy()) / hanShare
	}
}

// level tells that a box stands beside a run.
func (k *chain) level(box image.Rectangle) bool {
	return box.Min.Y < k.box.Max.Y && k.box.Min.Y < box.Max.Y
}

// holds tells that a small piece belongs to a run: a point between its digits, a sign
// before them, or one behind them that nothing follows; rest are the small pieces that
// begin farther right.
func (k *chain) holds(c raster.Component, rest []raster.Component, em float64) bool {
	h := float64(k.box.Dy())
	top, foot := float64(k.box.Min.Y)-largeRise*h, float64(k.box.Max.Y)+2*largeRise*h
	if float64(c.Box.Min.Y) < top || float64(c.Box.Max.Y) > foot {
		return false
	}
	before, behind := float64(k.box.Min.X-c.Box.Max.X), float64(c.Box.Min.X-k.box.Max.X)
	_, y := centre(c.Box)
	_, middle := centre(k.box)
	sign := abs(y-middle) < largeMiddle*h && float64(c.Box.Dy()) < largeSign*h
	switch {
	case before > 0:
		return sign && before < largeBefore*h && float64(c.Box.Dx()) > largeBefore*h
	case behind > 0:
		return sign && behind < largeBefore*h && !slices.ContainsFunc(rest, func(next raster.Component) bool {
			gap := next.Box.Min.X - c.Box.Max.X
			return gap >= 0 && float64(gap) < blockGap*em && k.level(next.Box)
		})
	}
	return true
}
