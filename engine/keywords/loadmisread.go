package keywords

import (
	"maps"
	"slices"
	"unicode"

	"tijian/engine/keywords/trie"
	"tijian/engine/message"
)

// misreadings makes a reader of wrong spellings of each entry.
func (b *builder) misreadings() {
	l := b.lexicon
	for _, e := range b.misread {
		if len(e.Words) == 0 && !e.Cues && !e.Terms {
			b.problems.Add(message.NoWords.At(e.At))
		}
		alike := map[rune][]rune{}
		for _, c := range e.Characters {
			right := []rune(l.fold.Word(c.Key.Value))
			if len(right) != 1 {
				b.problems.Add(message.OneCharacter.At(c.Key.At))
				continue
			}
			alike[right[0]] = append(alike[right[0]], []rune(l.fold.Word(c.Value.Value))...)
		}
		if e.Terms {
			b.confusions(alike)
			l.termReader.alike = alike
			continue
		}
		m := misreader{opener: e.Opener, alike: alike, known: map[string]bool{}}
		for _, t := range e.Words {
			if !m.learn([]rune(l.fold.Word(t.Value))) {
				b.problems.Add(message.UselessMisreading.At(t.At, "word", t.Value))
			}
		}
		if e.Cues {
			b.confusions(alike)
			m.forms = l.forms
			for i := range l.words {
				w := &l.words[i]
				if w.mayBeMisread() {
					m.learn([]rune(w.text))
				}
			}
		}
		l.misreaders = append(l.misreaders, m)
	}
}

// confusions adds the look-alikes that confusions.yaml has for the names of
// indicators: who reads 已 as 己 does so in every word.
func (b *builder) confusions(alike map[rune][]rune) {
	if b.confusable == nil {
		b.read("confusions.yaml", &b.confusable)
	}
	for _, g := range b.confusable {
		if g.Cost >= 1 || g.OneWay { // these tell characters apart
			continue
		}
		for _, t := range g.Groups {
			runes := []rune(b.lexicon.fold.Word(t.Value))
			for _, right := range runes {
				for _, wrong := range runes {
					if wrong != right && unicode.Is(unicode.Han, right) && unicode.Is(unicode.Han, wrong) {
						alike[right] = append(alike[right], wrong)
					}
				}
			}
		}
	}
}

// learn lets the reader know a word, if it can be misread.
func (m *misreader) learn(right []rune) bool {
	if !slices.ContainsFunc(right, func(r rune) bool { return len(m.alike[r]) > 0 }) {
		return false
	}
	if spelling := string(right); !m.known[spelling] {
		m.known[spelling] = true
		m.right = append(m.right, right)
	}
	return true
}

// indexMisreadings spells the readers in the codes of the alphabet, which every
// character gets that they know.
func (b *builder) indexMisreadings() {
	l := b.lexicon
	l.codeAll(l.termReader.alike) // before the tables are made
	for i := range l.misreaders {
		l.codeAll(l.misreaders[i].alike)
	}
	for i := range l.misreaders {
		m := &l.misreaders[i]
		entries := make([]trie.Entry, len(m.right))
		for k, right := range m.right {
			entries[k].ID = int32(k)
			for _, r := range right {
				entries[k].Codes = append(entries[k].Codes, l.code(r))
			}
		}
		var made *trie.Forms
		var firsts []rune
		if m.forms != nil {
			made = m.forms.trie
			for _, c := range made.Starts() {
				firsts = append(firsts, m.forms.letters[c])
			}
		}
		for _, right := range m.right {
			firsts = append(firsts, right[0])
		}
		m.trie, m.known = trie.New(entries, made, int32(len(m.right))), nil
		m.first = make([]bool, len(l.alphabet)+1)
		for _, right := range firsts {
			m.first[l.alphabet[right]] = true
			for _, wrong := range m.alike[right] {
				m.first[l.alphabet[wrong]] = true
			}
		}
		m.meant = l.meant(m.alike)
	}
	if len(l.termReader.alike) > 0 {
		l.termReader.meant = l.meant(l.termReader.alike)
	}
}

// codeAll gives a code to every character that is taken for another, and that is.
func (l *Lexicon) codeAll(alike map[rune][]rune) {
	for _, r := range slices.Sorted(maps.Keys(alike)) { // the same order each time
		l.code(r)
		for _, wrong := range alike[r] {
			l.code(wrong)
		}
	}
}

// meant lists, for the code of each wrong character, the codes of the right ones.
func (l *Lexicon) meant(alike map[rune][]rune) [][]uint16 {
	all := make([][]uint16, len(l.alphabet)+1)
	for _, right := range slices.Sorted(maps.Keys(alike)) { // the same order each time
		for _, wrong := range alike[right] {
			code, meant := l.alphabet[wrong], l.alphabet[right]
			if code != 0 && meant != 0 && !slices.Contains(all[code], meant) {
				all[code] = append(all[code], meant)
			}
		}
	}
	return all
}
