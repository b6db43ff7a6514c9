package main

import (
	"fmt"
	"html"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

const (
	scaleWidth = 720
	bandHeight = 62
)

// scale draws the rows of an indicator's tables as coloured bands, low to
// high, with the bounds between them.
func (b *book) scale(i *dictionary.Indicator, tables []*ruleset.Table) string {
	var s strings.Builder
	fmt.Fprintf(&s, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" font-family="sans-serif">`+"\n", scaleWidth, bandHeight*len(tables))
	fmt.Fprintf(&s, "<title>%s</title>\n", html.EscapeString(i.Title))
	for n, t := range tables {
		b.band(&s, t, n*bandHeight)
	}
	s.WriteString("</svg>\n")
	return s.String()
}

func (b *book) band(s *strings.Builder, t *ruleset.Table, top int) {
	fmt.Fprintf(s, `<text x="0" y="%d" font-size="12" fill="#444">%s</text>`+"\n", top+12, html.EscapeString(b.words(t.For)))
	width := float64(scaleWidth) / float64(len(t.Rows))
	for k, r := range t.Rows {
		x := float64(k) * width
		fmt.Fprintf(s, `<rect x="%.1f" y="%d" width="%.1f" height="24" fill="%s"/>`+"\n", x, top+18, width-1, b.hex(r.Color))
		fmt.Fprintf(s, `<text x="%.1f" y="%d" font-size="12" fill="#fff" text-anchor="middle">%s</text>`+"\n", x+width/2, top+34, r.Level.ID)
		bound, high, ok := ends(r.When)
		if high != "" {
			bound = high // else the rows go down
		}
		if ok && k+1 < len(t.Rows) {
			fmt.Fprintf(s, `<text x="%.1f" y="%d" font-size="11" fill="#222" text-anchor="middle">%s</text>`+"\n", x+width, top+55, bound)
		}
	}
}

// swatch is a small square of a colour.
func swatch(hex string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="14" height="14"><rect width="14" height="14" rx="3" fill="%s"/></svg>`+"\n", hex)
}

func (b *book) hex(code int) string {
	for _, c := range b.set.Colors {
		if c.Code == code {
			return c.Hex
		}
	}
	return ""
}
