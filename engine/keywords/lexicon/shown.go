package lexicon

import "iter"

// Shown gives the words that are written, and behind them of those that only forms make
// enough to show each choice of a form, and each part that may be left out, once.
func (l *Lexicon) Shown() iter.Seq[*Word] {
	return func(yield func(*Word) bool) {
		for i := range l.Words {
			if !yield(&l.Words[i]) {
				return
			}
		}
		seen := map[string]bool{}
		for i := range l.forms.all {
			for spelling := range l.forms.all[i].shown() {
				if _, written := l.wordIDs[spelling]; written || seen[spelling] {
					continue
				}
				if seen[spelling] = true; !yield(l.Find(spelling)) {
					return
				}
			}
		}
	}
}

// shown are words of the form: each choice of each part between the first ones of
// those that must stand there.
func (f *form) shown() iter.Seq[string] {
	return func(yield func(string) bool) {
		front := ""
		for i, part := range f.parts {
			behind := ""
			for _, next := range f.parts[i+1:] {
				behind += next.first()
			}
			for _, choice := range part.folded {
				if !yield(front + choice + behind) {
					return
				}
			}
			front += part.first()
		}
		if front != "" {
			yield(front)
		}
	}
}

// first is what stands in a part unless another choice is shown.
func (p *formPart) first() string {
	if p.optional || len(p.folded) == 0 {
		return ""
	}
	return p.folded[0]
}
