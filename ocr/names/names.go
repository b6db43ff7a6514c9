// Package names tells which indicators a text names, as well or badly as it was
// read (confusions.yaml).
package names

import (
	"slices"
	"strings"

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
	specimens := specimensOf(dict)
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
		one(s, !vocabulary.HasHan(s), true)
	}
	for _, character := range n.words.Characters[it.Specimen] {
		for _, s := range plain {
			if rest, ok := strings.CutPrefix(s, character); ok && len([]rune(rest)) >= 2 && vocabulary.HasHan(rest) {
				one(rest, false, true)
			}
		}
	}
}

// specimensOf gives for each name the specimens of the indicators that have it.
func specimensOf(dict *dictionary.Dictionary) map[string][]string {
	specimens := map[string][]string{}
	for _, indicator := range dict.All() {
		for _, s := range slices.Concat(indicator.Aliases, indicator.Abbreviations) {
			if k := vocabulary.Key(s); len([]rune(k)) > 1 {
				specimens[k] = append(specimens[k], indicator.Specimen)
			}
		}
	}
	return specimens
}

// shared gives the names of other specimens' indicators that an indicator's names
// are made of, with a word for its specimen or its unit: on a sheet of urine, RBC is
// short for RBC(尿) and RBC(HPF), on one of blood pH and 酸碱度 for 动脉血pH and 血液酸碱度.
func (n *Index) shared(indicator *dictionary.Indicator, specimens map[string][]string) (all []string) {
	telling := map[string]bool{strings.TrimPrefix(indicator.Unit, "/"): true}
	for _, word := range n.words.Characters[indicator.Specimen] {
		telling[word] = true
	}
	for word, specimen := range n.words.Specimens {
		telling[word] = telling[word] || specimen == indicator.Specimen
	}
	for _, s := range slices.Concat(indicator.Aliases, indicator.Abbreviations) {
		for word, telling := range telling {
			short, ok := strings.CutPrefix(s, word)
			if !ok {
				short, ok = strings.CutSuffix(s, "("+word+")")
			}
			if !ok || !telling || vocabulary.HasHan(short) && len(n.words.Characters[indicator.Specimen]) > 0 {
				continue // where a character tells the specimen, names without it are added by that
			}
			if of := specimens[vocabulary.Key(short)]; len(of) > 0 && !slices.Contains(of, indicator.Specimen) {
				all = append(all, short)
			}
		}
	}
	slices.Sort(all)
	return all
}
