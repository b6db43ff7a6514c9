package trie

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Forms know the words that spelling them out makes, with their makers; each word has
// a number of its own. A trie finds them beside its entries.
func TestFormsAreWhatTheySpell(t *testing.T) {
	word := rapid.SliceOfN(rapid.Uint16Range(1, 3), 1, 2)
	part := rapid.Custom(func(t *rapid.T) Part {
		return Part{rapid.SliceOfN(word, 1, 4).Draw(t, "words"), rapid.Bool().Draw(t, "optional")}
	})
	rapid.Check(t, func(t *rapid.T) {
		forms := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Form { return rapid.SliceOfN(part, 1, 3).Draw(t, "parts") }), 0, 4).Draw(t, "forms")
		want := map[string][]int32{}
		for number, form := range forms {
			for _, spelled := range spellings(form) {
				if made := want[spelled]; spelled != "" && !slices.Contains(made, int32(number)) {
					want[spelled] = append(made, int32(number))
				}
			}
		}
		f := NewForms(forms)
		if f.Len() != len(want) {
			t.Fatalf("%d words, want %d", f.Len(), len(want))
		}
		for spelled, makers := range want {
			got, number := f.Makers(codesOf(spelled))
			if !slices.Equal(got, makers) {
				t.Fatalf("%q is made by %v, want %v", spelled, got, makers)
			}
			if again := textOf(f.Spelling(number)); again != spelled {
				t.Fatalf("%q has the number of %q", spelled, again)
			}
		}
		entry := codesOf("ab")
		built := New([]Entry{{entry, 0}}, f, 1)
		text := rapid.SliceOfN(rapid.Uint16Range(1, 4), 0, 8).Draw(t, "text")
		longest := 0
		for n := range len(text) + 1 {
			if _, ok := want[textOf(text[:n])]; ok || slices.Equal(text[:n], entry) {
				longest = n
			}
		}
		id, n := built.Longest(text)
		if n != longest {
			t.Fatalf("longest in %v is of %d, want %d", text, n, longest)
		}
		var at Place
		for _, c := range text[:n] {
			at, _ = built.Step(at, c)
		}
		if n > 0 && (built.Word(at) != id || slices.Equal(text[:n], entry) != (id == 0)) {
			t.Fatalf("the way along %v leads to %d, want %d", text[:n], built.Word(at), id)
		}
	})
}

// spellings are all words of a form, and "" where it may be left out.
func spellings(form Form) []string {
	all := []string{""}
	for _, part := range form {
		var longer []string
		for _, begun := range all {
			if part.Optional {
				longer = append(longer, begun)
			}
			for _, w := range part.Words {
				longer = append(longer, begun+textOf(w))
			}
		}
		all = longer
	}
	return all
}

func textOf(codes []uint16) string {
	s := ""
	for _, c := range codes {
		s += string(rune('a' + c - 1))
	}
	return s
}

func codesOf(text string) []uint16 {
	var codes []uint16
	for _, r := range text {
		codes = append(codes, uint16(r-'a'+1))
	}
	return codes
}
