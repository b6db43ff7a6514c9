package page

import (
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"strings"

	"tijian/tools/reportgen/catalogue"
	"tijian/tools/reportgen/degrade"
)

// What a page's composition may have besides its layout.
const (
	anyOrder     = "anyorder"     // columns in any order
	inverted     = "inverted"     // heads and bars white on dark
	partial      = "partial"      // rules dashed, near the text, or only some of them
	cutNames     = "cutnames"     // names cut off by their column's edge
	threeColumns = "threecolumns" // of layout DOUBLE: three columns of lines
	redResults   = "redresults"   // results in a colour of their own
	watermark    = "watermark"    // pale words across the page
	dateStamp    = "datestamp"    // a frame with words and a date over the print
	misprint     = "misprint"     // units with other signs, or cut off
	tight        = "tight"        // columns so narrow that their texts run together
	headless     = "headless"     // the picture begins below the head
)

// Traits names everything that may happen to a page: in its composition, its
// print, and the taking of its picture.
func Traits() []string {
	all := append(degrade.Traits(), anyOrder, inverted, partial, cutNames, threeColumns, redResults, watermark, dateStamp, misprint, tight, headless)
	slices.Sort(all)
	return all
}

// rivals are traits of which a page has one at most: two of them together could
// not be read by a person.
var rivals = [][]string{
	{"dotmatrix", "thermal", "faint", "pale", "bold"},
	{"dotmatrix", "thermal", "faint", "pale", "lowres", "smallprint", "messenger", "motion", "moire", "screen"},
	{"lowres", "smallprint", "messenger", "jpeg", "faint", "pale"},
	{"redprint", "faint", "pale", "thermal"},
	{"redprint", redResults},
	{"phonelight", "faint", "pale"},
	{"patterned", watermark},
	{"patterned", "pale"},
	{"stamp", "pale"},
	{"turned", headless},
}

// Some chooses n traits for a page of a layout, by its seed: readable ones that
// go together. It gives fewer when there are not so many.
func Some(seed uint64, layout string, n int) []string {
	all := slices.DeleteFunc(Traits(), func(t string) bool {
		return t == degrade.Unreadable || t == threeColumns && layout != "DOUBLE"
	})
	rng := rand.New(rand.NewPCG(seed, 0x7472_6169_7473))
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	var chosen []string
	for _, t := range all {
		excluded := slices.ContainsFunc(rivals, func(r []string) bool {
			return slices.Contains(r, t) && slices.ContainsFunc(chosen, func(c string) bool { return slices.Contains(r, c) })
		})
		if len(chosen) < n && !excluded {
			chosen = append(chosen, t)
		}
	}
	slices.Sort(chosen)
	return chosen
}

// applicable leaves out traits that a layout cannot have.
func applicable(o Options) []string {
	if o.Layout == "DOUBLE" {
		return o.Traits
	}
	return slices.DeleteFunc(slices.Clone(o.Traits), func(t string) bool { return t == threeColumns })
}

func checkTraits(traits []string) error {
	for _, t := range traits {
		if !slices.Contains(Traits(), t) {
			return fmt.Errorf("trait %q: must be one of %s", t, strings.Join(Traits(), ", "))
		}
	}
	return nil
}

func (s *sheet) has(trait string) bool { return slices.Contains(s.traits, trait) }

// shuffled puts columns into an order that some laboratory surely has.
func (s *sheet) shuffled(columns []string) []string {
	if !s.has(anyOrder) {
		return columns
	}
	columns = slices.Clone(columns)
	s.rng.Shuffle(len(columns), func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	return columns
}

// darkHead fills the row of heads and gives the ink of its text.
func (s *sheet) darkHead(x0, y0, x1, y1 float64, ink color.Color) color.Color {
	if !s.has(inverted) {
		return ink
	}
	shade := uint8(20 + s.rng.IntN(80))
	s.canvas.Fill(image.Rect(int(x0), int(y0), int(x1), int(y1)), color.RGBA{shade, shade, shade + uint8(s.rng.IntN(90)), 255})
	return color.White
}

// line draws a rule of a table: whole, or with the trait partial dashed or not
// at all.
func (s *sheet) line(x1, y1, x2, y2, thick float64) {
	if !s.has(partial) {
		s.canvas.Rule(x1, y1, x2, y2, thick, black)
		return
	}
	switch s.rng.IntN(3) {
	case 0:
	case 1:
		s.canvas.Rule(x1, y1, x2, y2, thick, black)
	default:
		dash := s.mm(0.6 + 1.6*s.rng.Float64())
		for at := 0.0; at < x2-x1+y2-y1; at += 2 * dash {
			if y1 == y2 {
				s.canvas.Rule(x1+at, y1, min(x1+at+dash, x2), y1, thick, black)
			} else {
				s.canvas.Rule(x1, y1+at, x1, min(y1+at+dash, y2), thick, black)
			}
		}
	}
}

// thirds draws the entries in three columns of lines, each with name, result,
// mark and reference only.
func (s *sheet) thirds(panels []*catalogue.Panel, top, bottom float64) {
	entries := s.items(panels)
	s.shorten(entries, cut, 7)
	keep := []string{colName, colResult, colFlag, colReference}
	look := gridLook{points: 7.5, columns: slices.DeleteFunc(s.usedColumns(), func(id string) bool { return !slices.Contains(keep, id) })}
	each := (len(entries) + 2) / 3
	gap := s.mm(3)
	width := (s.width - 2*s.margin - 2*gap) / 3
	pen := s.pen(look.points)
	look.pitch = min((bottom-top)/float64(each+1), pen.Size*1.8)
	for i := range 3 {
		part := entries[min(i*each, len(entries)):min((i+1)*each, len(entries))]
		if len(part) == 0 {
			return
		}
		x := s.margin + float64(i)*(width+gap)
		s.grid(part, area{x, top, x + width, bottom}, look)
		if i > 0 && s.form == "divided" {
			s.canvas.Rule(x-gap/2, top, x-gap/2, top+look.pitch*float64(each+1), max(1, s.dpi/120), black)
		}
	}
}
