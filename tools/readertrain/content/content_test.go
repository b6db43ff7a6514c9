package content

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unicode"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
)

// Every character of every name and unit can be a label.
func TestAlphabetCoversTheDictionary(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	alphabet := c.Alphabet()
	if !slices.IsSorted(alphabet) || slices.Contains(alphabet, 0) {
		t.Error("the alphabet is not in order")
	}
	known := map[rune]bool{}
	for _, r := range alphabet {
		known[r] = true
	}
	terms, problems := dictionary.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		t.Fatal(err)
	}
	for _, i := range terms.All() {
		for _, name := range append(append([]string{i.Title, i.Unit}, i.Aliases...), i.Abbreviations...) {
			for _, r := range name {
				if !known[Fold(r)] {
					t.Errorf("%s: %q of %q is not in the alphabet", i.Name, r, name)
				}
			}
		}
	}
}

// Texts of each kind look as their kind does.
func TestMake(t *testing.T) {
	c, err := New()
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for kind := range kinds {
		empty, digits, seen := 0, 0, map[string]bool{}
		for range 500 {
			text := c.Make(rng, kind)
			seen[text] = true
			if text == "" {
				empty++
			}
			if slices.ContainsFunc([]rune(text), unicode.IsDigit) {
				digits++
			}
		}
		if empty > 5 || len(seen) < 100 || kind == Number && digits < 400 {
			t.Errorf("%s: %d empty, %d different, %d with digits", kind, empty, len(seen), digits)
		}
	}
}

func TestFold(t *testing.T) {
	for from, want := range map[rune]rune{'（': '(', '：': ':', 'Ａ': 'A', 'µ': 'μ', '–': '-', '～': '~', '　': ' ', '胆': '胆'} {
		if got := Fold(from); got != want {
			t.Errorf("Fold(%q) = %q, want %q", from, got, want)
		}
	}
}
