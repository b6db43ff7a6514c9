package match

import (
	"slices"
	"strings"
	"testing"
)

// TestSpecimens reads pages of one specimen whose names mean something else in
// another.
func TestSpecimens(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"field in two cells", []string{
			"标本种类: | 尿液",
			"酮体 | 阴性 | 阴性",
			"白细胞 | 8.4 | /uL | 0-20",
			"平均红细胞体积 | 97.0",
		}, "mcv=? urine_ketone=0 urine_wbc_count=8.4"},
		{"field whose label is spread", []string{
			"标 | 本: | 末梢血",
			"白细胞 | 8.4 | 10^9/L | 4-10",
		}, "white_blood_cell_count=8.4"},
		{"gases of blood at the analyser's temperature", []string{
			"T | 37.0 | ℃",
			"pH | 7.312",
			"pCO2 | 51.6 | mmHg",
			"Na | 141 | mmol/L",
			"K | 4.2 | mmol/L",
			"Lac | 1.9 | mmol/L",
		}, "blood_ph=7.312 body_temperature=? lactate=1.9 pco2=51.6 potassium=4.2 sodium=141"},
		{"one letter each among signs of life", []string{
			"体格检查",
			"T | 36.6 | ℃",
			"脉搏 | 72 | 次/分",
			"呼吸 | 18 | 次/分",
		}, "body_temperature=36.6 heart_rate=72 respiratory_rate=18"},
		{"title with other words", []string{
			"门诊尿常规2组",
			"上皮细胞 | 2.4 | /uL | 0-20",
			"红细胞 | 31.2 | /uL | 0-25",
		}, "urine_epithelial=2.4 urine_rbc_count=31.2"},
		{"words of the specimen alone", []string{
			"颜色 | 黄色",
			"性状 | 软便",
			"脂肪球 | 未见",
			"隐血 | +",
		}, "fecal_occult_blood=1"},
		{"other specimens", []string{
			"清洁度 | Ⅱ",
			"PH(白带) | 4.2",
			"滴虫 | 未见",
			"白细胞 | 12 | /HP | 0-15",
		}, "urine_ph=?"},
		{"two specimens on one page", []string{
			"标本类型: | 全血",
			"检验项目: | 血常规五分类+尿常规",
			"亚硝酸盐 | 阴性 | 阴性",
			"尿酮体 | 阴性 | 阴性",
			"白细胞 | 5.4 | 10^9/L | 3.5-9.5",
		}, "urine_ketone=0 urine_nitrite=0 white_blood_cell_count=5.4"},
		{"normal is no count", []string{
			"标本类型: | 尿液",
			"镜检红细胞 | 未见异常 | /HPF",
			"镜检白细胞 | 未见 | /HPF",
			"管型 | -",
		}, "urine_cast=? urine_rbc_hpf=? urine_wbc_hpf=0"},
		{"sizes of white cells are no classes", []string{
			"中型白细胞数 | 0.70 | 10^9/L | 0.2-1.0",
			"中型白细胞比率 | 9.1 | % | 3-10",
		}, ""},
		{"fractions", []string{
			"嗜中性粒细胞比值 | 0.612 | 0.50-0.70",
			"单核细胞比值 | 0.051 | 0.03-0.08",
		}, "monocyte_percentage=5.1 neutrophil_percentage=61.2"},
		{"fractions, one without its interval", []string{
			"嗜中性粒细胞比值 | 0.612 | 0.50-0.70",
			"嗜酸性粒细胞比值 | 0.018",
			"血小板分布宽度 | 16.2 | 9.0-17.0 | fL",
		}, "eosinophil_percentage=? neutrophil_percentage=61.2 pdw=16.2"},
		{"a word beside the scale of the strip", []string{
			"标本类型: | 尿液",
			"白细胞 | 阴性 | 0-25 | /uL",
			"酮体 | 阴性 | 阴性 | mmol/L",
		}, "urine_ketone=0 urine_leukocyte_esterase=0"},
		{"cells of no blood", []string{
			"白细胞 | 3.4 | /uL | 0-9",
			"钾 | 4.1 | mmol/L | 3.5-5.3",
		}, "potassium=4.1 white_blood_cell_count=?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := render(m.Page(draw(c.lines...))); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestUsualIntervalTells: what stands around a name says nothing against the interval beside it.
func TestUsualIntervalTells(t *testing.T) {
	m := load(t)
	urine := []string{"尿常规", "尿蛋白 | 阴性 | 阴性", "酮体 | 阴性 | 阴性", "尿比重 | 1.015 | 1.003-1.030"}
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"gases under a heading that is not known", append(slices.Clone(urine), "血气", "pH | 7.318 | 7.35-7.45", "pCO2 | 47.2 | mmHg | 35-45", "pO2 | 71.4 | mmHg | 80-100"),
			"blood_ph=7.318 pco2=47.2 po2=71.4 urine_ketone=0 urine_protein=0 urine_specific_gravity=1.015"},
		{"its name in Chinese", []string{"酸碱度 | 7.318 | 7.35-7.45", "二氧化碳分压 | 47.2 | mmHg | 35-45", "氧分压 | 71.4 | mmHg | 80-100"}, "blood_ph=7.318 pco2=47.2 po2=71.4"},
		{"alone", []string{"pH | 7.318 | 7.35-7.45"}, "blood_ph=7.318"},
		{"of urine", append(slices.Clone(urine), "pH | 6.5 | 4.5-8.0"), "urine_ketone=0 urine_ph=6.5 urine_protein=0 urine_specific_gravity=1.015"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := render(m.Page(draw(c.lines...))); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// TestSpecimenIsTold: what a page says of its specimen holds for every row that says no
// other. Where the indicator of a name is of another one the row is none of it, and is told as
// it stands.
func TestSpecimenIsTold(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		name       string
		lines      []string
		want, told string
	}{
		{"a heading that names none", []string{"电解质", "标本类型：尿液", "钾 | 30.2 | mmol/L | 25-100", "钙 | 2.1 | mmol/L | 2.5-7.5"}, "calcium=? potassium=?", "钾 30.2 urine, 钙 2.1 urine"},
		{"of a day", []string{"标本：24h尿", "钙 | 2.1 | mmol/L | 2.1-2.6"}, "calcium=?", "钙 2.1 urine"},
		{"an amount of a day", []string{"钙 | 5.1 | mmol/24h | 2.5-7.5", "钾 | 4.2 | mmol/L | 3.5-5.3"}, "calcium=? potassium=4.2", "钙 5.1 urine"},
		{"a name that says another", []string{"标本：血清", "钙 | 2.2 | mmol/L | 2.1-2.6", "尿蛋白 | 阴性", "尿钙 | 5 | mmol/24h | 2-5"}, "calcium=2.2 urine_protein=0", "尿钙 5 urine"},
		{"a field of one of several", []string{"标本：尿", "尿常规", "酮体 | 阴性", "肝功能", "ALT | 20 | U/L | 9-50", "白蛋白 | 44 | g/L | 40-55"}, "albumin=44 alt=20 urine_ketone=0", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			full, others := m.Rows(draw(c.lines...))
			var told []string
			for _, o := range others {
				told = append(told, o.Name+" "+o.Value+" "+o.Specimen)
			}
			if got, told := render(full), strings.Join(told, ", "); got != c.want || told != c.told {
				t.Errorf("got  %q, %q\nwant %q, %q", got, told, c.want, c.told)
			}
		})
	}
}
