package scale

import (
	"cmp"
	"fmt"
	"html"
	"strings"

	"tijian/engine/message"
)

// A Line is the scale of one kind of person for a page.
type Line struct {
	Groups [][]string // whom it is about; none for everybody
	Ideal  string
	SVG    string
}

// narrow is the width that lines have to be legible in: that of a telephone.
const narrow = 300

// Lines draws the scales of a table for a page, as wide as there is room; bounds of
// all tables stand below each other. The page's style sheet gives the colours: c and
// the code of a colour for a stretch and its text, ideal for the line below ideal
// values, at for bounds.
func (v *View) Lines(t *Table) (list []Line) {
	edges := v.edges()
	for k := range t.Bands {
		b := &t.Bands[k]
		list = append(list, Line{b.Groups, b.Ideal, v.line(b, edges)})
	}
	return list
}

func (v *View) line(b *Band, edges []Edge) string {
	const bar = 22
	var out strings.Builder
	at := places(b, v.Graded(), edges, 100_00) // hundredths of a per cent
	percent := func(x int) string { return fmt.Sprintf("%d.%02d%%", x/100, x%100) }
	var below tiers
	for i, s := range b.Segments {
		level := s.Level
		class := fmt.Sprintf("c%d", s.Color)
		if s.Row == 0 {
			level, class = "–", "none"
		}
		fmt.Fprintf(&out, `<g class="%s"><title>%s</title><rect x="%s" y="0" width="%s" height="%d"/><text x="%s" y="15">%s</text></g>`, class,
			html.EscapeString(s.Values+message.Pick(v.lang, "：", ": ")+level), percent(at[i]), percent(at[i+1]-at[i]), bar, percent((at[i]+at[i+1])/2), html.EscapeString(level))
		if s.Ideal {
			fmt.Fprintf(&out, `<rect class="ideal" x="%s" y="%d" width="%s" height="3"/>`, percent(at[i]), bar, percent(at[i+1]-at[i]))
		}
		label, middle := s.LowText, at[i]
		if v.Graded() {
			label, middle = s.Values, (at[i]+at[i+1])/2
		} else if i == 0 {
			continue
		}
		tier := below.put(middle*narrow/100_00, cells(label)*smallSize*6/20+2)
		fmt.Fprintf(&out, `<text class="at" x="%s" y="%d">%s</text>`, percent(middle), bar+13+tier*tierHeight, html.EscapeString(label))
	}
	words := make([]string, len(b.Segments))
	for i, s := range b.Segments {
		words[i] = s.Values + " " + cmp.Or(s.Level, "–")
	}
	return fmt.Sprintf(`<svg class="scale" width="100%%" height="%d" role="img" aria-label="%s">%s</svg>`, bar+4+below.height(), html.EscapeString(strings.Join(words, "; ")), out.String())
}
