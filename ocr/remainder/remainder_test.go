package remainder

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"tijian/ocr/block"
)

// sheet makes lines of texts; | separates blocks.
func sheet(texts ...string) []block.Line {
	var lines []block.Line
	for y, text := range texts {
		var line block.Line
		for x, cell := range strings.Split(text, "|") {
			line.Blocks = append(line.Blocks, block.Block{Box: image.Rect(100*x, 30*y, 100*x+90, 30*y+20), Readings: []block.Reading{{Reader: block.Compact, Text: cell, Confidence: 1}}})
		}
		lines = append(lines, line)
	}
	return lines
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		name string
		page []block.Line
		want string
	}{
		{"a summary", sheet("某某医院体检报告", "【总检结论】", "1、甲状腺右叶结节，建议半年后复查。", "2、轻度脂肪肝。", "总检医师：某某"), "[{总检结论 1、甲状腺右叶结节，建议半年后复查。\n2、轻度脂肪肝。}]"},
		{"on its title's line", sheet("超声提示：胆囊息肉样病变。", "建议：定期复查。"), "[{超声提示 胆囊息肉样病变。} {建议 定期复查。}]"},
		{"before a table", sheet("小结：未见明显异常", "1|白细胞计数|6.5|10^9/L|3.5-9.5", "脂肪"), "[{小结 未见明显异常}]"},
		{"without a title", sheet("肝脏大小形态正常，包膜光整，肝实质回声均匀，血管走行清晰。", "胆囊壁光滑，未见结石，胆总管不扩张。"), "[{ 肝脏大小形态正常，包膜光整，肝实质回声均匀，血管走行清晰。\n胆囊壁光滑，未见结石，胆总管不扩张。}]"},
		{"a word is no title", sheet("建议您多喝水"), "[]"},
		{"a table", sheet("1|白细胞计数|6.5|10^9/L|3.5-9.5", "2|血红蛋白|128|g/L|130-175"), "[]"},
	} {
		if got := fmt.Sprint(Texts(c.page)); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
	long := Texts(sheet("总检结论", strings.Repeat("肝", 2*known().Most)))
	if len(long) != 1 || len([]rune(long[0].Text)) != known().Most {
		t.Errorf("a long passage is cut to %d passages", len(long))
	}
}
