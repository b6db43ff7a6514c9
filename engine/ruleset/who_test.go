package ruleset

import "testing"

// Clauses that are not for somebody are left out, and the rest of a text means what
// it meant.
func TestWithout(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"转氨酶偏高，请复查", "转氨酶偏高，请复查"},
		{"转氨酶偏高；请戒酒后复查", "转氨酶偏高"},
		{"转氨酶偏高，请戒酒后复查", "转氨酶偏高"},
		{"转氨酶偏高，请戒酒、减重，并到肝病科评估", "转氨酶偏高，并到肝病科评估"},
		{"肥胖、饮酒、药物都可能", "肥胖、药物都可能"},
		{"肥胖、药物、饮酒都可能", ""},
		{"肥胖、饮酒", ""},
		{"少饮酒", ""},
		{"", ""},
		{"合适；若有饮酒习惯，目标应更低", "合适"},                          // not for everybody
		{"请戒酒、停止运动，尿色变深时马上去急诊", "尿色变深时马上去急诊"},              // not lost with it
		{"若呕吐，请勿饮酒并马上去急诊；也见于腮腺炎", "若呕吐，请勿饮酒并马上去急诊；也见于腮腺炎"}, // cannot be told apart
	} {
		if got := Without(c.text, []string{"戒酒", "饮酒"}, []string{"马上", "急诊"}); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}
