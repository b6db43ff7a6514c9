package keywords

// A misreader recognises words some of whose characters were taken for others
// that look alike. It walks the trie of the right spellings and tries at every
// character what it may have been meant to be.
type misreader struct {
	trie   *trie
	right  [][]rune
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
	c := int(a.text.codes[i])
	for k := range a.lexicon.misreaders {
		if m := &a.lexicon.misreaders[k]; c < len(m.first) && m.first[c] {
			m.walk(a, 0, i, false, &best)
		}
	}
	return best
}

// walk goes on from a node of the trie with the character at rune i, and notes
// in best a longer misreading than it has.
func (m *misreader) walk(a *analysis, node, i int32, wrong bool, best *misreading) {
	if id := m.trie.id[node]; id >= 0 && wrong && i-best.start > best.length && a.isMisreading(best.start, i, m.opener) {
		best.right, best.length = m.right[id], i-best.start
	}
	codes := a.text.codes
	for i > best.start && int(i) < len(codes) && codes[i] == joint {
		i++
	}
	if int(i) == len(codes) || codes[i] == 0 || codes[i] == joint {
		return
	}
	c := codes[i]
	if next, ok := m.trie.child(node, c); ok {
		m.walk(a, next, i+1, wrong, best)
	}
	if int(c) < len(m.meant) {
		for _, meant := range m.meant[c] {
			if next, ok := m.trie.child(node, meant); ok {
				m.walk(a, next, i+1, true, best)
			}
		}
	}
}

// isMisreading reports whether runes[start:end], which look like a word, are
// not meant as they stand: no word of the lexicon, nor a part of one, nor a
// number; of an opener, that it stands where one may.
func (a *analysis) isMisreading(start, end int32, opener bool) bool {
	if _, known := a.lexicon.trie.find(a.text.codes[start:end]); known {
		return false
	}
	return !a.covered(start, end) && !a.numbersItem(start, end) && (!opener || a.opens(start, end))
}
