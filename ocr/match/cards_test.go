package match

import (
	"image"
	"maps"
	"strconv"
	"testing"

	"tijian/ocr/block"
)

// put makes a page of blocks at places, each in a line of its own, as readers
// of cards find them.
func put(blocks ...block.Block) *block.Page {
	page := &block.Page{Size: image.Pt(1200, 2000)}
	for _, b := range blocks {
		page.Lines = append(page.Lines, block.Line{Blocks: []block.Block{b}})
	}
	return page
}

func at(x, y int, text string) block.Block {
	width := 0
	for _, r := range text {
		width += 18
		if r > 0x2000 {
			width += 18
		}
	}
	return block.Block{Box: image.Rect(x, y, x+width, y+36), Readings: []block.Reading{{Reader: block.Compact, Text: text, Confidence: 0.99}}}
}

// TestCards reads cards of apps: values at the right, a little above the names,
// intervals below with their label.
func TestCards(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		name string
		page *block.Page
		want string
	}{
		{"interval below the value", put(
			at(1000, 90, "4.12"), at(80, 110, "钾离子"), at(700, 140, "参考区间：3.50～5.30 mmol/L"),
			at(1000, 270, "151.0"), at(1110, 265, "↑"), at(80, 290, "钠离子"), at(700, 320, "参考区间：137.0～147.0 mmol/L"),
		), "potassium=4.12 sodium=151H"},
		{"interval below the name", put(
			at(80, 100, "促甲状腺激素"), at(1000, 120, "2.41"), at(80, 150, "参考范围：0.27～4.20 mIU/L"),
			at(80, 300, "游离甲状腺素"), at(1000, 320, "15.6"), at(80, 350, "参考范围：12.0～22.0 pmol/L"),
		), "free_t4=15.6 tsh=2.41"},
		{"unit on a third line", put(
			at(80, 10, "总数："), at(200, 10, "2"),
			at(1000, 90, "72.4"), at(80, 110, "甲状腺素"), at(700, 140, "参考区间："), at(900, 140, "50.00~160.00"), at(1030, 200, "nmol/L"),
			at(1000, 290, "1.62"), at(80, 310, "三碘甲状腺原氨酸"), at(700, 340, "参考区间：0.95～2.95 nmol/L"),
		), "total_t3=1.62 total_t4=72.4"},
		{"values above their names, the first as far as the others", put(
			at(80, 60, "4.12"), at(80, 140, "mmol/L"), at(80, 200, "钾"), at(80, 290, "3.5-5.3"),
			at(80, 460, "139.6"), at(80, 540, "mmol/L"), at(80, 600, "钠"), at(80, 690, "137-147"),
			at(80, 860, "101.4"), at(80, 940, "mmol/L"), at(80, 1000, "氯"), at(80, 1090, "99-110"),
		), "chloride=101.4 potassium=4.12 sodium=139.6"},
		{"name and interval go on around the result", put(
			at(80, 100, "红细胞分布宽"), at(1000, 100, "11.5-"), at(700, 122, "13.4"), at(900, 122, "%"), at(80, 144, "度变异系数"), at(1000, 144, "14.5"),
			at(80, 300, "血红蛋白"), at(700, 300, "142"), at(900, 300, "g/L"), at(1000, 300, "130-175"),
		), "hemoglobin=142 rdw_cv=13.4"},
		{"a card without a value takes no other's", put(
			at(1000, 90, "4.12"), at(80, 110, "钾离子"), at(700, 140, "参考区间：3.50～5.30 mmol/L"),
			at(80, 290, "尿酸"), at(700, 320, "参考区间：208～428 μmol/L"),
		), "potassium=4.12 uric_acid=?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := render(m.Page(c.page)); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestNumbersWhereArrowsStand reads results that are aligned with the end of those that
// have an arrow: they stand below the arrows.
func TestNumbersWhereArrowsStand(t *testing.T) {
	l := &lay{lines: map[int][]block.Block{}, lose: func() bool { return false }}
	want := map[string]float64{}
	for i, x := range laid {
		l.put(0, 3*i, x.name)
		l.put(60-len(x.value), 3*i+1, x.value)
		if x.mark != "" {
			l.lines[3*i+1] = nil
			l.put(58-len(x.value), 3*i+1, x.value)
			l.put(59, 3*i+1, x.mark)
		}
		l.put(0, 3*i+2, x.reference+" "+x.unit)
		want[x.indicator], _ = strconv.ParseFloat(x.value, 64)
	}
	if got := load(t).Page(l.page()).Simple(); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
