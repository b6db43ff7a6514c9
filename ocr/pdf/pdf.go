// Package pdf opens PDF files from strangers: how many pages, the characters that a
// page prints with their places, and the page as a picture. The work is PDFium's,
// compiled to WebAssembly: its memory is bounded, and it reaches neither files nor
// the network. Each document has an instance of its own, so that nothing of one
// person's report is left when another's is opened.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/draw"
	"math"
	"unicode"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// Why a file is not opened.
var (
	ErrEncrypted = errors.New("encrypted with a password")
	ErrDamaged   = errors.New("damaged")
)

// PerInch is how many pixels an inch of a page has when it is drawn, and in the
// places of its characters, unless that made it larger than MostPixels.
const PerInch = 200

// MostPixels bounds the picture of a page: a sheet of A3 has 7.7 million.
const MostPixels = 16e6

// A Document is an opened file. It is for one goroutine at a time.
type Document struct {
	pdf   pdfium.Pdfium
	ref   references.FPDF_DOCUMENT
	pages int
}

// Open opens a file. Its error is ErrEncrypted or ErrDamaged, or says why PDFium
// does not run here.
func Open(data []byte) (d *Document, err error) {
	defer fence(&err)
	pool, err := engine()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	instance, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, err
	}
	d = &Document{pdf: instance}
	defer func() {
		if err != nil {
			d.Close()
		}
	}()
	opened, err := instance.OpenDocument(&requests.OpenDocument{File: &data})
	switch {
	case errors.Is(err, pdfiumerrors.ErrPassword), errors.Is(err, pdfiumerrors.ErrSecurity):
		return nil, ErrEncrypted
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	d.ref = opened.Document
	count, err := instance.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: d.ref})
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	case count.PageCount <= 0:
		return nil, fmt.Errorf("%w: it has no page", ErrDamaged)
	}
	d.pages = count.PageCount
	return d, nil
}

// Close gives the document's memory back.
func (d *Document) Close() {
	var err error
	defer fence(&err)
	_ = d.pdf.Close()
}

// Pages is how many pages the document has, at least 1.
func (d *Document) Pages() int { return d.pages }

// A Page is a page of a document, with what it prints as text.
type Page struct {
	Size   image.Point // in pixels, as the page is drawn
	Glyphs []Glyph     // in the order of the file
	Cover  float64     // share of the page that lies under pictures, at most 1
	Pixels image.Point // of the largest picture on it; zero without one
	Hidden bool        // some of the text is there to be searched, not to be seen

	doc *Document
	ref references.FPDF_PAGE
}

// A Glyph is one character of a page.
type Glyph struct {
	Char rune // unicode.ReplacementChar where the file does not tell
	Cell Box  // as wide as it moves the text on, as high as its font
}

// A Box is a rectangle in pixels of the drawn page, from the top left.
type Box struct{ X0, Y0, X1, Y1 float64 }

// MostGlyphs bounds what is taken of a page: the fullest pages have some 5,000.
const MostGlyphs = 50_000

// mostObjects bounds how many objects of a page are looked at for pictures.
const mostObjects = 20_000

// Page opens the n-th page, from 0. Close it.
func (d *Document) Page(n int) (p *Page, err error) {
	defer fence(&err)
	loaded, err := d.pdf.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: d.ref, Index: n})
	if err != nil {
		return nil, fmt.Errorf("%w: page %d: %w", ErrDamaged, n+1, err)
	}
	p = &Page{doc: d, ref: loaded.Page}
	size, err := d.pdf.GetPageSize(&requests.GetPageSize{Page: p.request()})
	if err != nil || !(size.Width > 0) || !(size.Height > 0) {
		return nil, fmt.Errorf("%w: page %d has no size", ErrDamaged, n+1)
	}
	scale := min(PerInch/72.0, math.Sqrt(MostPixels/(size.Width*size.Height)))
	p.Size = image.Pt(max(1, int(size.Width*scale)), max(1, int(size.Height*scale)))
	place, err := p.places()
	if err != nil {
		return nil, fmt.Errorf("%w: page %d: %w", ErrDamaged, n+1, err)
	}
	if err := p.text(place); err != nil {
		return nil, fmt.Errorf("%w: page %d: %w", ErrDamaged, n+1, err)
	}
	p.objects(place)
	return p, nil
}

// Close gives the page's memory back.
func (p *Page) Close() {
	var err error
	defer fence(&err)
	_, _ = p.doc.pdf.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: p.ref})
}

func (p *Page) request() requests.Page { return requests.Page{ByReference: &p.ref} }

// Draw draws the page on white, with what is filled into its form.
func (p *Page) Draw() (picture image.Image, err error) {
	defer fence(&err)
	drawn, err := p.doc.pdf.RenderPageInPixels(&requests.RenderPageInPixels{Page: p.request(), Width: p.Size.X, Height: p.Size.Y, RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT})
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer drawn.Cleanup()
	img, ok := drawn.Result.RenderedImage.(*image.RGBA)
	if !ok {
		return nil, fmt.Errorf("%w: it cannot be drawn", ErrDamaged)
	}
	out := image.NewRGBA(image.Rectangle{Max: img.Rect.Size()}) // out of PDFium's memory
	draw.Draw(out, out.Rect, img, img.Rect.Min, draw.Src)
	return out, nil
}

// A mapping leads from the page's own places, in points from the bottom left
// before it is turned and cut, to pixels.
type mapping struct{ x, y, xx, xy, yx, yy float64 }

// places finds the mapping by three points, which are far apart since PDFium
// rounds to pixels.
func (p *Page) places() (m mapping, err error) {
	const far = 1000
	const fine = 64 // of a pixel
	at := func(x, y float64) (float64, float64) {
		if err != nil {
			return 0, 0
		}
		device, e := p.doc.pdf.FPDF_PageToDevice(&requests.FPDF_PageToDevice{Page: p.request(), SizeX: fine * p.Size.X, SizeY: fine * p.Size.Y, PageX: x, PageY: y})
		if e != nil {
			err = e
			return 0, 0
		}
		return float64(device.DeviceX) / fine, float64(device.DeviceY) / fine
	}
	m.x, m.y = at(0, 0)
	x1, y1 := at(far, 0)
	x2, y2 := at(0, far)
	m.xx, m.yx = (x1-m.x)/far, (y1-m.y)/far
	m.xy, m.yy = (x2-m.x)/far, (y2-m.y)/far
	return m, err
}

func (m mapping) box(left, bottom, right, top float64) Box {
	x0, y0 := m.x+m.xx*left+m.xy*bottom, m.y+m.yx*left+m.yy*bottom
	x1, y1 := m.x+m.xx*right+m.xy*top, m.y+m.yx*right+m.yy*top
	return Box{min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)}
}

// text takes the characters of the page.
func (p *Page) text(place mapping) error {
	lib := p.doc.pdf
	loaded, err := lib.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: p.request()})
	if err != nil {
		return err
	}
	defer func() { _, _ = lib.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: loaded.TextPage}) }()
	count, err := lib.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: loaded.TextPage})
	if err != nil {
		return err
	}
	for i := range min(count.Count, MostGlyphs) {
		char, errChar := lib.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: loaded.TextPage, Index: i})
		cell, errCell := lib.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: loaded.TextPage, Index: i})
		if errChar != nil || errCell != nil {
			continue
		}
		g := Glyph{Char: rune(char.Unicode), Cell: place.box(float64(cell.Rect.Left), float64(cell.Rect.Bottom), float64(cell.Rect.Right), float64(cell.Rect.Top))}
		// PDFium gives the number of a glyph for a character where the font does not
		// tell what it stands for.
		guess, err := lib.FPDFText_HasUnicodeMapError(&requests.FPDFText_HasUnicodeMapError{TextPage: loaded.TextPage, Index: i})
		if err != nil || guess.HasUnicodeMapError {
			g.Char = unicode.ReplacementChar
		}
		p.Glyphs = append(p.Glyphs, g)
	}
	return nil
}

// objects looks for pictures, and for text that is not drawn.
func (p *Page) objects(place mapping) {
	lib := p.doc.pdf
	count, err := lib.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: p.request()})
	if err != nil {
		return
	}
	area := float64(p.Size.X) * float64(p.Size.Y)
	for i := range min(count.Count, mostObjects) {
		object, err := lib.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: p.request(), Index: i})
		if err != nil {
			continue
		}
		p.object(place, object.PageObject, area, mostDepth)
	}
	p.Cover = min(p.Cover, 1)
}

// mostDepth is how deep forms may lie in forms.
const mostDepth = 4

func (p *Page) object(place mapping, object references.FPDF_PAGEOBJECT, area float64, depth int) {
	lib := p.doc.pdf
	kind, err := lib.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: object})
	if err != nil {
		return
	}
	switch kind.Type {
	case enums.FPDF_PAGEOBJ_TEXT:
		mode, err := lib.FPDFTextObj_GetTextRenderMode(&requests.FPDFTextObj_GetTextRenderMode{PageObject: object})
		if err == nil && mode.TextRenderMode == enums.FPDF_TEXTRENDERMODE_INVISIBLE {
			p.Hidden = true
		}
	case enums.FPDF_PAGEOBJ_IMAGE:
		bounds, err := lib.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: object})
		if err != nil {
			return
		}
		b := place.box(float64(bounds.Left), float64(bounds.Bottom), float64(bounds.Right), float64(bounds.Top))
		w := min(b.X1, float64(p.Size.X)) - max(b.X0, 0)
		h := min(b.Y1, float64(p.Size.Y)) - max(b.Y0, 0)
		if w <= 0 || h <= 0 {
			return
		}
		p.Cover += w * h / area
		pixels, err := lib.FPDFImageObj_GetImagePixelSize(&requests.FPDFImageObj_GetImagePixelSize{ImageObject: object})
		if err == nil && int(pixels.Width)*int(pixels.Height) > p.Pixels.X*p.Pixels.Y {
			p.Pixels = image.Pt(int(pixels.Width), int(pixels.Height))
		}
	case enums.FPDF_PAGEOBJ_FORM:
		count, err := lib.FPDFFormObj_CountObjects(&requests.FPDFFormObj_CountObjects{PageObject: object})
		if err != nil || depth == 0 {
			return
		}
		for i := range min(count.Count, mostObjects/10) {
			inner, err := lib.FPDFFormObj_GetObject(&requests.FPDFFormObj_GetObject{PageObject: object, Index: uint64(i)})
			if err == nil {
				p.object(place, inner.PageObject, area, depth-1)
			}
		}
	}
}
