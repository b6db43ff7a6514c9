package keywords

import (
	"tijian/engine/keywords/trie"
)

// A misreader recognises words some of whose characters were taken for others
// that look alike. It walks the trie of the right spellings and tries at every
// character what it may have been meant to be.
type misreader struct {
	trie   *trie.Trie
	right  [][]rune        // by id; those that forms make have the ids behind
	forms  *forms          // nil for none
	known  map[string]bool // the right spellings, while loading
	alike  map[rune][]rune // of each right character, the wrong ones
	meant  [][]uint16      // of each wrong character's code, the right ones'
	first  []bool          // whether a misreading may begin with the character of this code
	opener bool            // only right before a finding or a site: 元心包积液
}

// A misreading is what a misreader found at rune start; length 0 is nothing.
type misreading struct {
	start, length int32
	right         []rune
}

// misreadAt is the longest misreading at rune i.
func (a *analysis) misreadAt(i int32) misreading {
	best := misreading{start: i}
	c := int(a.text.Codes[i])
	for k := range a.lexicon.misreaders {
		if m := &a.lexicon.misreaders[k]; c < len(m.first) && m.first[c] {
			m.walk(a, trie.Place{}, i, false, &best)
		}
	}
	return best
}

// walk goes on from a place in the trie with the character at rune i, and notes
// in best a longer misreading than it has.
func (m *misreader) walk(a *analysis, at trie.Place, i int32, wrong bool, best *misreading) {
	if id := m.trie.Word(at); id >= 0 && wrong && i-best.start > best.length {
		if right := m.spelling(id); right != nil && a.isMisreading(best.start, i, m.opener) {
			best.right, best.length = right, i-best.start
		}
	}
	codes := a.text.Codes
	for i > best.start && int(i) < len(codes) && codes[i] == joint {
		i++
	}
	if int(i) == len(codes) || codes[i] == 0 || codes[i] == joint {
		return
	}
	c := codes[i]
	if next, ok := m.trie.Step(at, c); ok {
		m.walk(a, next, i+1, wrong, best)
	}
	if int(c) < len(m.meant) {
		for _, meant := range m.meant[c] {
			if next, ok := m.trie.Step(at, meant); ok {
				m.walk(a, next, i+1, true, best)
			}
		}
	}
}

// spelling is the right spelling with an id, nil where a form makes what is not
// looked for.
func (m *misreader) spelling(id int32) []rune {
	if int(id) < len(m.right) {
		return m.right[id]
	}
	if w := m.forms.word(int(id) - len(m.right)); w.mayBeMisread() {
		return []rune(w.text)
	}
	return nil
}

// mayBeMisread reports whether the word is a cue, or a phrase, that is looked for
// where its characters are damaged.
func (w *word) mayBeMisread() bool { return w.length > 1 && (w.cue != nil || w.normal) }

// isMisreading reports whether runes[start:end], which look like a word, are
// not meant as they stand: no word of the lexicon, nor a part of one, nor a
// number; of an opener, that it stands where one may.
func (a *analysis) isMisreading(start, end int32, opener bool) bool {
	if _, known := a.lexicon.trie.Find(a.text.Codes[start:end]); known {
		return false
	}
	return !a.covered(start, end) && !a.numbersItem(start, end) && (!opener || a.opens(start, end))
}

// A termReader recognises findings and sites one of whose characters was taken
// for another that looks or sounds alike: 脂昉肝.
type termReader struct {
	alike map[rune][]rune // as of a misreader
	meant [][]uint16
}

// shortestMisread is how many characters a misread finding has at least, so that
// the others tell what it was; it may begin farthestMisread before the wrong one.
const (
	shortestMisread = 3
	farthestMisread = 5
)

// misreadTerm is the longest finding or site that the character at rune k, which
// no word covers, makes when it is read as one that looks alike.
func (a *analysis) misreadTerm(k int32) misreading {
	l := a.lexicon
	best, length := misreading{start: k}, 0
	c := int(a.text.Codes[k])
	if c == 0 || c >= len(l.termReader.meant) || len(l.termReader.meant[c]) == 0 || a.within2(k) {
		return best
	}
	for start, back := k, 0; start >= 0 && back <= farthestMisread; start-- {
		if a.text.Codes[start] == joint {
			continue
		}
		back++
		node, ok := l.trie.Follow(a.text.Codes[start:k])
		if !ok {
			continue
		}
		for _, meant := range l.termReader.meant[c] {
			next, ok := l.trie.Child(node, meant)
			for end := k + 1; ok; end++ {
				apart := end == k+1 && k > 0 && a.text.Codes[k-1] == joint // 小结 右肺
				if id := l.trie.ID(next); id >= 0 && !apart {
					w := l.word(id)
					if int(w.length) >= max(shortestMisread, length+1) && w.cue == nil && (w.term >= 0 || w.head >= 0 || w.site >= 0 || len(w.sited) > 0) {
						best, length = misreading{start, end - start, []rune(w.text)}, int(w.length)
					}
				}
				for int(end) < len(a.text.Codes) && a.text.Codes[end] == joint {
					end++
				}
				if int(end) == len(a.text.Codes) {
					break
				}
				next, ok = l.trie.Child(next, a.text.Codes[end])
			}
		}
	}
	return best
}

// within2 reports whether a word of two characters or more covers rune k.
func (a *analysis) within2(k int32) bool {
	for start := max(0, k-farthestWord); start <= k; start++ {
		if _, n := a.lexicon.trie.Longest(a.text.Codes[start:]); n > 1 && start+int32(n) > k {
			return true
		}
	}
	return false
}
