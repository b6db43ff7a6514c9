package lexicon

import "tijian/engine/keywords/trie"

// A misreader recognises words some of whose characters were taken for others
// that look alike. It walks the trie of the right spellings and tries at every
// character what it may have been meant to be.
type Misreader struct {
	Trie   *trie.Trie
	Right  [][]rune        // by id; those that forms make have the ids behind
	Forms  *forms          // nil for none
	known  map[string]bool // the right spellings, while loading
	Alike  map[rune][]rune // of each right character, the wrong ones
	Meant  [][]uint16      // of each wrong character's code, the right ones'
	First  []bool          // whether a misreading may begin with the character of this code
	Opener bool            // only right before a finding or a site: 元心包积液
}

// Spelling is the right spelling with an id, nil where a form makes what is not
// looked for.
func (m *Misreader) Spelling(id int32) []rune {
	if int(id) < len(m.Right) {
		return m.Right[id]
	}
	if w := m.Forms.word(int(id) - len(m.Right)); w.MayBeMisread() {
		return []rune(w.Text)
	}
	return nil
}

// MayBeMisread reports whether the word is a cue, or a phrase, that is looked for
// where its characters are damaged.
func (w *Word) MayBeMisread() bool { return w.Length > 1 && (w.Cue != nil || w.Normal) }

// A termReader recognises findings and sites one of whose characters was taken
// for another that looks or sounds alike: 脂昉肝.
type termReader struct {
	alike map[rune][]rune // as of a misreader
	Meant [][]uint16
}
