package lexicon

import (
	"cmp"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"

	"tijian/engine/keywords/source"
	"tijian/engine/keywords/trie"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// Load reads the lexicon from the root of the dictionaries: contexts.yaml,
// characters.yaml, sites.yaml, modifiers.yaml, cues.yaml and every file of
// findings/. It reports all problems of all files at once; with any problem
// the lexicon is nil.
func Load(fsys fs.FS) (*Lexicon, problem.List) {
	b := &builder{
		fsys: fsys, lexicon: &Lexicon{
			Parted: map[[2]string]int32{}, Alphabet: make(map[rune]uint16, roomFor/8), Words: make([]Word, 0, roomFor), wordIDs: make(map[string]int32, roomFor),
			Terms: make([]Term, 0, roomFor),
		},
		contextBits: map[string]uint32{}, siteIDs: map[string]int32{}, headIDs: map[string]int32{},
		termIDs: make(map[string]int32, roomFor), categoryIDs: map[string]int32{},
		groupBits: map[string]uint64{}, defaults: map[string]*Cue{},
	}
	b.lexicon.forms = &forms{lexicon: b.lexicon, trie: trie.NewForms(nil)}
	b.characters()
	b.readContexts()
	b.readSites()
	b.modifiers()
	b.cues()
	b.findings()
	b.denyingTerms()
	b.tails()
	b.structures()
	b.sides()
	b.describing(b.plain)
	b.misreadings()
	if len(b.unreadable) > 0 {
		b.problems = b.unreadable
	}
	b.problems.Sort()
	if len(b.problems) > 0 {
		return nil, b.problems
	}
	b.indexMisreadings()
	b.lexicon.index()
	return b.lexicon, nil
}

// roomFor is about how many words a lexicon has, and terms: they are large, and many,
// to be moved whenever there are more.
const roomFor = 1 << 15

type text = source.Text

type builder struct {
	fsys     fs.FS
	lexicon  *Lexicon
	problems problem.List
	// unreadable are the faults of files that could not be read. What such a file
	// would have defined is missing everywhere else, so nothing else is said.
	unreadable problem.List

	contextBits map[string]uint32
	siteIDs     map[string]int32
	headIDs     map[string]int32
	termIDs     map[string]int32
	categoryIDs map[string]int32
	groupBits   map[string]uint64
	endings     map[string][]string
	parts       map[string][]text // of forms
	structure   source.SitesFile
	places      []source.SiteEntry // with words that need a known site
	interposed  []text             // of modifiers.yaml
	defaults    map[string]*Cue    // by category
	misread     []source.MisreadEntry
	confusable  []source.ConfusionGroup
	forms       []form   // that make cues
	plain       []text   // characters of descriptions
	marks       []uint64 // of the words, see alike
}

func (b *builder) read(name string, into any) bool {
	return read(b.fsys, name, into, &b.unreadable)
}

// read parses one file strictly.
func read(fsys fs.FS, name string, into any, problems *problem.List) bool {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		problems.Add(message.MissingFile.At(problem.Place{File: name}, "error", err))
		return false
	}
	f := strictyaml.Parse(name, data, problems)
	return f != nil && f.Decode(into, problems)
}

// definedIn are the files for names that no file of findings has to itself.
var definedIn = map[message.Phrase]string{message.AHead: "findings/heads.yaml", message.ASite: "sites.yaml", message.AContext: "contexts.yaml"}

func (b *builder) unknown(t text, kind message.Phrase, known []string) {
	fix := message.Suggest(t.Value, known)
	if file := definedIn[kind]; fix == (message.Phrase{}) && file != "" {
		fix = message.DefineIn.With("file", file)
	} else if fix == (message.Phrase{}) {
		fix = message.DefineFirst
	}
	b.problems.Add(message.UnknownInLexicon.At(t.At, "name", t.Value, "kind", kind, "fix", fix))
}

// lookup returns what a table has under a name, or reports the name as unknown.
func lookup[V any](b *builder, t text, table map[string]V, kind message.Phrase) (V, bool) {
	v, ok := table[t.Value]
	if !ok {
		b.unknown(t, kind, slices.Sorted(maps.Keys(table)))
	}
	return v, ok
}

// choose replaces what is so by what the text names, where it names anything.
func choose[V any](b *builder, t text, table map[string]V, kind message.Phrase, into *V) {
	if t.Set() {
		*into, _ = lookup(b, t, table, kind)
	}
}

func (b *builder) readContexts() {
	var f source.ContextsFile
	if !b.read("contexts.yaml", &f) {
		return
	}
	for _, c := range f.Contexts {
		if _, double := b.contextBits[c.Name.Value]; double {
			b.problems.Add(message.DuplicateContext.At(c.Name.At, "name", c.Name.Value))
			continue
		}
		mask := uint32(1) << (len(b.contextBits) & 31)
		if len(c.Includes) > 0 {
			mask = 0
			for _, name := range c.Includes {
				bit, ok := lookup(b, name, b.contextBits, message.AContextBefore)
				if ok {
					mask |= bit
				}
			}
		}
		b.contextBits[c.Name.Value] = mask
		b.lexicon.Contexts = append(b.lexicon.Contexts, contextMask{c.Name.Value, c.ZH.Value, mask})
	}
	if _, ok := lookup(b, f.Default, b.contextBits, message.AContext); ok {
		b.lexicon.DefaultContext = f.Default.Value
	}
}

// word finds or makes the word of a text, or reports why it cannot be one.
func (b *builder) word(t text, weight int) *Word {
	folded, ok := b.folded(t)
	if !ok {
		return nil
	}
	l := b.lexicon
	id, ok := l.wordIDs[folded]
	if !ok {
		id = int32(len(l.Words))
		l.wordIDs[folded] = id
		w := blank(folded)
		if makers, _ := l.forms.makers(folded); len(makers) > 0 {
			l.forms.apply(&w, makers, true)
			l.forms.apply(&w, makers, false)
		} else {
			w.At = t.At
		}
		l.Words = append(l.Words, w)
	}
	w := &l.Words[id]
	w.weight = max(w.weight, weight)
	return w
}

// each takes every word of the texts that can be one.
func (b *builder) each(texts []text, weight int, take func(w *Word, t text)) {
	for _, t := range texts {
		if w := b.word(t, weight); w != nil {
			take(w, t)
		}
	}
}

// folded is how a word is looked for, or it reports why it cannot be one.
func (b *builder) folded(t text) (string, bool) {
	folded := b.lexicon.Fold.Word(t.Value)
	switch {
	case strings.TrimSpace(folded) == "":
		b.problems.Add(message.EmptyWord.At(t.At))
	case strings.IndexFunc(folded, unicode.IsSpace) >= 0:
		b.problems.Add(message.SpaceInWord.At(t.At, "word", t.Value))
	default:
		return folded, true
	}
	return "", false
}

// Weights that gse gets; a word of one character always counts as rare there.
const (
	plainWeight   = 100
	findingWeight = 200
)

func (b *builder) readSites() {
	var f source.SitesFile
	if !b.read("sites.yaml", &f) {
		return
	}
	b.addSites(f.Sites, false, false)
	b.structure = f
	for _, s := range f.Sides {
		b.each(s.All(), plainWeight, func(w *Word, _ text) { w.Side = s.Name.Value })
		for _, other := range f.Sides {
			if other.Name.Value != s.Name.Value && slices.ContainsFunc(s.All(), func(t source.Text) bool { return strings.Contains(t.Value, other.Name.Value) }) {
				b.lexicon.Both = s.Name.Value
			}
		}
	}
}

// sides lets spellings that contain a side say it (双乳结节), unless the side
// belongs to the standard name (左心室).
func (b *builder) sides() {
	l := b.lexicon
	var names []Word
	for i := range l.Words {
		if l.Words[i].Side != "" {
			names = append(names, l.Words[i])
		}
	}
	for i := range l.Words {
		w := &l.Words[i]
		standard := ""
		switch {
		case w.Side != "" || w.Cue != nil || w.Normal:
			continue
		case w.Term >= 0:
			standard = l.Terms[w.Term].Name
		case w.Site >= 0:
			standard = l.Sites[w.Site].Name
		case w.Head >= 0:
			standard = l.Heads[w.Head].Name
		default:
			continue
		}
		first, name := len(w.Text), Word{}
		for _, n := range names {
			if at := strings.Index(w.Text, n.Text); at >= 0 && (at < first || at == first && n.Length > name.Length) {
				first, name = at, n
			}
		}
		if name.Length > 0 && !strings.Contains(l.Fold.Word(standard), name.Text) {
			w.Side = name.Side
		}
	}
}

// addSites takes sites, or what is measured, in any order; part_of may name a later one.
func (b *builder) addSites(entries []source.SiteEntry, analytes, own bool) {
	for _, e := range entries {
		if _, double := b.siteIDs[e.Site.Value]; double {
			b.problems.Add(message.DuplicateSite.At(e.Site.At, "name", e.Site.Value))
			continue
		}
		id := int32(len(b.lexicon.Sites))
		b.siteIDs[e.Site.Value] = id
		b.lexicon.Sites = append(b.lexicon.Sites, Site{Name: e.Site.Value, folded: b.lexicon.Fold.Word(e.Site.Value), Parent: -1, Anyone: e.Anyone, Analyte: analytes, Own: own})
		b.each(append([]text{e.Site}, e.Words...), plainWeight, func(w *Word, t text) {
			if w.Site >= 0 {
				b.problems.Add(message.SharedSiteWord.At(t.At, "word", t.Value, "site", b.lexicon.Sites[w.Site].Name))
				return
			}
			w.Site = id
			w.Groups |= SiteGroup
		})
	}
	b.places = append(b.places, entries...)
	for _, e := range entries {
		if !e.PartOf.Set() {
			continue
		}
		if parent, ok := lookup(b, e.PartOf, b.siteIDs, message.ASite); ok {
			b.lexicon.Sites[b.siteIDs[e.Site.Value]].Parent = parent
		}
	}
}

func (b *builder) modifiers() {
	var f source.ModifiersFile
	if !b.read("modifiers.yaml", &f) {
		return
	}
	l := b.lexicon
	for _, e := range f.Severity {
		b.each(e.All(), plainWeight, func(w *Word, _ text) { w.Severity = e.Name.Value })
	}
	b.each(f.Qualities, plainWeight, func(w *Word, _ text) { w.Quality = true })
	b.each(f.Courses, plainWeight, func(w *Word, _ text) { w.Course, w.Quality = true, true })
	b.each(f.Plain, plainWeight, func(*Word, text) {})
	for _, e := range f.Trends {
		b.each(e.All(), plainWeight, func(w *Word, _ text) { w.Trend = e.Name.Value })
	}
	b.each(f.Compared, plainWeight, func(w *Word, _ text) { w.Compared = true })
	for _, e := range f.Numbers {
		b.each(e.All(), plainWeight, func(w *Word, _ text) { w.Number = e.Name.Value })
	}
	b.interposed = f.Between
	l.Counters, l.Abnormal, l.Attribute = b.spellings(f.Counters), b.spellings(f.Abnormal), b.spellings(f.Attribute)
	l.Kinds, l.Generic, l.Qualifiers = b.spellings(f.Kinds), b.spellings(f.Generic), b.spellings(f.Qualifiers)
	l.Places, l.Units, l.Sizes = b.longestSpellings(f.Places), b.longestSpellings(f.Units), b.longestSpellings(f.Sizes)
	l.segments, l.Severity = map[string]bool{}, map[string]string{}
	for _, s := range b.spellings(f.Segments) {
		l.segments[string(s)] = true
	}
	for _, w := range l.Words { // few so far
		if w.Severity != "" {
			l.Severity[w.Text] = w.Severity
		}
		if w.Number != "" {
			l.Numbers = append(l.Numbers, w)
		}
	}
	longest := func(x, y string) int { return cmp.Or(len(y)-len(x), strings.Compare(x, y)) }
	l.Severities = slices.SortedFunc(maps.Keys(l.Severity), longest)
	slices.SortFunc(l.Numbers, func(x, y Word) int { return longest(x.Text, y.Text) })
}

// spellings folds texts that are looked for character by character.
func (b *builder) spellings(texts []text) [][]rune {
	var all [][]rune
	for _, t := range texts {
		folded := b.lexicon.Fold.Word(t.Value)
		if strings.TrimSpace(folded) == "" {
			b.problems.Add(message.EmptyWord.At(t.At))
			continue
		}
		all = append(all, []rune(folded))
	}
	return all
}

// longestSpellings are the same, longest first.
func (b *builder) longestSpellings(texts []text) [][]rune {
	all := b.spellings(texts)
	slices.SortStableFunc(all, func(x, y []rune) int { return len(y) - len(x) })
	return all
}
