package page

import (
	"bytes"
	"cmp"
	"image/jpeg"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"tijian/engine/dictionary"
	"tijian/tools/reportgen/catalogue"
	"tijian/tools/reportgen/truth"
)

// load makes the one maker of all tests, which only reads what it knows.
var load = sync.OnceValues(func() (*Maker, error) { return New("") })

func newMaker(t testing.TB) *Maker {
	t.Helper()
	maker, err := load()
	if err != nil {
		t.Fatal(err)
	}
	return maker
}

func draw(t testing.TB, maker *Maker, o Options) *Picture {
	t.Helper()
	picture, err := maker.Draw(o)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func TestSameSeedSameBytes(t *testing.T) {
	another, err := New("")
	if err != nil {
		t.Fatal(err)
	}
	for _, condition := range truth.Conditions {
		o := Options{Seed: 4711, Layout: "DOUBLE", Condition: condition, Form: "slip", dpi: 100}
		first, second := draw(t, newMaker(t), o), draw(t, another, o)
		if !bytes.Equal(first.JPEG, second.JPEG) {
			t.Errorf("%s: two drawings of one seed differ", condition)
		}
		a, _ := first.Truth.Encode()
		b, _ := second.Truth.Encode()
		if !bytes.Equal(a, b) {
			t.Errorf("%s: two truths of one seed differ", condition)
		}
	}
}

func TestAnotherSeedGivesAnotherPage(t *testing.T) {
	maker := newMaker(t)
	o := Options{Seed: 1, Layout: "SINGLE", Condition: truth.Clean, Form: "slip"}
	first := draw(t, maker, o)
	o.Seed = 2
	if second := draw(t, maker, o); maps.Equal(first.Truth.Values, second.Truth.Values) {
		t.Error("two seeds give the same values")
	}
}

// Every drawing of every layout passes the limits of the service and tells the
// truth about its boxes.
func TestEveryLayoutInEveryCondition(t *testing.T) {
	maker := newMaker(t)
	for layout, list := range forms {
		for _, form := range slices.Compact(slices.Sorted(slices.Values(list))) {
			t.Run(layout+" "+form, func(t *testing.T) {
				t.Parallel()
				check(t, maker, draw(t, maker, Options{Seed: 7, Layout: layout, Condition: truth.Clean, Form: form}))
			})
		}
		for _, condition := range []string{truth.Scanned, truth.Photographed} {
			t.Run(layout+" "+condition, func(t *testing.T) {
				t.Parallel()
				form := map[string]string{"TABLE": "columns"}[layout]
				check(t, maker, draw(t, maker, Options{Seed: 8, Layout: layout, Condition: condition, Form: cmp.Or(form, "slip"), dpi: 110}))
			})
		}
	}
}

func check(t *testing.T, maker *Maker, p *Picture) {
	t.Helper()
	if len(p.JPEG) <= 60*1024 {
		t.Errorf("only %d bytes", len(p.JPEG))
	}
	picture, err := jpeg.Decode(bytes.NewReader(p.JPEG))
	if err != nil {
		t.Fatal(err)
	}
	size := picture.Bounds().Size()
	if [2]int{size.X, size.Y} != p.Truth.Size {
		t.Errorf("size %v, truth says %v", size, p.Truth.Size)
	}
	long, short := float64(max(size.X, size.Y)), float64(min(size.X, size.Y))
	if ppi := min(long/11.69, short/8.27); ppi <= 60 {
		t.Errorf("resolution %.0f PPI", ppi)
	}
	if len(p.Truth.Lines) < 5 || len(p.Truth.Values) < 5 {
		t.Errorf("only %d lines and %d values", len(p.Truth.Lines), len(p.Truth.Values))
	}
	for _, line := range p.Truth.Lines {
		agree(t, maker.terms, line)
		for _, box := range []truth.Box{line.Box, line.NameBox, line.ResultBox} {
			if box[0] < 0 || box[1] < 0 || box[2] > size.X || box[3] > size.Y || box[0] >= box[2] || box[1] >= box[3] {
				t.Fatalf("%s: box %v is not within the picture", line.Name, box)
			}
			darkest, lightest := 255, 0
			for y := box[1]; y < box[3]; y++ {
				for x := box[0]; x < box[2]; x++ {
					g := grey(picture, x, y)
					darkest, lightest = min(darkest, g), max(lightest, g)
				}
			}
			if lightest-darkest < 50 {
				t.Errorf("%s: nothing to be seen in box %v", line.Name, box)
			}
		}
	}
}

// Printed result, unit, reference interval and mark of every line must agree
// with the value in the truth.
func TestTruthAgreesWithWhatIsPrinted(t *testing.T) {
	maker := newMaker(t)
	styles := maker.catalogue.Styles
	rapid.Check(t, func(t *rapid.T) {
		h := habits{
			style:  &styles[rapid.IntRange(0, len(styles)-1).Draw(t, "style")],
			female: rapid.Bool().Draw(t, "female"), fullRange: rapid.Bool().Draw(t, "full range"),
			otherUnits: rapid.Bool().Draw(t, "other units"), nameForm: rapid.IntRange(0, 2).Draw(t, "name"),
		}
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		panel := rapid.SampledFrom(maker.catalogue.Panels).Draw(t, "panel")
		var items []*catalogue.Item
		for _, name := range panel.Items {
			items = append(items, maker.catalogue.Items[name])
		}
		for _, e := range joinBloodPressure(maker.entries(rng, items, h)) {
			for _, line := range e.truths {
				agree(t, maker.terms, line)
			}
		}
	})
}

func agree(t rapid.TB, terms *dictionary.Dictionary, line truth.Line) {
	indicator, known := terms.Lookup(line.Indicator)
	if !known {
		if line.Indicator != "" {
			t.Fatalf("%s is not in the dictionary", line.Indicator)
		}
		return
	}
	if line.Value < indicator.Plausible[0] || line.Value > indicator.Plausible[1] {
		t.Fatalf("%s: %v is not plausible", line.Indicator, line.Value)
	}
	printed := strings.TrimPrefix(line.Printed, "<")
	if indicator.Kind == dictionary.Qualitative {
		grade, ok := terms.Grades().Value(printed)
		if !ok || grade != line.Value || (grade > 0) != (line.Mark != "") {
			t.Fatalf("%s: printed %q with mark %q, truth %v", line.Indicator, printed, line.Mark, line.Value)
		}
		return
	}
	switch high, low, pair := strings.Cut(printed, "/"); {
	case pair && line.Indicator == "systolic_bp":
		printed = high
	case pair:
		printed = low
	}
	value, err := strconv.ParseFloat(printed, 64)
	if err != nil {
		t.Fatalf("%s: printed %q: %v", line.Indicator, printed, err)
	}
	standard, ok := indicator.ToStandard(value, line.Unit)
	if !ok || math.Abs(standard-line.Value) > 1e-9*math.Abs(standard) {
		t.Fatalf("%s: printed %s %s, truth %v", line.Indicator, printed, line.Unit, line.Value)
	}
	if want := expectedFlag(line.Reference, value); want != line.Flag {
		t.Fatalf("%s: %v beside %q has flag %q, want %q", line.Indicator, value, line.Reference, line.Flag, want)
	}
}

var numbers = regexp.MustCompile(`\d+(?:\.\d+)?`)

// expectedFlag reads a printed interval anew, apart from the code that wrote it.
func expectedFlag(reference string, value float64) string {
	var ends []float64
	for _, text := range numbers.FindAllString(reference, -1) {
		v, _ := strconv.ParseFloat(text, 64)
		ends = append(ends, v)
	}
	switch {
	case len(ends) == 2 && value < ends[0]:
		return "L"
	case len(ends) == 2 && value > ends[1]:
		return "H"
	case len(ends) != 1:
		return ""
	case strings.ContainsAny(reference, ">＞") && value <= ends[0], strings.Contains(reference, "≥") && value < ends[0]:
		return "L"
	case strings.ContainsAny(reference, "<＜") && value >= ends[0], strings.Contains(reference, "≤") && value > ends[0]:
		return "H"
	}
	return ""
}

// A page is a fair test only when the dictionary knows what is printed on it.
func TestTheDictionaryKnowsEveryPrintedName(t *testing.T) {
	maker := newMaker(t)
	for name, item := range maker.catalogue.Items {
		indicator, _ := maker.terms.Lookup(name)
		for _, printed := range item.Names {
			if !slices.Contains(indicator.Aliases, printed) {
				t.Errorf("%s: %s is not among its aliases", name, printed)
			}
		}
		for _, code := range item.Codes {
			if !slices.ContainsFunc(slices.Concat(indicator.Abbreviations, indicator.Aliases), func(a string) bool { return strings.EqualFold(a, code) }) {
				t.Errorf("%s: %s is not among its abbreviations", name, code)
			}
		}
	}
}

func TestWrongOptions(t *testing.T) {
	maker := newMaker(t)
	good := Options{Layout: "SINGLE", Condition: truth.Clean}
	for want, change := range map[string]func(*Options){
		`layout "CIRCLE"`:      func(o *Options) { o.Layout = "CIRCLE" },
		`condition "wet"`:      func(o *Options) { o.Condition = "wet" },
		`no hospital named`:    func(o *Options) { o.Style = "nowhere" },
		`form "grid" of`:       func(o *Options) { o.Form = "grid" },
		`no panel "horoscope"`: func(o *Options) { o.Panel = "horoscope" },
	} {
		o := good
		change(&o)
		if _, err := maker.Draw(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got error %v, want %s", err, want)
		}
	}
}

func TestMissingFontNamesItsPackage(t *testing.T) {
	maker, err := New(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	_, err = maker.Draw(Options{Layout: "SINGLE", Condition: truth.Clean, Style: "江州"})
	if err == nil || !strings.Contains(err.Error(), "apt-get install fonts-arphic-uming") {
		t.Errorf("got error %v, want the package to install", err)
	}
}

func BenchmarkDraw(b *testing.B) {
	maker := newMaker(b)
	for _, condition := range truth.Conditions {
		b.Run(condition, func(b *testing.B) {
			for i := range b.N {
				draw(b, maker, Options{Seed: uint64(i), Layout: "SINGLE", Condition: condition})
			}
		})
	}
}
