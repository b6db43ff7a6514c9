package names

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"tijian/ocr/vocabulary"
)

// A Hit is a name found in a text.
type Hit struct {
	Item     *Item
	Sim      float64
	From, To int // characters of the normalised text
	Length   int // characters of the name
	Code     bool
	Context  bool
	name     *name
}

// Holds tells that a long name has a code within it: 肌酸激酶MB has MB.
func (h Hit) Holds(code Hit) bool {
	return h.name != nil && code.name != nil && strings.Contains(string(h.name.key), string(code.name.key))
}

// A form is an item with the kind of name it was found by.
type form struct {
	item *Item
	code bool
}

// inside tells that a longer name, as well read, covers the hit's whole place:
// 血压 in 血压(低).
func (h Hit) inside(all map[form]Hit) bool {
	for _, o := range all {
		if o.Item != h.Item && o.Code == h.Code && o.From <= h.From && h.To <= o.To && o.To-o.From > h.To-h.From && o.Sim >= h.Sim-coveringSim {
			return true
		}
	}
	return false
}

// Find gives for each item the best hits of a long name and of a short one in
// the text, best first. They are not to be changed.
func (n *Index) Find(text string) []Hit {
	hits, known := n.known.get(text)
	if !known {
		hits = slices.Clip(n.find(text))
		n.known.keep(text, hits)
	}
	return hits
}

func (n *Index) find(text string) []Hit {
	all := vocabulary.Letters(text)
	if len(all) == 0 {
		return nil
	}
	k, signs := make([]rune, len(all)), make([]sign, len(all))
	for i, l := range all {
		k[i], signs[i] = l.R, n.Confusions.sign(l.R)
	}
	best := map[form]Hit{}
	take := func(h Hit) {
		if old, seen := best[form{h.Item, h.Code}]; h.Sim >= worst && (!seen || Compare(h, old) < 0) {
			best[form{h.Item, h.Code}] = h
		}
	}
	if whole := string(k); vocabulary.HasHan(whole) {
		var room scratch
		for _, i := range n.long.find(signs) {
			if h, ok := n.findName(&n.all[i], all, signs, whole, &room); ok {
				take(h)
			}
		}
	}
	for _, w := range wordsOf(all, n.longestCode) {
		for _, i := range n.codes.find(signs[w.from:w.to]) {
			if h, ok := n.findCode(&n.all[i], all, signs, w); ok {
				take(h)
			}
		}
	}
	hits := make([]Hit, 0, len(best))
	for _, h := range best {
		if !h.inside(best) {
			hits = append(hits, h)
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		if o := cmp.Or(Compare(a, b), Order(a.Item, b.Item)); o != 0 || a.Code == b.Code {
			return o
		} else if b.Code {
			return -1 // of one item, its name before its code
		}
		return 1
	})
	return hits
}

// Order tells two items apart that a text names as well, the same way every time.
func Order(a, b *Item) int {
	return cmp.Or(strings.Compare(a.label, b.label), len(a.Indicators)-len(b.Indicators))
}

// Compare puts the surer of two hits first or, where they are as sure, that of the longer
// name.
func Compare(a, b Hit) int {
	if math.Abs(a.Sim-b.Sim) > 1e-9 {
		return cmp.Compare(b.Sim, a.Sim)
	}
	return cmp.Compare(b.Length, a.Length)
}

// findName looks for a long name anywhere in the text. What sticks to it
// without being explained speaks against it: 血红蛋白 in 糖化血红蛋白.
func (n *Index) findName(name *name, text []vocabulary.Letter, signs []sign, whole string, room *scratch) (Hit, bool) {
	length := float64(len(name.key))
	a, ok := n.Confusions.align(name.signs, signs, len(name.key) >= 4, length*(1-worst), room)
	if !ok {
		return Hit{}, false
	}
	covered := string(name.key)
	for _, s := range name.item.exclude {
		if strings.Contains(whole, s) && !strings.Contains(covered, s) {
			return Hit{}, false
		}
	}
	for specimen, all := range n.words.Characters {
		for _, s := range all {
			if name.item.Ours() && specimen != name.item.Specimen && strings.Contains(whole, s) && !strings.Contains(covered, s) {
				return Hit{}, false
			}
		}
	}
	if !name.item.Ours() && !slices.ContainsFunc(text[a.from:a.to], func(l vocabulary.Letter) bool { return unicode.Is(unicode.Han, l.R) }) {
		return Hit{}, false // 13 of an interval is not T3 of 反T3
	}
	if to := a.to; to < len(text) && unicode.IsDigit(text[to-1].R) && text[to-1].Apart && unicode.IsDigit(text[to].R) && !text[to].Apart {
		return Hit{}, false // 25羟维生素D(25-OH-VD) is none of 维生素D2
	}
	var endings [][]rune
	if !name.item.Ours() && a.cost < missing {
		endings = n.endings // 球蛋白比例 is none of β球蛋白
	}
	own := func(letters []rune) bool { // 血红蛋白HGB and Hb血红蛋白 have nothing that is not explained
		return slices.ContainsFunc(name.item.codes, func(code []rune) bool { return slices.Equal(code, letters) })
	}
	sticking := 0.0
	if !own(stuck(text, a.from, -1)) {
		sticking = n.sticking(text, a.from, -1, nil)
	}
	if !own(stuck(text, a.to, +1)) {
		sticking += n.sticking(text, a.to, +1, endings)
	}
	sim := 1 - (a.cost+stickingCost*sticking)/(length+sticking)
	if a.missing > 0 && n.openEnd(name, len(name.key)-a.missing) {
		sim = min(sim, openEnd)
	}
	if len(name.key) == 1 && (a.cost > 0 || sticking > 0) {
		return Hit{}, false // one character allows no error
	}
	return Hit{Item: name.item, Sim: sim, From: text[a.from].At, To: text[a.to-1].At + 1, Length: len(name.key), Context: name.context, name: name}, true
}

func (n *Index) openEnd(cut *name, read int) bool {
	sharing := n.prefixes[string(cut.key[:read])]
	for _, other := range sharing {
		if other.item == cut.item || other.context {
			continue
		}
		found := slices.ContainsFunc(sharing, func(o *name) bool { return o.item == other.item && read >= leastRead(len(o.key)) })
		if !found {
			return true
		}
	}
	return false
}

// sticking counts the unexplained characters that stick to a name at one of
// its ends: up to the next space or bracket, without affixes, ordinal numbers
// before it and results after it, and without endings, which only some names may
// have behind them.
func (n *Index) sticking(text []vocabulary.Letter, at, step int, endings [][]rune) float64 {
	run := n.trim(stuck(text, at, step), step, endings)
	if step < 0 && at == 1 && text[at].Spaced && len(run) == 1 && unicode.Is(unicode.Han, run[0]) && !n.Confusions.telling[run[0]] {
		return misreadStar
	}
	count := 0.0
	for _, r := range run {
		switch {
		case n.Confusions.telling[r]:
			count += tellingFactor
		case unicode.Is(unicode.Han, r):
			count++
		case unicode.IsLetter(r) && step > 0, strings.ContainsRune("%#", r):
			count++
		case unicode.IsDigit(r), r == '|', r == '!', r == '+':
			if step > 0 {
				return count // a result begins
			}
		default:
			count++
		}
	}
	return count
}

// stuck are the characters at one end of a name up to the next space or bracket.
func stuck(text []vocabulary.Letter, at, step int) (run []rune) {
	if step < 0 {
		// The space between Chinese and Latin letters is the reader's: what
		// stands before C反应蛋白 belongs to the name.
		for i := at; i > 0 && (!text[i].Apart || text[i].Soft && unicode.Is(unicode.Han, text[i-1].R)); i-- {
			run = append(run, text[i-1].R)
		}
		slices.Reverse(run)
	} else {
		for i := at; i < len(text) && !text[i].Apart; i++ {
			run = append(run, text[i].R)
		}
	}
	return run
}

// trim takes affixes and endings off the run that sticks to a name.
func (n *Index) trim(run []rune, step int, endings [][]rune) []rune {
	for trimmed := true; trimmed; {
		trimmed = false
		for _, affix := range n.words.Affixes {
			if step < 0 && hasSuffix(run, affix) {
				run, trimmed = run[:len(run)-len(affix)], true
			}
			if step > 0 && hasPrefix(run, affix) {
				run, trimmed = run[len(affix):], true
			}
		}
		for _, ending := range endings {
			if hasPrefix(run, ending) {
				run, trimmed = run[len(ending):], true
			}
		}
	}
	return run
}

func hasPrefix(s, prefix []rune) bool {
	return len(s) >= len(prefix) && slices.Equal(s[:len(prefix)], prefix)
}

func hasSuffix(s, suffix []rune) bool {
	return len(s) >= len(suffix) && slices.Equal(s[len(s)-len(suffix):], suffix)
}

// Alone is what a code counts without a name.
func (h Hit) Alone() float64 {
	switch h.Length {
	case 1:
		return h.Sim * shortCode
	case 2:
		return h.Sim * twoLetterCode
	}
	return h.Sim * longCode
}
