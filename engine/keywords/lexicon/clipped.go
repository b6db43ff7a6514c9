package lexicon

import (
	"cmp"
	"unicode/utf8"
)

// Completed is the word that a clipped name makes with the longest end of another name, the
// end of as many characters as the name has where they are alike: 颈 of 腰椎体 is 颈椎体.
func (l *Lexicon) Completed(name, other string, fits func(*Word) bool, alike bool) *Word {
	begun, length := 0, utf8.RuneCountInString(name)
	for at := range other {
		if begun++; at == 0 || alike && begun-1 != length {
			continue
		}
		if w := l.Find(name + other[at:]); w != nil && fits(w) {
			return w
		}
	}
	return nil
}

// SiteAndHead parts a term into the name of its site, as long as can be, and its head; a
// site is all name.
func (l *Lexicon) SiteAndHead(w *Word) (site string, head *Word) {
	for at := range w.Text {
		if s, h := l.Find(w.Text[:at]), l.Find(w.Text[at:]); w.Term >= 0 && s != nil && s.Site >= 0 && h != nil && h.Head >= 0 {
			site, head = w.Text[:at], h
		}
	}
	return cmp.Or(site, w.Text), head
}
