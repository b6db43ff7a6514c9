package keywords

import "testing"

// gse settles where crossing words begin and end.
func TestArbitration(t *testing.T) {
	l := embedded(t)
	tests := []struct{ text, want string }{
		{"肝囊肿大小约", "肝囊肿|大小约"},
		{"结节约", "结节|约"},
		{"弥漫性病变", "弥漫性病变"},
		{"肾囊肿大者约", "肾囊肿|大者|约"},
		{"脾大小正常", "脾|大小正常"},
	}
	for _, test := range tests {
		a := l.scratch.Get().(*analysis)
		a.Read(test.text)
		got := ""
		for i, k := range a.Tokens {
			if i > 0 {
				got += "|"
			}
			got += string(a.Text.Runes[k.Start:k.End])
		}
		if got != test.want {
			t.Errorf("%s is cut as %s, want %s", test.text, got, test.want)
		}
		l.scratch.Put(a)
	}
}
