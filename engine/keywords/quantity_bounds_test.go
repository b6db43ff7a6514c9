package keywords_test

import (
	"fmt"
	"slices"
	"testing"
)

// A number within its bounds is never a finding, one beyond them is, however it is written.
func TestQuantitiesWithinBounds(t *testing.T) {
	l := version(t, newest(t))
	tests := []struct {
		term, unit     string
		names          []string
		within, beyond []string
	}{
		{"左心房增大", "mm", []string{"LA", "左房内径", "左房前后径"}, []string{"28", "35", "38"}, []string{"43", "52"}},
		{"左心室增大", "mm", []string{"LV", "左室舒张末内径", "LVDd"}, []string{"44", "50"}, []string{"61", "70"}},
		{"室间隔增厚", "mm", []string{"IVS", "室间隔", "室间隔厚度"}, []string{"8", "10", "11"}, []string{"13", "15"}},
		{"主动脉增宽", "mm", []string{"AAO", "升主动脉内径"}, []string{"28", "36"}, []string{"42", "46"}},
		{"左室射血分数降低", "%", []string{"EF", "LVEF", "射血分数"}, []string{"55", "68"}, []string{"38", "45"}},
		{"颈动脉内中膜增厚", "mm", []string{"IMT", "颈总动脉内膜厚"}, []string{"0.6", "0.8"}, []string{"1.2", "1.4"}},
		{"门静脉增宽", "mm", []string{"门静脉内径", "门静脉主干内径"}, []string{"9", "12"}, []string{"14.5", "16"}},
		{"QT间期延长", "ms", []string{"QTc", "QTc间期"}, []string{"400", "438"}, []string{"470", "512"}},
		{"一度房室传导阻滞", "s", []string{"PR间期", "P-R间期"}, []string{"0.14", "0.18"}, []string{"0.22", "0.26"}},
		{"心动过速", "次/分", []string{"HR", "心率", "脉率"}, []string{"62", "88"}, []string{"108", "124"}},
		{"眼压升高", "mmHg", []string{"眼压", "IOP"}, []string{"14", "19"}, []string{"24", "31"}},
		{"肥胖", "kg/m²", []string{"BMI", "体重指数"}, []string{"20.1", "22.8"}, []string{"28.6", "33"}},
		{"骨质疏松", "", []string{"T值", "腰椎T值", "股骨颈T值"}, []string{"0.3", "-0.4"}, []string{"-2.7", "-3.1"}},
		{"一秒率降低", "%", []string{"FEV1/FVC", "一秒率"}, []string{"78", "84"}, []string{"58", "66"}},
		{"踝臂指数降低", "", []string{"ABI", "踝肱指数"}, []string{"1.02", "1.1"}, []string{"0.72", "0.85"}},
		{"血糖升高", "mmol/L", []string{"FPG", "空腹血糖"}, []string{"4.8", "5.4"}, []string{"6.6", "8.4"}},
		{"总胆固醇升高", "mmol/L", []string{"TC", "TCHO", "总胆固醇"}, []string{"3.9", "4.8"}, []string{"5.9", "7.1"}},
		{"谷丙转氨酶升高", "U/L", []string{"ALT", "GPT", "谷丙转氨酶"}, []string{"18", "34"}, []string{"76", "120"}},
		{"焦虑", "分", []string{"GAD-7评分", "GAD-7总分"}, []string{"2", "4"}, []string{"11", "16"}},
		{"失眠", "分", []string{"PSQI", "PSQI总分"}, []string{"3", "5"}, []string{"12", "14"}},
	}
	forms := []string{"%s%s%s", "%s %s%s", "%s：%s%s", "%s约%s%s", "%s为%s%s。"}
	nobody := []string{"去年%s", "父亲%s", "目标%s", "患儿5岁，%s", "若%s应就诊"}
	for _, test := range tests {
		for _, name := range test.names {
			for _, form := range forms {
				says := func(value string) bool {
					got, err := l.Extract(value, "")
					return err == nil && slices.Contains(got.Certain, test.term)
				}
				for _, v := range test.within {
					if text := fmt.Sprintf(form, name, v, test.unit); says(text) {
						t.Errorf("%q is %s", text, test.term)
					}
				}
				for _, v := range test.beyond {
					text := fmt.Sprintf(form, name, v, test.unit)
					if !says(text) {
						t.Errorf("%q is not %s", text, test.term)
					}
					for _, other := range nobody {
						if text := fmt.Sprintf(other, text); says(text) {
							t.Errorf("%q is %s", text, test.term)
						}
					}
				}
			}
		}
	}
}
