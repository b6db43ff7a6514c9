package lexicon

// describing takes in the characters that findings, sites and what stands with
// them are written with.
func (b *builder) describing(plain []text) {
	if b.defaults["unclear"] == nil {
		return
	}
	l := b.lexicon
	l.Unclear, l.Plain = b.defaults["unclear"], map[rune]bool{}
	know := func(word []rune) {
		for _, r := range word {
			l.Plain[r] = true
		}
	}
	for i := range l.Words {
		if w := &l.Words[i]; w.Term >= 0 || w.Head >= 0 || w.Describes() || w.Normal {
			know([]rune(w.Text))
		}
	}
	for _, f := range l.forms.all {
		if !f.normal {
			continue
		}
		for _, part := range f.parts {
			for _, folded := range part.folded {
				know([]rune(folded))
			}
		}
	}
	for _, s := range l.segments {
		know(s)
	}
	for _, t := range plain {
		know([]rune(l.Fold.Word(t.Value)))
	}
}
