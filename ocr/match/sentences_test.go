package match

import (
	"testing"

	"tijian/ocr/block"
)

// TestSentences reads results that running text states, one line of it below the other.
func TestSentences(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		name string
		text []string
		want string
	}{
		{"a message, words cut at the ends of lines", []string{
			"【县医院】您的化验结果：1.谷草转",
			"氨酶 61U/L（15-40）偏高；2.血钙 2.31mm",
			"ol/L（2.11-2.52）正常；3.甘油三酯 0.94mmol/",
			"L（<1.7）正常；4.镁 0.83mmol/L（0.75-1.02）正",
			"常。退订回T。",
		}, "ast=61 calcium=2.31 magnesium=0.83 triglycerides=0.94"},
		{"a note, its history and its advice", []string{
			"患者神清，今晨抽血：AST 61U/L↑，白蛋白",
			"36.2g/L↓，K+ 3.31mmol/L↓，钠 141mmol/L。两月前当地",
			"查血红蛋白 99g/L，肌酐 77μmol/L。尿酸 402μmol/L↑，",
			"建议低盐饮食，总胆固醇 5.2mmol/L，",
			"既往：体健，镁 0.83mmol/L，氯 101mmol/L。",
		}, "albumin=36.2L ast=61H potassium=3.31L sodium=141 uric_acid=402H"},
		{"numbers that the end of a line may have cut", []string{
			"化验：钠 141mmol/L，肌酐 7",
			"7μmol/L，钾 4.",
			"31mmol/L，尿酸 402μmol/L。",
		}, "creatinine=? potassium=4.31 sodium=141 uric_acid=402"},
		{"words that name a panel", []string{
			"尿常规：尿蛋白1+，尿糖阴性，酮体阴性，",
			"尿隐血±，亚硝酸盐阴性。",
		}, "urine_blood=0.5 urine_glucose=0 urine_ketone=0 urine_nitrite=0 urine_protein=1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var blocks []block.Block
			for i, s := range c.text {
				blocks = append(blocks, at(80, 100+60*i, s))
			}
			right := 0
			for _, b := range blocks {
				right = max(right, b.Box.Max.X)
			}
			for i := range blocks[:len(blocks)-1] {
				blocks[i].Box.Max.X = right
			}
			if got := render(m.Page(put(blocks...))); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestSentencesBesideTable: where a page has a table its sentences repeat it, or quote other days.
func TestSentencesBesideTable(t *testing.T) {
	page := put(
		at(80, 400, "小结：血钾 4.41mmol/L，血钠 140mmol/L，血氯 102mmol/L。"),
	)
	for i, row := range [][]string{{"钾", "4.11", "mmol/L", "3.5-5.3"}, {"钠", "139.2", "mmol/L", "137-147"}, {"氯", "101.3", "mmol/L", "99-110"}} {
		line := block.Line{}
		for j, s := range row {
			line.Blocks = append(line.Blocks, at(80+300*j, 100+60*i, s))
		}
		page.Lines = append([]block.Line{line}, page.Lines...)
	}
	if got, want := render(load(t).Page(page)), "chloride=101.3 potassium=4.11 sodium=139.2"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestListAboveText: items of a list that no sign ends are rows, though text goes on below
// them. What that says is left out as it is beside a table.
func TestListAboveText(t *testing.T) {
	page := &block.Page{}
	for i, row := range [][]string{
		{"1.总胆红素:", "31.2 umol/L", "↑", "(参考值 5.1-22.2)"},
		{"2.血小板计数:", "96 10^9/L", "↓", "(参考值 125-350)"},
		{"3.尿酸(UA):", "402 umol/L", "(参考值 208-"},
		{"428)"},
		{"4.白蛋白:", "36.2 g/L", "↓", "(参考值 40-55)"},
		{"另:建议低盐饮食;血钠 140mmol/L,血氯 102mmol/L。"},
	} {
		var line block.Line
		x := 80
		for _, s := range row {
			b := at(x, 100+60*i, s)
			x = b.Box.Max.X + 20
			line.Blocks = append(line.Blocks, b)
		}
		page.Lines = append(page.Lines, line)
	}
	if got, want := render(load(t).Page(page)), "albumin=36.2L platelet_count=96L total_bilirubin=31.2H uric_acid=402"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestListOfVisits: days and panels in a list beside a table whose rows are numbered are
// none of its cells.
func TestListOfVisits(t *testing.T) {
	page := &block.Page{}
	for i, row := range [][]string{
		{"", "序号", "英文", "项目名称", "结果", "单位", "参考范围"},
		{"2025-04-01", "1", "TSH", "促甲状腺激素", "3.027", "uIU/mL", "0.27-4.20"},
		{"免疫三组", "2", "FT3", "游离三碘甲状腺原氨酸", "5.64", "pmol/L", "3.10-6.80"},
		{"2025-03-02", "3", "FT4", "游离甲状腺素", "17.16", "pmol/L", "12.0-22.0"},
		{"血常规", "4", "TT3", "三碘甲状腺原氨酸", "2.13", "nmol/L", "1.30-3.10"},
		{"2024-10-11", "5", "TT4", "甲状腺素", "87.3", "nmol/L", "66-181"},
	} {
		var line block.Line
		for j, s := range row {
			if s != "" {
				line.Blocks = append(line.Blocks, at(80+[]int{0, 300, 400, 550, 1000, 1200, 1400}[j], 100+60*i, s))
			}
		}
		page.Lines = append(page.Lines, line)
	}
	if got, want := render(load(t).Page(page)), "free_t3=5.64 free_t4=17.16 total_t3=2.13 total_t4=87.3 tsh=3.027"; got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestUnitBetweenTwo: an interval that may be in another unit, when none was read, gives no value.
func TestUnitBetweenTwo(t *testing.T) {
	m := load(t)
	for line, want := range map[string]string{
		"25-羟维生素D | 61.3 | 75-250":          "vitamin_d_25oh=?",
		"25-羟维生素D | 61.3 | nmol/L | 75-250": "vitamin_d_25oh=24.55678",
		"25-羟维生素D | 61.3 | 30-100":          "vitamin_d_25oh=61.3",
	} {
		if got := render(m.Page(draw(line))); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}
