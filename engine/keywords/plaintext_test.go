package keywords

import (
	"testing"

	"tijian/engine/keywords/plaintext"
)

// Each normalised character knows where it came from.
func TestNormaliseKeepsPlaces(t *testing.T) {
	l := embedded(t)
	var n plaintext.Text
	text := "Ａ㎜Ⅲ腫\t，\xff"
	l.lexicon.Reader.Read(&n, text)
	if got, want := string(n.Runes), "ammiii肿 , "; got != want {
		t.Fatalf("folded to %q, want %q", got, want)
	}
	want := []int32{0, 1, 1, 2, 2, 2, 3, 4, 5, 6, 7}
	for i, w := range want {
		if n.From[i] != w {
			t.Errorf("rune %d came from character %d, want %d", i, n.From[i], w)
		}
	}
}
