package lexicon

import (
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"tijian/engine/keywords/source"
	"tijian/engine/keywords/trie"
	"tijian/engine/message"
)

// forms are the words that forms of cues.yaml make. They multiply out to tens of
// thousands, of which a text has a handful: each is made when it is first met.
type forms struct {
	lexicon *Lexicon
	all     []form // by number, what decides in front
	trie    *trie.Forms
	made    []atomic.Pointer[Word] // by the word's number
	letters []rune                 // by code
}

// A form is what the words are that it makes.
type form struct {
	parts  []formPart
	cue    *Cue // nil for none
	normal bool
	pseudo bool
}

type formPart struct {
	choices  []text // what may stand there, and as folded
	folded   []string
	optional bool
}

// weight is what gse gets for the form's words.
func (f *form) weight() int {
	if f.cue != nil {
		return plainWeight
	}
	return findingWeight
}

// Word is the word of the lexicon with an id.
func (l *Lexicon) Word(id int32) *Word {
	if int(id) < len(l.Words) {
		return &l.Words[id]
	}
	return l.forms.word(int(id) - len(l.Words))
}

// Find is the word that is spelled so, nil for none.
func (l *Lexicon) Find(spelling string) *Word {
	if id, ok := l.wordIDs[spelling]; ok {
		return &l.Words[id]
	}
	if makers, number := l.forms.makers(spelling); len(makers) > 0 {
		return l.forms.word(number)
	}
	return nil
}

// Every gives all words, those that only forms make behind the others.
func (l *Lexicon) Every() iter.Seq[*Word] {
	return func(yield func(*Word) bool) {
		for i := range l.Words {
			if !yield(&l.Words[i]) {
				return
			}
		}
		for number := range l.forms.trie.Len() {
			if _, written := l.wordIDs[l.forms.spelling(number)]; !written && !yield(l.forms.word(number)) {
				return
			}
		}
	}
}

// word is the word with a number, made when it is first asked for.
func (f *forms) word(number int) *Word {
	if w := f.made[number].Load(); w != nil {
		return w
	}
	w := blank(f.spelling(number))
	makers, _ := f.makers(w.Text)
	f.apply(&w, makers, true)
	f.apply(&w, makers, false)
	if f.made[number].CompareAndSwap(nil, &w) {
		return &w
	}
	return f.made[number].Load()
}

// blank is a word that means nothing yet.
func blank(folded string) Word {
	return Word{Text: folded, Length: int32(utf8.RuneCountInString(folded)), Term: -1, Head: -1, Site: -1, Scale: -1, Grade: -1}
}

func (f *forms) spelling(number int) string {
	var b strings.Builder
	for _, c := range f.trie.Spelling(number) {
		b.WriteRune(f.letters[c])
	}
	return b.String()
}

// makers are the forms that make a word, and its number.
func (f *forms) makers(folded string) ([]int32, int) {
	var room [16]uint16
	codes := room[:0]
	for at, r := range folded {
		c := f.lexicon.Alphabet[r]
		if c == 0 || at == 0 && !f.trie.Begins(c) {
			return nil, 0
		}
		codes = append(codes, c)
	}
	return f.trie.Makers(codes)
}

// apply makes a word what those of its forms that make cues, or the others, say that
// it is; what is written says better what a cue does.
func (f *forms) apply(w *Word, makers []int32, cues bool) {
	for _, number := range makers {
		form := &f.all[number]
		if (form.cue != nil) != cues {
			continue
		}
		t := form.spelled(w.Text)
		if w.weight == 0 {
			w.At = t.At
		}
		w.weight = max(w.weight, form.weight())
		switch {
		case form.normal:
			w.Normal = true
			f.lexicon.deny(w, t)
		case form.pseudo:
			w.Pseudo = true
		case w.Cue == nil:
			w.act(*form.cue, t)
		}
	}
}

// spelled is a word of the form as it is written: the first choices that make it.
func (f *form) spelled(folded string) text {
	t, _ := spelledBy(f.parts, folded)
	return t
}

func spelledBy(parts []formPart, folded string) (text, bool) {
	if len(parts) == 0 {
		return text{}, folded == ""
	}
	if parts[0].optional {
		if t, ok := spelledBy(parts[1:], folded); ok {
			return t, true
		}
	}
	for i, choice := range parts[0].choices {
		rest, ok := strings.CutPrefix(folded, parts[0].folded[i])
		if !ok {
			continue
		}
		if t, ok := spelledBy(parts[1:], rest); ok {
			if choice.Value += t.Value; t.Value != "" {
				choice.At = t.At
			}
			return choice, true
		}
	}
	return text{}, false
}

// addForms makes the automaton of the forms and lets the words that are written out
// be what forms say of them, too.
func (b *builder) addForms(f source.CuesFile) {
	l := b.lexicon
	made := &forms{lexicon: l, all: b.forms}
	for _, of := range f.Normals {
		made.all = append(made.all, form{parts: b.formParts(of), normal: true})
	}
	for _, of := range f.Pseudos {
		made.all = append(made.all, form{parts: b.formParts(of), pseudo: true})
	}
	spelled := make([]trie.Form, len(made.all))
	for i, of := range made.all {
		for _, part := range of.parts {
			words := make([][]uint16, len(part.folded))
			for k, folded := range part.folded {
				for _, r := range folded {
					words[k] = append(words[k], l.code(r))
				}
			}
			spelled[i] = append(spelled[i], trie.Part{Words: words, Optional: part.optional})
		}
	}
	made.trie = trie.NewForms(spelled)
	made.made = make([]atomic.Pointer[Word], made.trie.Len())
	made.letters = make([]rune, len(l.Alphabet)+1)
	for r, code := range l.Alphabet {
		made.letters[code] = r
	}
	l.forms = made
	for i := range l.Words { // a denial looks for cues
		w := &l.Words[i]
		makers, _ := made.makers(w.Text)
		made.apply(w, makers, true)
	}
	for i := range l.Words {
		w := &l.Words[i]
		makers, _ := made.makers(w.Text)
		if made.apply(w, makers, false); w.Pseudo && w.Cue != nil {
			b.problems.Add(message.PseudoIsCue.At(w.At, "word", w.Text))
		}
	}
	if number, ok := made.trie.First(made.contradict); ok {
		w := made.word(number)
		b.problems.Add(message.PseudoIsCue.At(w.At, "word", w.Text))
	}
}

// contradict reports whether one form says of a word that it is a cue, and another
// that it is none.
func (f *forms) contradict(makers []int32) bool {
	return len(makers) > 1 && f.all[makers[0]].cue != nil && f.all[makers[len(makers)-1]].pseudo
}

// formParts reads the parts of a form.
func (b *builder) formParts(of source.Form) []formPart {
	parts, required := make([]formPart, len(of.Of)), false
	for i, p := range of.Of {
		part := &parts[i]
		part.optional = p.Optional
		required = required || !p.Optional
		words := slices.Concat(p.Words, b.inParts(p.Parts))
		if len(words) == 0 {
			b.problems.Add(message.NoWords.At(p.At))
		}
		for _, t := range words {
			t.Value = strings.TrimSpace(t.Value)
			if folded, ok := b.folded(t); ok {
				part.choices, part.folded = append(part.choices, t), append(part.folded, folded)
			}
		}
	}
	if !required && len(of.Of) > 0 {
		b.problems.Add(message.EmptyWord.At(of.Of[0].At))
	}
	return parts
}
