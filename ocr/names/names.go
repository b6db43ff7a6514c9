// Package names tells which indicators a text names, as well or badly as it was
// read (confusions.yaml).
package names

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"tijian/engine/dictionary"
	"tijian/ocr/vocabulary"
)

// An Item is what a line of a report can be about: one indicator, several
// printed together (blood pressure), or a neighbour, which is none.
type Item struct {
	Indicators []*dictionary.Indicator // none of a neighbour
	Specimen   string
	Category   string
	exclude    []string // keyed
	codes      [][]rune // its codes, keyed
	label      string   // settles ties
}

// Ours reports whether an item is one of the dictionary's indicators. What is not
// competes for names and has no values.
func (it *Item) Ours() bool { return len(it.Indicators) > 0 }

// A name is one printed form of an item.
type name struct {
	item    *Item
	key     []rune
	code    bool   // a Latin short form, matched whole
	context bool   // only under a heading of the item's specimen: 白细胞 for 尿白细胞, WBC for U-WBC
	word    bool   // a code that is a word, which others beside it make another: Ionized Calcium
	signs   []sign // of the key
}

// Index is the index of everything a line can be called.
type Index struct {
	all        []name
	long       *alike             // names anywhere in a text
	codes      *alike             // short forms that a word may be
	prefixes   map[string][]*name // long names by each of their beginnings
	Confusions *Confusions
	words      *vocabulary.Words
	endings    [][]rune // what may stand behind a neighbour's name
	known      memory

	longestCode int
}

// New returns the index of a dictionary's names, of the items of several
// indicators that reports print, and of their neighbours, which may be nil.
func New(dict *dictionary.Dictionary, w *vocabulary.Words, c *Confusions, others *Neighbours) *Index {
	n := &Index{prefixes: map[string][]*name{}, Confusions: c, words: w}
	specimens := codesOf(dict)
	for _, indicator := range dict.All() {
		it := &Item{Indicators: []*dictionary.Indicator{indicator}, Specimen: indicator.Specimen, Category: indicator.Category, label: indicator.Name}
		for _, s := range indicator.Exclude {
			it.exclude = append(it.exclude, vocabulary.Key(s))
		}
		n.add(it, indicator.Aliases, indicator.Abbreviations, n.shared(indicator, specimens))
	}
	for _, p := range w.Pairs {
		it := &Item{}
		for _, s := range p.Indicators {
			if indicator, ok := dict.Lookup(s); ok {
				it.Indicators = append(it.Indicators, indicator)
				it.Specimen, it.Category = indicator.Specimen, indicator.Category
			}
		}
		if len(it.Indicators) == len(p.Indicators) {
			it.label = p.Indicators[0]
			n.add(it, p.Names, p.Abbreviations, nil)
		}
	}
	n.addNeighbours(others)
	n.long = newAlike(n.all, func(name *name) int {
		if name.code {
			return 0
		}
		return (len(name.key) + 1) / 2
	})
	n.codes = newAlike(n.all, func(name *name) int {
		switch {
		case !name.code:
			return 0
		case len(name.key) < unevenCode:
			return len(name.key)
		}
		return len(name.key) - 1 // one may be missing
	})
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

func (n *Index) add(it *Item, aliases, abbreviations, shared []string) {
	seen := map[string]bool{}
	one := func(text string, code, context bool) {
		k := vocabulary.Key(text)
		if k == "" || seen[k] && (code || context) {
			return
		}
		seen[k] = true
		entry := name{item: it, key: []rune(k), code: code, context: context, word: code && len(k) >= shortestWord && letters(k) == len(k)}
		for _, r := range entry.key {
			entry.signs = append(entry.signs, n.Confusions.sign(r))
		}
		n.all = append(n.all, entry)
		if code {
			it.codes = append(it.codes, entry.key)
			n.longestCode = max(n.longestCode, len(entry.key))
		}
	}
	var plain []string // without those of a name and a code, which are found as such
	for _, s := range aliases {
		name, code, found := strings.Cut(strings.TrimSuffix(s, ")"), "(")
		if found && slices.Contains(aliases, name) && slices.Contains(abbreviations, code) {
			continue
		}
		plain = append(plain, s)
		one(s, !vocabulary.HasHan(s), false)
	}
	for _, s := range abbreviations {
		one(s, true, false)
	}
	for _, s := range shared {
		one(s, true, true)
	}
	for _, character := range n.words.Characters[it.Specimen] {
		for _, s := range plain {
			if rest, ok := strings.CutPrefix(s, character); ok && len([]rune(rest)) >= 2 && vocabulary.HasHan(rest) {
				one(rest, false, true)
			}
		}
	}
}

// codesOf gives for each code the specimens of the indicators that have it.
func codesOf(dict *dictionary.Dictionary) map[string][]string {
	specimens := map[string][]string{}
	for _, indicator := range dict.All() {
		for _, s := range slices.Concat(indicator.Aliases, indicator.Abbreviations) {
			if k := vocabulary.Key(s); !vocabulary.HasHan(s) && len(k) > 1 {
				specimens[k] = append(specimens[k], indicator.Specimen)
			}
		}
	}
	return specimens
}

// shared gives the codes of other specimens' indicators that an indicator's names
// are made of, with a word for its specimen or its unit: on a sheet of urine, RBC is
// short for RBC(尿) and RBC(HPF).
func (n *Index) shared(indicator *dictionary.Indicator, specimens map[string][]string) (codes []string) {
	telling := slices.Concat(n.words.Characters[indicator.Specimen], []string{strings.TrimPrefix(indicator.Unit, "/")})
	for _, s := range slices.Concat(indicator.Aliases, indicator.Abbreviations) {
		code, rest, found := strings.Cut(strings.TrimSuffix(s, ")"), "(")
		if of := specimens[vocabulary.Key(code)]; found && slices.Contains(telling, rest) && len(of) > 0 && !slices.Contains(of, indicator.Specimen) {
			codes = append(codes, code)
		}
	}
	return codes
}

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
		return cmp.Or(Compare(a, b), strings.Compare(a.Item.label, b.Item.label), len(a.Item.Indicators)-len(b.Item.Indicators))
	})
	return hits
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

// A word is a run of Latin letters, or several that follow each other: CA 19-9
// and Lp(a) fall apart at their marks.
type word struct {
	from, to int
	tied     float64
	within   bool // another word stands beside it, with nothing but a space between
}

// numbered is how many letters a code has at most that begins with none, such as
// 25-OH-VitD3.
const numbered = 16

// wordsOf are the words of a text with as many letters as a code may have, one
// more than long.
func wordsOf(text []vocabulary.Letter, long int) []word {
	han := make([]bool, len(text))
	for i, l := range text {
		han[i] = unicode.Is(unicode.Han, l.R)
	}
	end := func(at int) int { // of the run whose first letter stands before at
		for at < len(text) && !text[at].Apart && !han[at] {
			at++
		}
		return at
	}
	var out []word
	for from := 0; from < len(text); {
		if han[from] {
			from++
			continue
		}
		first := end(from + 1)
		most := long // of an English name of several words; what begins otherwise is none
		if first := text[from].R; first < 'a' || first > 'z' {
			most = min(most, numbered)
		}
		for to := first; to-from <= most+1; to = end(to + 1) {
			out = append(out, word{from, to, tied(text, from, to), within(text, from, to)})
			if to >= len(text) || han[to] {
				break
			}
		}
		from = first
	}
	return out
}

// findCode compares a short form with a word as a whole; signs are the text's.
func (n *Index) findCode(name *name, text []vocabulary.Letter, signs []sign, w word) (Hit, bool) {
	if w.within && name.word {
		return Hit{}, false
	}
	sim, ok := n.codeSim(name.signs, signs[w.from:w.to])
	return Hit{Item: name.item, Sim: sim * w.tied, From: text[w.from].At, To: text[w.to-1].At + 1, Length: len(name.key), Code: true, Context: name.context, name: name}, ok
}

// letters is how many Latin letters a text begins with.
func letters(text string) int {
	for i, r := range text {
		if r < 'a' || r > 'z' {
			return i
		}
	}
	return len(text)
}

// within tells that a word of a longer phrase stands beside text[from:to].
func within(text []vocabulary.Letter, from, to int) bool {
	latin := func(at, step int) bool {
		n := 0
		for i := at; i >= 0 && i < len(text) && n < phraseWord && text[i].R >= 'a' && text[i].R <= 'z'; i += step {
			if n++; n < phraseWord && step > 0 && i+1 < len(text) && text[i+1].Apart || step < 0 && text[i].Apart {
				break
			}
		}
		return n >= phraseWord
	}
	return from > 0 && text[from].Spaced && latin(from-1, -1) || to < len(text) && text[to].Spaced && latin(to, +1)
}

// tied lowers the similarity of a short form that is part of a longer word: HDL
// in non-HDL, PSA in 游离PSA.
func tied(text []vocabulary.Letter, from, to int) float64 {
	factor := 1.0
	if from > 0 && (text[from].Hyphen || !text[from].Apart && unicode.Is(unicode.Han, text[from-1].R)) {
		factor *= partOfWord
	}
	if to < len(text) && (text[to].Hyphen || !text[to].Apart && unicode.Is(unicode.Han, text[to].R)) {
		factor *= partOfWord
	}
	return factor
}

func (n *Index) codeSim(name, text []sign) (float64, bool) {
	if d := len(text) - len(name); d < -1 || d > 1 || len(name) < unevenCode && d != 0 {
		return 0, false
	}
	limit, cost := longCodeCost, 0.0
	if len(name) < len(shortCodeCost) {
		limit = shortCodeCost[len(name)]
	}
	if len(name) != len(text) {
		cost = distance(name, text, n.Confusions.insteadAlike)
	} else { // a letter lost and another gained would cost more than any limit
		for i := 0; i < len(name) && cost <= limit; i++ {
			cost += n.Confusions.insteadAlike(name[i], text[i])
		}
	}
	return 1 - cost/float64(len(name)), cost <= limit
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
