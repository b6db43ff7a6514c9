package ocr

import (
	"cmp"
	"context"
	"errors"
	"image"
	"slices"

	"tijian/engine/message"
	"tijian/ocr/block"
	"tijian/ocr/page"
	"tijian/ocr/picture"
	"tijian/ocr/quality"
	"tijian/ocr/result"
)

// MostPages is how many pages the files of a task may have in all.
const MostPages = 50

// A Page is one page of a file as it was read.
type Page struct {
	Number  int             // from 1; 0 of a file with a single page
	Of      int             // pages of the file
	Sheets  []Sheet         // what was read, without asking what it means
	Found   []result.Sheet  // what that says
	Skipped *result.Skipped // that it was not read, and why: only of a file with others
}

// A leaf is a page of a file that is to be read.
type leaf interface {
	// read reads it within ctx. Its error is an *Error where the page is at fault.
	read(ctx context.Context, r *Recogniser, hint block.Layout) ([]Sheet, []result.Sheet, error)
}

// A source is an opened file.
type source interface {
	Pages() int
	leaf(n int) (leaf, error)
	Close()
}

// Read reads a file page by page, of which it may have most, and calls each after
// each page, whose error ends it. It returns an *Error when the file is refused, or
// its only page is, or all of its pages are; the first page's error then. TimeLimit
// is that of a page.
//
// The stages of a picture are those of the pipeline: it is decoded, its size,
// resolution and sharpness are checked, red stamps are removed, sheets told apart;
// each sheet is prepared (background, skew, curvature, rules, blocks), its blocks
// are read and put into reading order; legibility is checked, and what was read is
// matched with the dictionary. A page of a PDF is read from its text where it has
// one, and drawn where it has not.
func (r *Recogniser) Read(ctx context.Context, data []byte, hint block.Layout, most int, each func(*Page) error) error {
	s, err := r.open(data)
	if err != nil {
		return err
	}
	defer s.Close()
	n := s.Pages()
	if n > most {
		return &Error{Code: picture.FormatError, Message: message.FilePages.With("count", n, "most", MostPages, "left", most)}
	}
	var first error
	refused := 0
	for i := range n {
		p := &Page{Of: n}
		if n > 1 {
			p.Number = i + 1
		}
		p.Sheets, p.Found, err = r.readPage(ctx, s, i, hint)
		if err != nil {
			why, is := errors.AsType[*Error](err)
			if !is || n == 1 {
				if n == 1 && len(p.Sheets) > 0 { // what was seen of it, for those who measure
					_ = each(p)
				}
				return err
			}
			refused++
			first = cmp.Or(first, err)
			p.Found, p.Skipped = nil, &result.Skipped{Page: p.Number, Why: why.Error()}
		}
		for k := range p.Found {
			p.Found[k].Page = p.Number
		}
		if err := each(p); err != nil {
			return err
		}
	}
	if refused == n {
		return first
	}
	return nil
}

// open opens a file of any kind that is read.
func (r *Recogniser) open(data []byte) (source, error) {
	if format, _ := picture.Sniff(data); format == picture.PDF {
		return openPDF(data, r.options.Limits)
	}
	f, err := picture.Open(data, r.options.Limits)
	if err != nil {
		return nil, err
	}
	return pictures{f}, nil
}

// readPage reads a page in its time.
func (r *Recogniser) readPage(ctx context.Context, s source, n int, hint block.Layout) ([]Sheet, []result.Sheet, error) {
	limited := ctx
	if r.options.TimeLimit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, r.options.TimeLimit)
		defer cancel()
	}
	l, err := s.leaf(n)
	if err != nil {
		return nil, nil, err
	}
	sheets, found, err := l.read(limited, r, hint)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		err = &Error{Code: RecognitionError, Message: message.PictureSlow.With("limit", r.options.TimeLimit)}
	}
	return sheets, found, err
}

// pictures are the pages of a picture file.
type pictures struct{ file *picture.File }

func (p pictures) Pages() int { return p.file.Pages() }

func (p pictures) Close() {}

func (p pictures) leaf(n int) (leaf, error) {
	decoded, err := p.file.Page(n)
	if err != nil {
		return nil, err
	}
	gray := func() *image.Gray { return page.InvertDark(decoded.Gray()) }
	return drawn{image: decoded.Image, check: func(t quality.Thresholds) error {
		if err := t.CheckBytes(decoded.Bytes); err != nil {
			return err
		}
		if err := t.CheckResolution(decoded.Size(), func() float64 { return page.PrintHeight(gray()) }); err != nil {
			return err
		}
		return t.CheckSharpness(gray())
	}}, nil
}

// A drawn is a page as a picture. One whose text does not measure sharp is read all the
// same, and refused unless that shows it to be plainly legible: of pale print on grainy
// paper the measure sees more grain than print.
type drawn struct {
	image image.Image
	check func(quality.Thresholds) error // in the order file size, resolution, sharpness; nil for none
	blank bool                           // it may show nothing
}

func (d drawn) read(ctx context.Context, r *Recogniser, hint block.Layout) ([]Sheet, []result.Sheet, error) {
	var unsharp error
	least := 0.0
	if d.check != nil {
		if unsharp = d.check(r.thresholds(hint)); errors.Is(unsharp, quality.ErrUnsharp) {
			least = worthReading
		} else if unsharp != nil {
			return nil, nil, unsharp
		}
	}
	sheets, err := r.readers.readPicture(ctx, d.image, hint, least, r.options.Debug)
	switch {
	case err != nil:
		return nil, nil, err
	case unsharp != nil && legibility(sheets) < plainlyLegible:
		return nil, nil, unsharp
	case d.blank && !slices.ContainsFunc(sheets, func(s Sheet) bool { return len(s.Page.Lines) > 0 }):
		return sheets, nil, nil
	}
	found, err := r.legible(sheets, hint)
	return sheets, found, err
}
