package degrade

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"math/rand/v2"
	"strings"
	"testing"

	"tijian/tools/reportgen/truth"
)

// marked is a page with dark marks on a grid.
func marked() (*image.RGBA, []image.Rectangle) {
	page := image.NewRGBA(image.Rect(0, 0, 300, 360))
	draw.Draw(page, page.Rect, image.White, image.Point{}, draw.Src)
	var marks []image.Rectangle
	for y := 50; y < 330; y += 80 {
		for x := 30; x < 240; x += 90 {
			mark := image.Rect(x, y, x+36, y+16)
			draw.Draw(page, mark, image.NewUniform(color.Gray{Y: 12}), image.Point{}, draw.Src)
			marks = append(marks, mark)
		}
	}
	return page, marks
}

// Every trait changes the page, the same seed gives the same bytes, and each
// mark lies where its box says.
func TestTraits(t *testing.T) {
	for _, trait := range Traits() {
		t.Run(trait, func(t *testing.T) {
			t.Parallel()
			for seed := range uint64(2) {
				drawn := func(traits ...string) (*image.RGBA, Move, []image.Rectangle) {
					page, marks := marked()
					picture, move := ApplyTraits(rand.New(rand.NewPCG(seed, 0)), page, truth.Scanned, traits)
					return colour(picture), move, marks
				}
				picture, move, marks := drawn(trait)
				if seed == 0 {
					again, _, _ := drawn(trait)
					if !bytes.Equal(picture.Pix, again.Pix) {
						t.Fatal("the same seed gave other bytes")
					}
					without, _, _ := drawn()
					if bytes.Equal(picture.Pix, without.Pix) {
						t.Fatal("the trait changed nothing")
					}
				}
				if trait == Unreadable {
					return // nothing is where it was
				}
				if found := inPlace(picture, move, marks); found < len(marks)-1 { // a stamp or a pen may have darkened one's surroundings
					t.Errorf("seed %d: %d of %d marks are where their boxes say", seed, found, len(marks))
				}
			}
		})
	}
}

// inPlace counts the marks that are darker than what lies beside them.
func inPlace(picture *image.RGBA, move Move, marks []image.Rectangle) int {
	found := 0
	for _, mark := range marks {
		box := move(truth.Box{mark.Min.X, mark.Min.Y, mark.Max.X, mark.Max.Y})
		if mean(picture, box.Rect())+25 < mean(picture, image.Rect(box[2]+6, box[1], box[2]+30, box[3])) {
			found++
		}
	}
	return found
}

// Whatever moves the marks may come together.
func TestTakingsTogether(t *testing.T) {
	for seed, traits := range [][]string{
		{"curved", "lowres", "table", "tilted", "turned"},
		{"curved", "table", "tilted"},
		{"curved", "tilted", "turned"},
		{"lowres", "table", "turned"},
		{"curved", "lowres"},
		{"lowres", "tilted", "turned"},
	} {
		t.Run(strings.Join(traits, " "), func(t *testing.T) {
			t.Parallel()
			page, marks := marked()
			picture, move := ApplyTraits(rand.New(rand.NewPCG(uint64(seed), 1)), page, truth.Scanned, traits)
			if found := inPlace(colour(picture), move, marks); found < len(marks) {
				t.Errorf("%d of %d marks are where their boxes say", found, len(marks))
			}
		})
	}
}

func mean(m *image.RGBA, area image.Rectangle) float64 {
	sum, n := 0.0, 0.0
	area = area.Intersect(m.Rect)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			sum, n = sum+float64(level(m.At(x, y))), n+1
		}
	}
	return sum / max(n, 1)
}
