package keywords

import (
	"testing"

	"pgregory.net/rapid"
)

// The trie finds what a search through the list of words finds.
func TestTrieFindsTheLongestWord(t *testing.T) {
	code := rapid.Uint16Range(1, 6)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfNDistinct(rapid.SliceOfN(code, 1, 5), 1, 40, func(w []uint16) string {
			s := ""
			for _, c := range w {
				s += string(rune('a' + c))
			}
			return s
		}).Draw(t, "words")
		entries := make([]entry, len(words))
		for i, w := range words {
			entries[i] = entry{w, int32(i)}
		}
		built := newTrie(entries)
		text := rapid.SliceOfN(rapid.Uint16Range(0, 8), 0, 12).Draw(t, "text")
		wantID, wantLength := int32(-1), 0
		for i, w := range words {
			if len(w) <= len(text) && len(w) > wantLength && equal(text[:len(w)], w) {
				wantID, wantLength = int32(i), len(w)
			}
		}
		if id, n := built.longest(text); id != wantID || n != wantLength {
			t.Fatalf("longest gives word %d of length %d, want %d of %d", id, n, wantID, wantLength)
		}
		for i, w := range words {
			if id, ok := built.find(w); !ok || id != int32(i) {
				t.Fatalf("find(%v) = %d %v, want %d", w, id, ok, i)
			}
		}
	})
}

func equal(a, b []uint16) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Each normalised character knows where it came from.
func TestNormaliseKeepsPlaces(t *testing.T) {
	l := embedded(t)
	var n normal
	text := "Ａ㎜Ⅲ腫\t，\xff"
	n.read(text, l.fold, l.alphabet, l.direct)
	if got, want := string(n.runes), "ammiii肿 , "; got != want {
		t.Fatalf("folded to %q, want %q", got, want)
	}
	want := []int32{0, 1, 1, 2, 2, 2, 3, 4, 5, 6, 7}
	for i, w := range want {
		if n.from[i] != w {
			t.Errorf("rune %d came from character %d, want %d", i, n.from[i], w)
		}
	}
}

// gse settles where crossing words begin and end.
func TestArbitration(t *testing.T) {
	l := embedded(t)
	tests := []struct{ text, want string }{
		{"肝囊肿大小约", "肝囊肿|大小约"},
		{"结节约", "结节|约"},
		{"弥漫性病变", "弥漫|性病变"},
		{"肾囊肿大者约", "肾囊肿|大者|约"},
		{"脾大小正常", "脾|大小正常"},
	}
	for _, test := range tests {
		a := l.scratch.Get().(*analysis)
		a.read(test.text)
		got := ""
		for i, k := range a.tokens {
			if i > 0 {
				got += "|"
			}
			got += string(a.text.runes[k.start:k.end])
		}
		if got != test.want {
			t.Errorf("%s is cut as %s, want %s", test.text, got, test.want)
		}
		l.scratch.Put(a)
	}
}
