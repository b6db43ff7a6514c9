// Package ocr recognises the picture of a report: which indicators it shows,
// with which values. It checks the picture's quality, prepares the page, cuts
// it into blocks, reads them, and matches what was read with the dictionary.
package ocr

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"sync"
	"time"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/ocr/block"
	"tijian/ocr/compact"
	"tijian/ocr/match"
	"tijian/ocr/merge"
	"tijian/ocr/person"
	"tijian/ocr/picture"
	"tijian/ocr/quality"
	"tijian/ocr/read"
	"tijian/ocr/remainder"
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
}

// RecognitionError is the kind of errors that are not the picture's.
const RecognitionError = "OCR_ERROR"

// An Error is a picture that was refused or could not be read.
type Error = picture.Error

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
	o.Limits = picture.Limits{
		Bytes: cmp.Or(max(0, o.Limits.Bytes), d.Bytes), Pixels: cmp.Or(max(0, o.Limits.Pixels), d.Pixels),
		Memory: cmp.Or(max(0, o.Limits.Memory), d.Memory), Aspect: cmp.Or(max(0, o.Limits.Aspect), d.Aspect),
	}
	r := &Recogniser{options: o}
	_, err := r.match()
	if err != nil {
		return nil, err
	}
	if r.readers.net, err = compact.Embedded(); err != nil {
		return nil, err
	}
	if r.readers.pool, err = read.NewPool(o.Workers); err != nil {
		return nil, err
	}
	return r, nil
}

// Close frees the models. Recognitions under way fail.
func (r *Recogniser) Close() { r.readers.pool.Close() }

// An Examination is what recognition saw of a file on its way to a result.
type Examination struct {
	Sheets []Sheet     // what was read, without asking what it means
	Full   result.Full // places on the page as it was given
	Person result.Person
	File   result.File // the same by sheet
}

// Recognise reads a file of one or several pages. hint is the layout that the
// client named, block.Default when none.
//
// It returns an *Error when the file is refused or cannot be read in time,
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
func (r *Recogniser) Examine(ctx context.Context, data []byte, hint block.Layout) (seen Examination, err error) {
	err = r.Read(ctx, data, hint, MostPages, func(p *Page) error {
		seen.Sheets = append(seen.Sheets, p.Sheets...)
		seen.File.Add(p.Of, p.Found, p.Skipped)
		return nil
	})
	if err != nil {
		return seen, err
	}
	seen.sum()
	return seen, nil
}

// Understand is the part of Examine that looks at no pixels: it tells what sheets
// say that have been read from a picture.
func (r *Recogniser) Understand(sheets []Sheet, hint block.Layout) (seen Examination, err error) {
	seen.Sheets = sheets
	if seen.File.Sheets, err = r.legible(sheets, hint); err != nil {
		return seen, err
	}
	seen.sum()
	return seen, nil
}

// sum is what all sheets say together.
func (e *Examination) sum() {
	var persons []result.Person
	for i := range e.File.Sheets {
		persons = append(persons, e.File.Sheets[i].Person)
	}
	e.Person, e.Full = result.Persons(persons...), merge.Sheets(e.File.Sheets).Plain()
}

// legible is understand for sheets that could be read.
func (r *Recogniser) legible(sheets []Sheet, hint block.Layout) ([]result.Sheet, error) {
	if err := r.thresholds(hint).CheckLegibility(legibility(sheets)); err != nil {
		return nil, err
	}
	return r.understand(sheets)
}

// legibility is how surely all sheets were read.
func legibility(sheets []Sheet) float64 {
	var lines []block.Line
	for i := range sheets {
		lines = append(lines, sheets[i].Page.Lines...)
	}
	return match.Legibility(lines)
}

// understand tells what sheets say, each by itself.
func (r *Recogniser) understand(sheets []Sheet) ([]result.Sheet, error) {
	matcher, err := r.match()
	if err != nil {
		return nil, err
	}
	var found []result.Sheet
	for i := range sheets {
		s := &sheets[i]
		lines := s.Page.Lines
		full, rest := matcher.Rows(&s.Page)
		for _, entries := range full {
			for _, e := range entries {
				s.place(e.Coords)
			}
		}
		for _, u := range rest {
			s.place(u.Coords)
		}
		found = append(found, result.Sheet{Full: full, Person: person.Read(lines), Day: person.ReadDay(lines), Texts: remainder.Texts(lines), Unmatched: rest})
	}
	return found, nil
}

// place leads places on the prepared page to the picture.
func (s *Sheet) place(coords [][4]int) {
	for i, c := range coords {
		b := s.Place(image.Rect(c[0], c[1], c[2], c[3]))
		coords[i] = [4]int{b.Min.X, b.Min.Y, b.Max.X, b.Max.Y}
	}
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
