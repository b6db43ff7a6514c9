package scale

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Fonts are tried in this order; all but the last have Chinese.
const Fonts = `"Noto Sans CJK SC","Source Han Sans SC","Microsoft YaHei","PingFang SC","WenQuanYi Micro Hei",sans-serif`

// Lengths of pictures, in pixels.
const (
	pageWidth  = 960
	margin     = 16
	textSize   = 13
	smallSize  = 11
	lineHeight = 19
	barHeight  = 26
	tierHeight = 14 // of a line of bounds
	minSegment = 34
)

// Picture draws the scales of all tables: one band for each kind of person,
// with equal values of all bands above each other.
func (v *View) Picture() string {
	c, edges := v.canvas(), v.edges()
	for k := range v.Tables {
		c.table(&v.Tables[k], v.Graded(), edges)
	}
	return c.svg(v.heading())
}

// SVG draws the scales and, below each, the rows of its table.
func (v *View) SVG() string {
	c := v.canvas()
	c.text(margin, c.down(lineHeight+6), textSize+5, "#111", "start", v.heading())
	c.text(margin, c.down(lineHeight), smallSize, "#555", "start", v.subtitle())
	edges := v.edges()
	for k := range v.Tables {
		t := &v.Tables[k]
		c.down(8)
		c.table(t, v.Graded(), edges)
		c.rows(t)
	}
	c.legend(v.Colors)
	return c.svg(v.heading())
}

func (v *View) heading() string { return v.Title + "（" + v.Name + "）" }

func (v *View) subtitle() string {
	parts := []string{"规则 " + v.Version}
	if v.Namespace != "" {
		parts = append(parts, "覆盖层 "+v.Namespace)
	}
	if v.Unit != "" {
		parts = append(parts, "单位 "+v.Unit)
	}
	if v.Plausible != "" {
		parts = append(parts, "可信范围 "+v.Plausible)
	}
	return strings.Join(parts, "　")
}

// Graded reports whether values are grades and not numbers on a line.
func (v *View) Graded() bool { return v.Plausible == "" }

func (v *View) canvas() *canvas {
	return &canvas{width: max(pageWidth, v.columns()*minSegment+2*margin)}
}

// edges are the bounds of all bands, so that equal ones stand above each other.
func (v *View) edges() []Edge {
	var all []Edge
	for _, t := range v.Tables {
		for _, b := range t.Bands {
			for _, s := range b.Segments[1:] {
				all = append(all, s.Low)
			}
		}
	}
	slices.SortFunc(all, Edge.compare)
	return slices.Compact(all)
}

func (v *View) columns() int {
	n := len(v.edges()) + 1
	for _, t := range v.Tables {
		for _, b := range t.Bands {
			n = max(n, len(b.Segments))
		}
	}
	return n
}

// A canvas collects what is drawn, from the top down.
type canvas struct {
	out        strings.Builder
	width, top int
}

// down moves on and returns the height before.
func (c *canvas) down(by int) int {
	c.top += by
	return c.top - by
}

func (c *canvas) svg(title string) string {
	height := c.top + margin
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family='%s'>`+"\n<title>%s</title>\n<rect width=\"%[1]d\" height=\"%[2]d\" fill=\"#fff\"/>\n%[5]s</svg>\n",
		c.width, height, Fonts, html.EscapeString(title), c.out.String())
}

// text puts a line whose upper edge is at top.
func (c *canvas) text(x, top, size int, fill, anchor, s string) {
	fmt.Fprintf(&c.out, `<text x="%d" y="%d" font-size="%d" fill="%s" text-anchor="%s">%s</text>`+"\n", x, top+size+1, size, fill, anchor, html.EscapeString(s))
}

// lines puts a text into so many pixels and returns the height it takes.
func (c *canvas) lines(x, top, size, width int, fill, s string) int {
	height := 0
	for _, line := range wrap(s, width, size) {
		c.text(x, top+height, size, fill, "start", line)
		height += lineHeight
	}
	return height
}

// table draws the bands of a table.
func (c *canvas) table(t *Table, graded bool, edges []Edge) {
	width := c.width - 2*margin
	if len(t.Bands) == 0 {
		c.down(c.lines(margin, c.top, textSize, width, "#222", cmp.Or(t.For, "所有人")))
		c.down(c.lines(margin, c.top, smallSize, width, "#555", "条件里有计算，或牵涉的数据太多，画不成标尺；见各行。"))
	}
	for k := range t.Bands {
		b := &t.Bands[k]
		who := b.Who
		if b.Ideal != "" {
			who += "　理想 " + b.Ideal
		}
		c.down(c.lines(margin, c.top, textSize, width, "#222", who))
		c.down(3)
		at := places(b, graded, edges, width)
		for i, s := range b.Segments {
			c.segment(s, margin+at[i], margin+at[i+1])
		}
		c.down(barHeight + 2)
		if graded {
			c.grades(b, at)
		} else {
			c.bounds(b, at)
		}
		c.down(6)
	}
}

// places are the ends of a band's segments, from its left.
func places(b *Band, graded bool, edges []Edge, width int) []int {
	at := make([]int, len(b.Segments)+1)
	at[len(b.Segments)] = width
	for i := range b.Segments[1:] {
		if graded {
			at[i+1] = width * (i + 1) / len(b.Segments)
			continue
		}
		k, _ := slices.BinarySearchFunc(edges, b.Segments[i+1].Low, Edge.compare)
		at[i+1] = width * (k + 1) / (len(edges) + 1)
	}
	return at
}

func (c *canvas) segment(s Segment, from, to int) {
	fill, level := s.Hex, s.Level
	if s.Row == 0 {
		fill, level = "#fff", "无"
	}
	fmt.Fprintf(&c.out, `<g><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" fill="%s" stroke="#fff"/></g>`+"\n",
		html.EscapeString(s.Values+"："+level), from, c.top, to-from, barHeight, fill)
	c.text((from+to)/2, c.top+5, textSize, Ink(fill), "middle", level)
	if s.Ideal {
		fmt.Fprintf(&c.out, `<rect x="%d" y="%d" width="%d" height="3" fill="#111"/>`+"\n", from, c.top+barHeight, to-from)
	}
}

// bounds writes the number at each bound, in a second line where the first one
// has no room.
func (c *canvas) bounds(b *Band, at []int) {
	var below tiers
	for i := range b.Segments[1:] {
		x, label := margin+at[i+1], b.Segments[i+1].LowText
		tier := below.put(x, cells(label)*smallSize*6/20+3)
		top := c.top + 2 + tier*tierHeight
		if tier > 0 {
			fmt.Fprintf(&c.out, `<path d="M%d %dV%d" stroke="#999"/>`+"\n", x, c.top, top)
		}
		c.text(x, top, smallSize, "#222", "middle", label)
	}
	c.down(below.height() + 4)
}

// tiers are lines of labels below each other, each as far as it is taken.
type tiers []int

const mostTiers = 3

// put gives a label around x, from left to right, the first line that has room.
func (t *tiers) put(x, half int) (tier int) {
	tier = slices.IndexFunc(*t, func(end int) bool { return end <= x-half })
	if tier < 0 {
		if len(*t) < mostTiers {
			*t = append(*t, 0)
		}
		tier = len(*t) - 1
	}
	(*t)[tier] = x + half
	return tier
}

func (t tiers) height() int { return max(1, len(t)) * tierHeight }

// grades writes the words of each segment below it.
func (c *canvas) grades(b *Band, at []int) {
	height := 0
	for i, s := range b.Segments {
		for k, line := range wrap(s.Values, at[i+1]-at[i]-8, smallSize) {
			c.text(margin+(at[i]+at[i+1])/2, c.top+2+k*tierHeight, smallSize, "#222", "middle", line)
			height = max(height, (k+1)*tierHeight)
		}
	}
	c.down(height + 4)
}

// rows draws the rows of a table, each as high as its texts need.
func (c *canvas) rows(t *Table) {
	x := []int{margin, margin + 34, margin + 250, margin + 330, margin + 620}
	heads := []string{"行", "条件", "等级", "提示", "可能因素与依据"}
	for k, head := range heads {
		c.text(x[k], c.top+2, smallSize, "#555", "start", head)
	}
	c.down(lineHeight)
	end := c.width - margin
	for _, r := range t.Rows {
		fmt.Fprintf(&c.out, `<path d="M%d %dH%d" stroke="#ddd"/>`+"\n", margin, c.top, end)
		top := c.down(4) + 4
		c.text(x[0], top, smallSize, "#555", "start", strconv.Itoa(r.Number))
		fmt.Fprintf(&c.out, `<rect x="%d" y="%d" width="14" height="14" rx="3" fill="%s"/>`+"\n", x[2], top+1, r.Hex)
		c.text(x[2]+19, top, textSize, "#111", "start", r.Level)
		height := max(lineHeight,
			c.lines(x[1], top, smallSize, x[2]-x[1]-10, "#111", r.When),
			c.lines(x[3], top, smallSize, x[4]-x[3]-12, "#111", r.Tip))
		hint := c.lines(x[4], top, smallSize, end-x[4], "#333", r.Hint)
		hint += c.lines(x[4], top+hint, smallSize, end-x[4], "#777", "依据 "+strings.Join(r.Sources, "、"))
		c.down(max(height, hint) + 2)
	}
	fmt.Fprintf(&c.out, `<path d="M%d %dH%d" stroke="#ddd"/>`+"\n", margin, c.top, end)
	c.down(10)
}

func (c *canvas) legend(colors []Color) {
	c.down(6)
	x := margin
	for _, k := range colors {
		label := k.Name + " " + k.Meaning
		width := 22 + cells(label)*smallSize*6/10
		if x+width > c.width-margin && x > margin {
			x = margin
			c.down(lineHeight)
		}
		fmt.Fprintf(&c.out, `<rect x="%d" y="%d" width="14" height="14" rx="3" fill="%s"/>`+"\n", x, c.top, k.Hex)
		c.text(x+19, c.top, smallSize, "#333", "start", label)
		x += width + 14
	}
	c.down(lineHeight)
}

// Ink is black or white, whichever is easier to read on a colour, by the contrast
// ratio of WCAG 2; where there is no colour, that of the text around.
func Ink(hex string) string {
	rgb, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil || len(hex) != 7 {
		return "currentColor"
	}
	linear := func(shift int) float64 {
		c := float64(rgb>>shift&255) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	light := 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
	if (light+0.05)*(light+0.05) > 1.05*0.05 {
		return "#000"
	}
	return "#fff"
}
