package keywords

import (
	"math"
	"slices"

	"tijian/engine/keywords/trie"
)

// A split is the likeliest way to cut a piece of text up to one of its characters.
type split struct {
	cost float32 // 0: none is known
	from int     // where its last word begins
}

// unknownCost is that of a character that is no word.
const unknownCost float32 = 32

// splitWords tells where the words of the likeliest split of codes end: the shortest path
// over all words, each as long as its bits of information, the way gse finds it
// (https://github.com/go-ego/gse, segmenter.go), to the last bit. gse needs all words in
// a dictionary of its own, which takes three times as long to make as the lexicon.
func (a *analysis) splitWords(codes []uint16) []int {
	l := a.lexicon
	a.splits = grow(a.splits, len(codes))
	bits := l.bits()
	for i := range codes {
		cost := float32(0)
		if i > 0 {
			cost = a.splits[i-1].cost
		}
		reach := func(end int, further float32) {
			if s := &a.splits[end]; s.cost == 0 || s.cost > cost+further {
				*s = split{cost + further, i}
			}
		}
		at, ok := l.trie.Step(trie.Place{}, codes[i])
		single := false
		for end := i; ok; {
			if id := l.trie.Word(at); id >= 0 {
				single = single || end == i
				reach(end, bits-float32(math.Log2(l.word(id).frequency())))
			}
			if end++; end == len(codes) {
				break
			}
			at, ok = l.trie.Step(at, codes[end])
		}
		if !single {
			reach(i, unknownCost)
		}
	}
	ends := a.ends[:0] // from back to front
	for end := len(codes); end > 0; end = a.splits[end-1].from {
		ends = append(ends, end)
	}
	slices.Reverse(ends)
	a.ends = ends
	return ends
}

// rare is how often gse takes a word of one character to occur, whatever is said.
const rare = 2

// frequency is how often the word occurs, as far as gse is concerned.
func (w *word) frequency() float64 {
	if w.length < 2 {
		return rare
	}
	return float64(w.weight)
}

// allBits is the information of a word that occurs once.
func (l *Lexicon) allBits() float32 {
	f := l.forms
	total := float64(f.trie.Sum(f.weight))
	for _, c := range f.trie.Starts() {
		if makers, _ := f.trie.Makers([]uint16{c}); len(makers) > 0 {
			total += rare - float64(f.weight(makers))
		}
	}
	for i := range l.words {
		w := &l.words[i]
		total += w.frequency()
		if makers, _ := f.makers(w.text); len(makers) > 0 { // counted with the forms
			own := word{length: w.length, weight: f.weight(makers)}
			total -= own.frequency()
		}
	}
	return float32(math.Log2(total))
}
