package lexicon

import (
	"maps"
	"slices"

	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/trie"
)

// index builds the trie once all words are known.
func (l *Lexicon) index() {
	entries := make([]trie.Entry, len(l.Words))
	for i := range l.Words {
		w := &l.Words[i]
		codes := make([]uint16, 0, w.Length)
		for _, r := range w.Text {
			codes = append(codes, l.code(r))
		}
		entries[i] = trie.Entry{Codes: codes, ID: int32(i)}
	}
	highest := slices.Max(slices.Collect(maps.Keys(l.Alphabet)))
	l.direct = make([]uint16, min(highest+1, 1<<16))
	for r, code := range l.Alphabet {
		if int(r) < len(l.direct) {
			l.direct[r] = code
		}
	}
	l.Trie = trie.New(entries, l.forms.trie, int32(len(l.Words)))
	l.Reader = plaintext.Reader{Fold: l.Fold, Alphabet: l.Alphabet, Direct: l.direct, Words: l.Trie, Header: l.header, Boxes: l.Reads(PrintedForms), Brackets: l.Reads(PrintedMarks), Blanks: l.Reads(FieldLayouts), Misread: l.Reads(OptionLists), Clips: l.Clips}
	for first := range l.Clips {
		l.Reader.Clipped[uint16(first)] = true
	}
	if l.Reads(PrintedForms) {
		l.Reader.Says = l.says
	}
	if l.Reads(TornWords) {
		l.Reader.Names = l.names
	}
	l.splitter = newSplitter(l)
}

// says reports whether a word tells anything of a person.
func (l *Lexicon) says(id int32) bool {
	w := l.Word(id)
	return w.Term >= 0 || w.Head >= 0 || w.Site >= 0 || w.Scale >= 0 || w.Cue != nil || w.Normal || w.Side != "" || w.Severity != "" || len(w.Sited)+len(w.Tails)+len(w.Meanings) > 0
}

// names reports whether a word names a finding, a site or what is said of one.
func (l *Lexicon) names(id int32) bool {
	w := l.Word(id)
	return w.Term >= 0 || w.Head >= 0 || w.Site >= 0 || w.Scale >= 0 || w.Normal || w.Side != "" || w.Severity != "" || w.Cue != nil && w.Cue.Direction == Forward
}

// code is the number of a character in the alphabet, which grows by new ones.
func (l *Lexicon) code(r rune) uint16 {
	if l.Alphabet[r] == 0 {
		l.Alphabet[r] = uint16(len(l.Alphabet) + 1)
	}
	return l.Alphabet[r]
}
