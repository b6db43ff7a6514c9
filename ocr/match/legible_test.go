package match

import (
	"image"
	"testing"
	"tijian/ocr/block"
)

// TestIllegiblePages: where most of a page is unreadable, nothing on it is
// sure, not even a line that looks well read.
func TestIllegiblePages(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		trust float64 // of the other lines
		want  bool
	}{{0.95, true}, {0.9, true}, {0.8, false}, {0.6, false}, {0.1, false}, {0, false}} {
		page := draw("白细胞计数 | WBC | 5.6 | 10^9/L | 3.5-9.5", "他 蕉 机 得 | 73 | 丰", "科 化 髓 | 2 | 言", "站 | 6 | 诊")
		for i := range page.Lines[1:] {
			for j := range page.Lines[i+1].Blocks {
				b := &page.Lines[i+1].Blocks[j]
				for k := range b.Readings {
					b.Readings[k].Confidence = c.trust
				}
			}
		}
		full := m.Page(page)
		if _, got := full.Simple()["white_blood_cell_count"]; got != c.want {
			t.Errorf("other lines read with %g: value given is %v", c.trust, got)
		}
		for name, entries := range full {
			if !c.want && entries[0].Sim > doubtful {
				t.Errorf("other lines read with %g: %s has sim %g", c.trust, name, entries[0].Sim)
			}
		}
	}
}

// TestNoisyPage: what the grid of a screen leaves between the lines of a page takes
// nothing from it, and lends nothing to one that is read badly.
func TestNoisyPage(t *testing.T) {
	m := must(t, ofNewest)
	for _, sure := range []float64{0.99, 0.6} {
		f := form{abreast: 1, rows: []string{"0 name | 26 value | 34 «mark» | 40 «unit» | 52 range"}}
		page := f.lay(panels["chemistry"])
		var lines []block.Line
		for _, l := range page.Lines {
			var noise block.Line
			for k := range 9 {
				x, y := 60+150*k, l.Blocks[0].Box.Max.Y
				noise.Blocks = append(noise.Blocks, block.Block{Box: image.Rect(x, y, x+60, y+em/3), Readings: []block.Reading{{Reader: block.Eng}, {Reader: block.ChiSim, Text: "注"}}})
			}
			for _, b := range l.Blocks {
				for i := range b.Readings {
					b.Readings[i].Confidence = min(b.Readings[i].Confidence, sure)
				}
			}
			lines = append(lines, l, noise)
		}
		page.Lines = lines
		if full := m.Page(page); sure > legiblePage {
			compare(t, full, panels["chemistry"])
		} else if got := full.Simple(); len(got) > 0 {
			t.Errorf("WRONG it gives %v", got)
		}
	}
}

// TestIllegiblePlaces: a page that is blurred at one end is trusted at the
// other.
func TestIllegiblePlaces(t *testing.T) {
	var lines []string
	for range 12 {
		lines = append(lines, "备 注 甲 | 无 | 详 见")
	}
	lines[0], lines[11] = "白细胞计数 | WBC | 5.6 | 10^9/L | 3.5-9.5", "尿酸 | UA | 350 | umol/L | 208-428"
	page := draw(lines...)
	for i := 8; i < 11; i++ {
		for j := range page.Lines[i].Blocks {
			for k := range page.Lines[i].Blocks[j].Readings {
				page.Lines[i].Blocks[j].Readings[k].Confidence = 0.3
			}
		}
	}
	if got := render(load(t).Page(page)); got != "uric_acid=? white_blood_cell_count=5.6" {
		t.Errorf("got %q", got)
	}
}
