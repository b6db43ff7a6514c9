package keywords

// compose finds the mentions: whole terms, and heads joined with the sites
// that precede them in the clause, the sentence, the line or the heading.
func (a *analysis) compose() {
	a.flags = grow(a.flags, len(a.tokens))
	a.mentions = a.mentions[:0]
	var near nearby
	near.reset()
	for i := range a.tokens {
		w := a.word(i)
		if w == nil {
			if a.tokens[i].word == breakToken || a.tokens[i].word == numberingToken {
				near.endLine()
			}
			continue
		}
		if w.groups&commaGroup != 0 || w.normal {
			near.endClause()
		}
		if w.groups&sentenceGroup != 0 {
			near.endSentence()
		}
		if (w.site >= 0 || w.term >= 0 || w.head >= 0) && a.isHeading(i) {
			a.flags[i] |= headingFlag
			if w.site >= 0 {
				near.startSection(w.site, i)
				continue
			}
		}
		if w.term >= 0 {
			a.addTerm(i, w.term, &near)
			continue
		}
		if w.site >= 0 {
			near.see(w.site, i, a)
		}
		if w.head >= 0 {
			a.addHead(i, w.head, &near)
		}
	}
}

func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	s = s[:n]
	clear(s)
	return s
}

// nearby remembers the sites seen on the way.
type nearby struct {
	clause     [6]seen // the last sites of this clause, newest last
	count      int
	sentence   int32 // the last site of this sentence, -1: none
	line       int32 // the last of this line
	section    int32 // the heading's
	lastNumber int
}

type seen struct {
	site  int32
	token int
}

func (n *nearby) reset() { *n = nearby{sentence: -1, line: -1, section: -1} }

func (n *nearby) endClause() { n.count = 0 }

func (n *nearby) endSentence() {
	n.count = 0
	n.sentence = -1
}

func (n *nearby) endLine() {
	n.endSentence()
	n.line = -1
}

func (n *nearby) startSection(site int32, token int) {
	n.endLine()
	n.section = site
	n.push(seen{site, token})
}

func (n *nearby) push(s seen) {
	if n.count == len(n.clause) {
		copy(n.clause[:], n.clause[1:])
		n.count--
	}
	n.clause[n.count] = s
	n.count++
}

func (n *nearby) see(site int32, token int, a *analysis) {
	// 甲状腺右叶: a part after its whole says nothing new for the sentence.
	n.push(seen{site, token})
	n.sentence, n.line = site, site
}

// isHeading tells whether a colon follows token i, over brackets and words
// like 彩超.
func (a *analysis) isHeading(i int) bool {
	depth := 0
	for j := i + 1; j < len(a.tokens) && j <= i+6; j++ {
		g := a.groups(j)
		switch {
		case g&openGroup != 0:
			depth++
		case g&closeGroup != 0:
			depth--
			if depth < 0 {
				return false
			}
		case g&colonGroup != 0:
			return depth == 0
		case depth > 0, g&examGroup != 0, a.tokens[j].word == spaceToken:
		case a.word(j) != nil && (a.word(j).side != "" || a.word(j).quality):
		default:
			return false
		}
	}
	return false
}

// addTerm notes a whole term at token i.
func (a *analysis) addTerm(i int, id int32, near *nearby) {
	a.flags[i] |= targetFlag
	own := a.lexicon.terms[id].site
	s := own
	if s < 0 {
		s = near.nearest()
	} else {
		a.flags[i] |= sitedFlag
		near.see(s, i, a)
	}
	a.mentions = append(a.mentions, mention{id, int32(i), a.tokens[i].start, a.tokens[i].end, s})
}

func (n *nearby) nearest() int32 {
	switch {
	case n.count > 0:
		return n.clause[n.count-1].site
	case n.sentence >= 0:
		return n.sentence
	}
	return n.section
}

// addHead notes the terms that the head at token i makes with its sites.
func (a *analysis) addHead(i int, id int32, near *nearby) {
	h := &a.lexicon.heads[id]
	a.flags[i] |= targetFlag
	t := a.tokens[i]
	for k := near.count - 1; k >= 0; k-- {
		s := near.clause[k]
		found, ok := a.termOf(h, s.site)
		if !ok {
			continue
		}
		a.flags[i] |= sitedFlag
		// The members of a list share the head: 双肾、膀胱结石.
		first := k
		for first > 0 && a.joined(near.clause[first-1].token, near.clause[first].token) {
			first--
		}
		if k == near.count-1 {
			for m := first; m < k; m++ {
				if other, ok := a.termOf(h, near.clause[m].site); ok && other != found {
					a.mentions = append(a.mentions, mention{other, int32(i), t.start, t.end, near.clause[m].site})
				}
			}
		}
		start := t.start
		if a.closeBy(s.token, i) {
			start = a.tokens[s.token].start
		}
		a.mentions = append(a.mentions, mention{found, int32(i), start, t.end, s.site})
		return
	}
	var further []int32
	switch h.reach {
	case lineReach:
		further = []int32{near.sentence, near.section, near.line}
	case sentenceReach:
		further = []int32{near.sentence, near.section}
	default:
		further = []int32{near.section}
	}
	if s := a.siteInBrackets(i); s >= 0 {
		further = append([]int32{s}, further...)
	}
	for _, s := range further {
		if s < 0 {
			continue
		}
		if found, ok := a.termOf(h, s); ok {
			a.mentions = append(a.mentions, mention{found, int32(i), t.start, t.end, s})
			return
		}
	}
	if h.alone >= 0 {
		a.mentions = append(a.mentions, mention{h.alone, int32(i), t.start, t.end, near.nearest()})
	}
}

// termOf is what a head makes with a site or with what the site is part of.
func (a *analysis) termOf(h *head, s int32) (int32, bool) {
	for step := 0; s >= 0 && step < 8; step++ {
		if t, ok := h.terms[s]; ok {
			return t, true
		}
		s = a.lexicon.sites[s].parent
	}
	return 0, false
}

// joined tells whether only a list sign and modifiers stand between tokens.
func (a *analysis) joined(i, j int) bool {
	list := false
	for k := i + 1; k < j; k++ {
		w := a.word(k)
		switch {
		case w != nil && w.groups&listGroup != 0:
			list = true
		case w != nil && (w.side != "" || w.quality), a.tokens[k].word == spaceToken:
		default:
			return false
		}
	}
	return list
}

// closeBy tells whether only modifiers and sites stand between tokens.
func (a *analysis) closeBy(i, j int) bool {
	for k := i + 1; k < j; k++ {
		w := a.word(k)
		if w == nil || w.side == "" && w.severity == "" && !w.quality && w.site < 0 {
			return false
		}
	}
	return true
}

// siteInBrackets is the site in brackets right after token i: 囊肿(右肾).
func (a *analysis) siteInBrackets(i int) int32 {
	if i+1 >= len(a.tokens) || a.groups(i+1)&openGroup == 0 {
		return -1
	}
	for j := i + 2; j < len(a.tokens) && j < i+5; j++ {
		w := a.word(j)
		switch {
		case w == nil:
			return -1
		case w.site >= 0:
			return w.site
		case w.side == "":
			return -1
		}
	}
	return -1
}

// modifiers finds side and severity beside token i: before it in the clause,
// over its site, or behind it, also in brackets.
func (a *analysis) modifiers(i int) (side, severity string) {
	for j := i - 1; j >= 0 && j >= i-6; j-- {
		w := a.word(j)
		if w == nil || w.side == "" && w.severity == "" && !w.quality && w.site < 0 {
			break
		}
		if side == "" {
			side = w.side
		}
		if severity == "" {
			severity = w.severity
		}
	}
	for j := i + 1; j < len(a.tokens) && j <= i+3; j++ {
		w := a.word(j)
		if w == nil || w.groups&openGroup == 0 && w.severity == "" && !w.quality {
			break
		}
		if severity == "" {
			severity = w.severity
		}
	}
	return side, severity
}
