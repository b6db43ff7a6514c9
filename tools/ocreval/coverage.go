package main

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"tijian/ocr"
	"tijian/ocr/picture"
	"tijian/tools/reportgen/truth"
)

// What counts as covered: nearly all dark pixels of a printed name or result
// lie in one block, which reaches from its start to its end and holds nothing
// of another column or line. Codes, marks and units beside it may belong to it.
const (
	darkInk    = 150  // grey level of a pixel that must be in a block
	coverInk   = 0.85 // least share of them in one block
	coverShort = 0.7  // of the field's height that the block may be shorter
	folded     = 1.6  // times as high as its result is a name on several lines
	together   = 0.9  // of its height, widest gap between a name and its result in one block
	foreignInk = 0.2  // most of another name or result that may be in it, of that one's ink
)

// A field is a name or result on the picture, along its line.
type field struct {
	line     int
	result   bool
	mark     int     // characters of the mark printed with a result
	folded   bool    // a name on several lines
	x, y     float64 // its centre
	dx, dy   float64 // unit vector along the line
	long     float64 // half its length
	high     float64 // half its height
	ink, all int     // dark pixels in its best block, and all
	held     bool
	why      string // what it lacks
}

// has reports whether a point of the picture lies in the field.
func (f *field) has(x, y float64) (along float64, ok bool) {
	x, y = x-f.x, y-f.y
	along = x*f.dx + y*f.dy
	return along, math.Abs(along) <= f.long && math.Abs(y*f.dx-x*f.dy) <= f.high
}

// with reports whether two fields may be one block: they are the
// same, or printed as name and result in one breath.
func (f *field) with(g *field) bool {
	apart := math.Hypot(f.x-g.x, f.y-g.y)
	return f.line == g.line && f.result == g.result || f.line == g.line && apart-f.long-g.long < together*2*f.high
}

// fieldsOf gives the names and results of a page. Boxes of sloping lines
// are larger than the print: the slope follows from where name and result are.
func fieldsOf(p *truth.Page) []field {
	var out []field
	for i, l := range p.Lines {
		// Two values may be printed as one, as blood pressures are.
		i = slices.IndexFunc(p.Lines[:i+1], func(o truth.Line) bool { return o.NameBox == l.NameBox })
		nx, ny := middle(l.NameBox)
		rx, ry := middle(l.ResultBox)
		dx, dy := rx-nx, ry-ny
		length := math.Hypot(dx, dy)
		if length == 0 {
			continue
		}
		dx, dy = dx/length, dy/length
		for j, b := range [2]truth.Box{l.NameBox, l.ResultBox} {
			w, h := float64(b[2]-b[0]), float64(b[3]-b[1])
			c, s := math.Abs(dx), math.Abs(dy)
			// Of a rectangle turned by the slope, w = long·c + high·s, h = long·s + high·c.
			det := c*c - s*s
			f := field{line: i, result: j == 1, mark: utf8.RuneCountInString(l.Mark) * j, dx: dx, dy: dy, long: (w*c - h*s) / det / 2, high: (h*c - w*s) / det / 2}
			f.x, f.y = middle(b)
			if f.high < 2 || f.long < 2 {
				f.long, f.high = max(w, h)/2, min(w, h)/2
			}
			f.folded = j == 0 && h*c-w*s > folded*(float64(l.ResultBox[3]-l.ResultBox[1])*c-float64(l.ResultBox[2]-l.ResultBox[0])*s)
			f.high *= 0.9
			out = append(out, f)
		}
	}
	return out
}

func middle(b truth.Box) (x, y float64) { return float64(b[0]+b[2]-1) / 2, float64(b[1]+b[3]-1) / 2 }

// A blockInk is what one block has of one field.
type blockInk struct {
	n         int
	low, high float64 // along the field
}

// cover decides which fields are covered by the blocks of a page.
func cover(fields []field, s *ocr.Segments) {
	size := s.Gray.Rect.Size()
	owner := make([]int32, size.X*size.Y)
	id := int32(0)
	for _, row := range s.Rows {
		for _, b := range row {
			id++
			for _, r := range b.Ink {
				for x := r.X0; x < r.X1; x++ {
					owner[int(r.Y)*size.X+int(x)] = id
				}
			}
		}
	}
	find := finder(fields)
	shares := make([]map[int32]*blockInk, len(fields)) // by block
	for i := range shares {
		shares[i] = map[int32]*blockInk{}
	}
	for y := range size.Y {
		for x := range size.X {
			if o := owner[y*size.X+x]; o != 0 || s.Gray.Pix[y*s.Gray.Stride+x] < darkInk {
				px, py := s.Back(float64(x), float64(y))
				for _, i := range find(px, py) {
					along, ok := fields[i].has(px, py)
					if !ok {
						continue
					}
					fields[i].all++
					b := shares[i][o]
					if b == nil {
						b = &blockInk{low: along, high: along}
						shares[i][o] = b
					}
					b.n++
					b.low, b.high = min(b.low, along), max(b.high, along)
				}
			}
		}
	}
	for i := range fields {
		f := &fields[i]
		var best int32
		for o, b := range shares[i] {
			if o != 0 && b.n > f.ink {
				f.ink, best = b.n, o
			}
		}
		span := shares[i][best]
		if f.mark > 0 && best != 0 {
			f.ink, span = f.marked(shares[i], best)
		}
		if f.folded {
			f.ink, span = f.unfolded(shares, i)
		}
		switch {
		case best == 0:
			f.why = "no block"
			continue
		case float64(f.ink) < coverInk*float64(f.all):
			f.why = fmt.Sprintf("%d%% of its ink in one block", 100*f.ink/f.all)
			continue
		case span.high-span.low < 2*(f.long-coverShort*f.high)-2:
			f.why = "short"
			continue
		}
		f.held = true
		for j := range fields {
			if b := shares[j][best]; !f.with(&fields[j]) && b != nil && float64(b.n) > foreignInk*float64(fields[j].all) {
				f.held, f.why = false, "joined"
			}
		}
	}
}

// marked adds the block of a result's mark to that of its number.
func (f *field) marked(blocks map[int32]*blockInk, best int32) (ink int, span *blockInk) {
	number := blocks[best]
	ink, span = number.n, number
	for o, b := range blocks {
		beside := b.low > number.high || b.high < number.low
		if o != 0 && o != best && beside && b.high-b.low < 2*f.high*float64(f.mark) && number.n+b.n > ink {
			ink = number.n + b.n
			span = &blockInk{low: min(number.low, b.low), high: max(number.high, b.high)}
		}
	}
	return ink, span
}

// unfolded adds up the blocks of a name on several lines: those that hold
// nothing else. shares are by field, i is the name's own.
func (f *field) unfolded(shares []map[int32]*blockInk, i int) (ink int, span *blockInk) {
	span = &blockInk{low: math.Inf(1), high: math.Inf(-1)}
	for o, b := range shares[i] {
		alone := o != 0
		for j := range shares {
			if j != i && shares[j][o] != nil {
				alone = false
			}
		}
		if alone {
			ink += b.n
			span.low, span.high = min(span.low, b.low), max(span.high, b.high)
		}
	}
	return ink, span
}

// finder gives the fields near a point.
func finder(fields []field) func(x, y float64) []int {
	const cell = 32
	type key struct{ x, y int }
	near := map[key][]int{}
	for i, f := range fields {
		rx := f.long*math.Abs(f.dx) + f.high*math.Abs(f.dy)
		ry := f.long*math.Abs(f.dy) + f.high*math.Abs(f.dx)
		for y := int(f.y-ry) / cell; y <= int(f.y+ry)/cell; y++ {
			for x := int(f.x-rx) / cell; x <= int(f.x+rx)/cell; x++ {
				near[key{x, y}] = append(near[key{x, y}], i)
			}
		}
	}
	return func(x, y float64) []int { return near[key{int(x) / cell, int(y) / cell}] }
}

// A share counts fields and those covered.
type share struct{ names, namesHeld, results, resultsHeld int }

func (s *share) add(fields []field) {
	for _, f := range fields {
		held := 0
		if f.held {
			held = 1
		}
		if f.result {
			s.results, s.resultsHeld = s.results+1, s.resultsHeld+held
		} else {
			s.names, s.namesHeld = s.names+1, s.namesHeld+held
		}
	}
}

func (s *share) missing() int { return s.names + s.results - s.namesHeld - s.resultsHeld }

// coverage tells without reading how many names and results have a block to
// themselves.
func coverage(ctx context.Context, o options, files []string, out io.Writer) error {
	var mu sync.Mutex
	shares, pages := map[string]*share{}, map[string]*share{}
	var seconds float64
	var missed []string
	add := func(to map[string]*share, key string, fields []field) {
		if to[key] == nil {
			to[key] = &share{}
		}
		to[key].add(fields)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, o.Parallel))
	for _, file := range files {
		group.Go(func() error {
			p, err := truth.Read(file)
			if err != nil {
				return err
			}
			name := filepath.Join(filepath.Dir(file), p.Picture)
			img, err := decode(name)
			if err != nil {
				return err
			}
			start := time.Now()
			segments, err := ocr.Segmented(ctx, img)
			if err != nil {
				return err
			}
			took := time.Since(start).Seconds()
			fields := fieldsOf(p)
			cover(fields, segments)
			mu.Lock()
			defer mu.Unlock()
			seconds += took
			add(shares, "all", fields)
			add(shares, "form "+p.Form, fields)
			if len(p.Traits) == 0 {
				add(shares, "condition "+p.Condition, fields)
			}
			for _, t := range p.Traits {
				add(shares, "trait "+t, fields)
			}
			add(pages, name, fields)
			for _, f := range fields {
				if text := p.Lines[f.line].Name; !f.held {
					if f.result {
						text += " = " + p.Lines[f.line].Printed
					}
					missed = append(missed, fmt.Sprintf("%s: %s at %.0f,%.0f: %s", name, text, f.x, f.y, f.why))
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(shares)) {
		s := shares[key]
		fmt.Fprintf(out, "%-28s names %6d %8.3f%%   results %6d %8.3f%%\n", key,
			s.names, percent(s.namesHeld, s.names), s.results, percent(s.resultsHeld, s.results))
	}
	fmt.Fprintf(out, "%d pages, %.3f s each\n", len(pages), seconds/float64(len(files)))
	worst := slices.SortedFunc(maps.Keys(pages), func(a, b string) int {
		return cmp.Or(cmp.Compare(pages[b].missing(), pages[a].missing()), cmp.Compare(a, b))
	})
	for _, name := range worst[:min(len(worst), 20)] {
		if n := pages[name].missing(); n > 0 {
			fmt.Fprintf(out, "%4d of %d missing  %s\n", n, pages[name].names+pages[name].results, name)
		}
	}
	if o.Long {
		slices.Sort(missed)
		for _, m := range missed {
			fmt.Fprintln(out, m)
		}
	}
	return nil
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

func decode(file string) (image.Image, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	p, err := picture.Decode(data, picture.DefaultLimits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return p.Image, nil
}
