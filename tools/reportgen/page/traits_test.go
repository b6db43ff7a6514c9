package page

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"image"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tijian/tools/reportgen/catalogue"
	"tijian/tools/reportgen/degrade"
	"tijian/tools/reportgen/truth"
)

const traitGolden = "testdata/traits.json"

// A portrait is what a golden file keeps of a page: the hash of its truth, and
// the mean grey levels of parts of its picture, which encoders and processors
// may change a little.
type portrait struct {
	Truth  string         `json:"truth"`
	Levels [4 * 4]float64 `json:"levels"`
}

func portray(t *testing.T, p *Picture, picture image.Image) portrait {
	t.Helper()
	text, err := p.Truth.Encode()
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	portrait := portrait{Truth: hex.EncodeToString(sum[:8])}
	w, h := picture.Bounds().Dx()/4, picture.Bounds().Dy()/4
	for i := range portrait.Levels {
		sum, n := 0, 0
		for y := i / 4 * h; y < (i/4+1)*h; y += 3 {
			for x := i % 4 * w; x < (i%4+1)*w; x += 3 {
				sum, n = sum+grey(picture, x, y), n+1
			}
		}
		portrait.Levels[i] = math.Round(10*float64(sum)/float64(n)) / 10
	}
	return portrait
}

func (p portrait) like(q portrait) bool {
	for i := range p.Levels {
		if math.Abs(p.Levels[i]-q.Levels[i]) > 0.5 {
			return false
		}
	}
	return p.Truth == q.Truth
}

// One page of each trait keeps its truth, boxes included, and every box lies on
// ink that can be seen.
func TestEveryTrait(t *testing.T) {
	maker := newMaker(t)
	without, _ := taken(t, maker, "")
	want := map[string]portrait{}
	if !*update {
		data, err := os.ReadFile(traitGolden)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(data, &want); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	got := map[string]portrait{}
	t.Run("pages", func(t *testing.T) {
		for _, trait := range Traits() {
			t.Run(trait, func(t *testing.T) {
				t.Parallel()
				picture, p := taken(t, maker, trait)
				if slices.Equal(pixels(picture), pixels(without)) {
					t.Error("the trait changes nothing")
				}
				portrait := portray(t, p, picture)
				mu.Lock()
				got[trait] = portrait
				mu.Unlock()
				if !slices.Equal(p.Truth.Traits, []string{trait}) {
					t.Errorf("the truth names traits %v", p.Truth.Traits)
				}
				if trait == degrade.Unreadable {
					if len(p.Truth.Values)+len(p.Truth.Lines)+len(p.Glyphs) > 0 {
						t.Error("a page that nobody can read has a truth")
					}
					return
				}
				seen(t, p, picture)
			})
		}
	})
	if *update {
		data, err := json.MarshalIndent(got, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(traitGolden, append(data, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !maps.EqualFunc(got, want, portrait.like) {
		t.Errorf("pages are\n%v, want\n%v\nafter a wanted change: go test ./tools/reportgen/page -run EveryTrait -update", got, want)
	}
}

// taken is the picture of a small page with one trait or none.
func taken(t *testing.T, maker *Maker, trait string) (image.Image, *Picture) {
	t.Helper()
	o := Options{Seed: 2, Layout: "DOUBLE", Condition: truth.Clean, Form: "slip", Panel: "liver", dpi: 100}
	if trait != "" {
		o.Traits = []string{trait}
	}
	picture, p, _, err := maker.take(o)
	if err != nil {
		t.Fatal(err)
	}
	return picture, p
}

func pixels(m image.Image) []uint8 { return m.(*image.RGBA).Pix }

// seen checks that at least 97 in 100 boxes of names and results hold ink.
func seen(t *testing.T, p *Picture, picture image.Image) {
	t.Helper()
	boxes, inked := 0, 0
	for _, line := range p.Truth.Lines {
		for _, b := range []truth.Box{line.NameBox, line.ResultBox} {
			boxes++
			if box := b.Rect(); box.In(picture.Bounds()) && contrast(picture, box) >= 30 {
				inked++
			}
		}
	}
	if boxes < 20 || inked*100 < boxes*97 {
		t.Errorf("%d of %d boxes lie on ink", inked, boxes)
	}
}

func contrast(m image.Image, box image.Rectangle) int {
	darkest, lightest := 255, 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			g := grey(m, x, y)
			darkest, lightest = min(darkest, g), max(lightest, g)
		}
	}
	return lightest - darkest
}

func TestSomeTraitsGoTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed, n := rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 6).Draw(t, "n")
		layout := rapid.SampledFrom(Layouts).Draw(t, "layout")
		some := Some(seed, layout, n)
		if len(some) != n || !slices.IsSorted(some) || !slices.Equal(some, Some(seed, layout, n)) {
			t.Fatalf("%d traits wanted, got %v", n, some)
		}
		if err := checkTraits(some); err != nil {
			t.Fatal(err)
		}
		for _, group := range rivals {
			together := slices.DeleteFunc(slices.Clone(some), func(s string) bool { return !slices.Contains(group, s) })
			if len(together) > 1 {
				t.Fatalf("%v cannot be read together", together)
			}
		}
		if slices.Contains(some, degrade.Unreadable) {
			t.Fatal("unreadable is chosen only by name")
		}
	})
}

func TestUnknownTrait(t *testing.T) {
	_, err := newMaker(t).Draw(Options{Layout: "SINGLE", Condition: truth.Clean, Traits: []string{"folded"}})
	if err == nil || !strings.Contains(err.Error(), `trait "folded"`) || !strings.Contains(err.Error(), "crease") {
		t.Errorf("got error %v, want the known traits", err)
	}
}

// What holds for the pages of the usual catalogue holds for those of the wide
// one, which has more of everything.
func TestWide(t *testing.T) {
	maker := newMaker(t)
	usual := maker.catalogue
	maker = maker.wide
	c := maker.catalogue
	if len(c.Items) < len(usual.Items)+80 || len(c.Styles) <= len(usual.Styles) || len(c.Panels) <= len(usual.Panels) {
		t.Errorf("%d items, %d styles, %d panels", len(c.Items), len(c.Styles), len(c.Panels))
	}
	for name, item := range c.Items {
		indicator, _ := maker.terms.Lookup(name)
		for _, printed := range item.Names {
			if !slices.Contains(indicator.Aliases, printed) {
				t.Errorf("%s: %s is not among its aliases", name, printed)
			}
		}
		if !slices.ContainsFunc(c.Panels, func(p catalogue.Panel) bool { return slices.Contains(p.Items, name) }) {
			t.Errorf("%s is in no panel", name)
		}
	}
}

func TestTruthAgreesWithWhatIsPrintedWide(t *testing.T) {
	maker := newMaker(t).wide
	c := maker.catalogue
	rapid.Check(t, func(t *rapid.T) {
		h := habits{style: &c.Styles[rapid.IntRange(0, len(c.Styles)-1).Draw(t, "style")], female: rapid.Bool().Draw(t, "female"), otherUnits: rapid.Bool().Draw(t, "other units"), anyName: true}
		var items []*catalogue.Item
		for _, name := range rapid.SampledFrom(c.Panels).Draw(t, "panel").Items {
			items = append(items, c.Items[name])
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for _, e := range maker.entries(rng, items, h) {
			for _, line := range e.truths {
				agree(t, maker.terms, line)
			}
		}
	})
}

func TestWidePagesDiffer(t *testing.T) {
	maker := newMaker(t)
	o := Options{Seed: 5, Layout: "DOUBLE", Condition: truth.Clean, Form: "slip", dpi: 110}
	usual := draw(t, maker, o)
	o.Wide = true
	wide := draw(t, maker, o)
	if maps.Equal(usual.Truth.Values, wide.Truth.Values) {
		t.Error("wide changes nothing")
	}
	check(t, maker, wide)
}
