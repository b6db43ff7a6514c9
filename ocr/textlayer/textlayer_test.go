package textlayer

import (
	"strings"
	"testing"
	"unicode/utf8"

	"tijian/ocr/block"
	"tijian/ocr/pdf"
)

// printed sets a text with characters of width and height 20 from a place; a blank
// takes half of that.
func printed(x, y float64, text string) []pdf.Glyph {
	var out []pdf.Glyph
	for _, r := range text {
		w := 20.0
		if r < 0x2000 {
			w = 10
		}
		b := pdf.Box{X0: x, Y0: y, X1: x + w, Y1: y + 20}
		out = append(out, pdf.Glyph{Char: r, Cell: b})
		x += w
	}
	return out
}

func shown(lines []block.Line) string {
	var all []string
	for _, l := range lines {
		var texts []string
		for _, b := range l.Blocks {
			texts = append(texts, b.Readings[0].Text)
		}
		all = append(all, strings.Join(texts, "|"))
	}
	return strings.Join(all, "/")
}

func TestLines(t *testing.T) {
	join := func(parts ...[]pdf.Glyph) (all []pdf.Glyph) {
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	row := join(printed(0, 0, "血红蛋白"), printed(200, 0, "128"), printed(300, 0, "g / L"), printed(400, 2, "130-175"))
	for _, c := range []struct {
		name   string
		glyphs []pdf.Glyph
		want   string
	}{
		{"a row", row, "血红蛋白|128|g / L|130-175"},
		{"in another order", join(row[9:], row[:9], printed(0, 40, "红细胞"), printed(200, 40, "4.7")), "血红蛋白|128|g / L|130-175/红细胞|4.7"},
		{"a raised character", join(printed(0, 10, "白细胞计数"), printed(200, 10, "10"), printed(220, 4, "9"), printed(230, 10, "/L")), "白细胞计数|109/L"},
		{"radicals", printed(0, 0, "⾎红蛋⽩细胞计数检查结果"), "血红蛋白细胞计数检查结果"},
		{"one character without a meaning", printed(0, 0, "血红蛋白细胞计数检查结果报告单某某医院检验\uE000"), "血红蛋白细胞计数检查结果报告单某某医院检验囗"},
		{"no meanings", printed(0, 0, "\uFFFD\uFFFD蛋白细胞计数检查\uFFFD"), "-"},
		{"too little", printed(0, 0, "第1页"), "-"},
		{"on its side", func() (all []pdf.Glyph) {
			for i := range 12 {
				all = append(all, printed(100, 20*float64(i), "血")...)
			}
			return all
		}(), "-"},
	} {
		lines, ok := Lines(c.glyphs)
		got := "-"
		if ok {
			got = shown(lines)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestUnwrap: a name of two lines stands in the row of its value where the file goes
// through its rows, and lines of prose stay apart.
func TestUnwrap(t *testing.T) {
	var table, prose []pdf.Glyph
	for i, name := range []string{"白细胞计数", "血红蛋白测定", "血小板"} {
		y := 70 * float64(i)
		table = append(table, printed(0, y+12, "1")...)
		if half := []rune(name); i == 1 {
			table = append(append(table, printed(60, y, string(half[:4]))...), printed(60, y+24, string(half[4:]))...)
		} else {
			table = append(table, printed(60, y+12, name)...)
		}
		table = append(append(table, printed(250, y+12, "128")...), printed(350, y+12, "g/L")...)
		prose = append(prose, printed(0, 24*float64(i), "甲状腺右叶结节建议复查")...)
	}
	var narrow, cards, down []pdf.Glyph
	for _, y := range []float64{0, 60, 120} {
		for _, cell := range []struct {
			x, y float64
			text string
		}{{0, 0, "血红蛋白"}, {0, 24, "HGB"}, {250, 0, "128↑"}, {250, 24, "g/L"}, {350, 0, "130-"}, {350, 24, "175"}} {
			narrow = append(narrow, printed(cell.x, y+cell.y, cell.text)...)
		}
	}
	for _, x := range []float64{0, 250} {
		cards = append(append(cards, printed(x, 0, "血红蛋白")...), printed(x, 24, "128 ")...)
		cards = append(append(cards, printed(x+50, 24, "g/L")...), printed(x, 48, "130-175")...)
	}
	for x, text := range []string{"血红蛋白", "128", "g/L"} {
		for y := range 6 {
			down = append(down, printed(200*float64(x), 24*float64(y), text)...)
		}
	}
	row := "血红蛋白HGB|128↑g/L|130-175"
	level := "血红蛋白|128|g/L"
	for _, c := range []struct {
		glyphs []pdf.Glyph
		want   string
	}{
		{narrow, row + "/" + row + "/" + row},
		{cards, "血红蛋白|血红蛋白/128|g/L|128|g/L/130-175|130-175"},
		{down, strings.Repeat(level+"/", 5) + level},
		{table, "1|白细胞计数|128|g/L/1|血红蛋白测定|128|g/L/1|血小板|128|g/L"},
		{prose, "甲状腺右叶结节建议复查/甲状腺右叶结节建议复查/甲状腺右叶结节建议复查"},
	} {
		if lines, ok := Lines(c.glyphs); !ok || shown(lines) != c.want {
			t.Errorf("%s, want %s", shown(lines), c.want)
		}
	}
}

// Whatever a file says, lines are lines.
func FuzzLines(f *testing.F) {
	f.Add("血红蛋白128 g/L 130-175", 10.0, 3.0, 20.0)
	f.Add("\x00\uFFFD", -1e300, 1e300, 0.0)
	f.Fuzz(func(t *testing.T, text string, x, y, high float64) {
		var glyphs []pdf.Glyph
		for i, r := range text {
			b := pdf.Box{X0: x * float64(i), Y0: y * float64(i%7), X1: x*float64(i) + high, Y1: y*float64(i%7) + high}
			glyphs = append(glyphs, pdf.Glyph{Char: r, Cell: b})
		}
		lines, _ := Lines(glyphs)
		characters := 0
		for _, l := range lines {
			for _, b := range l.Blocks {
				if !utf8.ValidString(b.Readings[0].Text) {
					t.Errorf("%q", b.Readings[0].Text)
				}
				characters += utf8.RuneCountInString(strings.ReplaceAll(b.Readings[0].Text, " ", ""))
			}
		}
		if characters > 3*len(glyphs) {
			t.Errorf("%d characters of %d", characters, len(glyphs))
		}
	})
}
