package ocr

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/jpeg"
	"io/fs"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"tijian/engine/ruleset"
	"tijian/ocr/block"
	"tijian/ocr/quality"
	"tijian/ocr/raster"
	"tijian/rules"
)

var everyDegradation = flag.Bool("degradations", false, "degrade every report in every way, which takes many minutes")

// A degradation makes a picture worse.
type degradation struct {
	name  string
	apply func(*image.Gray) *image.Gray
}

func degradations() []degradation {
	var all []degradation
	add := func(apply func(*image.Gray, int) *image.Gray, name string, sizes ...int) {
		for _, n := range sizes {
			all = append(all, degradation{fmt.Sprintf("%s %d", name, n), func(g *image.Gray) *image.Gray { return apply(g, n) }})
		}
	}
	across := func(g *image.Gray, n int) *image.Gray { return smeared(g, n, 1) }
	down := func(g *image.Gray, n int) *image.Gray { return smeared(g, 1, n) }
	box := func(g *image.Gray, n int) *image.Gray { return smeared(g, n, n) }
	add(across, "motion across", 3, 5, 7, 9, 11, 13, 17, 21)
	add(down, "motion down", 3, 5, 7, 9, 11, 13, 17, 21)
	add(box, "box", 3, 5, 7, 9, 11, 13, 15, 19)
	add(pixelated, "pixels of", 2, 3, 4, 5, 7, 9)
	add(noisy, "noise", 15, 30, 60, 90)
	add(compressed, "JPEG quality", 20, 10, 5)
	return all
}

// smeared gives each pixel the mean of w by h around it.
func smeared(g *image.Gray, w, h int) *image.Gray {
	size := g.Rect.Size()
	sums := make([]int, (size.X+1)*(size.Y+1))
	for y := range size.Y {
		row := 0
		for x := range size.X {
			row += int(g.Pix[y*g.Stride+x])
			sums[(y+1)*(size.X+1)+x+1] = sums[y*(size.X+1)+x+1] + row
		}
	}
	out := image.NewGray(image.Rectangle{Max: size})
	for y := range size.Y {
		y0, y1 := max(0, y-h/2), min(size.Y, y-h/2+h)
		for x := range size.X {
			x0, x1 := max(0, x-w/2), min(size.X, x-w/2+w)
			sum := sums[y1*(size.X+1)+x1] - sums[y0*(size.X+1)+x1] - sums[y1*(size.X+1)+x0] + sums[y0*(size.X+1)+x0]
			out.Pix[y*out.Stride+x] = uint8(sum / ((x1 - x0) * (y1 - y0)))
		}
	}
	return out
}

// pixelated makes squares of side n one grey each.
func pixelated(g *image.Gray, n int) *image.Gray {
	mean := smeared(g, n, n)
	out := image.NewGray(image.Rectangle{Max: g.Rect.Size()})
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			cx, cy := min(x/n*n+n/2, g.Rect.Dx()-1), min(y/n*n+n/2, g.Rect.Dy()-1)
			out.Pix[y*out.Stride+x] = mean.Pix[cy*mean.Stride+cx]
		}
	}
	return out
}

func noisy(g *image.Gray, deviation int) *image.Gray {
	random := rand.New(rand.NewPCG(1, uint64(deviation)))
	out := image.NewGray(image.Rectangle{Max: g.Rect.Size()})
	for y := range g.Rect.Dy() {
		for x := range g.Rect.Dx() {
			v := float64(g.Pix[y*g.Stride+x]) + float64(deviation)*random.NormFloat64()
			out.Pix[y*out.Stride+x] = uint8(math.Max(0, math.Min(255, v)))
		}
	}
	return out
}

// compressed writes a picture as JPEG and reads it back.
func compressed(g *image.Gray, quality int) *image.Gray {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, g, &jpeg.Options{Quality: quality}); err != nil {
		panic(err)
	}
	img, err := jpeg.Decode(&b)
	if err != nil {
		panic(err)
	}
	return raster.Gray(img)
}

func grey(t testing.TB, data []byte) *image.Gray {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return raster.Gray(img)
}

func inForce(t testing.TB) quality.Layouts {
	t.Helper()
	data, err := fs.ReadFile(rules.FS, "2026.1/quality.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Layouts map[block.Layout]struct{ Sharpness, Legibility float64 }
	}
	if err := yaml.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	all := quality.Layouts{}
	for layout, l := range file.Layouts {
		all[layout] = quality.Thresholds{Sharpness: l.Sharpness, Legibility: l.Legibility}
	}
	return all
}

// asRules gives thresholds as a Recogniser asks for them.
func asRules(thresholds quality.Layouts) func() map[string]ruleset.Thresholds {
	return func() map[string]ruleset.Thresholds {
		all := map[string]ruleset.Thresholds{}
		for layout, t := range thresholds {
			all[string(layout)] = ruleset.Thresholds{Sharpness: t.Sharpness, Legibility: t.Legibility}
		}
		return all
	}
}

// refuses tells that a picture was refused for what cannot be read on it.
func refuses(err error) bool {
	var refusal *Error
	return errors.As(err, &refusal) && refusal.Code == quality.DefinitionError
}

// TestDegradedPicturesAreRefused: by their sharpness, or once it is clear that
// nothing can be read.
func TestDegradedPicturesAreRefused(t *testing.T) {
	thresholds := inForce(t)
	r := newRecogniser(t, Options{Workers: 2, Quality: asRules(thresholds)})
	read := 0
	refused := []string{"motion across 13", "motion across 21", "motion down 13", "motion down 21", "box 11", "box 19", "pixels of 9"}
	for _, rep := range reports(t) {
		check := thresholds.For(rep.layout)
		g := grey(t, rep.data)
		if err := check.CheckSharpness(g); err != nil {
			t.Errorf("%s: %v", rep.name, err)
		}
		if rep.name != "table-clean-13.jpg" && !*everyDegradation {
			continue
		}
		// Half a page tells as much as a whole one, and one that is sharp enough to
		// be read as much as two.
		half := *g
		half.Rect.Max.Y /= 2
		for _, d := range degradations() {
			// Photographs have larger characters, which need more to be lost.
			if strings.Contains(rep.name, "photographed") || !slices.Contains(refused, d.name) {
				continue
			}
			bad := d.apply(&half)
			if check.CheckSharpness(bad) != nil {
				continue
			}
			if read++; read > 1 && !*everyDegradation {
				continue
			}
			_, err := r.Recognise(context.Background(), encode(t, bad), rep.layout)
			if !refuses(err) {
				t.Errorf("%s with %s passes: %v", rep.name, d.name, err)
			}
		}
	}
	if read == 0 {
		t.Error("none was refused for what was read on it")
	}
}

// TestDegradedPicturesGiveNoWrongValues: what can no longer be read gives no
// value, and above all none of an indicator that is not on the page.
func TestDegradedPicturesGiveNoWrongValues(t *testing.T) {
	some := map[string][]string{
		"table-clean-13.jpg":  {"motion down 7", "box 7"},
		"single-clean-11.jpg": {"motion down 5"},
	}
	thresholds := inForce(t)
	r := newRecogniser(t, Options{Workers: 2, Quality: asRules(thresholds)})
	total := map[string]struct{ given, wrong int }{}
	for _, rep := range reports(t) {
		for _, d := range degradations() {
			if !*everyDegradation && !slices.Contains(some[rep.name], d.name) {
				continue
			}
			g := d.apply(grey(t, rep.data))
			full, err := r.Recognise(context.Background(), encode(t, g), rep.layout)
			if refuses(err) {
				continue
			}
			if err != nil {
				t.Fatalf("%s with %s: %v", rep.name, d.name, err)
			}
			right, wrong := score(full, rep.values)
			t.Logf("%s with %s: %d right, %d wrong", rep.name, d.name, right, wrong)
			n := total[d.name]
			n.given, n.wrong = n.given+right+wrong, n.wrong+wrong
			total[d.name] = n
			for name, v := range full.Simple() {
				if _, ok := rep.values[name]; !ok {
					t.Errorf("%s with %s: %s is given as %g, but is not on the page", rep.name, d.name, name, v)
				}
			}
		}
	}
	for name, n := range total {
		if float64(n.wrong) > 0.01*float64(n.given) {
			t.Errorf("%s: %d of %d given values are wrong", name, n.wrong, n.given)
		}
	}
}
