package lexicon

import "tijian/engine/keywords/plaintext"

// Backwards finds words by their last characters first.
type Backwards[T any] struct {
	next  map[rune]*Backwards[T]
	value T
	is    bool
}

// Put adds to what a word means.
func (n *Backwards[T]) Put(word []rune, with func(T) T) {
	for k := len(word) - 1; k >= 0; k-- {
		if plaintext.IsBlank(word[k]) {
			continue
		}
		if n.next == nil {
			n.next = map[rune]*Backwards[T]{}
		}
		to := n.next[word[k]]
		if to == nil {
			to = &Backwards[T]{}
			n.next[word[k]] = to
		}
		n = to
	}
	n.value, n.is = with(n.value), true
}

// Ends is the longest word that the runes end with, where it begins and what it means,
// be it parted by blanks.
func (n *Backwards[T]) Ends(runes []rune) (from int, means T, ok bool) {
	for k := len(runes) - 1; k >= 0; k-- {
		if k < len(runes)-1 && plaintext.IsSpace(runes[k]) {
			continue
		}
		if n = n.next[runes[k]]; n == nil {
			break
		}
		if n.is {
			from, means, ok = k, n.value, true
		}
	}
	return from, means, ok
}
