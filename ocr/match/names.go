package match

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"tijian/engine/dictionary"
)

// An item is what a line of a report can be about: one indicator, or several
// printed together (blood pressure).
type item struct {
	indicators []*dictionary.Indicator
	specimen   string
	category   string
	exclude    []string // keyed
}

// A name is one printed form of an item.
type name struct {
	item    *item
	key     []rune
	code    bool // a Latin short form, matched whole
	context bool // only under a heading of the item's specimen: 白细胞 for 尿白细胞
	classes []rune
}

// names is the index of everything a line can be called.
type names struct {
	all        []name
	prefixes   map[string][]*name // long names by each of their beginnings
	confusions *confusions
	words      *words
}

func newNames(dict *dictionary.Dictionary, w *words, c *confusions) *names {
	n := &names{prefixes: map[string][]*name{}, confusions: c, words: w}
	for _, indicator := range dict.All() {
		it := &item{indicators: []*dictionary.Indicator{indicator}, specimen: indicator.Specimen, category: indicator.Category}
		for _, s := range indicator.Exclude {
			it.exclude = append(it.exclude, key(s))
		}
		n.add(it, indicator.Aliases, indicator.Abbreviations)
	}
	for _, p := range w.pairs {
		it := &item{}
		for _, s := range p.Indicators {
			if indicator, ok := dict.Lookup(s); ok {
				it.indicators = append(it.indicators, indicator)
				it.specimen, it.category = indicator.Specimen, indicator.Category
			}
		}
		if len(it.indicators) == len(p.Indicators) {
			n.add(it, p.Names, p.Abbreviations)
		}
	}
	for i := range n.all {
		if name := &n.all[i]; !name.code {
			for end := 2; end < len(name.key); end++ {
				prefix := string(name.key[:end])
				n.prefixes[prefix] = append(n.prefixes[prefix], name)
			}
		}
	}
	return n
}

func (n *names) add(it *item, aliases, abbreviations []string) {
	seen := map[string]bool{}
	one := func(text string, code, context bool) {
		k := key(text)
		if k == "" || seen[k] && (code || context) {
			return
		}
		seen[k] = true
		entry := name{item: it, key: []rune(k), code: code, context: context}
		for _, r := range entry.key {
			entry.classes = append(entry.classes, n.confusions.class(r))
		}
		n.all = append(n.all, entry)
	}
	for _, s := range aliases {
		one(s, !hasHan(s), false)
	}
	for _, s := range abbreviations {
		one(s, true, false)
	}
	for _, character := range n.words.characters[it.specimen] {
		for _, s := range aliases {
			if rest, ok := strings.CutPrefix(s, character); ok && len([]rune(rest)) >= 2 && hasHan(rest) {
				one(rest, false, true)
			}
		}
	}
}

func hasHan(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// A hit is a name found in a text.
type hit struct {
	item     *item
	sim      float64
	from, to int // characters of the normalised text
	length   int // characters of the name
	code     bool
	context  bool
}

// A form is an item with the kind of name it was found by.
type form struct {
	item *item
	code bool
}

// inside tells that a longer name, as well read, covers the hit's whole place:
// 血压 in 血压(低).
func (h hit) inside(all map[form]hit) bool {
	for _, o := range all {
		if o.item != h.item && o.code == h.code && o.from <= h.from && h.to <= o.to && o.to-o.from > h.to-h.from && o.sim >= h.sim-0.03 {
			return true
		}
	}
	return false
}

// worst is the least similarity that is worth a second look.
const worst = 0.5

// find gives for each item the best hits of a long name and of a short one in
// the text, best first.
func (n *names) find(text string) []hit {
	all := letters(text)
	if len(all) == 0 {
		return nil
	}
	k := make([]rune, len(all))
	have := map[rune]int{}
	for i, l := range all {
		k[i] = l.r
		have[n.confusions.class(l.r)]++
	}
	whole := string(k)
	han := hasHan(whole)
	best := map[form]hit{}
	for i := range n.all {
		name := &n.all[i]
		var h hit
		var ok bool
		if name.code {
			h, ok = n.findCode(name, all)
		} else if han && common(name.classes, have)*2 >= len(name.classes) {
			h, ok = n.findName(name, all, whole)
		}
		if !ok || h.sim < worst {
			continue
		}
		if old, seen := best[form{name.item, name.code}]; !seen || better(h, old) {
			best[form{name.item, name.code}] = h
		}
	}
	hits := make([]hit, 0, len(best))
	for _, h := range best {
		if !h.inside(best) {
			hits = append(hits, h)
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		switch {
		case better(a, b):
			return -1
		case better(b, a):
			return 1
		}
		return strings.Compare(a.item.indicators[0].Name, b.item.indicators[0].Name)
	})
	return hits
}

func better(a, b hit) bool {
	if math.Abs(a.sim-b.sim) > 1e-9 {
		return a.sim > b.sim
	}
	return a.length > b.length
}

func common(classes []rune, have map[rune]int) int {
	n := 0
	for _, c := range classes {
		if have[c] > 0 {
			n++
		}
	}
	return n
}

// findName looks for a long name anywhere in the text. What sticks to it
// without being explained speaks against it: 血红蛋白 in 糖化血红蛋白.
func (n *names) findName(name *name, text []letter, whole string) (hit, bool) {
	length := float64(len(name.key))
	a, ok := n.confusions.align(name.key, text, len(name.key) >= 4, length*(1-worst))
	if !ok {
		return hit{}, false
	}
	covered := string(name.key)
	for _, s := range name.item.exclude {
		if strings.Contains(whole, s) && !strings.Contains(covered, s) {
			return hit{}, false
		}
	}
	for specimen, all := range n.words.characters {
		for _, s := range all {
			if specimen != name.item.specimen && strings.Contains(whole, s) && !strings.Contains(covered, s) {
				return hit{}, false
			}
		}
	}
	sticking := n.sticking(text, a.from, -1) + n.sticking(text, a.to, +1)
	sim := 1 - (a.cost+1.1*sticking)/(length+sticking)
	if a.missing > 0 && n.openEnd(name, len(name.key)-a.missing) {
		sim = min(sim, openEnd)
	}
	if len(name.key) == 1 && (a.cost > 0 || sticking > 0) {
		return hit{}, false // one character allows no error
	}
	return hit{item: name.item, sim: sim, from: text[a.from].at, to: text[a.to-1].at + 1, length: len(name.key), context: name.context}, true
}

// openEnd is the most that a cut name counts whose beginning is also that of
// another item, too little of it to be found itself: 糖类抗原 of 糖类抗原50 and
// of 糖类抗原125.
const openEnd = 0.6

func (n *names) openEnd(cut *name, read int) bool {
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
// before it and results after it.
func (n *names) sticking(text []letter, at, step int) float64 {
	var run []rune
	if step < 0 {
		// The space between Chinese and Latin letters is the reader's: what
		// stands before C反应蛋白 belongs to the name.
		for i := at; i > 0 && (!text[i].apart || text[i].soft && unicode.Is(unicode.Han, text[i-1].r)); i-- {
			run = append(run, text[i-1].r)
		}
		slices.Reverse(run)
	} else {
		for i := at; i < len(text) && !text[i].apart; i++ {
			run = append(run, text[i].r)
		}
	}
	for trimmed := true; trimmed; {
		trimmed = false
		for _, affix := range n.words.affixes {
			if step < 0 && hasSuffix(run, affix) {
				run, trimmed = run[:len(run)-len(affix)], true
			}
			if step > 0 && hasPrefix(run, affix) {
				run, trimmed = run[len(affix):], true
			}
		}
	}
	if step < 0 && at == 1 && text[at].spaced && len(run) == 1 && unicode.Is(unicode.Han, run[0]) && !n.confusions.telling[run[0]] {
		return misreadStar
	}
	count := 0.0
	for _, r := range run {
		switch {
		case n.confusions.telling[r]:
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

// misreadStar is what a single first character apart from the name counts: a
// star or dot before the item, read as a character.
const misreadStar = 0.2

func hasPrefix(s, prefix []rune) bool {
	return len(s) >= len(prefix) && slices.Equal(s[:len(prefix)], prefix)
}

func hasSuffix(s, suffix []rune) bool {
	return len(s) >= len(suffix) && slices.Equal(s[len(s)-len(suffix):], suffix)
}

// findCode compares a short form with each run of Latin letters as a whole.
func (n *names) findCode(name *name, text []letter) (hit, bool) {
	best := hit{sim: -1}
	for from := 0; from < len(text); {
		to := from + 1
		for to < len(text) && !text[to].apart && !unicode.Is(unicode.Han, text[to].r) {
			to++
		}
		if unicode.Is(unicode.Han, text[from].r) {
			from++
			continue
		}
		// CA 19-9 and Lp(a) fall apart at their marks: join as many pieces as
		// the name may need.
		for end := to; end <= len(text) && end-from <= len(name.key)+1; {
			if sim, ok := n.codeSim(name.key, text[from:end]); ok && sim*tied(text, from, end) > best.sim {
				sim *= tied(text, from, end)
				best = hit{item: name.item, sim: sim, from: text[from].at, to: text[end-1].at + 1, length: len(name.key), code: true, context: name.context}
			}
			if end >= len(text) || unicode.Is(unicode.Han, text[end].r) {
				break
			}
			end++
			for end < len(text) && !text[end].apart && !unicode.Is(unicode.Han, text[end].r) {
				end++
			}
		}
		from = to
	}
	return best, best.sim > 0
}

// tied lowers the similarity of a short form that is part of a longer word: HDL
// in non-HDL, PSA in 游离PSA.
func tied(text []letter, from, to int) float64 {
	factor := 1.0
	if from > 0 && (text[from].hyphen || !text[from].apart && unicode.Is(unicode.Han, text[from-1].r)) {
		factor *= partOfWord
	}
	if to < len(text) && (text[to].hyphen || !text[to].apart && unicode.Is(unicode.Han, text[to].r)) {
		factor *= partOfWord
	}
	return factor
}

const partOfWord = 0.75

func (n *names) codeSim(name []rune, text []letter) (float64, bool) {
	if d := len(text) - len(name); d < -1 || d > 1 || len(name) < 4 && d != 0 {
		return 0, false
	}
	k := make([]rune, len(text))
	for i, l := range text {
		k[i] = l.r
	}
	cost := n.confusions.distance(name, k)
	allowed := [...]float64{0, 0, 0.2, 0.35, 0.6}
	limit := 0.95
	if len(name) < len(allowed) {
		limit = allowed[len(name)]
	}
	if cost > limit {
		return 0, false
	}
	return 1 - cost/float64(len(name)), true
}
