package match

import "testing"

// TestManners: ways in which whole pages are printed.
func TestManners(t *testing.T) {
	m := loadFrom(t, version("2026.9"))
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"a table on its side", []string{
			"项目 | 总胆固醇 | 甘油三酯 | 高密度脂蛋白胆固醇",
			"结果 | 4.59 | 2.67↑ | 1.22",
			"单位 | mmol/L | mmol/L | mmol/L",
			"参考值 | <5.18 | 0.3-1.70 | ≥1.04",
		}, "hdl_cholesterol=1.22 total_cholesterol=4.59 triglycerides=2.67H"},
		{"tables on their side, names and limits in two lines", []string{
			"项目 | 总胆固醇 | 甘油三酯 | 低密度脂蛋",
			" | (TC) | (TG) | 白胆固醇",
			"结果 | 4.59 | 2.67↑ | 3.02",
			"单位 | mmol/L | mmol/L | mmol/L",
			"参考值 | <5.18 | 0.3-1.70 | <3.37",
			"甲状腺功能",
			"项目 | 促甲状腺激素 | 游离T3 | 游离T4",
			" | (TSH) | (FT3) | (FT4)",
			"结果 | 2.31 | 4.72 | 15.8",
			"单位 | mIU/L | pmol/L | pmol/L",
			"参考值 | 0.27-4.20 | 3.10-6.80 | 12.0-22.0",
		}, "free_t3=4.72 free_t4=15.8 ldl_cholesterol=3.02 total_cholesterol=4.59 triglycerides=2.67H tsh=2.31"},
		{"what a text beside the table quotes", []string{
			"项目 | 结果 | 单位 | 参考值",
			"腰围 | 94 | cm | <90 |  |  | (腰围 89 cm) | 去年",
			"尿酸 | 473 | μmol/L | 208-428",
			"肌酐 | 84.6 | μmol/L | 57-97 |  |  | 尿酸 360 μmol/L | 以下",
		}, "creatinine=84.6 uric_acid=473 uric_acid=? waist_circumference=94 waist_circumference=?"},
		{"a header is no such table", []string{
			"项目 | 结果 | 单位 | 参考值",
			"总胆固醇 | 4.59 | mmol/L | <5.18",
		}, "total_cholesterol=4.59"},
		{"English alone", []string{
			"Test | Result | Unit | Reference",
			"Total Cholesterol | 4.59 | mmol/L | <5.18",
			"Uric Acid | 203 | umol/L | 208-428",
			"Calcium | 2.31 | mmol/L | 2.11-2.52",
		}, "calcium=2.31 total_cholesterol=4.59 uric_acid=203"},
		{"words that make another item", []string{
			"Ionized Calcium | 1.21 | mmol/L | 1.10-1.30",
			"Urine Creatinine | 150 | umol/L | 57-97",
			"Bone Alkaline Phosphatase | 90 | U/L | 45-125",
			"Intact Albumin Fraction | 44.0 | g/L | 40-55",
		}, ""},
		{"a name, a colon and a number that another name ends in", []string{
			"载脂蛋白B：1.00 | g/L | (参考值 | 0.60-1.10)",
			"载脂蛋白A1：1.14 | g/L | (参考值 | 1.00-1.60)",
		}, "apolipoprotein_a1=1.14 apolipoprotein_b=1"},
		{"corners of frames between name and value", []string{
			"甘油三酯", "( | [", "1.67 mmol/L", "0.3-1.70", "(", "总胆固醇", "[", "4.59 mmol/L", "2.9-5.18",
		}, "total_cholesterol=4.59 triglycerides=1.67"},
		{"the serum of a name", []string{"血尿素 | 4.75 | mmol/L | 2.9-8.2"}, "urea=4.75"},
	} {
		if got := render(m.Page(draw(c.lines...))); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got, c.want)
		}
	}
}
