package ruleset

import "testing"

// Clauses that are not for somebody are left out, the larger ones first, and the
// rest of a text stays as it is.
func TestWithout(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"转氨酶偏高，请复查", "转氨酶偏高，请复查"},
		{"转氨酶偏高；请戒酒后复查", "转氨酶偏高"},
		{"转氨酶偏高，请戒酒后复查", "转氨酶偏高"},
		{"肥胖、饮酒、药物都可能", "肥胖、药物都可能"},
		{"肥胖、饮酒", ""},
		{"少饮酒", ""},
		{"", ""},
	} {
		if got := Without(c.text, []string{"戒酒", "饮酒"}); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.text, got, c.want)
		}
	}
}
