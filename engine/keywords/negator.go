package keywords

import "tijian/engine/keywords/lexicon"

// A denial of perceiving or reporting is made anew each time it is written: a particle
// (未), what says how or so far (予, 能, 再) and a verb of the class (发现, 报告, 触|及), of
// which cues.yaml has the parts. A particle before what nobody knows may deny or not, so
// that what it stands before is possible: 未霍格结石.

// negate lets the negator that begins at token i, and is no word of its own, speak of
// what stands behind it, and returns the rune up to which it reaches: no word in it speaks
// for itself.
func (a *analysis) negate(i int, inAdvice []bool) int {
	n := &a.lexicon.Negation
	t := a.tokens[i]
	if n.Denies == nil || t.word < 0 || !n.Begins[a.text.Runes[t.start]] {
		return 0
	}
	particle, end, verb := a.readNegator(int(t.start))
	if verb < 0 {
		return end
	}
	w := a.word(i)
	itself := w.Cue != nil && w.Cue.Scope == lexicon.BareScope                          // 无, which needs no verb
	if particle == int(t.start) || max(end, verb) < int(t.end) || verb == int(t.end) || // 未见 is a word
		itself && i > 0 && a.isFinding(i-1) && particle < len(a.text.Codes) && a.text.Codes[particle] == joint { // 举痛无 触及包块
		return 0
	}
	from := i
	for from+1 < len(a.tokens) && int(a.tokens[from].end) < max(verb, end) {
		from++
	}
	switch last := int(a.tokens[from].end); {
	case verb > 0 && (last == verb || !a.isFinding(from)): // not 未感染
		c := *n.Denies
		c.Text = a.written(t.start, int32(verb))
		a.applyOver(i, from, &c, inAdvice)
		return verb
	case itself, particle < int(t.end) && !w.Pseudo: // 不明显
	case last > end && a.is(from, textToken), last == end && a.is(from+1, textToken):
		c := a.lexicon.Unreadable
		w := walk{analysis: a, from: from, cue: c, category: c.Category, scope: c.Scope, gap: c.Gap, reach: c.Reach}
		w.run(1)
	}
	return 0
}

// readNegator reads a particle at a rune and the modals behind it, and the verb behind
// these: where each ends, 0 for no verb, -1 for one of what was not done about a disease.
func (a *analysis) readNegator(start int) (particle, end, verb int) {
	n := &a.lexicon.Negation
	particle = start
	for _, p := range n.Particles {
		behind := a.skipWord(start, p)
		if behind == start {
			continue
		}
		at := behind
		for next := a.skipWords(at, n.Modals); next > at; next = a.skipWords(at, n.Modals) {
			at = next
		}
		if a.skipWords(at, n.Treats) > at {
			return behind, a.skipWords(at, n.Treats), -1
		}
		particle, end = max(particle, behind), max(end, at)
		verb = a.readVerb(at)
		if verb > 0 {
			if sign := a.skipWord(verb, []rune{'/'}); sign > verb && a.lexicon.Reads(lexicon.JoinedNegators) {
				verb = max(verb, a.readVerb(a.skipWords(sign, n.Particles)))
			}
			return behind, at, verb
		}
	}
	return particle, end, 0
}

// readVerb is the rune at which the verb of a denial at a rune ends, 0 for no verb.
func (a *analysis) readVerb(at int) int {
	n, verb := &a.lexicon.Negation, 0
	if end := a.skipWords(at, n.Reports); end > at {
		verb = end
	}
	if sense := a.skipWords(at, n.Senses); sense > at {
		if whole := a.skipWords(sense, n.Attains); whole > sense {
			verb = max(verb, whole)
		}
	}
	return verb
}
