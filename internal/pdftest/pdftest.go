// Package pdftest writes small PDF files for tests: text in a Chinese font that is
// not embedded, pictures, and what stands under or over them.
package pdftest

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf16"
)

// A Text is a piece of text of a page; places are in points from the top left, the
// base line's for Y.
type Text struct {
	X, Y, Size float64
	Text       string
	Hidden     bool // there to be searched, not to be seen
}

// A Page is of A4.
type Page struct {
	Texts   []Text
	Picture []byte // a JPEG that covers the page; nil for none
	Width   int    // of the picture in pixels
	Height  int
	Gray    bool // the picture has no colours
	Rotate  int  // by which a reader turns the page clockwise
}

// A4 in points.
const (
	Width  = 595.0
	Height = 842.0
)

// Table gives the texts of rows of cells below each other; columns begin at xs.
func Table(top, size float64, xs []float64, rows [][]string) []Text {
	var out []Text
	for i, row := range rows {
		for k, cell := range row {
			if cell != "" {
				out = append(out, Text{X: xs[k], Y: top + 1.8*size*float64(i), Size: size, Text: cell})
			}
		}
	}
	return out
}

// Write gives a file of these pages.
func Write(pages ...Page) []byte {
	w := &writer{}
	w.WriteString("%PDF-1.4\n")
	const catalog, tree, font, descendant, first = 1, 2, 3, 4, 5
	var kids []string
	for i := range pages {
		kids = append(kids, fmt.Sprintf("%d 0 R", first+3*i))
	}
	w.object(catalog, fmt.Sprintf("<< /Type /Catalog /Pages %d 0 R >>", tree))
	w.object(tree, fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", len(pages), strings.Join(kids, " ")))
	w.object(font, fmt.Sprintf("<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UTF16-H /DescendantFonts [%d 0 R] >>", descendant))
	w.object(descendant, "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /DW 1000 /W [1 95 500] /FontDescriptor "+
		"<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >> >>")
	for i, p := range pages {
		page, content, picture := first+3*i, first+3*i+1, first+3*i+2
		w.object(page, fmt.Sprintf("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %v %v] /Rotate %d /Contents %d 0 R /Resources << /Font << /F %d 0 R >> /XObject << /I %d 0 R >> >> >>",
			tree, Width, Height, p.Rotate, content, font, picture))
		w.stream(content, "", p.content())
		space := "/DeviceRGB"
		if p.Gray {
			space = "/DeviceGray"
		}
		w.stream(picture, fmt.Sprintf("/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace %s /BitsPerComponent 8 /Filter /DCTDecode", max(1, p.Width), max(1, p.Height), space), p.Picture)
	}
	start := w.Len()
	fmt.Fprintf(w, "xref\n0 %d\n0000000000 65535 f \n", len(w.at)+1)
	for _, at := range w.at {
		fmt.Fprintf(w, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(w, "trailer << /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(w.at)+1, catalog, start)
	return w.Bytes()
}

// content draws the page.
func (p *Page) content() []byte {
	var b bytes.Buffer
	if p.Picture != nil {
		fmt.Fprintf(&b, "q %v 0 0 %v 0 0 cm /I Do Q\n", Width, Height)
	}
	for _, t := range p.Texts {
		mode := 0
		if t.Hidden {
			mode = 3
		}
		fmt.Fprintf(&b, "BT /F %v Tf %d Tr 1 0 0 1 %v %v Tm <", t.Size, mode, t.X, Height-t.Y)
		for _, u := range utf16.Encode([]rune(t.Text)) {
			fmt.Fprintf(&b, "%04X", u)
		}
		b.WriteString("> Tj ET\n")
	}
	return b.Bytes()
}

type writer struct {
	bytes.Buffer
	at []int // of each object, from the first
}

func (w *writer) object(n int, body string) {
	w.at = append(w.at, w.Len())
	fmt.Fprintf(w, "%d 0 obj\n%s\nendobj\n", n, body)
}

func (w *writer) stream(n int, keys string, data []byte) {
	w.at = append(w.at, w.Len())
	fmt.Fprintf(w, "%d 0 obj\n<< %s /Length %d >>\nstream\n", n, keys, len(data))
	w.Write(data)
	w.WriteString("\nendstream\nendobj\n")
}
