package keywords

import (
	"slices"

	"tijian/engine/message"
)

// misreadings makes the wrong spellings of each word: every one of its
// characters that has lookalikes, or several, exchanged. A wrong spelling that
// is a word of the lexicon is left out.
func (b *builder) misreadings() {
	l := b.lexicon
	seen := map[string]bool{}
	for _, e := range b.misread {
		alike := map[rune][]rune{}
		for _, c := range e.Characters {
			right := []rune(l.fold.word(c.Key.Value))
			if len(right) != 1 {
				b.problems.Add(message.OneCharacter.At(c.Key.At))
				continue
			}
			alike[right[0]] = append(alike[right[0]], []rune(l.fold.word(c.Value.Value))...)
		}
		for _, t := range e.Words {
			right := []rune(l.fold.word(t.Value))
			spellings := misspell(right, alike)
			if len(spellings) == 0 {
				b.problems.Add(message.UselessMisreading.At(t.At, "word", t.Value))
			}
			for _, wrong := range spellings {
				_, known := b.wordIDs[string(wrong)]
				if known || seen[string(wrong)] {
					continue
				}
				seen[string(wrong)] = true
				b.misspelled = append(b.misspelled, wrong)
				l.misreadings = append(l.misreadings, misreading{right, e.Opener})
			}
		}
	}
}

// misspell lists the spellings of a word with at least one character exchanged
// for a lookalike.
func misspell(right []rune, alike map[rune][]rune) [][]rune {
	all := [][]rune{nil}
	for _, r := range right {
		var longer [][]rune
		for _, begun := range all {
			for _, c := range append([]rune{r}, alike[r]...) {
				longer = append(longer, append(slices.Clone(begun), c))
			}
		}
		all = longer
	}
	return all[1:] // the first is right
}

// indexMisreadings builds the trie of the wrong spellings.
func (b *builder) indexMisreadings() {
	l := b.lexicon
	if len(b.misspelled) == 0 {
		return
	}
	entries := make([]entry, len(b.misspelled))
	for i, wrong := range b.misspelled {
		codes := make([]uint16, len(wrong))
		for k, r := range wrong {
			codes[k] = l.code(r)
		}
		entries[i] = entry{codes, int32(i)}
		for len(l.misreadFirst) <= int(codes[0]) {
			l.misreadFirst = append(l.misreadFirst, false)
		}
		l.misreadFirst[codes[0]] = true
	}
	for _, m := range l.misreadings {
		for _, r := range m.right {
			l.code(r)
		}
	}
	l.misread = newTrie(entries)
}
