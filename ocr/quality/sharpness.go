package quality

import (
	"cmp"
	"image"
	"math"
	"slices"

	"tijian/ocr/page"
	"tijian/ocr/raster"
)

// Sharpness tells how sharp the text of a picture is: the height of its text
// lines over the width of their edges (the standard deviation of the blur). A
// well printed page reaches about 20; from 14 downwards readers begin to err,
// below 8 the strokes of a character run together. It does not depend on size,
// contrast or the amount of text. ok is false when there is no text to measure.
//
// An edge blurred by a Gaussian of deviation s has a ratio of squared second to
// squared first derivative of 1/(2 s^2), whatever its contrast and length
// (compare the derivative-ratio blur measures of Elder and Zucker, PAMI 1998).
// The ratio is taken in the text only; the same sums over the bare paper are
// noise and are subtracted, after a blur tied to the text height has removed
// what is finer than any stroke.
//
// A camera that moved, or a mean over squares, leaves edges that look sharp
// along text that is not there any more. Therefore sharpness is at most what
// the text shows in detail, across or down, whichever is less; see detail.
//
// The edges of a sheet on a dark table look like print of great height, and
// lower the measure. Where text without them is plainly sharp and the edges
// show no great blur either, they are left out; text that has run together can
// look sharp for its height, edges cannot.
func Sharpness(gray *image.Gray) (sharpness float64, ok bool) {
	if gray.Rect.Empty() {
		return 0, false
	}
	small := raster.Reduce(gray, workingSide)
	sharpness, ok = measure(small, raster.NewBitmap(small.W, small.H))
	if sharpness < plainEdges || sharpness >= plainlySharp {
		return sharpness, ok
	}
	if sheet, found := page.FindSheet(gray); found {
		table := sheet.Outside(small.W, small.H).Dilate(sheetEdge)
		if inside, measured := measure(small, table); measured && inside >= plainlySharp {
			return inside, true
		}
	}
	return sharpness, ok
}

// measure gives the sharpness of the text outside the pixels marked besides.
func measure(small *raster.Plane, besides *raster.Bitmap) (sharpness float64, ok bool) {
	ink := findInk(small, besides)
	height, ok := textHeight(ink)
	if !ok {
		return 0, false
	}
	deviation := math.Max(smoothingLeast, height/smoothing)
	smooth := small.Gaussian(deviation)
	near := ink.Dilate(int(math.Ceil(textReach * deviation)))
	far := ink.Dilate(int(math.Ceil(paperAway * deviation)))
	noise := paperEnergy(smooth, far)
	paper := smooth.Mean(paperRadius)
	var measured, across, down []weighted
	side := max(small.W, small.H)/tiles + 1
	for y := 0; y < small.H; y += side {
		for x := 0; x < small.W; x += side {
			tile := image.Rect(x, y, x+side, y+side)
			e := sumEnergy(smooth, tile, near, 1)
			first := e.first - noise.first*float64(e.pixels)
			second := e.second - noise.second*float64(e.pixels)
			if float64(e.pixels) < height*height || first <= 0 {
				continue
			}
			// A tile whose fine structure is all noise has no edges left.
			width := math.Sqrt(first / (2 * math.Max(second, first*edgeless)))
			measured = append(measured, weighted{height / width, float64(e.pixels)})
			dark := darkness(smooth, paper, tile, near)
			across = append(across, weighted{detail(e.across, noise.across, dark, e.pixels) * height, float64(e.pixels)})
			down = append(down, weighted{detail(e.down, noise.down, dark, e.pixels) * height, float64(e.pixels)})
		}
	}
	if len(measured) == 0 {
		return 0, false
	}
	return min(quantile(measured, 0.5), detailScale*worse(quantile(across, 0.5), quantile(down, 0.5))), true
}

// detail is the slope of the grey level in one direction, as a root mean
// square, over the mean darkness of the text. Blur keeps the darkness of a line
// of text and takes its slopes: those of a box of n pixels fall as 1/n.
func detail(slopes, noise, dark float64, pixels int) float64 {
	if dark <= 0 {
		return 0
	}
	n := float64(pixels)
	return math.Sqrt(max(0, slopes/n-noise)) / (dark / n)
}

// worse is the lesser detail of two directions. What smears a page downwards
// also makes its text look higher, so that detail down looks greater than it
// is: detail far below that across tells.
func worse(across, down float64) float64 {
	if uneven := down / max(across, edgeless) / evenDetail; uneven < 1 {
		down *= uneven * uneven
	}
	return min(across, down)
}

// darkness sums how much darker than the paper around them the marked pixels of
// an area are.
func darkness(small, paper *raster.Plane, area image.Rectangle, marked *raster.Bitmap) float64 {
	area = area.Intersect(image.Rect(1, 1, small.W-1, small.H-1))
	sum := 0.0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if i := y*small.W + x; marked.Pix[i] != 0 {
				sum += float64(paper.V[i] - small.V[i])
			}
		}
	}
	return sum
}

// findInk marks what is darker than the paper around it. How much darker
// depends on the page's own contrast and noise, so that faded and badly
// blurred text is found too. What besides marks is neither ink nor paper.
func findInk(small *raster.Plane, besides *raster.Bitmap) *raster.Bitmap {
	smooth := small.Gaussian(inkBlur)
	paper := smooth.Mean(paperRadius)
	darker := make([]float32, 0, len(small.V)/inkSample+1)
	for i := 0; i < len(small.V); i += inkSample {
		if besides.Pix[i] == 0 {
			darker = append(darker, paper.V[i]-smooth.V[i])
		}
	}
	ink := raster.NewBitmap(small.W, small.H)
	if len(darker) == 0 {
		return ink
	}
	top := float64(nth(darker, len(darker)*inkTop/100))
	threshold := float32(max(inkLeast, inkShare*top, inkNoise*paperNoise(smooth)))
	for i, v := range smooth.V {
		if besides.Pix[i] == 0 && paper.V[i]-v > threshold {
			ink.Pix[i] = 1
		}
	}
	return ink
}

// nth gives the value that would stand at a place if all were in order; it
// changes their order.
func nth(all []float32, place int) float32 {
	low, high := 0, len(all)-1
	for low < high {
		pivot := all[(low+high)/2]
		i, j := low, high
		for i <= j {
			for all[i] < pivot {
				i++
			}
			for pivot < all[j] {
				j--
			}
			if i <= j {
				all[i], all[j] = all[j], all[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case place <= j:
			high = j
		case place >= i:
			low = i
		default:
			return all[place]
		}
	}
	return all[place]
}

// paperNoise is the standard deviation of the grey level on bare paper: that of
// the quietest fifth of small squares.
func paperNoise(smooth *raster.Plane) float64 {
	var deviations []float64
	for y := 0; y+noiseSide <= smooth.H; y += noiseSide {
		for x := 0; x+noiseSide <= smooth.W; x += noiseSide {
			var sum, squares float64
			for dy := range noiseSide {
				for _, v := range smooth.Row(y + dy)[x : x+noiseSide] {
					sum += float64(v)
					squares += float64(v) * float64(v)
				}
			}
			const n = noiseSide * noiseSide
			deviations = append(deviations, math.Sqrt(math.Max(0, squares/n-sum/n*sum/n)))
		}
	}
	if len(deviations) == 0 {
		return 0
	}
	slices.Sort(deviations)
	return deviations[len(deviations)/noiseQuiet]
}

// textHeight gives the usual height of text lines in px: characters smeared
// into lines, then the runs of ink in each column. It is found the same way on
// sharp, blurred and tilted text.
func textHeight(ink *raster.Bitmap) (float64, bool) {
	lines := ink.Smear(smearGap)
	longest := max(ink.W, ink.H) / maxTextShare
	runs := make([]weighted, longest+1) // by length; squared, so that thin rules do not outweigh text
	found := 0
	begun := make([]int, ink.W) // the row above that the run of a column begins at, where it is in one
	for y := range ink.H + 1 {
		for x := range ink.W {
			if y < ink.H && lines.Pix[y*ink.W+x] != 0 {
				continue
			}
			if n := y - begun[x]; n >= minTextHeight && n <= longest {
				runs[n] = weighted{float64(n), runs[n].weight + float64(n*n)}
				found++
			}
			begun[x] = y + 1
		}
	}
	if found == 0 {
		return 0, false
	}
	height := quantile(runs, 0.5)
	return height, float64(found) >= minCharacters*height
}

// energy is the sum of squared first and second derivatives; across and down
// are the parts of the first.
type energy struct {
	first, second float64
	across, down  float64
	pixels        int
}

// sumEnergy sums over the pixels of an area that are marked as those to be taken.
func sumEnergy(p *raster.Plane, area image.Rectangle, marks *raster.Bitmap, taken uint8) energy {
	area = area.Intersect(image.Rect(1, 1, p.W-1, p.H-1))
	var e energy
	if area.Empty() {
		return e
	}
	n := area.Dx()
	for y := area.Min.Y; y < area.Max.Y; y++ {
		at := y*p.W + area.Min.X
		mark := marks.Pix[at : at+n]
		row, up, low := p.V[at-1:at+n+1], p.V[at-p.W:][:n], p.V[at+p.W:][:n]
		for x, m := range mark {
			if m != taken {
				continue
			}
			l, c, r, u, d := row[x], row[x+1], row[x+2], up[x], low[x]
			gx, gy := float64(r-l)/2, float64(d-u)/2
			laplacian := float64(l + r + u + d - 4*c)
			e.across += gx * gx
			e.down += gy * gy
			e.second += laplacian * laplacian
			e.pixels++
		}
	}
	e.first = e.across + e.down
	return e
}

// paperEnergy is the mean energy of a pixel of bare paper: the noise. Its
// median over tiles keeps shadows and dirt out.
func paperEnergy(p *raster.Plane, inked *raster.Bitmap) energy {
	side := max(p.W, p.H)/tiles + 1
	var first, second, across, down []weighted
	for y := 0; y < p.H; y += side {
		for x := 0; x < p.W; x += side {
			e := sumEnergy(p, image.Rect(x, y, x+side, y+side), inked, 0)
			if e.pixels > paperFewest {
				n := float64(e.pixels)
				first = append(first, weighted{e.first / n, n})
				second = append(second, weighted{e.second / n, n})
				across = append(across, weighted{e.across / n, n})
				down = append(down, weighted{e.down / n, n})
			}
		}
	}
	if len(first) == 0 {
		return energy{}
	}
	return energy{first: quantile(first, 0.5), second: quantile(second, 0.5), across: quantile(across, 0.5), down: quantile(down, 0.5)}
}

type weighted struct{ value, weight float64 }

// quantile gives the value below which the share q of the weight lies.
func quantile(all []weighted, q float64) float64 {
	slices.SortFunc(all, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	var total, seen float64
	for _, w := range all {
		total += w.weight
	}
	for _, w := range all {
		if seen += w.weight; seen >= q*total {
			return w.value
		}
	}
	return all[len(all)-1].value
}
