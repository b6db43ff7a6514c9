package keywords

import (
	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// A denial of perceiving or reporting is made anew each time it is written: a particle
// (未), what says how or so far (予, 能, 再) and a verb of the class (发现, 报告, 触|及), of
// which cues.yaml has the parts. A particle before what nobody knows may deny or not, so
// that what it stands before is possible: 未霍格结石.

// negate lets the negator that begins at token i, and is no word of its own, speak of
// what stands behind it, and returns the rune up to which it reaches: no word in it speaks
// for itself.
func (a *analysis) negate(i int, inAdvice []bool) int {
	n := &a.Lexicon.Negation
	t := a.Tokens[i]
	if n.Denies == nil || t.Word < 0 || !n.Begins[a.Text.Runes[t.Start]] {
		return 0
	}
	particle, end, verb := a.readNegator(int(t.Start))
	if verb < 0 {
		return end
	}
	w := a.Word(i)
	itself := w.Cue != nil && w.Cue.Scope == lexicon.BareScope                          // 无, which needs no verb
	if particle == int(t.Start) || max(end, verb) < int(t.End) || verb == int(t.End) || // 未见 is a word
		itself && i > 0 && a.isFinding(i-1) && particle < len(a.Text.Codes) && a.Text.Codes[particle] == segment.Joint { // 举痛无 触及包块
		return 0
	}
	from := i
	for from+1 < len(a.Tokens) && int(a.Tokens[from].End) < max(verb, end) {
		from++
	}
	switch last := int(a.Tokens[from].End); {
	case verb > 0 && (last == verb || !a.isFinding(from)): // not 未感染
		c := *n.Denies
		c.Text = a.Written(t.Start, int32(verb))
		a.applyOver(i, from, &c, inAdvice)
		return verb
	case itself, particle < int(t.End) && !w.Pseudo: // 不明显
	case last > end && a.Is(from, segment.TextToken), last == end && a.Is(from+1, segment.TextToken):
		c := a.Lexicon.Unreadable
		w := walk{analysis: a, from: from, cue: c, category: c.Category, scope: c.Scope, gap: c.Gap, reach: c.Reach}
		w.run(1)
	}
	return 0
}

// readNegator reads a particle at a rune and the modals behind it, and the verb behind
// these: where each ends, 0 for no verb, -1 for one of what was not done about a disease.
func (a *analysis) readNegator(start int) (particle, end, verb int) {
	n := &a.Lexicon.Negation
	particle = start
	for _, p := range n.Particles {
		behind := a.SkipWord(start, p)
		if behind == start {
			continue
		}
		at := behind
		for next := a.SkipWords(at, n.Modals); next > at; next = a.SkipWords(at, n.Modals) {
			at = next
		}
		if a.SkipWords(at, n.Treats) > at {
			return behind, a.SkipWords(at, n.Treats), -1
		}
		particle, end = max(particle, behind), max(end, at)
		verb = a.readVerb(at)
		if verb > 0 {
			if sign := a.SkipWord(verb, []rune{'/'}); sign > verb && a.Lexicon.Reads(lexicon.JoinedNegators) {
				verb = max(verb, a.readVerb(a.SkipWords(sign, n.Particles)))
			}
			return behind, at, verb
		}
	}
	return particle, end, 0
}

// readVerb is the rune at which the verb of a denial at a rune ends, 0 for no verb.
func (a *analysis) readVerb(at int) int {
	n, verb := &a.Lexicon.Negation, 0
	if end := a.SkipWords(at, n.Reports); end > at {
		verb = end
	}
	if sense := a.SkipWords(at, n.Senses); sense > at {
		if whole := a.SkipWords(sense, n.Attains); whole > sense {
			verb = max(verb, whole)
		}
	}
	return verb
}

// A negator one of whose characters cannot be read leaves a finding that may be
// denied or not: 胆囊未佥结石, 肝内米见结节. Such a finding is possible, never certain.

// doubt makes possible what stands right behind half a negator.
func (a *analysis) doubt() {
	unreadable := a.Lexicon.Unreadable
	if unreadable == nil {
		return
	}
	for _, m := range a.mentions {
		if a.assertions[m.token].category >= 0 {
			continue
		}
		first := int(m.token)
		if m.siteToken >= 0 && a.Tokens[m.siteToken].Start == m.start {
			first = int(m.siteToken)
		}
		if a.halfNegator(first) {
			a.assertions[m.token] = assertion{unreadable, unreadable.Category}
		}
	}
}

// halfNegator reports whether the noun phrase before token i begins with 未 and a
// character that no word has, or with such a character and 见.
func (a *analysis) halfNegator(i int) bool {
	before := func(i int) int {
		for i--; i > 0 && a.IsGap(i); i-- {
		}
		return i
	}
	for i = before(i); i > 0 && a.WordOrNone(i).Describes() && a.Groups(i)&lexicon.NegatorEndGroup == 0; i = before(i) {
	}
	if i < 1 {
		return false
	}
	first := before(i)
	if first < 0 {
		return false
	}
	if a.Groups(i)&lexicon.NegatorEndGroup == 0 {
		return a.OneUnknown(i) && a.Groups(first)&lexicon.NegatorBeginGroup != 0
	}
	if k := before(first); a.OneUnknown(first) {
		return k < 0 || a.IsGap(k) || a.IsBreak(k) || a.Groups(k)&(lexicon.SiteGroup|lexicon.CommaGroup|lexicon.SentenceGroup|lexicon.ColonGroup) != 0
	}
	return false
}
