package trie

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
		entries := make([]Entry, len(words))
		for i, w := range words {
			entries[i] = Entry{w, int32(i)}
		}
		built := New(entries, nil, 0)
		text := rapid.SliceOfN(rapid.Uint16Range(0, 8), 0, 12).Draw(t, "text")
		wantID, wantLength := int32(-1), 0
		for i, w := range words {
			if len(w) <= len(text) && len(w) > wantLength && equal(text[:len(w)], w) {
				wantID, wantLength = int32(i), len(w)
			}
		}
		if id, n := built.Longest(text); id != wantID || n != wantLength {
			t.Fatalf("longest gives word %d of length %d, want %d of %d", id, n, wantID, wantLength)
		}
		for i, w := range words {
			if id, ok := built.Find(w); !ok || id != int32(i) {
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
