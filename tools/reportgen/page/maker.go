// Package page draws report pages with known values: content, layout and
// condition follow from a seed, so that the same seed gives the same bytes.
package page

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/tools/reportgen/catalogue"
	"tijian/tools/reportgen/degrade"
	"tijian/tools/reportgen/paint"
	"tijian/tools/reportgen/truth"
)

// Layouts that can be drawn, as the API names them.
var Layouts = []string{"SINGLE", "DOUBLE", "TABLE"}

// Options choose a page. Only Layout and Condition must be given.
type Options struct {
	Seed      uint64
	Layout    string // one of Layouts
	Condition string // one of truth.Conditions
	Style     string // name of a hospital, or a part of it; "" lets the seed choose
	Form      string // drawing of the layout; "" lets the seed choose
	Panel     string // id of a panel; "" lets the seed choose
	MaxBytes  int    // of the picture; 0 means no limit

	Traits []string // of Traits, on top of layout and condition
	Wide   bool     // more indicators, names, hospitals and heads; another page than without

	dpi float64 // 0 lets the seed choose; tests draw small
}

// A Picture is a drawn page: a JPEG and what it says.
type Picture struct {
	JPEG   []byte
	Truth  *truth.Page
	Glyphs []paint.Glyph // every drawn character, at its place in the picture
}

// A Maker draws pages. It is safe for concurrent use.
type Maker struct {
	fonts     *paint.Library
	catalogue *catalogue.Catalogue
	terms     *dictionary.Dictionary
	wide      *Maker // of pages with Options.Wide; nil in itself
}

// New makes a Maker with the fonts below fontDir; "" stands for
// paint.DefaultFontDir.
func New(fontDir string) (*Maker, error) {
	fonts, err := paint.OpenLibrary(fontDir)
	if err != nil {
		return nil, err
	}
	c, err := catalogue.Load()
	if err != nil {
		return nil, err
	}
	terms, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		return nil, err
	}
	wide, err := widened(terms)
	if err != nil {
		return nil, err
	}
	m := &Maker{fonts, c, terms, &Maker{fonts, wide, terms, nil}}
	return m, errors.Join(m.check(), m.wide.check())
}

// check proves that every item of the catalogue is in the dictionary and that
// each unit it may be printed in can be converted.
func (m *Maker) check() error {
	var faults []string
	for _, name := range slices.Sorted(maps.Keys(m.catalogue.Items)) {
		item := m.catalogue.Items[name]
		indicator, known := m.terms.Lookup(name)
		if !known {
			faults = append(faults, name+": not in the dictionary")
			continue
		}
		for _, unit := range append([]string{item.Unit}, m.catalogue.Spellings[item.Unit]...) {
			if v, ok := indicator.ToStandard(1, unit); !ok || v != 1 {
				faults = append(faults, fmt.Sprintf("%s: %q is not the standard unit %q", name, unit, indicator.Unit))
			}
		}
		for _, other := range item.Other {
			if _, ok := indicator.ToStandard(1, other.Unit); !ok {
				faults = append(faults, fmt.Sprintf("%s: no conversion from %q to %q", name, other.Unit, indicator.Unit))
			}
		}
	}
	if faults != nil {
		return fmt.Errorf("items of the catalogue:\n\t%s", strings.Join(faults, "\n\t"))
	}
	return nil
}

// toStandard and fromStandard convert units that check has found convertible.
func (m *Maker) toStandard(name string, value float64, unit string) float64 {
	indicator, _ := m.terms.Lookup(name)
	value, _ = indicator.ToStandard(value, unit)
	return value
}

func (m *Maker) fromStandard(name string, value float64, unit string) float64 {
	indicator, _ := m.terms.Lookup(name)
	value, _ = indicator.FromStandard(value, unit)
	return value
}

// minBytes keeps every picture above the size limit of all layouts (60 kb)
// with some room.
const minBytes = 66 * 1024

// Draw makes one page. An error is a wrong option or a missing font.
func (m *Maker) Draw(o Options) (*Picture, error) {
	picture, p, rng, err := m.take(o)
	if err != nil {
		return nil, err
	}
	p.JPEG, err = encode(picture, quality(rng, o.Condition), o.MaxBytes)
	return p, err
}

// take makes everything of a page but its file, and hands on the source of
// chance.
func (m *Maker) take(o Options) (image.Image, *Picture, *rand.Rand, error) {
	if !slices.Contains(truth.Conditions, o.Condition) {
		return nil, nil, nil, fmt.Errorf("condition %q: must be one of %s", o.Condition, strings.Join(truth.Conditions, ", "))
	}
	if err := checkTraits(o.Traits); err != nil {
		return nil, nil, nil, err
	}
	if o.Wide && m.wide != nil {
		m = m.wide
	}
	s, err := m.sheet(o)
	if err != nil {
		return nil, nil, nil, err
	}
	rng, style := s.rng, s.style
	page := &truth.Page{
		Picture: fmt.Sprintf("%s-%s-%d.jpg", strings.ToLower(o.Layout), o.Condition, o.Seed),
		Seed:    o.Seed, Layout: o.Layout, Condition: o.Condition, Style: style.Name, Form: s.form, Traits: s.traits,
		Values: map[string]float64{},
	}
	picture, move := degrade.ApplyTraits(rng, s.canvas.Image, o.Condition, o.Traits)
	if s.has(headless) {
		picture, move = s.behead(picture, move)
	}
	size := picture.Bounds().Size()
	page.Size = [2]int{size.X, size.Y}
	s.tell(page, func(line *truth.Line) {
		for _, box := range []*truth.Box{&line.Box, &line.NameBox, &line.ResultBox} {
			*box = move(*box)
		}
	})
	for i := range s.canvas.Glyphs {
		if g := &s.canvas.Glyphs[i]; !g.Box.Empty() {
			g.Box = move(boxOf(g.Box)).Rect()
		}
	}
	if slices.Contains(o.Traits, degrade.Unreadable) {
		page.Values, page.Lines, s.canvas.Glyphs = map[string]float64{}, []truth.Line{}, nil
	}
	return picture, &Picture{Truth: page, Glyphs: s.canvas.Glyphs}, rng, nil
}

// sheet draws the clean page.
func (m *Maker) sheet(o Options) (*sheet, error) {
	if !slices.Contains(Layouts, o.Layout) {
		return nil, fmt.Errorf("layout %q: must be one of %s", o.Layout, strings.Join(Layouts, ", "))
	}
	rng := rand.New(rand.NewPCG(o.Seed, 0x7469_6a69_616e))
	style, err := m.style(rng, o.Style)
	if err != nil {
		return nil, err
	}
	s := &sheet{maker: m, rng: rng, style: style, seen: map[string]bool{}, traits: applicable(o)}
	if err := s.compose(o); err != nil {
		return nil, err
	}
	return s, s.canvas.Err()
}

func (m *Maker) style(rng *rand.Rand, name string) (*catalogue.Style, error) {
	pick := rng.IntN(len(m.catalogue.Styles)) // drawn always, so that a named style changes nothing else
	if name == "" {
		return &m.catalogue.Styles[pick], nil
	}
	for i := range m.catalogue.Styles {
		if strings.Contains(m.catalogue.Styles[i].Name, name) {
			return &m.catalogue.Styles[i], nil
		}
	}
	return nil, fmt.Errorf("no hospital named %q; see catalogue/styles.yaml", name)
}

// quality is the JPEG quality of a condition's camera or scanner.
func quality(rng *rand.Rand, condition string) int {
	if condition == truth.Clean {
		return 88 + rng.IntN(8)
	}
	return 68 + rng.IntN(20)
}

// encode writes a JPEG, changing quality where the size asks for it.
func encode(picture image.Image, quality, maxBytes int) ([]byte, error) {
	for {
		var buffer bytes.Buffer
		if err := jpeg.Encode(&buffer, picture, &jpeg.Options{Quality: quality}); err != nil {
			return nil, err
		}
		switch n := buffer.Len(); {
		case n < minBytes && quality < 100:
			quality = min(quality+4, 100)
			maxBytes = 0
		case maxBytes > 0 && n > maxBytes && quality > 40:
			quality -= 4
		default:
			return buffer.Bytes(), nil
		}
	}
}

// tell puts what is printed into the truth of a page; place moves the boxes of a line to
// where the picture has them.
func (s *sheet) tell(page *truth.Page, place func(*truth.Line)) {
	for _, e := range s.printed {
		for _, line := range e.truths {
			place(&line)
			page.Lines = append(page.Lines, line)
			if line.Indicator != "" {
				page.Values[line.Indicator] = line.Value
			}
		}
	}
}

func boxOf(r image.Rectangle) truth.Box { return truth.Box{r.Min.X, r.Min.Y, r.Max.X, r.Max.Y} }
