package compact

import (
	"fmt"
	"image"
	"math/rand/v2"
	"testing"
)

// multiplications counts the multiply-adds that a picture of some width needs.
func multiplications(n *Net, width int) int {
	coarse := n.coarsest()
	rows, width, sum := n.height, (width+coarse-1)/coarse*coarse, 0
	for _, l := range n.layers {
		rows += 2*l.PH - l.KH + 1
		sum += l.Out * l.In * l.KH * l.KW * rows * width
		rows, width = rows/l.PoolH, width/l.PoolW*l.Shuffle
	}
	return sum
}

// noise is a picture of a line of random grey.
func noise(width, height int, seed uint64) *image.Gray {
	rng := rand.New(rand.NewPCG(seed, 2))
	g := image.NewGray(image.Rect(0, 0, width, height))
	for i := range g.Pix {
		g.Pix[i] = uint8(rng.IntN(256))
	}
	return g
}

// BenchmarkLogits measures the network alone, on one core: GMAC/s are
// thousand million multiply-adds a second.
func BenchmarkLogits(b *testing.B) { benchmark(b, func(n *Net, g *image.Gray) { n.Logits(g) }) }

// BenchmarkRead measures the network and the reading of its answer.
func BenchmarkRead(b *testing.B) { benchmark(b, func(n *Net, g *image.Gray) { n.Read(g) }) }

func benchmark(b *testing.B, run func(*Net, *image.Gray)) {
	n, err := Embedded()
	if err != nil {
		b.Fatal(err)
	}
	for _, width := range []int{24, 50, 100, 300} {
		b.Run(fmt.Sprint(width), func(b *testing.B) {
			g := noise(width, n.height, 1)
			for b.Loop() {
				run(n, g)
			}
			each := b.Elapsed().Seconds() / float64(b.N)
			b.ReportMetric(float64(multiplications(n, width))/each/1e9, "GMAC/s")
			b.ReportMetric(each*1e3, "ms/line")
		})
	}
}

// BenchmarkPage measures blocks as wide as those of a page, side by side.
func BenchmarkPage(b *testing.B) {
	n, err := Embedded()
	if err != nil {
		b.Fatal(err)
	}
	var strips []*image.Gray
	sum := 0
	for i := range 40 {
		width := []int{30, 45, 60, 90, 110, 160}[i%6]
		strips, sum = append(strips, noise(width, n.height, uint64(i))), sum+multiplications(n, width)
	}
	for b.Loop() {
		n.ReadAll(strips)
	}
	b.ReportMetric(float64(sum)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GMAC/s")
}
