package layout

import (
	"image"
	"image/color"
	"image/draw"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"tijian/ocr/block"
	"tijian/ocr/glyph"
	"tijian/ocr/page"
	"tijian/ocr/raster"
)

const size = 30 // of drawn characters

func canvas(w, h int) *image.Gray {
	g := image.NewGray(image.Rect(0, 0, w, h))
	draw.Draw(g, g.Rect, image.White, image.Point{}, draw.Src)
	return g
}

func write(t testing.TB, g draw.Image, x, y int, text string) {
	t.Helper()
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	d := font.Drawer{Dst: g, Src: image.NewUniform(color.Gray{20}), Face: face, Dot: fixed.P(x, y)}
	d.DrawString(text)
}

func rowsOf(g *image.Gray) []Row {
	ink := page.Binarise(g)
	rules, clean := page.RemoveRules(ink, size)
	return Rows(raster.Components(clean), rules, size)
}

var columns = []struct {
	x    int
	text string
}{{60, "Haemoglobin"}, {420, "142.5"}, {560, "130-175"}, {760, "g/L"}}

func TestRowsAndBlocks(t *testing.T) {
	g := canvas(900, 700)
	for y := 80; y < 660; y += 50 {
		for _, c := range columns {
			write(t, g, c.x, y, c.text)
		}
	}
	rows := rowsOf(g)
	if len(rows) != 12 {
		t.Fatalf("%d rows, want 12", len(rows))
	}
	for i, row := range rows {
		if len(row.Blocks) != len(columns) {
			t.Fatalf("row %d has %d blocks", i, len(row.Blocks))
		}
		for j, b := range row.Blocks {
			if d := b.Box.Min.X - columns[j].x; d < 0 || d > 6 {
				t.Errorf("row %d, block %d begins at %d, drawn at %d", i, j, b.Box.Min.X, columns[j].x)
			}
			if b.Box.Min.Y < 80+50*i-size || b.Box.Max.Y > 80+50*i+size/3+2 {
				t.Errorf("row %d, block %d spans %v", i, j, b.Box)
			}
		}
	}
}

func TestRuleSeparatesBlocks(t *testing.T) {
	g := canvas(600, 300)
	for y := 60; y < 280; y += 50 {
		write(t, g, 60, y, "12")
		write(t, g, 60+size*3/2, y, "34") // closer than a column's gap
	}
	for _, row := range rowsOf(g) {
		if len(row.Blocks) != 1 {
			t.Fatalf("%d blocks without a rule", len(row.Blocks))
		}
	}
	draw.Draw(g, image.Rect(97, 20, 99, 290), image.Black, image.Point{}, draw.Src)
	rows := rowsOf(g)
	if len(rows) != 5 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		if len(row.Blocks) != 2 {
			t.Errorf("%d blocks with a rule between", len(row.Blocks))
		}
	}
}

func TestNoDigitIsASign(t *testing.T) {
	for _, text := range strings.Split("0 1 2 3 4 5 6 7 8 9 H L A T Y 11 14 47 71 444 1.7 4.1", " ") {
		g := canvas(120, 60)
		write(t, g, 20, 42, text)
		rows := rowsOf(g)
		if len(rows) != 1 || len(rows[0].Blocks) != 1 {
			t.Fatalf("%s: %d rows", text, len(rows))
		}
		if got := rows[0].Blocks[0].Sign(size); got != "" {
			t.Errorf("%s is taken for %s", text, got)
		}
	}
}

func TestPoint(t *testing.T) {
	for _, c := range []struct {
		drawn, read, want string
		ok                bool
	}{
		{"4.8", "48", "4.8", true},
		{"0.118", "0118", "0.118", true},
		{"48", "48", "", false},
		{"4.8", "4.8", "", false},
		{"4.8", "4", "", false},
		{"4-8", "48", "", false},
	} {
		g := canvas(160, 60)
		write(t, g, 20, 42, c.drawn)
		b := rowsOf(g)[0].Blocks[0]
		if got, ok := glyph.Point(b.Parts, size, c.read); got != c.want || ok != c.ok {
			t.Errorf("%s read as %s: %q, %v", c.drawn, c.read, got, ok)
		}
	}
}

func TestCutLeavesNeighboursOut(t *testing.T) {
	g := canvas(300, 120)
	write(t, g, 20, 50, "ga")
	write(t, g, 20, 76, "xh") // so close that the boxes overlap
	rows := rowsOf(g)
	if len(rows) != 2 || !rows[0].Blocks[0].Box.Overlaps(rows[1].Blocks[0].Box) {
		t.Fatalf("rows %v do not overlap", rows)
	}
	cutter := NewCutter(g, rows)
	alone := canvas(300, 120)
	write(t, alone, 20, 50, "ga")
	want := NewCutter(alone, rowsOf(alone)).Cut(rowsOf(alone)[0].Blocks[0], size, size)
	got := cutter.Cut(rows[0].Blocks[0], size, size)
	if got.Rect != want.Rect {
		t.Fatalf("cut %v, want %v", got.Rect, want.Rect)
	}
	far := 0
	for i := range got.Pix {
		if d := int(got.Pix[i]) - int(want.Pix[i]); d > 60 || d < -60 {
			far++
		}
	}
	if far > 12 {
		t.Errorf("%d pixels differ from the block drawn alone", far)
	}
	if small := cutter.Cut(rows[0].Blocks[0], size, size/2); small.Rect.Dy() > got.Rect.Dy()*2/3 {
		t.Errorf("scaled to half, the cut is %d high instead of %d", small.Rect.Dy(), got.Rect.Dy())
	}
}

// read makes a read block of 10 pixels a character.
func readBlock(x int, text string) block.Block {
	return block.Block{
		Box: image.Rect(x, 0, x+10*len([]rune(text)), 20),
		Readings: []block.Reading{
			{Reader: block.Eng, Text: text, Confidence: 0.9},
			{Reader: block.ChiSim, Text: text, Confidence: 0.9},
		},
	}
}

func lineOf(cells ...any) block.Line {
	var l block.Line
	for i := 0; i < len(cells); i += 2 {
		l.Blocks = append(l.Blocks, readBlock(cells[i].(int), cells[i+1].(string)))
	}
	return l
}

func text(lines []block.Line) string {
	var s strings.Builder
	for _, l := range lines {
		for i, b := range l.Blocks {
			if i > 0 {
				s.WriteByte(' ')
			}
			s.WriteString(b.Readings[0].Text)
		}
		s.WriteByte('\n')
	}
	return s.String()
}

func TestReadingOrderTwoColumns(t *testing.T) {
	lines := []block.Line{
		lineOf(300, "检验报告单"),
		lineOf(20, "姓名:张三", 500, "年龄:42"),
		lineOf(20, "项目", 200, "结果", 300, "单位", 500, "项目", 700, "结果", 800, "单位"),
		lineOf(20, "白细胞", 200, "5.6", 300, "10^9/L", 500, "血小板", 700, "210", 800, "10^9/L"),
		lineOf(20, "红细胞", 200, "4.5", 300, "10^12/L", 500, "淋巴细胞", 700, "30.1", 800, "%"),
		lineOf(20, "血红蛋白", 200, "142", 300, "g/L", 500, "单核细胞", 700, "5.2", 800, "%"),
		lineOf(20, "红细胞压积", 200, "0.42", 300, "L/L"),
		lineOf(20, "检验者:李四"),
	}
	got, found := ReadingOrder(lines, 1000, false)
	want := `检验报告单
姓名:张三 年龄:42
项目 结果 单位
白细胞 5.6 10^9/L
红细胞 4.5 10^12/L
血红蛋白 142 g/L
红细胞压积 0.42 L/L
项目 结果 单位
血小板 210 10^9/L
淋巴细胞 30.1 %
单核细胞 5.2 %
检验者:李四
`
	if found != block.Double || text(got) != want {
		t.Errorf("layout %s, lines:\n%s", found, text(got))
	}
}

// Rows of two lines stand at other heights in each of three columns: only the headings
// tell where these are.
func TestReadingOrderThreeColumnsOfUnevenRows(t *testing.T) {
	lines := []block.Line{
		lineOf(20, "项目", 200, "结果", 400, "项目", 550, "结果", 700, "项目", 850, "结果"),
		lineOf(20, "中性粒细胞百", 400, "血红蛋白", 550, "142"),
		lineOf(200, "61.2"),
		lineOf(20, "分比", 700, "总胆固醇", 850, "4.31"),
		lineOf(400, "血小板计数"),
		lineOf(20, "白细胞", 200, "5.6", 550, "210", 700, "甘油三酯", 850, "1.02"),
		lineOf(400, "血小板压积", 550, "0.21"),
	}
	got, found := ReadingOrder(lines, 1000, false)
	want := "项目 结果\n中性粒细胞百\n61.2\n分比\n白细胞 5.6\n" +
		"项目 结果\n血红蛋白 142\n血小板计数\n210\n血小板压积 0.21\n" +
		"项目 结果\n总胆固醇 4.31\n甘油三酯 1.02\n"
	if found != block.Double || text(got) != want {
		t.Errorf("layout %s, lines:\n%s", found, text(got))
	}
}

func TestReadingOrderKeepsCodesWithTheirNames(t *testing.T) {
	lines := []block.Line{
		lineOf(20, "WBC", 100, "白细胞", 240, "5.6", 300, "10^9/L", 500, "PLT", 600, "血小板", 740, "210", 800, "10^9/L"),
		lineOf(20, "RBC", 100, "红细胞", 240, "4.5", 300, "10^12/L", 500, "LYM%", 600, "淋巴细胞", 740, "30.1", 800, "%"),
		lineOf(20, "HGB", 100, "血红蛋白", 240, "142", 300, "g/L", 500, "MON%", 600, "单核细胞", 740, "5.2", 800, "%"),
	}
	got, found := ReadingOrder(lines, 1000, false)
	want := `WBC 白细胞 5.6 10^9/L
RBC 红细胞 4.5 10^12/L
HGB 血红蛋白 142 g/L
PLT 血小板 210 10^9/L
LYM% 淋巴细胞 30.1 %
MON% 单核细胞 5.2 %
`
	if found != block.Double || text(got) != want {
		t.Errorf("layout %s, lines:\n%s", found, text(got))
	}
}

func TestReadingOrderOneColumn(t *testing.T) {
	lines := []block.Line{
		lineOf(20, "项目", 200, "结果", 500, "参考范围", 700, "方法"),
		lineOf(20, "葡萄糖", 200, "5.6", 500, "3.9-6.1", 700, "酶法"),
		lineOf(20, "尿素", 200, "4.5", 500, "3.1-8.0", 700, "酶法"),
		lineOf(20, "肌酐", 200, "70", 500, "57-97", 700, "酶法"),
		lineOf(20, "尿酸", 200, "300", 500, "208-428", 700, "酶法"),
	}
	before := text(lines)
	got, found := ReadingOrder(lines, 1000, false)
	if found != block.Single || text(got) != before {
		t.Errorf("layout %s, lines:\n%s", found, text(got))
	}
	if _, found := ReadingOrder(lines, 1000, true); found != block.Table {
		t.Errorf("a grid is %s", found)
	}
	if got, found := ReadingOrder(nil, 1000, false); len(got) != 0 || found != block.Single {
		t.Errorf("an empty page is %s with %d lines", found, len(got))
	}
}

func BenchmarkRows(b *testing.B) {
	g := canvas(1654, 2339)
	for y := 80; y < 2300; y += 50 {
		for _, c := range columns {
			write(b, g, c.x, y, c.text)
		}
	}
	parts := raster.Components(page.Binarise(g))
	for b.Loop() {
		Rows(parts, nil, size)
	}
}

// TestIntervalSetWide: an interval with spaces around its dash is one block,
// and a dash far from what stands beside it is not part of it.
func TestIntervalSetWide(t *testing.T) {
	for _, c := range []struct {
		gap  int
		want int
	}{{20, 2}, {24, 2}, {90, 4}} {
		g := canvas(900, 400)
		for y := 60; y < 380; y += 50 {
			write(t, g, 60, y, "Haemoglobin")
			write(t, g, 420, y, "133")
			draw.Draw(g, image.Rect(472+c.gap, y-12, 486+c.gap, y-9), image.Black, image.Point{}, draw.Src)
			write(t, g, 486+2*c.gap, y, "537")
		}
		for i, row := range rowsOf(g) {
			if len(row.Blocks) != c.want {
				t.Errorf("gaps of %d pixels, row %d: %d blocks, want %d", c.gap, i, len(row.Blocks), c.want)
			}
		}
	}
}
