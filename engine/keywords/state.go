package keywords

import (
	"slices"
	"strings"

	"tijian/engine/keywords/source"
	"tijian/engine/message"
)

// What was operated on is gone, but the state after the operation is a finding of its
// own: 胆囊结石切除术后 has no stone, and 胆囊切除术后 is how the gallbladder is today
// (ICD-10 Z90, Z95 to Z98). Its name is made of the standard names of its parts, the
// organ, disease or device and what was done to it, so that none has to be listed.

// operations are the words that tell such a state.
type operations struct {
	called   string // 术后
	contexts uint32
	endings  []string // behind what was done, longest first, as are the others
	verbs    []string
	through  []string // in front of it, and no part of the name: 腹腔镜下
	alone    []string // what names the state without an object: 射频消融
	putIn    []string // 植入 and what means the same
	devices  []string
	keeping  []string // objects and verbs that leave the disease: 支架, 搭桥
}

func (b *builder) readOperations(e source.OperationsEntry) {
	o := &b.lexicon.operations
	o.called, o.endings, o.alone, o.keeping = e.Called.Value, b.longest(e.Endings), b.longest(e.Alone), b.longest(e.Keeping)
	o.verbs, o.through = b.longest(b.inParts(e.Verbs)), b.longest(b.inParts(e.Through))
	if e.Called.Set() {
		o.contexts = b.mask(e.Context, nil, e.Called.At)
	}
	o.putIn = append([]string{e.PutIn.Name.Value}, b.longest(e.PutIn.Words)...)
	for _, object := range e.Devices {
		o.devices = append(o.devices, object.Name.Value)
	}
	for _, object := range slices.Concat(e.Devices, e.Objects) {
		b.each(object.All(), findingWeight, func(w *word, _ text) { w.object = object.Name.Value })
	}
}

// inParts are the words of parts.
func (b *builder) inParts(names []text) []text {
	var words []text
	for _, name := range names {
		part, _ := lookup(b, name, b.parts, message.APart)
		words = append(words, part...)
	}
	return words
}

// longest are the words as they are looked for, longest first.
func (b *builder) longest(words []text) []string {
	var folded []string
	for _, t := range words {
		folded = append(folded, b.lexicon.fold.Word(t.Value))
	}
	slices.SortFunc(folded, func(x, y string) int { return len(y) - len(x) })
	return folded
}

// parse takes a cue such as 腹腔镜下切除术后 apart: what stands before what was done, and
// that. It reports whether it tells a state.
func (o *operations) parse(cue string) (before, verb string, ok bool) {
	for _, ending := range o.endings {
		rest, found := strings.CutSuffix(cue, ending)
		if !found {
			continue
		}
		if rest == "" {
			return "", "", strings.HasPrefix(ending, o.called) || len(ending) > len(o.called)
		}
		for _, verb := range o.verbs {
			if before, found := strings.CutSuffix(rest, verb); found {
				return before, verb, true
			}
		}
	}
	return "", "", false
}

// addState notes the state that the cue at token i tells, where it is known after what
// operation it is.
func (a *analysis) addState(i int, c *cue) {
	o := &a.lexicon.operations
	if o.called == "" || c.category != a.lexicon.gone || a.isPlanned(i) {
		return
	}
	before, verb, ok := o.parse(a.word(i).text)
	if !ok {
		return
	}
	if slices.Contains(o.putIn, verb) {
		verb = o.putIn[0]
	}
	object, site := a.lexicon.operated(before)
	if start := a.tokens[i].start; object != "" {
		a.state(i, object+verb, site, start)
		return
	}
	if !slices.Contains(o.through, before) { // 超声|乳化
		verb = before + verb
	}
	object, site, start, at := a.operatedOn(i)
	if verb == "" && slices.Contains(o.devices, object) {
		verb = o.putIn[0]
	}
	if object == "" && !slices.Contains(o.alone, verb) {
		return
	}
	for k := a.near.count - 2; k >= 0 && at >= 0 && a.joined(a.near.clause[k].token, at); k-- { // 子宫及双附件切除术后
		if s := a.near.clause[k]; s.site >= 0 {
			at = s.token
			a.state(i, a.lexicon.sites[s.site].name+verb, s.site, a.tokens[at].start)
		}
	}
	a.state(i, object+verb, site, start)
}

// state notes the state after what was done, which the cue at token i tells.
func (a *analysis) state(i int, done string, site, start int32) {
	o := &a.lexicon.operations
	a.flags[i] |= targetFlag | sitedFlag | stateFlag
	a.mention(mention{term: a.makeTerm(term{name: done + o.called, contexts: o.contexts, site: site, head: -1}), token: int32(i), start: start, end: a.tokens[i].end, site: site, siteToken: -1})
}

// operated is the standard name of the organ or device that a part of a cue ends with,
// "" for none: 人工|髋关节.
func (l *Lexicon) operated(part string) (name string, site int32) {
	for at := range part {
		if w := l.find(part[at:]); w != nil && w.object != "" {
			return w.object, -1
		} else if w != nil && w.site >= 0 {
			return l.sites[w.site].name, w.site
		}
	}
	return "", -1
}

// operatedOn is the standard name of what stands before the cue at token i: a finding,
// an organ, or a device with the organ it is in; at is the token of an organ alone, -1
// where it is none.
func (a *analysis) operatedOn(i int) (name string, site, start int32, at int) {
	k := a.overModifiers(i - 1)
	if k < 0 {
		return "", -1, 0, -1
	}
	w := a.wordOrNone(k)
	if last := len(a.mentions) - 1; last >= 0 && a.mentions[last].token == int32(k) {
		m := a.mentions[last]
		return a.term(m.term).name, m.site, m.start, -1
	}
	name, start, at = w.object, a.tokens[k].start, k
	if name != "" {
		at = -1
		k = a.overModifiers(k - 1)
		w = a.wordOrNone(max(k, 0))
	}
	if k >= 0 && w.site >= 0 && w.head < 0 {
		return a.lexicon.sites[w.site].name + name, w.site, a.tokens[k].start, at
	}
	return name, -1, start, -1
}

// keepsDisease reports whether the state at token i is that after an operation which
// does not remove what it is for: 冠心病支架植入术后.
func (a *analysis) keepsDisease(i int) bool {
	if a.flags[i]&stateFlag == 0 {
		return false
	}
	o := &a.lexicon.operations
	_, verb, _ := o.parse(a.word(i).text)
	k := a.overModifiers(i - 1)
	return slices.Contains(o.keeping, verb) || k >= 0 && slices.Contains(o.keeping, a.wordOrNone(k).object)
}

// overModifiers goes back from token k over what only describes, and over a gap that
// damage made.
func (a *analysis) overModifiers(k int) int {
	for k = a.over(k); k >= 0; k = a.over(k - 1) {
		if w := a.wordOrNone(k); w.site >= 0 || w.head >= 0 || w.term >= 0 || !w.quality && w.side == "" && w.severity == "" {
			break
		}
	}
	return k
}

// makeTerm is the term with a name: one of the dictionaries, or of this text.
func (a *analysis) makeTerm(t term) int32 {
	l := a.lexicon
	if w := l.find(l.fold.Word(t.name)); w != nil && w.term >= 0 {
		return w.term
	}
	id, ok := a.madeIDs[t.name]
	if !ok {
		id = int32(len(l.terms) + len(a.made))
		a.made = append(a.made, t)
		if a.madeIDs == nil {
			a.madeIDs = map[string]int32{}
		}
		a.madeIDs[t.name] = id
	}
	return id
}

// term is a term of the lexicon, or one that this text made.
func (a *analysis) term(id int32) *term {
	if made := int(id) - len(a.lexicon.terms); made >= 0 {
		return &a.made[made]
	}
	return &a.lexicon.terms[id]
}

// leaves reports whether the walk has nothing to say of the state at token i: it goes
// on after a comma, and nothing behind makes an operation undone.
func (s *cueScope) leaves(i int) bool {
	if s.flags[i]&stateFlag == 0 {
		return false
	}
	switch s.status() {
	case Conditional, Family:
		return false
	case Possible:
	case Negated:
		if !s.ahead() {
			return true
		}
	default:
		return true
	}
	for k := i; k != s.from; k -= s.step {
		if s.groups(k)&(commaGroup|listGroup) != 0 {
			return true
		}
	}
	return false
}
