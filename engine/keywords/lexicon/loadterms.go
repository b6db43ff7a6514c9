package lexicon

import (
	"slices"
	"strings"

	"tijian/engine/keywords/source"
	"tijian/engine/message"
	"tijian/engine/problem"
)

func (b *builder) addHead(e source.HeadEntry) {
	if before, double := b.headIDs[e.Head.Value]; double {
		b.problems.Add(message.DuplicateHead.At(e.Head.At, "name", e.Head.Value, "before", b.lexicon.Heads[before].At))
		return
	}
	h := Head{At: e.Head.At, Name: e.Head.Value, Alone: -1, As: -1, Terms: map[int32]int32{}, Lesion: e.Lesion, Own: e.Own}
	choose(b, e.Reach, reaches, message.AReach, &h.Reach)
	id := int32(len(b.lexicon.Heads))
	b.headIDs[e.Head.Value] = id
	b.lexicon.Heads = append(b.lexicon.Heads, h)
	words := b.spread(slices.Concat(e.Words, e.Names), e.Head)
	b.each(append([]text{e.Head}, words...), findingWeight, func(w *Word, t text) {
		if w.Head >= 0 {
			b.problems.Add(message.SharedHeadWord.At(t.At, "word", t.Value, "head", b.lexicon.Heads[w.Head].Name))
			return
		}
		w.Head = id
	})
	b.each(e.Names, findingWeight, func(w *Word, t text) { w.Named = t.Value })
	b.block(e.Block, append([]text{e.Head}, words...))
}

// block makes words that contain a finding by accident (性病变 holds 性病).
func (b *builder) block(blockers, words []text) {
	for _, t := range blockers {
		if !slices.ContainsFunc(words, func(w text) bool { return w.Value != "" && strings.Contains(t.Value, w.Value) && t.Value != w.Value }) {
			b.problems.Add(message.UselessBlocker.At(t.At, "word", t.Value))
			continue
		}
		b.word(t, findingWeight)
	}
}

func (b *builder) mask(own, file []text, at problem.Place) uint32 {
	names := own
	if len(names) == 0 {
		names = file
	}
	if len(names) == 0 {
		b.problems.Add(message.NoContext.At(at))
	}
	var mask uint32
	for _, n := range names {
		if bit, ok := lookup(b, n, b.contextBits, message.AContext); ok {
			mask |= bit
		}
	}
	return mask
}

// addTerm makes a term; the name must be new.
func (b *builder) addTerm(name text, t Term) (int32, bool) {
	if before, double := b.termIDs[name.Value]; double {
		b.problems.Add(message.DuplicateTerm.At(name.At, "name", name.Value, "before", b.lexicon.Terms[before].At))
		return 0, false
	}
	id := int32(len(b.lexicon.Terms))
	t.Name, t.At = name.Value, name.At
	b.termIDs[name.Value] = id
	b.lexicon.Terms = append(b.lexicon.Terms, t)
	return id, true
}

// spell makes word t mean the term.
func (b *builder) spell(t text, id int32) {
	w := b.word(t, findingWeight)
	if w == nil {
		return
	}
	switch {
	case w.Term >= 0 && w.Term != id:
		b.problems.Add(message.SharedSpellingOfTerm.At(t.At, "word", t.Value, "other", b.lexicon.Terms[w.Term].Name))
	case w.Cue != nil:
		b.problems.Add(message.WordIsCue.At(t.At, "word", t.Value))
	default:
		w.Term = id
		w.Groups |= TermGroup
		if w.Site >= 0 {
			b.lexicon.Sites[w.Site].Term = true
		}
	}
}

func (b *builder) addFinding(e source.FindingEntry, context []text) {
	t := Term{Contexts: b.mask(e.Context, context, e.At), Site: -1, Head: -1, ICD10: e.ICD10.Value}
	choose(b, e.Site, b.siteIDs, message.ASite, &t.Site)
	if e.ICD10.Set() && !validICD10(e.ICD10.Value) {
		b.problems.Add(message.ICD10.At(e.ICD10.At, "code", e.ICD10.Value))
	}
	id, ok := b.addTerm(e.Term, t)
	if !ok {
		return
	}
	b.spell(e.Term, id)
	for _, v := range b.spread(e.Variants, e.Term) {
		b.spell(v, id)
	}
	known := b.known(e.KnownBy, t.Site)
	b.each(b.spread(e.Sited, text{}), findingWeight, func(w *Word, _ text) { w.Sited = append(w.Sited, Choice{id, known}) })
	b.block(e.Block, slices.Concat([]text{e.Term}, e.Variants, e.Sited))
	if !e.Head.Set() {
		return
	}
	if !e.Site.Set() {
		b.problems.Add(message.HeadWithoutSite.At(e.At))
		return
	}
	if h, ok := lookup(b, e.Head, b.headIDs, message.AHead); ok {
		b.join(h, t.Site, id, e.Head)
	}
}

// join lets a head and a site meet in a term.
func (b *builder) join(h, s, id int32, at text) {
	if before, double := b.lexicon.Heads[h].Terms[s]; double && before != id {
		b.problems.Add(message.DuplicateComposition.At(at.At, "other", b.lexicon.Terms[before].Name))
		return
	}
	b.lexicon.Heads[h].Terms[s] = id
	b.lexicon.Terms[id].Head = h
}

func (b *builder) aloneTerm(e source.HeadEntry, context []text) {
	h, ok := b.headIDs[e.Head.Value]
	if !ok || !e.Alone.Set() {
		return
	}
	id, known := b.termIDs[e.Alone.Value]
	if !known {
		id, _ = b.addTerm(e.Alone, Term{Contexts: b.mask(e.Context, context, e.At), Site: -1, Head: -1})
	}
	b.lexicon.Heads[h].Alone = id
}

func (b *builder) compose(e source.ComposeEntry, context []text) {
	h, ok := lookup(b, e.Head, b.headIDs, message.AHead)
	if !ok {
		return
	}
	mask := b.mask(e.Context, context, e.At)
	for _, s := range e.Sites {
		siteID, ok := lookup(b, s, b.siteIDs, message.ASite)
		if !ok {
			continue
		}
		name := s
		name.Value = s.Value + e.Head.Value
		id, ok := b.addTerm(name, Term{Contexts: mask, Site: siteID, Head: h})
		if !ok {
			continue
		}
		b.spell(name, id)
		b.join(h, siteID, id, s)
	}
}

// validICD10 checks the form only: a letter, two digits, optionally a point
// and one to three digits.
func validICD10(code string) bool {
	stem, rest, dotted := strings.Cut(code, ".")
	if len(stem) != 3 || stem[0] < 'A' || stem[0] > 'Z' || !digits(stem[1:]) {
		return false
	}
	return !dotted || len(rest) >= 1 && len(rest) <= 3 && digits(rest)
}

func digits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
}
