package keywords

import (
	"slices"

	"tijian/engine/keywords/lexicon"
)

// What was operated on is gone, but the state after the operation is a finding of its
// own: 胆囊结石切除术后 has no stone, and 胆囊切除术后 is how the gallbladder is today
// (ICD-10 Z90, Z95 to Z98). Its name is made of the standard names of its parts, the
// organ, disease or device and what was done to it, so that none has to be listed.

// addState notes the state that the cue at token i tells, where it is known after what
// operation it is.
func (a *analysis) addState(i int, c *lexicon.Cue) {
	o := &a.Lexicon.Operations
	if o.Called == "" || c.Category != a.Lexicon.Gone || a.isPlanned(i) || a.isPrinted(i, c) {
		return
	}
	before, verb, ok := o.Parse(a.Word(i).Text)
	if !ok {
		return
	}
	if slices.Contains(o.PutIn, verb) {
		verb = o.PutIn[0]
	}
	object, site := a.Lexicon.Operated(before)
	if start := a.Tokens[i].Start; object != "" {
		a.state(i, object+verb, site, start)
		return
	}
	if !slices.Contains(o.Through, before) { // 超声|乳化
		verb = before + verb
	}
	object, site, start, at := a.operatedOn(i)
	if verb == "" && slices.Contains(o.Devices, object) {
		verb = o.PutIn[0]
	}
	if object == "" && !slices.Contains(o.Alone, verb) {
		return
	}
	for k := a.near.count - 2; k >= 0 && at >= 0 && a.joined(a.near.clause[k].token, at); k-- { // 子宫及双附件切除术后
		if s := a.near.clause[k]; s.site >= 0 {
			at = s.token
			a.state(i, a.Lexicon.Sites[s.site].Name+verb, s.site, a.Tokens[at].Start)
		}
	}
	a.state(i, object+verb, site, start)
}

// state notes the state after what was done, which the cue at token i tells.
func (a *analysis) state(i int, done string, site, start int32) {
	o := &a.Lexicon.Operations
	a.flags[i] |= targetFlag | sitedFlag | stateFlag
	a.mention(mention{term: a.makeTerm(lexicon.Term{Name: done + o.Called, Contexts: o.Contexts, Site: site, Head: -1}), token: int32(i), start: start, end: a.Tokens[i].End, site: site, siteToken: -1})
}

// operatedOn is the standard name of what stands before the cue at token i: a finding,
// an organ, or a device with the organ it is in; at is the token of an organ alone, -1
// where it is none.
func (a *analysis) operatedOn(i int) (name string, site, start int32, at int) {
	k := a.overModifiers(i - 1)
	if k < 0 {
		return "", -1, 0, -1
	}
	w := a.WordOrNone(k)
	if last := len(a.mentions) - 1; last >= 0 && a.mentions[last].token == int32(k) {
		m := a.mentions[last]
		return a.term(m.term).Name, m.site, m.start, -1
	}
	name, start, at = w.Object, a.Tokens[k].Start, k
	if name != "" {
		at = -1
		k = a.overModifiers(k - 1)
		w = a.WordOrNone(max(k, 0))
	}
	if k >= 0 && w.Site >= 0 && w.Head < 0 {
		return a.Lexicon.Sites[w.Site].Name + name, w.Site, a.Tokens[k].Start, at
	}
	return name, -1, start, -1
}

// keepsDisease reports whether the state at token i is that after an operation which
// does not remove what it is for: 冠心病支架植入术后.
func (a *analysis) keepsDisease(i int) bool {
	if a.flags[i]&stateFlag == 0 {
		return false
	}
	o := &a.Lexicon.Operations
	_, verb, _ := o.Parse(a.Word(i).Text)
	k := a.overModifiers(i - 1)
	return slices.Contains(o.Keeping, verb) || k >= 0 && slices.Contains(o.Keeping, a.WordOrNone(k).Object)
}

// overModifiers goes back from token k over what only describes, and over a gap that
// damage made.
func (a *analysis) overModifiers(k int) int {
	for k = a.Over(k); k >= 0; k = a.Over(k - 1) {
		if w := a.WordOrNone(k); w.Site >= 0 || w.Head >= 0 || w.Term >= 0 || !w.Quality && w.Side == "" && w.Severity == "" {
			break
		}
	}
	return k
}

// makeTerm is the term with a name: one of the dictionaries, or of this text.
func (a *analysis) makeTerm(t lexicon.Term) int32 {
	l := a.Lexicon
	if w := l.Find(l.Fold.Word(t.Name)); w != nil && w.Term >= 0 {
		return w.Term
	}
	id, ok := a.madeIDs[t.Name]
	if !ok {
		id = int32(len(l.Terms) + len(a.made))
		a.made = append(a.made, t)
		if a.madeIDs == nil {
			a.madeIDs = map[string]int32{}
		}
		a.madeIDs[t.Name] = id
	}
	return id
}

// term is a term of the lexicon, or one that this text made.
func (a *analysis) term(id int32) *lexicon.Term {
	if made := int(id) - len(a.Lexicon.Terms); made >= 0 {
		return &a.made[made]
	}
	return &a.Lexicon.Terms[id]
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
		if s.Groups(k)&(lexicon.CommaGroup|lexicon.ListGroup) != 0 {
			return true
		}
	}
	return false
}
