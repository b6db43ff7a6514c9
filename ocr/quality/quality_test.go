package quality

import (
	"errors"
	"image"
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"tijian/ocr/block"
	"tijian/ocr/picture"
	"tijian/ocr/raster"
	"tijian/rules"
)

var inForce = Layouts{
	block.Single:  {PPI: 30, Kilobytes: 50, Sharpness: 9},
	block.Default: {PPI: 50, Kilobytes: 60, Sharpness: 9},
}

func TestMessages(t *testing.T) {
	thresholds := inForce.For(block.Default)
	single := inForce.For(block.Single)
	blurred := drawPage(t, 26, 8)
	print := func(em float64) func() float64 { return func() float64 { return em } }
	none := print(0)
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"resolution", thresholds.CheckResolution(image.Pt(400, 500), none), "IMAGE_PIXEL_ERROR: resolution 42 PPI, must be greater than 50 PPI (layout DEFAULT)"},
		{"resolution at the limit", thresholds.CheckResolution(image.Pt(600, 413), none), "IMAGE_PIXEL_ERROR: resolution 49 PPI, must be greater than 50 PPI (layout DEFAULT)"},
		{"resolution above the limit", thresholds.CheckResolution(image.Pt(600, 414), none), ""},
		{"resolution of a single column", single.CheckResolution(image.Pt(300, 200), none), "IMAGE_PIXEL_ERROR: resolution 24 PPI, must be greater than 30 PPI (layout SINGLE)"},
		{"resolution of the print", thresholds.CheckResolution(image.Pt(400, 500), print(20)), ""},
		{"resolution of a small print", thresholds.CheckResolution(image.Pt(400, 500), print(7)), "IMAGE_PIXEL_ERROR: resolution 48 PPI, must be greater than 50 PPI (layout DEFAULT)"},
		{"size", thresholds.CheckBytes(12 << 10), "IMAGE_SIZE_ERROR: file size 12 kb, must be greater than 60 kb (layout DEFAULT)"},
		{"size at the limit", thresholds.CheckBytes(60 << 10), "IMAGE_SIZE_ERROR: file size 60 kb, must be greater than 60 kb (layout DEFAULT)"},
		{"size just below the limit", thresholds.CheckBytes(60<<10 - 1), "IMAGE_SIZE_ERROR: file size 59 kb, must be greater than 60 kb (layout DEFAULT)"},
		{"size above the limit", thresholds.CheckBytes(60<<10 + 1), ""},
		{"sharpness not asked for", Thresholds{}.CheckSharpness(blurred), ""},
		{"legibility", Thresholds{Layout: block.Table, Legibility: 0.75}.CheckLegibility(0.7499), "IMAGE_DEFINITION_ERROR: legibility 0.74, must be greater than 0.75 (layout TABLE)"},
		{"legible", Thresholds{Layout: block.Table, Legibility: 0.75}.CheckLegibility(0.76), ""},
		{"legibility not asked for", Thresholds{}.CheckLegibility(0), ""},
		{"no text", thresholds.CheckSharpness(image.NewGray(image.Rect(0, 0, 100, 100))), "IMAGE_DEFINITION_ERROR: sharpness 0, must be greater than 9 (layout DEFAULT): no text found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			if c.err != nil {
				got = c.err.Error()
			}
			if got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	err := thresholds.CheckSharpness(blurred)
	var e *picture.Error
	if !errors.As(err, &e) || e.Code != DefinitionError || !strings.HasSuffix(e.Message.EN, ", must be greater than 9 (layout DEFAULT)") {
		t.Errorf("blurred page: %v", err)
	}
}

func TestUnknownLayoutIsDefault(t *testing.T) {
	for _, layout := range []block.Layout{"", block.Default, block.Table} {
		if got := inForce.For(layout); got.Layout != block.Default || got.PPI != 50 {
			t.Errorf("%q: %+v", layout, got)
		}
	}
}

// sharpnessInForce reads the released threshold, which these tests hold to
// what it promises.
func sharpnessInForce(t *testing.T) float64 {
	t.Helper()
	data, err := fs.ReadFile(rules.FS, "2026.1/quality.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Layouts map[string]struct{ Sharpness float64 }
	}
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	return file.Layouts["DEFAULT"].Sharpness
}

// drawPage draws lines of text of the given size and blurs them by sigma pixels.
func drawPage(t testing.TB, size, sigma float64) *image.Gray {
	t.Helper()
	return drawLines(t, image.Pt(620, 440), size, int(360/(2.2*size)), sigma)
}

func drawLines(t testing.TB, page image.Point, size float64, lines int, sigma float64) *image.Gray {
	t.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		t.Fatal(err)
	}
	img := image.NewGray(image.Rectangle{Max: page})
	for i := range img.Pix {
		img.Pix[i] = 250
	}
	d := font.Drawer{Dst: img, Src: image.Black, Face: face}
	for i := range lines {
		y := 60 + float64(i)*size*2.2
		for j, text := range []string{"Triglycerides", "5.61 H", "3.90-6.10", "mmol/L"} {
			d.Dot = fixed.P(20+j*page.X/4, int(y))
			d.DrawString(text)
		}
	}
	if sigma == 0 {
		return img
	}
	return quantised(raster.Reduce(img, math.MaxInt32).Gaussian(sigma), nil)
}

// quantised turns a plane into a picture, adding to each pixel what extra says.
func quantised(p *raster.Plane, extra func(x, y int) float64) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, p.W, p.H))
	for i, v := range p.V {
		f := float64(v)
		if extra != nil {
			f += extra(i%p.W, i/p.W)
		}
		img.Pix[i] = uint8(math.Round(math.Min(255, math.Max(0, f))))
	}
	return img
}

// TestSharpnessFollowsBlur: text of every size passes as drawn, is refused
// once its strokes have run together, and does not gain by more blur.
func TestSharpnessFollowsBlur(t *testing.T) {
	threshold := sharpnessInForce(t)
	for _, size := range []float64{13, 20, 40} {
		last := math.Inf(1)
		for _, share := range []float64{0, 0.04, 0.1, 0.2, 0.4} {
			got, ok := Sharpness(drawPage(t, size, share*size))
			if !ok {
				t.Fatalf("size %g, blur %g: nothing measured", size, share*size)
			}
			if got > last*1.02 && got > threshold/2 {
				t.Errorf("size %g, blur %g: sharpness rose from %.2f to %.2f", size, share*size, last, got)
			}
			if share <= 0.04 && got <= threshold {
				t.Errorf("size %g, blur %g: readable text has %.2f, must exceed %g", size, share*size, got, threshold)
			}
			if share >= 0.2 && got > threshold {
				t.Errorf("size %g, blur %g: unreadable text has %.2f, must not exceed %g", size, share*size, got, threshold)
			}
			last = got
		}
	}
}

// TestNoiseIsNotSharpness: noise, uneven light and low contrast change the
// verdict neither way.
// TestSharpnessOfLongPictures: several screens below each other are as sharp as one.
func TestSharpnessOfLongPictures(t *testing.T) {
	one := drawLines(t, image.Pt(1000, 1400), 34, 17, 1)
	long := image.NewGray(image.Rect(0, 0, 1000, 6*1400))
	for i := range 6 {
		copy(long.Pix[i*len(one.Pix):], one.Pix)
	}
	want, _ := Sharpness(one)
	if got, ok := Sharpness(long); !ok || math.Abs(got-want) > 0.1*want {
		t.Errorf("sharpness of six screens is %.1f, of one %.1f", got, want)
	}
}

func TestNoiseIsNotSharpness(t *testing.T) {
	threshold := sharpnessInForce(t)
	for _, c := range []struct {
		name            string
		sigma           float64
		noise           float64
		contrast, shade float64
		sharp           bool
	}{
		{"sharp, noise", 0.6, 8, 1, 0, true},
		{"sharp, shade", 0.6, 2, 1, 120, true},
		{"sharp, faded", 0.6, 2, 0.25, 0, true},
		{"sharp, faded and shaded", 0.8, 3, 0.4, 60, true},
		{"blurred, noise", 6, 8, 1, 0, false},
		{"blurred, strong noise", 7, 20, 1, 0, false},
		{"blurred, faded", 6, 2, 0.3, 0, false},
		{"blurred, shade", 6, 3, 1, 120, false},
		{"blurred away", 12, 2, 1, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(7, 9))
			page := raster.Reduce(drawPage(t, 24, 0), math.MaxInt32).Gaussian(c.sigma)
			for i := range page.V {
				page.V[i] = float32(235 - c.contrast*(250-float64(page.V[i])))
			}
			img := quantised(page, func(x, _ int) float64 {
				return c.noise*random.NormFloat64() - c.shade*float64(x)/float64(page.W)
			})
			got, ok := Sharpness(img)
			if !ok {
				t.Fatal("nothing measured")
			}
			if (got > threshold) != c.sharp {
				t.Errorf("sharpness %.2f, threshold %g, want sharp %v", got, threshold, c.sharp)
			}
		})
	}
}

// TestEmptyPagesAreRefused: without text nothing tells that a page is sharp; a
// few lines are enough.
func TestEmptyPagesAreRefused(t *testing.T) {
	thresholds := Thresholds{Layout: block.Default, Sharpness: sharpnessInForce(t)}
	random := rand.New(rand.NewPCG(1, 2))
	plain := raster.NewPlane(620, 877)
	for i := range plain.V {
		plain.V[i] = 200
	}
	for name, extra := range map[string]func(x, y int) float64{
		"plain":  nil,
		"noise":  func(_, _ int) float64 { return 6 * random.NormFloat64() },
		"shaded": func(x, y int) float64 { return -float64(x+y) / 40 },
	} {
		if err := thresholds.CheckSharpness(quantised(plain, extra)); err == nil {
			t.Errorf("%s page passes", name)
		}
	}
	if err := thresholds.CheckSharpness(drawLines(t, image.Pt(620, 877), 24, 2, 0.6)); err != nil {
		t.Errorf("sparse page: %v", err)
	}
	if err := thresholds.CheckSharpness(drawLines(t, image.Pt(600, 160), 24, 2, 0.6)); err != nil {
		t.Errorf("small crop: %v", err)
	}
	for _, size := range []image.Point{{1, 1}, {1, 2000}, {2000, 1}, {3, 3}} {
		if err := thresholds.CheckSharpness(image.NewGray(image.Rectangle{Max: size})); err == nil {
			t.Errorf("%v passes", size)
		}
	}
}

func BenchmarkSharpness(b *testing.B) {
	img := drawPage(b, 24, 0.6)
	for b.Loop() {
		Sharpness(img)
	}
}

func TestNth(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(rapid.Float32Range(-3, 3), 1, 50).Draw(t, "all")
		place := rapid.IntRange(0, len(all)-1).Draw(t, "place")
		want := slices.Sorted(slices.Values(all))[place]
		if got := nth(all, place); got != want {
			t.Fatalf("%g, want %g", got, want)
		}
	})
}
