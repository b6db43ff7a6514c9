// Package ocr recognises the picture of a report: which indicators it shows,
// with which values. It checks the picture's quality, prepares the page, cuts
// it into blocks, reads them, and matches what was read with the dictionary.
package ocr

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"sync"
	"time"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/ruleset"
	"tijian/ocr/block"
	"tijian/ocr/compact"
	"tijian/ocr/match"
	"tijian/ocr/merge"
	"tijian/ocr/page"
	"tijian/ocr/person"
	"tijian/ocr/picture"
	"tijian/ocr/quality"
	"tijian/ocr/read"
	"tijian/ocr/result"
)

// Options say what a Recogniser works with. Dictionary and Quality are asked
// for every picture, so that a reload takes effect.
type Options struct {
	Workers      int                                     // blocks read at the same time; at least 1
	Dictionary   func() *dictionary.Dictionary           // required
	Dictionaries fs.FS                                   // the tree Dictionary was loaded from; nil for the embedded one
	Quality      func() map[string]ruleset.Thresholds    // by layout; nil for no quality checks
	Limits       picture.Limits                          // zero fields are picture.DefaultLimits
	TimeLimit    time.Duration                           // for one picture; 0 for none
	Debug        func(stage string, picture image.Image) // called after each stage; may be nil

	TesseractOnly bool // does without the compact reader, to measure what it is worth
}

// A Recogniser recognises pictures of reports. It is safe for concurrent use.
type Recogniser struct {
	options Options
	readers readers

	mu      sync.Mutex
	matcher *match.Matcher
	built   *dictionary.Dictionary // what matcher was built from
}

// New loads the reading models, which takes about 0.2 s for each worker, and
// builds the index of names. Close frees the models.
func New(o Options) (*Recogniser, error) {
	if o.Dictionary == nil {
		return nil, errors.New("ocr.New needs a dictionary")
	}
	if o.Dictionaries == nil {
		o.Dictionaries = dictionaries.Active()
	}
	d := picture.DefaultLimits
	if o.Limits.Bytes > 0 {
		d.Bytes = o.Limits.Bytes
	}
	if o.Limits.Pixels > 0 {
		d.Pixels = o.Limits.Pixels
	}
	if o.Limits.Memory > 0 {
		d.Memory = o.Limits.Memory
	}
	if o.Limits.Aspect > 0 {
		d.Aspect = o.Limits.Aspect
	}
	o.Limits = d
	r := &Recogniser{options: o}
	if _, err := r.match(); err != nil {
		return nil, err
	}
	if !o.TesseractOnly {
		net, err := compact.Embedded()
		if err != nil {
			return nil, err
		}
		r.readers.net = net
	}
	pool, err := read.NewPool(o.Workers)
	if err != nil {
		return nil, err
	}
	r.readers.pool = pool
	return r, nil
}

// Close frees the models. Recognitions under way fail.
func (r *Recogniser) Close() { r.readers.pool.Close() }

// An Examination is what recognition saw of a picture on its way to a result.
type Examination struct {
	Sheets []Sheet     // what was read, without asking what it means
	Full   result.Full // places on the picture as it was given
	Person result.Person
	// Unmatched are the rows that are about none of the indicators, sheet by
	// sheet; their places are on the picture too.
	Unmatched []match.Other
}

// Recognise reads a picture file. hint is the layout that the client named,
// block.Default when none.
//
// It returns an *Error when the picture is refused or cannot be read in time,
// and the context's error when that ends first.
func (r *Recogniser) Recognise(ctx context.Context, data []byte, hint block.Layout) (result.Full, error) {
	seen, err := r.Examine(ctx, data, hint)
	if err != nil {
		return nil, err
	}
	return seen.Full, nil
}

// Examine is Recognise for those who measure it: it tells what was read too.
// With an error the Examination holds what was seen so far; Full is nil.
//
// Its stages are those of the pipeline: the file is decoded, its size, resolution
// and sharpness are checked, red stamps are removed, sheets told apart; each
// sheet is prepared (background, skew, curvature, rules, blocks), its blocks are
// read and put into reading order; legibility is checked; what was read is matched
// with the dictionary, and the sheets' results are merged.
func (r *Recogniser) Examine(ctx context.Context, data []byte, hint block.Layout) (seen Examination, err error) {
	seen.Sheets, err = r.sheets(ctx, data, hint)
	if err != nil {
		return seen, err
	}
	return r.Understand(seen.Sheets, hint)
}

// Understand is the part of Examine that looks at no pixels: it tells what sheets
// say that have been read.
func (r *Recogniser) Understand(sheets []Sheet, hint block.Layout) (seen Examination, err error) {
	seen.Sheets = sheets
	matcher, err := r.match()
	if err != nil {
		return seen, err
	}
	var lines []block.Line
	for i := range seen.Sheets {
		lines = append(lines, seen.Sheets[i].Page.Lines...)
	}
	if err := r.thresholds(hint).CheckLegibility(match.Legibility(lines)); err != nil {
		return seen, known(err)
	}
	seen.Person = person.Read(lines)
	var results []result.Full
	for i := range seen.Sheets {
		full, others := seen.Sheets[i].match(matcher)
		results, seen.Unmatched = append(results, full), append(seen.Unmatched, others...)
	}
	seen.Full = merge.Sheets(results)
	return seen, nil
}

// match tells what a sheet says, with places on the picture.
func (s *Sheet) match(m *match.Matcher) (result.Full, []match.Other) {
	full, others := m.Rows(&s.Page)
	for i := range others {
		others[i].Box = s.Place(others[i].Box)
	}
	for _, entries := range full {
		for _, e := range entries {
			for i, c := range e.Coords {
				b := s.Place(image.Rect(c[0], c[1], c[2], c[3]))
				e.Coords[i] = [4]int{b.Min.X, b.Min.Y, b.Max.X, b.Max.Y}
			}
		}
	}
	return full, others
}

// sheets reads a picture file into lines of blocks, without asking what they
// mean.
func (r *Recogniser) sheets(ctx context.Context, data []byte, hint block.Layout) ([]Sheet, error) {
	limited := ctx
	if r.options.TimeLimit > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, r.options.TimeLimit)
		defer cancel()
	}
	img, err := r.decode(data, hint)
	if err != nil {
		return nil, err
	}
	sheets, err := r.readers.readPicture(limited, img, hint, r.options.Debug)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, &Error{Code: RecognitionError, Message: message.PictureSlow.With("limit", r.options.TimeLimit)}
	}
	return sheets, err
}

// thresholds gives the quality limits in force for a layout.
func (r *Recogniser) thresholds(hint block.Layout) quality.Thresholds {
	if r.options.Quality == nil {
		return quality.Thresholds{Layout: hint}
	}
	layouts := quality.Layouts{}
	for name, t := range r.options.Quality() {
		layouts[block.Layout(name)] = quality.Thresholds{PPI: t.PPI, Kilobytes: t.Kilobytes, Sharpness: t.Sharpness, Legibility: t.Legibility}
	}
	return layouts.For(hint)
}

// decode decodes and checks in the order file size, resolution, sharpness.
func (r *Recogniser) decode(data []byte, hint block.Layout) (image.Image, error) {
	thresholds := r.thresholds(hint)
	p, err := picture.Decode(data, r.options.Limits)
	if err != nil {
		return nil, known(err)
	}
	for _, check := range []func() error{
		func() error { return thresholds.CheckBytes(p.Bytes) },
		func() error {
			return thresholds.CheckResolution(p.Size(), func() float64 { return page.PrintHeight(p.Gray()) })
		},
		func() error { return thresholds.CheckSharpness(p.Gray()) },
	} {
		if err := check(); err != nil {
			return nil, known(err)
		}
	}
	return p.Image, nil
}

// match returns the index of names for the dictionary in force. When a new
// dictionary cannot be indexed, the former index stays.
func (r *Recogniser) match() (*match.Matcher, error) {
	dict := r.options.Dictionary()
	r.mu.Lock()
	defer r.mu.Unlock()
	if dict == r.built {
		return r.matcher, nil
	}
	m, problems := match.New(r.options.Dictionaries, dict)
	if len(problems) > 0 {
		if r.matcher == nil {
			return nil, fmt.Errorf("dictionaries: %w", problems.Err())
		}
		r.built = dict // do not try again for every picture
		return r.matcher, nil
	}
	r.matcher, r.built = m, dict
	return m, nil
}
