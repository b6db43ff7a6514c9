package garble

import "testing"

// A place points at the same character after the damage, unless a lookalike
// stands there.
func TestPlace(t *testing.T) {
	const text = "胆囊未见结石，肝囊肿2.5cm可能"
	runes := []rune(text)
	check := func(d Text) {
		t.Helper()
		damaged := []rune(d.Text)
		for i, r := range runes {
			if got := damaged[d.Place(i)]; got != r && got != lookalikes[r] {
				t.Errorf("%s: %q: character %d is %q, want %q", d.Kind, d.Text, i, got, r)
			}
		}
	}
	kinds := map[string]bool{}
	for k := range runes {
		for d := range At(text, k) {
			check(d)
			kinds[d.Kind] = true
		}
	}
	if len(kinds) != len(inserted)+1 {
		t.Errorf("kinds %v", kinds)
	}
	for _, d := range []Text{Every(text, 3, "\n"), Every(text, 7, "  "), Lookalikes(text)} {
		check(d)
	}
}
