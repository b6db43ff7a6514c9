package compact

import "testing"

func TestSensible(t *testing.T) {
	for in, want := range map[string]string{
		"0GTT 2h": "OGTT 2h", "F0LATE": "FOLATE", "BAS0": "BASO", "(O-2)": "(0-2)", "O.5": "O.5", "1O.5": "10.5", "5O": "5O",
		"O2": "O2", "CO2": "CO2", "SpO2": "SpO2", "25OHD": "25OHD", "CA50": "CA50", "抗O": "抗O", "抗-O": "抗-O", "100": "100", "0": "0",
		"D0": "D0", "10^9/L": "10^9/L", "GL0": "GLO", "HO33": "HO33", "O-5": "0-5", "O型": "O型", "": "", "10O0": "1000", "e10": "e10", "Ap0-B": "Apo-B", "D一二聚体": "D-二聚体", "α一胎": "α-胎", "第一": "第一", "0.111个个": "0.111↑↑", "5 个": "5 个", "16.2个↑": "16.2↑↑", "LYM0%": "LYMO%",
		"个↑1504": "↑↑1504", "个个": "↑↑", "5个个": "5↑↑", "个": "个", "〈3.5": "<3.5", "〉": ">", "0.1-~0.6": "0.1~0.6", "0.0HH": "0.0HH", "0L": "0L", "0.AFP": "0.AFP",
	} {
		if got := Sensible(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
		if again := Sensible(Sensible(in)); again != want {
			t.Errorf("%q: a second time %q", in, again)
		}
	}
}

func TestFill(t *testing.T) {
	for _, c := range []struct{ text, witness, want string }{
		{"无机□", "无 机 磷", "无机磷"}, {"促卵□□成素", "促 卵 泡 生 成 素", "促卵泡生成素"}, {"谷□", "谷 草", "谷草"},
		{"谷□", "合 草", "谷□"}, {"□", "磷", "□"}, {"无机□", "无 机", "无机□"}, {"无机□", "无 机 磷 酸", "无机□"},
		{"M□", "Mg", "M□"}, {"无 机□", "无机磷", "无 机磷"}, {"磷", "磷", "磷"}, {"", "磷", ""}, {"", "", ""},
	} {
		if got := Fill(c.text, c.witness); got != c.want {
			t.Errorf("%q with %q: %q, want %q", c.text, c.witness, got, c.want)
		}
	}
}
