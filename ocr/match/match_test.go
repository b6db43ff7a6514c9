package match

import (
	"encoding/json"
	"flag"
	"fmt"
	"image"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"unicode"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/ocr/block"
	"tijian/ocr/result"
	"tijian/ocr/vocabulary"
)

var update = flag.Bool("update", false, "rewrite golden files")

// inForce, ofNewest and bare (without neighbours) are matchers that all tests share: each takes a
// quarter of a second of a processor to make.
var (
	inForce  = sync.OnceValues(func() (*Matcher, error) { return matcherOf(dictionaries.Active()) })
	ofNewest = sync.OnceValues(func() (*Matcher, error) { return matcherOf(newest()) })
	bare     = sync.OnceValues(func() (*Matcher, error) { return matcherOf(without(newest())) })
)

func load(t testing.TB) *Matcher {
	t.Helper()
	return must(t, inForce)
}

func must(t testing.TB, make func() (*Matcher, error)) *Matcher {
	t.Helper()
	m, err := make()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func loadFrom(t testing.TB, words fs.FS) *Matcher {
	t.Helper()
	return must(t, func() (*Matcher, error) { return matcherOf(words) })
}

func matcherOf(words fs.FS) (*Matcher, error) {
	dict, problems := dictionary.Load(words)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	m, problems := New(words, dict)
	return m, problems.Err()
}

// alikes are what readers take each character for.
func alikes(m *Matcher) map[rune][]rune {
	all := map[rune][]rune{}
	for pair, cost := range m.parser.Names.Confusions.Cost {
		if cost < 1 {
			all[pair[0]] = append(all[pair[0]], pair[1])
		}
	}
	for _, of := range all {
		slices.Sort(of)
	}
	return all
}

// draw makes a page of lines. Blocks are separated by " | " and stand in
// columns 220 px apart; "eng ~ chi" gives what the two readers saw, a single
// text both the same (Chinese text chi_sim alone), "" an empty cell.
func draw(lines ...string) *block.Page {
	page := &block.Page{Size: image.Pt(2400, 3400)}
	for i, text := range lines {
		var line block.Line
		for j, cell := range strings.Split(text, " | ") {
			if cell = strings.TrimSpace(cell); cell == "" {
				continue
			}
			eng, chi, both := strings.Cut(cell, " ~ ")
			if !both {
				chi = eng
			}
			x, y := 60+220*j, 100+50*i
			b := block.Block{Box: image.Rect(x, y, x+min(200, 10+14*len([]rune(chi))), y+28)}
			if both || !vocabulary.HasHan(eng) {
				b.Readings = append(b.Readings, block.Reading{Reader: block.Eng, Text: eng, Confidence: 0.95})
			}
			b.Readings = append(b.Readings, block.Reading{Reader: block.ChiSim, Text: chi, Confidence: 0.9})
			line.Blocks = append(line.Blocks, b)
		}
		page.Lines = append(page.Lines, line)
	}
	return page
}

// render writes a result as "indicator=value flag" words, sorted; ? is null.
func render(full result.Full) string {
	var all []string
	for name, entries := range full {
		for _, e := range entries {
			s := name + "=?"
			if e.Value != nil {
				s = fmt.Sprintf("%s=%v", name, *e.Value)
			}
			all = append(all, s+e.Flag)
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestLines(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		name, line, want string
	}{
		// Plain lines in the usual column orders.
		{"usual order", "白细胞计数 | WBC | 5.6 | 10^9/L | 3.5-9.5", "white_blood_cell_count=5.6"},
		{"code first", "1 | WBC | 白细胞 | 5.6 | ↑ | 3.5-5.5 | ×10^9/L", "white_blood_cell_count=5.6H"},
		{"reference first", "谷丙转氨酶 | 7-40 | 16 | U/L", "alt=16"},
		{"reference and unit first", "尿酸 | 208-428 | umol/L | 501 H", "uric_acid=501H"},
		{"code last", "血糖 | 5.10 | 3.9~6.1 | mmol/L | GLU", "fasting_glucose=5.1"},
		{"no code, no unit", "肌酐 | 66 | 57-97", "creatinine=66"},
		{"all in one block", "白细胞 5.6 10^9/L 3.5-9.5", "white_blood_cell_count=5.6"},
		{"mark before", "尿素 | ↓2.1 | 2.6-7.5 | mmol/L", "urea=2.1L"},
		{"a point taken for a dash", "平均血红蛋白浓度 | 345.0 ~ 345-0 | g/L | 320-360", "mchc=345"},
		{"mark column", "尿素 | 2.1 | L | 2.6-7.5 | mmol/L", "urea=2.1L"},
		{"star", "钾 | 5.9* | 3.5-5.3 | mmol/L", "potassium=5.9A"},
		{"brackets", "甘油三酯(TG) | 2.31 | mmol/L | <1.70", "triglycerides=2.31"},
		{"item marks", "★总蛋白测定 | 75.9 | g/L | 65.0--85.0", "total_protein=75.9"},
		{"two items in a line", "谷丙转氨酶 | 26 | U/L | 7-40 | 尿酸 | 350 | umol/L | 208-428", "alt=26 uric_acid=350"},
		{"two items with ordinals", "1 | 谷丙转氨酶 | 26 | U/L | 7-40 | 15 | 尿酸 | 350 | umol/L | 208-428", "alt=26 uric_acid=350"},
		// Check-up pages.
		{"name and value in one block", "身高：172cm | 体重:65.5kg", "height=172 weight=65.5"},
		{"blood pressure", "血压 | 130/85 mmHg", "diastolic_bp=85 systolic_bp=130"},
		{"blood pressure, unit apart", "血压 | 130/85 | mmHg", "diastolic_bp=85 systolic_bp=130"},
		{"pulse", "脉搏：76次/分", "heart_rate=76"},
		{"pressure in kPa", "收缩压 | 16.0 | kPa", "systolic_bp=120.0099"},
		// Units.
		{"grams per decilitre", "血红蛋白 | HGB | 13.5 | g/dL | 11.5-15.0", "hemoglobin=135"},
		{"no unit, an interval in grams per decilitre", "血红蛋白 | HGB | 13.6 | 11.5-15.0", "hemoglobin=136"},
		{"no unit, an upper limit in mg/dL", "甘油三酯 | 74 | <151", "triglycerides=0.83546"},
		{"no unit, a lower limit in mg/dL", "高密度脂蛋白胆固醇 | 55 | >39", "hdl_cholesterol=1.4223"},
		{"no unit, the usual interval", "血红蛋白 | HGB | 136 | 115-150", "hemoglobin=136"},
		{"no unit, an interval of half the usual", "铁蛋白 | 36 | 10-60", "ferritin=36"},
		{"ordinal glued to a code", "22RDW-CV | 13.6 | 11.0~16.0 | %", "rdw_cv=13.6"},
		{"number glued to a code", "5 | 红细胞压积 | HCT0.322 | L | 0.40~0.50", "hematocrit=32.2L"},
		{"a code that ends in digits", "糖类抗原125 | CA125 | 22.5 | 0-35 | U/mL", "ca125=22.5"},
		{"code and misread name after another item", "GLO | 球蛋白 | 27.7 | 20-45 | g/L | TG | 浊三酯 | 2.72 | ↑ | 0.55-1.7 | mmol/L", "globulin=27.7 triglycerides=2.72H"},
		{"a code for name after another item", "细菌 | 232.2 | 0~720 | /uL | PH | PH | 5.5 | 5~8", "urine_bacteria=232.2 urine_ph=5.5"},
		{"cells of a field", "WBC(高倍视野) | 500.5 | ↑ | 0~5.76 | /HPF", "urine_wbc_hpf=500.5H"},
		{"percentage up to one", "嗜碱性粒细胞% | BASO% | 0.9 | 0-1", "basophil_percentage=0.9"},
		{"mg/dL", "肌酐 | 1.10 | mg/dL | 0.70-1.20", "creatinine=97.24"},
		{"fraction", "红细胞压积 | HCT | 0.45 | L/L | 0.40-0.50", "hematocrit=45"},
		{"micro read as p", "肌酐 | CREA | 66 | pmol/L ~ hmol/L | 57-97", "creatinine=66"},
		{"misread power", "血小板 | PLT | 222 | 10°9/L ~ 109/儿 L | 125-350", "platelet_count=222"},
		{"a letter at the number where the unit is another", "总胆固醇 | 6.4M | mmol/L | 0.00-5.17", "total_cholesterol=?"},
		{"a sign before the number that may be a digit", "血红蛋白 | !62.8 | g/L | 110-160", "hemoglobin=162.8"},
		{"unit cut off", "补体C3 | C3 | 1.02 | g | 0.70-1.40", "complement_c3=1.02"},
		{"% printed for fL", "血小板分布宽度 | 8.2 | 9.0--17.0 | %", "pdw=8.2"},
		{"% printed for another unit", "血小板分布宽度 | 8.2 | 90-170 | %", "pdw=?"},
		{"% is of the share", "淋巴细胞计数 | 32.1 | % | 20-40", "lymphocyte_count=?"},
		{"foreign unit", "白细胞 | WBC | 5.6 | mmHg | 3.5-9.5", "white_blood_cell_count=?"},
		// Values.
		{"less than", "C反应蛋白 | <0.5 | mg/L | 0-10", "crp=0.5"},
		{"less than, reference less than", "甲胎蛋白 | <0.6 | <7.0 | ng/mL", "afp=0.6"},
		{"negative", "尿蛋白 | PRO | 阴性 | 阴性", "urine_protein=0"},
		{"negative with sign", "尿蛋白 | 阴性(-) | 阴性(-)", "urine_protein=0"},
		{"two plus", "尿蛋白 | PRO | 2+ | ↑ | 阴性", "urine_protein=2H"},
		{"positive, two plus apart", "尿蛋白 | 阳性 (2+) | 阴性", "urine_protein=2"},
		{"trace", "酮体 | KET | ± | 阴性", "urine_ketone=0.5"},
		{"trace read as Chinese", "酮体 | KET | 土 | 阴性", "urine_ketone=0.5"},
		{"sign before Chinese text that was not understood", "尿潜血 | + PALE ~ 土 能阴性", "urine_blood=?"},
		{"sign that readers dispute", "酮体 | KET | + ~ 土 | 阴性", "urine_ketone=?"},
		{"a number is no grade", "尿蛋白 | PRO | 5.6 | 阴性", "urine_protein=?"},
		{"a grade is no number", "甲胎蛋白 | AFP | 阳性 | 阴性", "afp=?"},
		{"lost point", "血糖 | GLU | 55 | 3.9-6.1 | mmol/L", "fasting_glucose=5.5"},
		{"point seen by one reader", "血糖 | GLU | 34 ~ 3.4 | 3.9-6.1 | mmol/L", "fasting_glucose=3.4"},
		{"arrow against the range", "血糖 | GLU | 7.4 | ↓ | 3.9-6.1 | mmol/L", "fasting_glucose=?L"},
		{"implausible", "钾 | K | 428 ~ 430 | mmol/L", "potassium=?"},
		{"dispute within the range", "血糖 | GLU | 5.6 | 3.9-6.1 | mmol/L", "fasting_glucose=5.6"},
		{"arrow read as a digit", "C反应蛋白 | 10.8 1 | mg/L | 0-10", "crp=10.8H"},
		{"two candidate numbers", "血糖 | 5.6 | 7.8 | mmol/L", "fasting_glucose=?"},
		{"nothing printed", "血糖 | GLU | mmol/L | 3.9-6.1", "fasting_glucose=?"},
		{"grade behind the strip's scale", "尿蛋白 | PRO | 0.3(+1) | 阴性", "urine_protein=1"},
		{"nothing on the strip's scale", "尿糖 | GLU | 0(-)", "urine_glucose=0"},
		{"power with a backtick", "血小板 | 231×10`9/L | 125-350", "platelet_count=231"},
		{"ratio without unit and interval", "白球比 | A/G | 1.52", "albumin_globulin_ratio=1.52"},
		{"code and value in one block", "红细胞压积 | HCT 41.2 | % | 35-45", "hematocrit=41.2"},
		{"specific gravity read with a comma", "尿比重 | 1, 018 ~ 1.018 | 1.003-1.030", "urine_specific_gravity=1.018"},
		{"instrument in brackets before the value", "尿红细胞计数(F-2000)7.2 | 0-25 | /uL", "urine_rbc_count=7.2"},
		{"bracket torn off a negative", "尿糖 | 阴性( | ) | 阴性", "urine_glucose=0"},
		{"ratio below one on a page of percentages", "游离/总PSA比值 | 0.18 | >0.15", "psa_free_ratio=0.18"},
		// Names read badly or cut.
		{"look-alikes", "肌酊 | CREA | 66 | umol/L | 57-97", "creatinine=66"},
		{"spaces and a star read as a character", "和 葡萄 糖 | 5.1 | mmol/L | 3.9-6.1", "fasting_glucose=5.1"},
		{"wrong characters", "平均血红重白浓庶 | 330 | g/L | 316-354", "mchc=330"},
		{"cut off", "平均血红蛋白浓 | 330 | g/L | 316-354", "mchc=330"},
		{"cut off in the bracket", "血清总胆固醇(T | 4.5 | mmol/L | <5.2", "total_cholesterol=4.5"},
		{"hash read as equals", "淋巴细胞= | 2.1 | 10^9/L | 1.1-3.2", "lymphocyte_count=2.1"},
		{"name unreadable, code clear", "胃本 | CREA | 66 | umol/L | 57-97", "creatinine=66"},
		{"code alone", "WBC | 5.6 | 10^9/L | 3.5-9.5", "white_blood_cell_count=5.6"},
		{"name beyond recognition", "卜木口 | 66 | umol/L | 57-97", ""},
		{"a cut that fits two", "总胆 | 6.6 | umol/L", ""},
		// Substring traps.
		{"glycated", "糖化血红蛋白 | 5.6 | % | 4.0-6.0", "hba1c=5.6"},
		{"free, not total", "游离三碘甲状腺原氨酸 | 4.5 | pmol/L | 3.1-6.8", "free_t3=4.5"},
		{"high density", "高密度脂蛋白胆固醇 | 1.32 | mmol/L | >1.00", "hdl_cholesterol=1.32"},
		{"not high density", "非高密度脂蛋白胆固醇 | 3.08 | mmol/L | <4.1", "non_hdl_cholesterol=3.08"},
		{"very low density is not low density", "极低密度脂蛋白胆固醇 | 0.6 | mmol/L", ""},
		{"creatinine in urine", "尿肌酐 | 8.8 | mmol/L", ""},
		{"ratio", "尿白蛋白/肌酐比值 | 12.1 | mg/g | <30", "urine_albumin_creatinine_ratio=12.1"},
		{"conjugated", "结合胆红素 | DBIL | 4.1 | umol/L | 0-8", "direct_bilirubin=4.1"},
		{"width CV", "红细胞分布宽度-CV | RDW-CV | 13.0 | % | 11.5-14.5", "rdw_cv=13"},
		{"width SD", "红细胞分布宽度-SD | RDW-SD | 42.0 | fL | 35-56", "rdw_sd=42"},
		{"percent", "中性粒细胞% | 60.1 | % | 40-75", "neutrophil_percentage=60.1"},
		{"count", "中性粒细胞# | 3.2 | 10^9/L | 1.8-6.3", "neutrophil_count=3.2"},
		{"conjugated, a star read as a hash", "*# 结合胆红素 | 3.7 | umol/L | 0-8", "direct_bilirubin=3.7"},
		{"limits that lost their points", "红细胞数目 | RBC | 4.62 | x10^12/L | 43-58", "red_blood_cell_count=4.62"},
		{"value and limits that lost their points", "红细胞数目 | RBC | 462 | x10^12/L | 43-58", "red_blood_cell_count=4.62"},
		{"point lost beside limits without", "单核细胞百分比 | MONO% | 36 | % | 3-10", "monocyte_percentage=?"},
		{"one digit disputed", "血糖 | GLU | 5.41 ~ 5.44 | 3.9-6.1 | mmol/L", "fasting_glucose=5.41"},
		// Words for measured indicators.
		{"negative antigen", "乙肝表面抗原 | HBsAg | 阴性 | 阴性", "hbsag=0"},
		{"positive antibody", "乙肝表面抗体 | HBsAb | 阳性 | 阴性", "hbsab=?"},
		{"negative of a competitive assay", "乙肝e抗体 | HBeAb | 阴性 | 阴性", "hbeab=?"},
		// Units that look like codes.
		{"g/L read as s/l", "补体C3 | 1.51 | s/l | 0.7-1.4", "complement_c3=1.51"},
		// Colliding names.
		{"PCT as plateletcrit", "PCT | 0.22 | % | 0.11-0.28", "plateletcrit=0.22"},
		{"PCT as procalcitonin", "PCT | 0.05 | ng/mL | <0.5", "procalcitonin=0.05"},
		{"TG as triglycerides", "TG | 1.5 | mmol/L | <1.7", "triglycerides=1.5"},
		{"TG as thyroglobulin", "Tg | 15.5 | ng/mL | 3.5-77", "thyroglobulin=15.5"},
		{"GLU in blood", "GLU | 5.1 | mmol/L | 3.9-6.1", "fasting_glucose=5.1"},
		{"GLU in urine", "葡萄糖 | GLU | 阴性 | 阴性", "urine_glucose=0"},
		{"FBG as glucose", "FBG | 5.1 | mmol/L | 3.9-6.1", "fasting_glucose=5.1"},
		{"FBG as fibrinogen", "FBG | 2.9 | g/L | 2-4", "fibrinogen=2.9"},
		// Head and foot.
		{"labels", "姓名：李白 | 年龄：44 | 样本号：9246", ""},
		{"diagnosis", "高 血压 | 检验项目：肝功能", ""},
		{"list of panels", "检验项目：血脂+血糖+尿酸 | 科室：内科", ""},
		{"free text", "注：本报告仅对所检测的标本负责，如有疑问请及时与检验科联系", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			page := draw(c.line)
			if strings.HasPrefix(c.name, "dispute") {
				page.Lines[0].Blocks[2].Readings[1].Text = "5.0"
			}
			if got := render(m.Page(page)); got != c.want {
				t.Errorf("%s\n got %q\nwant %q", c.line, got, c.want)
			}
		})
	}
}

func TestPages(t *testing.T) {
	m := load(t)
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"headings tell blood from urine", []string{
			"血常规",
			"白细胞 | 5.6 | 10^9/L | 3.5-9.5",
			"红细胞 | 4.5 | 10^12/L | 3.8-5.1",
			"尿常规",
			"尿蛋白 | 阴性 | 阴性",
			"酮体 | 阴性 | 阴性",
			"白细胞 | 2+ | 阴性",
			"葡萄糖 | 阴性 | 阴性",
		}, "red_blood_cell_count=4.5 urine_glucose=0 urine_ketone=0 urine_leukocyte_esterase=2 urine_protein=0 white_blood_cell_count=5.6"},
		{"stool cells are not blood cells", []string{
			"粪便常规",
			"红细胞 | 未见 | 未见",
			"白细胞 | 0-1 | /HP",
			"隐血 | 阴性 | 阴性",
		}, "fecal_occult_blood=0"},
		{"header says reference first", []string{
			"项目名称 | 参考值 | 结果 | 单位",
			"尿蛋白 | 阴性 | 阳性(++) | ",
			"尿糖 | 阴性 | 阴性 | ",
			"酮体 | 阴性 | 阳性(+) | ",
		}, "urine_glucose=0 urine_ketone=1 urine_protein=2"},
		{"header tells the previous result", []string{
			"项目 | 上次结果 | 结果 | 单位 | 参考区间",
			"血糖 | 5.1 | 6.5 | mmol/L | 3.9-6.1",
			"尿酸 | 310 | 355 | umol/L | 208-428",
		}, "fasting_glucose=6.5 uric_acid=355"},
		{"header with letters apart", []string{
			"项 | 目 | 结 | 果",
			"血糖 |  | 5.1 | ",
		}, "fasting_glucose=5.1"},
		{"columns tell the result", []string{
			"血糖 | 3.9-6.1 | 5.1 | mmol/L",
			"尿酸 | 208-428 | 310 | umol/L",
			"尿素 | 2.6-7.5 | 5.5 | mmol/L",
			"肌酐 | 57 | 66 | umol/L",
			"钾 | 3.5-5.3 | 4.1 | mmol/L",
		}, "creatinine=66 fasting_glucose=5.1 potassium=4.1 urea=5.5 uric_acid=310"},
		{"wrapped name", []string{
			"平均红细胞 | MCHC | 330 | g/L | 316-354",
			"血红蛋白浓度",
			"血小板 | PLT | 222 | 10^9/L | 125-350",
		}, "mchc=330 platelet_count=222"},
		{"wrapped name with its code", []string{
			"平均红细胞 | 330 | g/L | 316-354",
			"血红蛋白浓度(MCHC)",
			"血小板 | 222 | 10^9/L | 125-350",
		}, "mchc=330 platelet_count=222"},
		{"a name without values below is not the rest of the one above", []string{
			"同型半胱氨酸 | 9.3 | umol/L | 0-15",
			"肌酸激酶(CPK) | 122 | U/L | 50-310",
			"乳酸脱氢酶(LDH)(LD",
			"肌红蛋白 | 35.7 | ng/mL | 28-72",
		}, "creatine_kinase=122 homocysteine=9.3 ldh=? myoglobin=35.7"},
		{"unit lost where the page prints another", []string{
			"总胆红素 | 0.74",
			"直接胆红素 | 0.2 | mg/dL | 0-0.4",
		}, "direct_bilirubin=3.42 total_bilirubin=?"},
		{"same item twice", []string{
			"血糖 | 5.1 | mmol/L | 3.9-6.1",
			"空腹血糖 | 5.1 | mmol/L | 3.9-6.1",
		}, "fasting_glucose=5.1 fasting_glucose=5.1"},
		{"unit lost where others print their own", []string{
			"总蛋白 | 71.2 | g/L | 65-85",
			"白蛋白 | 42.1 | g/L | 40-55",
			"总胆固醇 | 4.62",
		}, "albumin=42.1 total_cholesterol=4.62 total_protein=71.2"},
		{"two decimals on everything", []string{
			"血小板 | 361.00 | 10^9/L | 125-350",
			"血红蛋白 | 141.00 | g/L | 130-175",
			"红细胞 | 4.91 | 10^12/L | 4.3-5.8",
			"白细胞 | 6.10 | 10^9/L | 3.5-9.5",
			"平均红细胞体积 | 91.20 | fL | 82-100",
			"红细胞压积 | 44.70 | % | 40-50",
			"红细胞分布宽度 | 13.10 | * | % | 11-16",
		}, "hematocrit=44.7 hemoglobin=141 mcv=91.2 platelet_count=361 rdw_cv=13.1A red_blood_cell_count=4.91 white_blood_cell_count=6.1"},
		{"same item in two units", []string{
			"总胆固醇 | 5.17 | mmol/L | 0-5.2",
			"总胆固醇 | 200 | mg/dL | 0-201",
		}, "total_cholesterol=5.17 total_cholesterol=5.172"},
		{"an item twice, the last digit apart", []string{
			"钠 | 140 | mmol/L | 137-147",
			"钠 | 141 | mmol/L | 137-147",
		}, "sodium=? sodium=?"},
		{"arrow where only the reference has a heading", []string{
			"项目 | 结果 | 参考值 | 单位",
			"总胆红素 | 22.04 | ↑ | umol/L | 3.4-20.5",
			"尿酸 | 310 |  | umol/L | 208-428",
		}, "total_bilirubin=22.04H uric_acid=310"},
		{"name and value in the column of names", []string{
			"项目 | 代码 | 结果 | 单位 | 参考值",
			"红细胞分布宽度CV 13.1 |  |  | % | 11-16",
			"血小板 | PLT | 231 | 10^9/L | 125-350",
		}, "platelet_count=231 rdw_cv=13.1"},
		{"two lines that claim one item: a name was misread", []string{
			"血糖 | 5.1 | mmol/L | 3.9-6.1",
			"空腹血糖 | 5.3 | mmol/L | 3.9-6.1",
		}, "fasting_glucose=? fasting_glucose=?"},
		{"results before the names of two halves", []string{
			"结果 | 项目名称 | 单位 | 参考值 | 结果 | 项目名称 | 单位 | 参考值",
			"5.0 | 白细胞计数 | 10^9/L | 3.5-9.5 | 121 | 抗链球菌溶血素O | IU/mL | 0-200",
			"4.4 | 红细胞计数 | 10^12/L | 3.8-5.1 | 69.8 | 免疫球蛋白E | IU/mL | 0-100",
			"131 | 血红蛋白 | g/L | 115-150 | 36.4 | 体温 | ℃ | 36-37.2",
		}, "aso=121 body_temperature=36.4 hemoglobin=131 red_blood_cell_count=4.4 total_ige=69.8 white_blood_cell_count=5"},
		{"heading of several panels", []string{
			"【血脂+血糖】",
			"检验项目 | 参考值 | 结果 | 单位",
			"胆固醇 | <5.2 | 4.36 | mmol/L",
		}, "total_cholesterol=4.36"},
		{"what stands above a header has other columns", []string{
			"体重：67.3kg |  |  | 脉搏： | 110 1次/min",
			"检验项目 | 参考值 | 结果 | 提示 | 单位",
			"胆固醇 | <5.2 | 4.36 |  | mmol/L",
			"三酰甘油 | <1.7 | 1.1 |  | mmol/L",
			"葡萄糖 | 3.9-6.1 | 5.1 |  | mmol/L",
			"尿酸 | 208-428 | 310 |  | umol/L",
		}, "fasting_glucose=5.1 heart_rate=110 total_cholesterol=4.36 triglycerides=1.1 uric_acid=310 weight=67.3"},
		{"unknown item between", []string{
			"血糖 | 5.1 | mmol/L | 3.9-6.1 | 溶血指数 | 7 | ",
			"尿酸 | 310 | umol/L | 208-428 | 乳糜指数 | 3 | ",
		}, "fasting_glucose=5.1 uric_acid=310"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := render(m.Page(draw(c.lines...))); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestEntry(t *testing.T) {
	full := load(t).Page(draw("3 | WBC | 白细胞计数 | 10.6 | ↑ | 10^9/L | 3.5--9.5"))
	entries := full["white_blood_cell_count"]
	if len(full) != 1 || len(entries) != 1 {
		t.Fatalf("got %v", full)
	}
	e := entries[0]
	if e.Value == nil || *e.Value != 10.6 || e.Idx != 2 || e.IdxOfValue != 3 || len(e.Coords) != 7 {
		t.Errorf("value %v, idx %d, idx_of_value %d, %d blocks", e.Value, e.Idx, e.IdxOfValue, len(e.Coords))
	}
	if e.Name != "白细胞计数" || e.Unit != "10^9/L" || e.Reference != "3.5--9.5" || e.Flag != "H" {
		t.Errorf("name %q, unit %q, reference %q, flag %q", e.Name, e.Unit, e.Reference, e.Flag)
	}
	if e.Sim != 1 || e.Confidence < 0.9 || e.Confidence > 1 {
		t.Errorf("sim %g, confidence %g", e.Sim, e.Confidence)
	}
	if e.Coords[3] != [4]int{720, 100, 786, 128} {
		t.Errorf("coordinates of the value: %v", e.Coords[3])
	}
}

// TestPairsAboveTable: what stands after a name with a colon is its result,
// whatever the lines around have there.
// TestPiecesOfNumbers reads rows whose number or interval fell into two blocks:
// a piece is no result.
func TestPiecesOfNumbers(t *testing.T) {
	m := load(t)
	for name, blocks := range map[string][]block.Block{
		"faded point":        {at(80, 100, "血红蛋白"), at(500, 100, "39"), at(560, 100, "70"), at(700, 100, "g/L"), at(900, 100, "30-175")},
		"halves of interval": {at(80, 100, "血红蛋白"), at(500, 100, "130"), at(600, 100, "- 175"), at(900, 100, "g/L")},
	} {
		t.Run(name, func(t *testing.T) {
			page := &block.Page{Size: image.Pt(1200, 400), Lines: []block.Line{{Blocks: blocks}}}
			if got := render(m.Page(page)); got != "hemoglobin=?" {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestPairsAboveTable(t *testing.T) {
	page := draw(
		"科室: | 检验科 | 类型: | 血清 | 医生: | 张建国",
		"身高: | 160 | cm | 体重: | 57.9 | kg | 体质指数: | 22.6 | kg/m2",
		"腰围: | 70 | cm | 血压: | 119/91 | mmHg | 脉搏: | ↓ | 次/分",
		"臀围: | 90 | cm | 体温: | 36.5 | ℃ | 呼吸: | ↑ | 次/分",
		"代码 | 项目名称 | 结果 | 参考区间 | 单位", "TC | 胆固醇 | 4.13 | <5.2 | mmol/L", "TG | 甘油三酯 | 1.53 | <1.7 | mmol/L",
	)
	if got := render(load(t).Page(page)); !strings.Contains(got, "bmi=22.6 ") {
		t.Errorf("got %q", got)
	}
}

// TestCodeOfAnotherReader: the place of a code in one reader's text is not its
// place in another's.
func TestCodeOfAnotherReader(t *testing.T) {
	page := draw("身高:158 cm | 体重:42.2 kg", "?", "收缩压:127 mmHg | 舒张压:80 mmHg")
	page.Lines[1].Blocks[0].Readings = []block.Reading{
		{Reader: block.Compact, Text: "体重指数(BMI):22.6 kg/m²", Confidence: 0.5},
		{Reader: block.ChiSim, Text: "体重 指数 (BMI) : 22.6 kgy/ms2", Confidence: 0.5},
		{Reader: block.Eng, Text: "{A BFEAA(BMI) : 22.6 kg/m?", Confidence: 0.1},
	}
	if got := render(load(t).Page(page)); !strings.Contains(got, "bmi=22.6 ") {
		t.Errorf("got %q", got)
	}
}

// TestPageGolden reads a whole page of two halves with head and foot and
// compares the full form, coordinates included.
func TestPageGolden(t *testing.T) {
	page := draw(
		"滨河区中心医院检验报告单",
		"姓名：李白 | 性别：男 | 年龄：44岁 | 样本号：9246",
		"序号 | 项目名称 | 结果 | 提示 | 单位 | 参考区间 | 项目名称 | 结果 | 单位 | 参考区间",
		"1 | 谷丙转氨酶 | 63 | ↑ | U/L | 9-50 | 血清钾 | 4.04 | mmol/L | 3.50-5.30",
		"2 | 天门冬氨酸氨基转 | 27 |  | U/L | 15-40 | 钠 | 138.8 | mmol/L | 137.0-147.0",
		"3 | 总胆红素 | 13.1 |  | pmol/L ~ hmol/L | 0-26 | 氧离子 ~ 氧离子 | 103.5 | mmol/L | 99-110",
		"4 | 白蛋白/球蛋白 | 1.47 |  |  | 1.20-2.40 | 钙 | 2.68 | mmol/L | 2.11-2.52",
		"5 | 血清尿酸 | 6.8 | ↑ | mg/dL | 2.6-6.0 | 溶血指数 | 7 |  | ",
		"采样时间：2026-03-26 08:22 | 检验者：胡春燕",
	)
	got, err := json.MarshalIndent(load(t).Page(page), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", "page.golden.json")
	if *update {
		if err := os.WriteFile(file, append(got, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.TrimSpace(string(want)) != string(got) {
		t.Errorf("the result differs from %s:\n%s", file, got)
	}
}

// TestSimilarityIsCalibrated damages names as readers do (a look-alike, a lost
// character, a cut end) and counts what is found with a similarity of at least
// 0.9: at most 1 in 200 may be another indicator.
func TestSimilarityIsCalibrated(t *testing.T) {
	m := load(t)
	alikes := alikes(m)
	owners := map[string][]string{} // key of a name -> who has it
	indicators := m.parser.Dict.All()
	for _, i := range indicators {
		for _, s := range i.Aliases {
			owners[vocabulary.Key(s)] = append(owners[vocabulary.Key(s)], i.Name)
		}
	}
	for _, p := range m.parser.Words.Pairs {
		for _, s := range p.Names {
			owners[vocabulary.Key(s)] = append(owners[vocabulary.Key(s)], p.Indicators...)
		}
	}
	random := rand.New(rand.NewPCG(20, 26))
	sure, wrong := 0, 0
	for range 1500 {
		indicator := indicators[random.IntN(len(indicators))]
		alias := indicator.Aliases[random.IntN(len(indicator.Aliases))]
		name := []rune(alias)
		switch at := random.IntN(len(name)); random.IntN(3) {
		case 0:
			if all := alikes[unicode.ToLower(name[at])]; len(all) > 0 {
				name[at] = all[random.IntN(len(all))]
			}
		case 1:
			name = slices.Delete(name, at, at+1)
		default:
			name = name[:max(1, len(name)-1-random.IntN(3))]
		}
		for found, entries := range m.Page(draw(string(name) + " | 1.0 | " + indicator.Unit)) {
			if entries[0].Sim < 0.9 {
				continue
			}
			sure++
			// What is left may be another's own name: 游离T3 cut to T3.
			if found != indicator.Name && !slices.Contains(owners[vocabulary.Key(alias)], found) && !ownName(owners, string(name), found) {
				wrong++
				t.Logf("%q of %s was found as %s with similarity %g", string(name), indicator.Name, found, entries[0].Sim)
			}
		}
	}
	if sure < 700 || wrong*200 > sure {
		t.Errorf("%d of %d sure matches are wrong, at most 1 in 200 may be", wrong, sure)
	}
}

// ownName tells that a text is, letter by letter, a name of an indicator.
func ownName(owners map[string][]string, text, indicator string) bool {
	k := vocabulary.Key(text)
	for name, all := range owners {
		if slices.Contains(all, indicator) && strings.Contains(k, name) {
			return true
		}
	}
	return false
}

// TestEveryAliasIsFound: each alias alone, with the indicator's unit, finds an
// indicator that has it.
func TestEveryAliasIsFound(t *testing.T) {
	m := load(t)
	for _, indicator := range m.parser.Dict.All() {
		for _, alias := range indicator.Aliases {
			full := m.Page(draw(alias + " |  | " + indicator.Unit))
			if len(full[indicator.Name]) == 0 && !sharedName(m, alias, full) {
				t.Errorf("%s: %q found %q", indicator.Name, alias, render(full))
			}
		}
	}
}

// sharedName tells that what was found has the alias too.
func sharedName(m *Matcher, alias string, full result.Full) bool {
	for name := range full {
		indicator, ok := m.parser.Dict.Lookup(name)
		if !ok {
			return false
		}
		for _, s := range slices.Concat(indicator.Aliases, indicator.Abbreviations) {
			if vocabulary.Key(s) == vocabulary.Key(alias) {
				return true
			}
		}
	}
	return false
}

func TestLoadProblems(t *testing.T) {
	dict, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	m, problems := New(fstest.MapFS{
		"confusions.yaml": {Data: []byte("- {cost: 9, groups: [ab]}\n- {cost: 1, one_way: true, groups: [x]}\n")},
		"report.yaml":     {Data: []byte("headers: {name: [项目], result: [结果]}\npairs:\n- {names: [血压], indicators: [nothing]}\n")},
	}, dict)
	if m != nil {
		t.Error("a matcher was made of broken files")
	}
	var codes []string
	for _, p := range problems {
		codes = append(codes, p.File+":"+p.Code)
	}
	if got, want := strings.Join(codes, " "), "confusions.yaml:out-of-range confusions.yaml:too-few report.yaml:unknown-indicator values.yaml:unreadable"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzPage(f *testing.F) {
	for _, s := range []string{
		"白细胞计数 | WBC | 5.6 | 10^9/L | 3.5-9.5", "身高：172cm | 体重:65kg", "血压 | 130/85 mmHg", "项目 | 结果 | 参考值\n尿蛋白 | + ~ 土 | 阴性",
		"姓名：李白", "平均红细胞 | MCHC | 330\n血红蛋白浓度", "g 儿 L ~ g/L | ((( | ±±", "\x00 | \xff ~ ↑↓ | 1/2/3",
	} {
		f.Add(s)
	}
	m := load(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		page := draw(strings.Split(text, "\n")...)
		for name, entries := range m.Page(page) {
			if _, ok := m.parser.Dict.Lookup(name); !ok || len(entries) == 0 {
				t.Fatalf("indicator %q with %d entries", name, len(entries))
			}
			last := 1.0
			for _, e := range entries {
				if e.Sim < 0 || e.Sim > last || e.Confidence < 0 || e.Confidence > 1 || e.Idx < 0 || e.Idx >= len(e.Coords) || e.IdxOfValue >= len(e.Coords) {
					t.Fatalf("%s: %+v", name, e)
				}
				if (e.Value == nil) != (e.IdxOfValue == -1) || e.Value != nil && (math.IsNaN(*e.Value) || math.IsInf(*e.Value, 0)) {
					t.Fatalf("%s: %+v", name, e)
				}
				last = e.Sim
			}
		}
	})
}

func BenchmarkPage(b *testing.B) {
	m := load(b)
	var lines []string
	for range 10 {
		lines = append(lines,
			"1 | WBC | 白细胞计数 | 5.6 | ↑ | 10^9/L | 3.5-9.5",
			"2 | ALT | 丙氨酸氨基转移酶 | 16 |  | U/L | 7-40",
			"3 | HDL-C | 高密度脂蛋白胆固醇 | 1.32 |  | mmol/L | >1.00")
	}
	page := draw(lines...)
	for b.Loop() {
		m.Page(page)
	}
}

func TestContradictions(t *testing.T) {
	m := load(t)
	for _, c := range []struct{ line, want string }{
		{"钙离子(K) | 3.40 | mmol/L | 3.5-5.3", "potassium=3.4"},
		{"他蕉机得(CEA) | 3", "cea=?"},
		{"会员等级(ALT) | 10", "alt=?"},
		{"丙氨酸氨基转移酶(ALT) | 10", "alt=10"},
	} {
		full := m.Page(draw(c.line))
		if got := render(full); got != c.want {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
		for name, entries := range full {
			if entries[0].Sim >= 0.9 && c.want != "alt=10" {
				t.Errorf("%s: %s has sim %g", c.line, name, entries[0].Sim)
			}
		}
	}
}

// TestNamesHardToRead: on a sharp page in a hand-like print only the numbers
// are read surely, and that is enough; a blurred one loses them first.
func TestNamesHardToRead(t *testing.T) {
	page := draw(
		"白细胞 | 5.6 | 3.5-9.5", "红细胞 | 4.5 | 3.8-5.1", "钾 | 4.1 | 3.5-5.3", "尿素 | 5.5 | 2.6-7.5", "血糖 | 5.1 | 3.9-6.1", "总蛋白 | 75.9 | 65-85",
		"球蛋白 | 29.8 | 20-40", "白蛋白 | 47.4 | 40-55", "总胆红素 | 7.1 | 0-21", "直接胆红素 | 3.2 | 0-8", "胆固醇 | 4.4 | <5.2", "甘油三酯 | 1.2 | <1.7",
	)
	unsure := func(has func(string) bool) {
		for i := range page.Lines {
			for j := range page.Lines[i].Blocks {
				for k := range page.Lines[i].Blocks[j].Readings {
					if r := &page.Lines[i].Blocks[j].Readings[k]; has(r.Text) {
						r.Confidence = 0.2
					}
				}
			}
		}
	}
	unsure(func(s string) bool { return !isDecimal(s) })
	if l := Legibility(page.Lines); l < legiblePage {
		t.Errorf("with sure numbers %.2f", l)
	}
	unsure(isDecimal)
	if l := Legibility(page.Lines); l >= legiblePage {
		t.Errorf("with nothing sure %.2f", l)
	}
}
