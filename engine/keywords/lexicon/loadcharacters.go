package lexicon

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/source"
	"tijian/engine/keywords/trie"
	"tijian/engine/message"
	"tijian/engine/strictyaml"
)

// misreadings makes a reader of wrong spellings of each entry.
func (b *builder) misreadings() {
	l := b.lexicon
	for _, e := range b.misread {
		if len(e.Words) == 0 && !e.Cues && !e.Terms && !e.Numbers {
			b.problems.Add(message.NoWords.At(e.At))
		}
		alike := map[rune][]rune{}
		for _, c := range e.Characters {
			right := []rune(l.Fold.Word(c.Key.Value))
			if len(right) != 1 {
				b.problems.Add(message.OneCharacter.At(c.Key.At))
				continue
			}
			alike[right[0]] = append(alike[right[0]], []rune(l.Fold.Word(c.Value.Value))...)
		}
		if e.Numbers {
			l.Digits = alike
			continue
		}
		if e.Terms {
			b.confusions(alike)
			l.TermReader.alike = alike
			for _, t := range e.Sounds {
				l.TermReader.groups = append(l.TermReader.groups, []rune(t.Value))
			}
			continue
		}
		m := Misreader{Opener: e.Opener, Mark: e.Mark, Alike: alike, known: map[string]bool{}}
		for _, t := range e.Words {
			if !m.learn([]rune(l.Fold.Word(t.Value))) {
				b.problems.Add(message.UselessMisreading.At(t.At, "word", t.Value))
			}
		}
		if e.Cues {
			b.confusions(alike)
			m.Forms = l.forms
			for i := range l.Words {
				w := &l.Words[i]
				if w.MayBeMisread() {
					m.learn([]rune(w.Text))
				}
			}
		}
		l.Misreaders = append(l.Misreaders, m)
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
			runes := []rune(b.lexicon.Fold.Word(t.Value))
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
func (m *Misreader) learn(right []rune) bool {
	if !slices.ContainsFunc(right, func(r rune) bool { return len(m.Alike[r]) > 0 }) {
		return false
	}
	if spelling := string(right); !m.known[spelling] {
		m.known[spelling] = true
		m.Right = append(m.Right, right)
	}
	return true
}

// indexMisreadings spells the readers in the codes of the alphabet, which every
// character gets that they know.
func (b *builder) indexMisreadings() {
	l := b.lexicon
	l.codeAll(l.TermReader.alike) // before the tables are made
	for i := range l.Misreaders {
		l.codeAll(l.Misreaders[i].Alike)
	}
	for i := range l.Misreaders {
		m := &l.Misreaders[i]
		entries := make([]trie.Entry, len(m.Right))
		for k, right := range m.Right {
			entries[k].ID = int32(k)
			for _, r := range right {
				entries[k].Codes = append(entries[k].Codes, l.code(r))
			}
		}
		var made *trie.Forms
		var firsts []rune
		if m.Forms != nil {
			made = m.Forms.trie
			for _, c := range made.Starts() {
				firsts = append(firsts, m.Forms.letters[c])
			}
		}
		for _, right := range m.Right {
			firsts = append(firsts, right[0])
		}
		m.Trie, m.known = trie.New(entries, made, int32(len(m.Right))), nil
		m.First = make([]bool, len(l.Alphabet)+1)
		for _, right := range firsts {
			m.First[l.Alphabet[right]] = true
			for _, wrong := range m.Alike[right] {
				m.First[l.Alphabet[wrong]] = true
			}
		}
		m.Meant = l.meant(m.Alike)
	}
	if len(l.TermReader.alike) > 0 {
		l.TermReader.Meant = l.meant(l.TermReader.alike)
	}
	l.TermReader.hear(l.Alphabet)
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
	all := make([][]uint16, len(l.Alphabet)+1)
	for _, right := range slices.Sorted(maps.Keys(alike)) { // the same order each time
		for _, wrong := range alike[right] {
			code, meant := l.Alphabet[wrong], l.Alphabet[right]
			if code != 0 && meant != 0 && !slices.Contains(all[code], meant) {
				all[code] = append(all[code], meant)
			}
		}
	}
	return all
}

// characters reads characters.yaml, but for what is misread.
func (b *builder) characters() {
	var f source.CharactersFile
	to := map[rune][]rune{}
	if b.read("characters.yaml", &f) {
		b.misread = f.Misread
		b.headers(f.PageLines)
		for _, table := range []strictyaml.Entries[text]{f.Simplified, f.Radicals, f.Symbols} {
			for _, e := range table {
				from := []rune(e.Key.Value)
				if len(from) != 1 {
					b.problems.Add(message.OneCharacter.At(e.Key.At))
					continue
				}
				to[from[0]] = []rune(e.Value.Value)
			}
		}
	}
	b.lexicon.Fold = plaintext.NewFolding(to)
}

// headers makes one pattern of those that a line of the page matches as a whole.
func (b *builder) headers(patterns []text) {
	var all []string
	for _, p := range patterns {
		if _, err := regexp.Compile(p.Value); err != nil {
			b.problems.Add(message.BadPattern.At(p.At, "pattern", p.Value, "error", err))
			continue
		}
		all = append(all, p.Value)
	}
	if len(all) > 0 {
		b.lexicon.header = regexp.MustCompile("^(?:" + strings.Join(all, "|") + ")$")
	}
}

// A Misreader recognises words some of whose characters were taken for others
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
	Mark   bool            // only as a mark of a result: 6.92 mmol/L 个
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

// Names reports whether the word is a finding, a part of one or a site, and no cue.
func (w *Word) Names() bool {
	return w.Cue == nil && (w.Term >= 0 || w.Head >= 0 || w.Site >= 0 || len(w.Sited) > 0)
}

// A termReader recognises findings and sites one of whose characters was taken
// for another that looks or sounds alike: 脂昉肝.
type termReader struct {
	alike  map[rune][]rune // as of a misreader
	Meant  [][]uint16
	groups [][]rune          // of characters that sound alike
	Sounds map[rune][]uint16 // the codes of a character's group, of those that words have
}

// hear keeps of each group the characters that words are written with. The others need
// no code: one that no word has stays unknown.
func (r *termReader) hear(alphabet map[rune]uint16) {
	if len(r.groups) == 0 {
		return
	}
	r.Sounds = map[rune][]uint16{}
	for _, group := range r.groups {
		var codes []uint16
		for _, c := range group {
			if code := alphabet[c]; code != 0 {
				codes = append(codes, code)
			}
		}
		for _, c := range group {
			r.Sounds[c] = append(r.Sounds[c], codes...)
		}
	}
	r.groups = nil
}
