package keywords

import (
	"slices"
	"testing"
)

// Boxes of forms say of the item that no blank parts them from whether it is so.
func TestBoxes(t *testing.T) {
	l := newestLexicon(t)
	tests := []struct {
		text string
		want []string
	}{
		{"既往史：□高血压 ☑糖尿病 □冠心病", []string{"糖尿病"}},
		{"高血压□ 糖尿病☑ 冠心病□", []string{"糖尿病"}},
		{"- [x] 肝囊肿\n- [ ] 胆囊结石\n- [x] 脂肪肝", []string{"肝囊肿", "脂肪肝"}},
		{"宫颈：糜烂样改变[√] 息肉[ ] 肥大[√]", []string{"宫颈糜烂样改变", "宫颈肥大"}},
		{"(√)近视 ( )远视 ( )白内障", []string{"近视"}},
		{"近视(√) 远视( ) 白内障( )", []string{"近视"}},
		{"高血压 √ 糖尿病 × 冠心病 ×", []string{"高血压"}},
		{"高血压 □ 糖尿病 ☑ 冠心病 □", []string{"糖尿病"}},
		{"高血压：[有/无]_无_；糖尿病：[有/无]_有，12年_；肝炎：[有/无]____", []string{"糖尿病"}},
		{"肝炎：(无/有)", []string{}},
	}
	for _, test := range tests {
		if got, err := l.Extract(test.text, ""); err != nil || !slices.Equal(got.Certain, test.want) {
			t.Errorf("%q gives %v (%v), want %v", test.text, got.Certain, err, test.want)
		}
	}
}
