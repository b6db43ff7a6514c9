package ocr

import (
	"context"
	"errors"
	"image"

	"tijian/engine/message"
	"tijian/ocr/block"
	"tijian/ocr/evidence"
	"tijian/ocr/layout"
	"tijian/ocr/page"
	"tijian/ocr/pdf"
	"tijian/ocr/picture"
	"tijian/ocr/quality"
	"tijian/ocr/result"
	"tijian/ocr/textlayer"
)

// How much of a PDF's page lies under pictures: see pdfLeaf.
const (
	pictureShare = 0.04 // from which they may show results, and the page is drawn and read, too
	scanShare    = 0.6  // from which the page is a picture, and its text what another program read of it
)

// pdfFile is an opened PDF.
type pdfFile struct{ *pdf.Document }

func openPDF(data []byte, limits picture.Limits) (source, error) {
	if err := limits.CheckBytes(int64(len(data))); err != nil {
		return nil, err
	}
	d, err := pdf.Open(data)
	if err != nil {
		return nil, pdfError(err)
	}
	return pdfFile{d}, nil
}

// pdfError says why a PDF, or a page of it, is not read.
func pdfError(err error) error {
	said := message.PDFDamaged.With("reason", err)
	switch {
	case errors.Is(err, pdf.ErrEncrypted):
		said = message.PDFEncrypted.With()
	case !errors.Is(err, pdf.ErrDamaged):
		return err
	}
	return &Error{Code: picture.FormatError, Message: said, Err: err}
}

// pdfLeaf is a page of a PDF.
type pdfLeaf struct{ *pdf.Page }

func (f pdfFile) leaf(n int) (leaf, error) {
	p, err := f.Page(n)
	if err != nil {
		return nil, pdfError(err)
	}
	return pdfLeaf{p}, nil
}

// read takes what the page prints as text. Where pictures may show more it is
// drawn and read as well; where it is a scan, what was read counts, and the text that
// another program laid over it can only speak against it.
func (l pdfLeaf) read(ctx context.Context, r *Recogniser, hint block.Layout) ([]Sheet, []result.Sheet, error) {
	defer l.Close()
	lines, ok := textlayer.Lines(l.Glyphs)
	var printed []Sheet
	var said []result.Sheet
	if ok {
		p := block.Page{Size: l.Size, Layout: hint}
		var found block.Layout
		if p.Lines, found = layout.ReadingOrder(lines, l.Size.X, false); hint == block.Default {
			p.Layout = found
		}
		printed = []Sheet{{p, func(b image.Rectangle) image.Rectangle { return b }}}
		var err error
		if said, err = r.understand(printed); err != nil {
			return printed, nil, err
		}
		fromText(said)
	}
	scan := l.Hidden || l.Cover >= scanShare
	if ok && !scan && l.Cover < pictureShare {
		return printed, said, ctx.Err()
	}
	sheets, seen, err := l.drawn(ctx, r, hint, scan)
	_, refused := errors.AsType[*Error](err)
	switch {
	case refused && ok && !scan: // the pictures on it are of no use
		return printed, said, nil
	case err != nil || !ok:
		return sheets, seen, err
	case scan:
		return sheets, contradicted(seen, said), nil
	}
	return append(printed, sheets...), completed(said, seen), nil
}

// drawn reads the page as a picture. Of the gates only those that measure what the
// page shows hold: one that is drawn here has the resolution and sharpness it is
// drawn with.
func (l pdfLeaf) drawn(ctx context.Context, r *Recogniser, hint block.Layout, scan bool) ([]Sheet, []result.Sheet, error) {
	img, err := l.Draw()
	if err != nil {
		return nil, nil, pdfError(err)
	}
	d := drawn{image: img, blank: true}
	if scan && l.Cover >= scanShare {
		d.check = func(t quality.Thresholds) error {
			gray := page.InvertDark((&picture.Picture{Image: img}).Gray())
			fine := float64(l.Pixels.X*l.Pixels.Y) / float64(l.Size.X*l.Size.Y) // of what is drawn, squared
			if err := t.CheckResolution(l.Pixels, func() float64 { return page.PrintHeight(gray) * min(1, fine) }); err != nil {
				return err
			}
			return t.CheckSharpness(gray)
		}
	}
	return d.read(ctx, r, hint)
}

// fromText says of values that a file's own text prints them.
func fromText(sheets []result.Sheet) {
	for i := range sheets {
		for _, entries := range sheets[i].Full {
			for k := range entries {
				if entries[k].Basis != nil {
					entries[k].Basis[evidence.Readers] = evidence.FromText
				}
			}
		}
	}
}

// contradicted takes the values from what was read of a scan that its text gives
// otherwise.
func contradicted(seen, said []result.Sheet) []result.Sheet {
	for i := range seen {
		for name, entries := range seen[i].Full {
			for k := range said {
				result.Settle(entries, said[k].Full[name])
			}
		}
	}
	return seen
}

// completed adds to what a page prints as text what only its pictures show.
func completed(said, seen []result.Sheet) []result.Sheet {
	s := &said[0]
	for i := range seen {
		s.Person = result.Persons(s.Person, seen[i].Person)
		if s.Day == (result.Day{}) {
			s.Day = seen[i].Day
		}
		for name, entries := range seen[i].Full {
			if own, ok := s.Full[name]; ok {
				result.Settle(own, entries)
			} else {
				s.Full[name] = entries
			}
		}
	}
	return said
}
