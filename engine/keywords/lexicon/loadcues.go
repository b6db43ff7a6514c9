package lexicon

import (
	"maps"
	"slices"
	"strings"

	"tijian/engine/keywords/source"
	"tijian/engine/message"
	"tijian/engine/problem"
)

func (b *builder) cues() {
	var f source.CuesFile
	if !b.read("cues.yaml", &f) {
		return
	}
	b.lexicon.grammar, b.plain = Rule(f.Grammar), f.Plain
	b.groups(f)
	b.endings = map[string][]string{}
	for _, e := range f.Endings {
		for _, t := range e.Value {
			b.endings[e.Key.Value] = append(b.endings[e.Key.Value], b.lexicon.Fold.Word(t.Value))
		}
	}
	b.lexicon.Inconclusive = b.endings["undecided"]
	b.lexicon.Conclusive, b.lexicon.Afterwards, b.lexicon.Pathology, b.lexicon.Likens = b.endings["concludes"], b.endings["afterwards"], b.endings["pathology"], b.endings["likens"]
	for to, list := range map[*[][]rune][]string{&b.lexicon.Beside: b.endings["beside"], &b.lexicon.Borders: b.endings["borders"], &b.lexicon.Means: b.endings["means"],
		&b.lexicon.Notes: b.endings["notes"], &b.lexicon.Explains: b.endings["explains"], &b.lexicon.Usual: b.endings["usual"],
		&b.lexicon.Positive: b.endings["positive"], &b.lexicon.Felt: b.endings["felt"], &b.lexicon.BelowRibs: b.endings["below_ribs"]} {
		for _, e := range list {
			*to = append(*to, []rune(e))
		}
	}
	b.lexicon.Endings = newEndings(b.endings)
	if b.lexicon.Reads(OptionLists) && b.endings["chooses"] != nil {
		b.lexicon.Options = newOptions(b.endings["zero"], b.endings["one"], b.endings["chooses"])
	}
	if !b.lexicon.Reads(WellToday) {
		b.lexicon.Afterwards = []string{"后"} // which grammar 8 does not list
	}
	b.parts = map[string][]text{}
	for _, e := range f.Parts {
		b.parts[e.Key.Value] = e.Value
	}
	for _, e := range f.Categories {
		b.category(e.Key, e.Value, f.Precedence)
	}
	b.lexicon.Unreadable, b.lexicon.Gone, b.lexicon.History = b.defaults["unreadable"], b.categoryIDs["gone"], -1
	b.lexicon.Denied, b.lexicon.Doubted = b.categoryIDs["negated"], b.categoryIDs["possible"]
	b.lexicon.General = b.categoryIDs["legend"]
	if id, ok := b.categoryIDs["history"]; ok {
		b.lexicon.History = id
	}
	b.negation()
	for _, p := range f.Precedence {
		lookup(b, p, b.categoryIDs, message.ACategory)
	}
	for _, c := range f.Cues {
		b.addCue(c)
	}
	b.goesOn(f.GoesOn)
	b.readOperations(f.Operations)
	b.addForms(f)
	b.each(f.Normal, findingWeight, func(w *Word, t text) {
		w.Normal = true
		b.lexicon.deny(w, t)
	})
	b.each(f.Pseudo, findingWeight, func(w *Word, t text) {
		w.Pseudo = true
		if w.Cue != nil {
			b.problems.Add(message.PseudoIsCue.At(t.At, "word", t.Value))
		}
	})
}

// negation reads the parts that denials are made of.
func (b *builder) negation() {
	l := b.lexicon
	if !l.Reads(MadeNegators) || b.defaults["negated"] == nil || b.defaults["unreadable"] == nil {
		return
	}
	n := Negation{Begins: map[rune]bool{}, Denies: b.defaults["negated"]}
	for part, words := range map[*[][]rune][]text{&n.Particles: slices.Concat(b.parts["not"], b.parts["none"]), &n.Modals: b.parts["modal"], &n.Senses: b.parts["senses"], &n.Attains: b.parts["attains"], &n.Reports: b.parts["reports"], &n.Treats: b.parts["treats"]} {
		*part = b.longestSpellings(words)
	}
	for _, p := range n.Particles {
		n.Begins[p[0]] = true
	}
	l.Negation = n
}

// A denial says how normal phrases deny what goes on behind them.
type denial struct {
	category int32    // of the denied, -1: none
	with     []string // attributes of a noun phrase that may go on
	base     *Cue     // how it denies that, nil: not at all
}

func (b *builder) goesOn(e source.GoesOnEntry) {
	d := &b.lexicon.denial
	d.category = int32(slices.IndexFunc(b.lexicon.Categories, func(c Category) bool { return c.Status == Negated }))
	choose(b, e.Category, b.defaults, message.ACategory, &d.base)
	for _, a := range e.With {
		d.with = append(d.with, b.lexicon.Fold.Word(a.Value))
	}
}

// deny lets a normal phrase deny the list it begins (未见异常密度影及占位), and
// one of a negator and an attribute what its noun phrase goes on with (未见异常团块).
func (l *Lexicon) deny(w *Word, t text) {
	d := &l.denial
	if d.category >= 0 {
		w.Denial = &Cue{At: t.At, Text: strings.TrimSpace(t.Value), Category: d.category, InAdvice: -1}
	}
	if d.base == nil || !slices.ContainsFunc(d.with, func(a string) bool { return strings.Contains(w.Text, a) }) {
		return
	}
	for end := range w.Text {
		if l.isNegator(w.Text[:end]) {
			l.goesOn(w, t.At)
			return
		}
	}
}

// denyingTerms lets findings that end with a negator deny what goes on behind
// them: 肾未显示 is a finding, 右肾未显示结石 is none.
func (b *builder) denyingTerms() {
	l := b.lexicon
	if l.denial.base == nil {
		return
	}
	for i := range l.Words {
		w := &l.Words[i]
		if w.Term < 0 || w.Cue != nil {
			continue
		}
		for start := range w.Text {
			if start > 0 && l.isNegator(w.Text[start:]) {
				l.goesOn(w, w.At)
				break
			}
		}
	}
}

// goesOn makes the word a denial of the noun phrase it goes on with.
func (l *Lexicon) goesOn(w *Word, at problem.Place) {
	own := *l.denial.base
	own.At, own.Text, own.Phrase = at, w.Text, true
	w.Denial = &own
}

// isNegator reports whether the spelling is a cue that denies the list behind it.
func (l *Lexicon) isNegator(spelling string) bool {
	w := l.Find(spelling)
	return w != nil && w.Cue != nil && w.Cue.Direction == Forward && w.Cue.Scope == BareScope && l.MarksAs(w.Cue) == Negated
}

func (b *builder) groups(f source.CuesFile) {
	maps.Copy(b.groupBits, reservedGroups)
	free := firstGroup
	for _, g := range f.Groups {
		name := g.Key.Value
		bit, known := neededGroups[name]
		if !known {
			bit, known = furtherGroups[name]
		}
		if !known {
			if _, reserved := reservedGroups[name]; reserved {
				b.problems.Add(message.ReservedGroup.At(g.Key.At, "name", name))
				continue
			}
			if bit, free = free, free<<1; bit == 0 {
				b.problems.Add(message.TooManyGroups.At(g.Key.At))
				continue
			}
		}
		b.groupBits[name] = bit
		b.lexicon.filled |= bit
		words := slices.DeleteFunc(slices.Clone(g.Value), func(t text) bool { return t.Value == "\n" }) // a line's end is known without being a word
		b.each(words, plainWeight, func(w *Word, _ text) { w.Groups |= bit })
	}
	for i := range b.lexicon.Words {
		if w := &b.lexicon.Words[i]; w.Groups&AnewGroup != 0 {
			b.lexicon.Anew = append(b.lexicon.Anew, []rune(w.Text))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(neededGroups)) {
		if _, ok := b.groupBits[name]; !ok {
			b.problems.Add(message.MissingGroup.At(problem.Place{File: "cues.yaml"}, "name", name))
		}
	}
}

func (b *builder) category(name text, e source.CategoryEntry, precedence []text) {
	rank := slices.IndexFunc(precedence, func(p text) bool { return p.Value == name.Value })
	if rank < 0 {
		b.problems.Add(message.NoPrecedence.At(name.At, "name", name.Value))
	}
	status := b.status(e.Status)
	told := status
	if e.Told.Set() {
		told = b.status(e.Told)
	}
	b.categoryIDs[name.Value] = int32(len(b.lexicon.Categories))
	b.lexicon.Categories = append(b.lexicon.Categories, Category{name.Value, status, told, rank, e.Reason.Value})
	c := &Cue{Category: b.categoryIDs[name.Value], Gap: e.Gap, Reach: e.Reach, InAdvice: -1}
	c.Direction, _ = lookup(b, e.Direction, directions, message.ADirection)
	c.Scope, _ = lookup(b, e.Scope, scopes, message.AScope)
	c.Stops, c.Resumes = b.stops(e.Stops), b.stops(e.Resumes)
	b.defaults[name.Value] = c
}

// status reads the name of a status.
func (b *builder) status(t text) Status {
	status := Status(t.Value)
	if !slices.Contains(statuses, status) {
		var known []string
		for _, s := range statuses {
			known = append(known, string(s))
		}
		b.unknown(t, message.AStatus, known)
	}
	return status
}

func (b *builder) stops(names []text) uint64 {
	var mask uint64
	for _, s := range names {
		if bit, ok := lookup(b, s, b.groupBits, message.AGroup); ok {
			mask |= bit
		}
	}
	return mask
}

func (b *builder) addCue(e source.CueEntry) {
	base, ok := lookup(b, e.Category, b.defaults, message.ACategory)
	if !ok {
		return
	}
	if len(e.Words)+len(e.Forms) == 0 {
		b.problems.Add(message.NoWords.At(e.At))
	}
	c := *base
	choose(b, e.Direction, directions, message.ADirection, &c.Direction)
	choose(b, e.Scope, scopes, message.AScope, &c.Scope)
	if e.Gap != nil {
		c.Gap = *e.Gap
	}
	if e.Reach != nil {
		c.Reach = *e.Reach
	}
	c.Stops |= b.stops(e.Stops)
	c.Resumes |= b.stops(e.Resumes)
	c.Back = c.Scope
	choose(b, e.Back, scopes, message.AScope, &c.Back)
	c.Answers, c.Tight, c.OverComma, c.NewFinding, c.History = e.Answers, e.Tight, e.OverComma, e.NewFinding, e.History
	c.Final, c.Graded, c.Done, c.Doubts, c.SameSite, c.Introduced = e.Final, e.Graded, e.Done, e.Doubts, e.SameSite, e.Introduced
	c.Corrects, c.Defines = e.Corrects, e.Defines
	choose(b, e.Unless, b.groupBits, message.AGroup, &c.Unless)
	choose(b, e.Where, b.groupBits, message.AGroup, &c.Where)
	choose(b, e.Spares, b.endings, message.Endings, &c.Spares)
	choose(b, e.Except, b.endings, message.Endings, &c.Except)
	choose(b, e.Carries, b.endings, message.Endings, &c.Carries)
	for _, name := range e.Over {
		if id, ok := lookup(b, name, b.categoryIDs, message.ACategory); ok {
			c.Over = append(c.Over, id)
		}
	}
	choose(b, e.InAdvice, b.categoryIDs, message.ACategory, &c.InAdvice)
	choose(b, e.Behind, b.groupBits, message.AGroup, &c.Behind)
	choose(b, e.Otherwise, b.defaults, message.ACategory, &c.Otherwise)
	b.each(e.Words, plainWeight, func(w *Word, t text) {
		if w.Cue != nil {
			b.problems.Add(message.DuplicateCue.At(t.At, "word", t.Value, "before", w.Cue.At))
			return
		}
		w.act(c, t)
	})
	c.Formed = true
	for _, f := range e.Forms {
		b.forms = append(b.forms, form{parts: b.formParts(f), cue: &c})
	}
}

// act makes the word a cue.
func (w *Word) act(c Cue, t text) {
	c.At, c.Text = t.At, strings.TrimSpace(t.Value)
	if c.Otherwise != nil {
		other := *c.Otherwise
		other.At, other.Text = c.At, c.Text
		c.Otherwise = &other
	}
	w.Cue = &c
	w.Groups |= CueGroup
}

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
	for s := range l.segments {
		know([]rune(s))
	}
	for _, t := range plain {
		know([]rune(l.Fold.Word(t.Value)))
	}
}
