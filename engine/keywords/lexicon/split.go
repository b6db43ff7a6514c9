package lexicon

import (
	"sync"
	"unicode/utf8"

	"github.com/go-ego/gse"
)

// Where words cross, gse finds the likeliest split: the shortest path by how frequent each
// word is among all. It is taught only the words that a stretch holds, and how much all the
// others weigh: to teach it every word would take longer than all the rest of loading.

// mostSplits is how many splits are kept; more stretches make them anew.
const mostSplits = 1 << 12

// others stands for the words that a stretch does not hold. No text has it.
const others = "\U0010FFFD"

// A splitter splits stretches of text in which words cross.
type splitter struct {
	lexicon *Lexicon
	words   func() (weight, longest int) // of all words, and in characters

	mu   sync.RWMutex
	done map[string][]int
}

func newSplitter(l *Lexicon) *splitter {
	s := &splitter{lexicon: l, done: map[string][]int{}}
	s.words = sync.OnceValues(s.measure)
	return s
}

// measure is what all words weigh, and how long the longest is.
func (s *splitter) measure() (total, longest int) {
	f := s.lexicon.forms
	total, longest = f.trie.Sum(f.weight), f.trie.Longest()
	correct := func(spelling string) { // what forms alone make of it
		makers, _ := f.makers(spelling)
		total += s.lexicon.weight(spelling) - f.weight(makers)
	}
	for i := range s.lexicon.Words {
		correct(s.lexicon.Words[i].Text)
		longest = max(longest, int(s.lexicon.Words[i].Length))
	}
	for _, c := range f.trie.Starts() {
		one := string(f.letters[c])
		if _, written := s.lexicon.wordIDs[one]; !written {
			correct(one)
		}
	}
	return total, longest
}

// Split is where the likeliest words of a stretch end, in characters of it.
func (l *Lexicon) Split(stretch string) []int {
	s := l.splitter
	s.mu.RLock()
	ends, ok := s.done[stretch]
	s.mu.RUnlock()
	if ok {
		return ends
	}
	ends = s.split(stretch)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.done) >= mostSplits {
		clear(s.done)
	}
	s.done[stretch] = ends
	return ends
}

func (s *splitter) split(stretch string) []int {
	taught := &gse.Segmenter{AlphaNum: true, NotLoadHMM: true, SkipLog: true, NotStop: true, Dict: gse.NewDict()}
	left, longest := s.words()
	for from := range stretch {
		size := 0
		for i, r := range stretch[from:] {
			if size++; size > longest {
				break
			}
			word := stretch[from : from+i+utf8.RuneLen(r)]
			weight := s.lexicon.weight(word)
			if weight == 0 {
				continue
			}
			if _, _, known := taught.Find(word); !known {
				left -= weight
			}
			s.teach(taught, word, weight)
		}
	}
	s.teach(taught, others, max(left, 1))
	taught.CalcToken()
	var ends []int
	at := 0
	for _, word := range taught.Segment([]byte(stretch)) {
		at += utf8.RuneCountInString(word.Token().Text())
		ends = append(ends, at)
	}
	return ends
}

func (s *splitter) teach(taught *gse.Segmenter, word string, weight int) {
	if err := taught.AddToken(word, float64(weight), "x"); err != nil {
		panic(err) // a word is never empty
	}
}

// weight is what gse gets for a word, 0 for what is none. A single character is a rare word.
func (l *Lexicon) weight(spelling string) int {
	const rare = 2
	makers, _ := l.forms.makers(spelling)
	weight := l.forms.weight(makers)
	if id, ok := l.wordIDs[spelling]; ok {
		weight = l.Words[id].weight
	}
	if weight > 0 && utf8.RuneCountInString(spelling) == 1 {
		return rare
	}
	return weight
}

// weight is that of a word that forms make, 0 where there are none.
func (f *forms) weight(makers []int32) (weight int) {
	for _, m := range makers {
		weight = max(weight, f.all[m].weight())
	}
	return weight
}
