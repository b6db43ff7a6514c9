package keywords

import (
	"fmt"
	"io/fs"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// Load reads the lexicon from the root of the dictionaries: contexts.yaml,
// characters.yaml, sites.yaml, modifiers.yaml, cues.yaml and every file of
// findings/. It reports all problems of all files at once; with any problem
// the lexicon is nil.
func Load(fsys fs.FS) (*Lexicon, problem.List) {
	b := &builder{
		fsys: fsys, lexicon: &Lexicon{parted: map[[2]string]int32{}},
		contextBits: map[string]uint32{}, siteIDs: map[string]int32{}, headIDs: map[string]int32{},
		termIDs: map[string]int32{}, wordIDs: map[string]int32{}, categoryIDs: map[string]int32{},
		groupBits: map[string]uint64{}, defaults: map[string]*cue{}, origin: map[string]problem.Place{},
	}
	b.characters()
	b.readContexts()
	b.readSites()
	b.modifiers()
	b.cues()
	b.findings()
	b.sides()
	b.problems.Sort()
	if len(b.problems) > 0 {
		return nil, b.problems
	}
	if err := b.lexicon.index(); err != nil {
		b.problems.Add(problem.Problem{Place: problem.Place{File: "findings"}, Code: "segmenter",
			ZH: "分词器无法建立：" + err.Error(), EN: "the segmenter cannot be built: " + err.Error()})
		return nil, b.problems
	}
	return b.lexicon, nil
}

type builder struct {
	fsys     fs.FS
	lexicon  *Lexicon
	problems problem.List

	contextBits map[string]uint32
	siteIDs     map[string]int32
	headIDs     map[string]int32
	termIDs     map[string]int32
	wordIDs     map[string]int32
	categoryIDs map[string]int32
	groupBits   map[string]uint64
	endings     map[string][]string
	defaults    map[string]*cue          // by category
	origin      map[string]problem.Place // where a term was defined
}

func (b *builder) read(name string, into any) bool {
	return read(b.fsys, name, into, &b.problems)
}

// read parses one file strictly.
func read(fsys fs.FS, name string, into any, problems *problem.List) bool {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		problems.Add(problem.Problem{Place: problem.Place{File: name}, Code: "missing-file",
			ZH: "读不到词库文件：" + err.Error(), EN: "the dictionary file cannot be read: " + err.Error(),
			MendZH: "请把文件放回 dictionaries 目录", MendEN: "put the file back into dictionaries"})
		return false
	}
	f := strictyaml.Parse(name, data, problems)
	return f != nil && f.Decode(into, problems)
}

func (b *builder) fault(at problem.Place, code, zh, en, mendZH, mendEN string) {
	b.problems.Add(problem.Problem{Place: at, Code: code, ZH: zh, EN: en, MendZH: mendZH, MendEN: mendEN})
}

func (b *builder) unknown(t text, zh, en string, known []string) {
	mendZH, mendEN := "可用的有："+strings.Join(known, "、"), "known: "+strings.Join(known, ", ")
	if len(known) > 12 {
		mendZH, mendEN = "请先定义它", "define it first"
	}
	if near := problem.Nearest(t.Value, known); near != "" {
		mendZH, mendEN = "是否想写“"+near+"”？", "did you mean "+near+"?"
	}
	b.fault(t.At, "unknown-name", "没有叫“"+t.Value+"”的"+zh, fmt.Sprintf("there is no %s called %q", en, t.Value), mendZH, mendEN)
}

// lookup finds a name in a table or reports it as unknown.
func lookup[V any](b *builder, t text, table map[string]V, zh, en string) (V, bool) {
	v, ok := table[t.Value]
	if !ok {
		b.unknown(t, zh, en, keys(table))
	}
	return v, ok
}

func keys[V any](m map[string]V) []string {
	var names []string
	for k := range m {
		names = append(names, k)
	}
	slices.Sort(names)
	return names
}

func (b *builder) characters() {
	var f charactersFile
	to := map[rune][]rune{}
	if b.read("characters.yaml", &f) {
		for _, table := range []strictyaml.Entries[text]{f.Simplified, f.Symbols} {
			for _, e := range table {
				from := []rune(e.Key.Value)
				if len(from) != 1 {
					b.fault(e.Key.At, "character", "左边只能是一个字", "the key must be one character", "", "")
					continue
				}
				to[from[0]] = []rune(e.Value.Value)
			}
		}
	}
	b.lexicon.fold = newFolding(to)
}

func (b *builder) readContexts() {
	var f contextsFile
	if !b.read("contexts.yaml", &f) {
		return
	}
	for _, c := range f.Contexts {
		if _, double := b.contextBits[c.Name.Value]; double {
			b.fault(c.Name.At, "duplicate", "类别“"+c.Name.Value+"”重复", fmt.Sprintf("the context %q is declared twice", c.Name.Value), "删去其中一个", "remove one")
			continue
		}
		mask := uint32(1) << (len(b.contextBits) & 31)
		if len(c.Includes) > 0 {
			mask = 0
			for _, name := range c.Includes {
				bit, ok := lookup(b, name, b.contextBits, "类别（须先写在前面）", "context (declared before)")
				if ok {
					mask |= bit
				}
			}
		}
		b.contextBits[c.Name.Value] = mask
		b.lexicon.contexts = append(b.lexicon.contexts, contextMask{c.Name.Value, mask})
	}
	if _, ok := lookup(b, f.Default, b.contextBits, "类别", "context"); ok {
		b.lexicon.defaultContext = f.Default.Value
	}
}

// word finds or makes the word of a text, or reports why it cannot be one.
func (b *builder) word(t text, weight int) *word {
	folded := b.lexicon.fold.word(t.Value)
	if strings.TrimSpace(folded) == "" {
		b.fault(t.At, "empty-word", "这里有一个空词", "the word is empty", "删去它，或补上内容", "remove it or fill it in")
		return nil
	}
	if strings.IndexFunc(folded, unicode.IsSpace) >= 0 {
		b.fault(t.At, "space-in-word", "词“"+t.Value+"”中有空格", fmt.Sprintf("the word %q has a space in it", t.Value), "去掉空格；文中的空格由程序处理", "remove the space")
		return nil
	}
	id, ok := b.wordIDs[folded]
	if !ok {
		id = int32(len(b.lexicon.words))
		b.wordIDs[folded] = id
		b.lexicon.words = append(b.lexicon.words, word{
			text: folded, length: int32(len([]rune(folded))), term: -1, head: -1, site: -1, scale: -1, weight: weight, at: t.At,
		})
	}
	w := &b.lexicon.words[id]
	w.weight = max(w.weight, weight)
	return w
}

// Weights that gse gets; a word of one character always counts as rare there.
const (
	plainWeight   = 100
	findingWeight = 200
)

func (b *builder) readSites() {
	var f sitesFile
	if !b.read("sites.yaml", &f) {
		return
	}
	b.addSites(f.Sites)
	for _, s := range f.Sides {
		for _, t := range append([]text{s.Name}, s.Words...) {
			if w := b.word(t, plainWeight); w != nil {
				w.side = s.Name.Value
			}
		}
	}
}

// sides lets spellings that contain a side say it (双乳结节), unless the side
// belongs to the standard name (左心室).
func (b *builder) sides() {
	l := b.lexicon
	var names []word
	for _, w := range l.words {
		if w.side != "" {
			names = append(names, w)
		}
	}
	for i := range l.words {
		w := &l.words[i]
		standard := ""
		switch {
		case w.side != "" || w.cue != nil || w.normal:
			continue
		case w.term >= 0:
			standard = l.terms[w.term].name
		case w.site >= 0:
			standard = l.sites[w.site].name
		default:
			continue
		}
		first, name := len(w.text), word{}
		for _, n := range names {
			if at := strings.Index(w.text, n.text); at >= 0 && (at < first || at == first && n.length > name.length) {
				first, name = at, n
			}
		}
		if name.length > 0 && !strings.Contains(l.fold.word(standard), name.text) {
			w.side = name.side
		}
	}
}

// addSites takes sites in any order; part_of may name a later one.
func (b *builder) addSites(entries []siteEntry) {
	for _, e := range entries {
		if _, double := b.siteIDs[e.Site.Value]; double {
			b.fault(e.Site.At, "duplicate", "部位“"+e.Site.Value+"”重复", fmt.Sprintf("the site %q is defined twice", e.Site.Value), "合并成一条", "merge them")
			continue
		}
		id := int32(len(b.lexicon.sites))
		b.siteIDs[e.Site.Value] = id
		b.lexicon.sites = append(b.lexicon.sites, site{name: e.Site.Value, parent: -1})
		for _, t := range append([]text{e.Site}, e.Words...) {
			w := b.word(t, plainWeight)
			if w == nil {
				continue
			}
			if w.site >= 0 {
				b.fault(t.At, "duplicate", "“"+t.Value+"”已是部位“"+b.lexicon.sites[w.site].name+"”的写法", fmt.Sprintf("%q already names the site %s", t.Value, b.lexicon.sites[w.site].name), "从其中一条删去", "remove it from one of them")
				continue
			}
			w.site = id
			w.groups |= siteGroup
		}
	}
	for _, e := range entries {
		if !e.PartOf.Set() {
			continue
		}
		if parent, ok := lookup(b, e.PartOf, b.siteIDs, "部位", "site"); ok {
			b.lexicon.sites[b.siteIDs[e.Site.Value]].parent = parent
		}
	}
}

func (b *builder) modifiers() {
	var f modifiersFile
	if !b.read("modifiers.yaml", &f) {
		return
	}
	for _, s := range f.Severity {
		for _, t := range append([]text{s.Name}, s.Words...) {
			if w := b.word(t, plainWeight); w != nil {
				w.severity = s.Name.Value
			}
		}
	}
	for _, t := range f.Qualities {
		if w := b.word(t, plainWeight); w != nil {
			w.quality = true
		}
	}
	for _, t := range f.Plain {
		b.word(t, plainWeight)
	}
	for _, t := range f.Units {
		b.lexicon.units = append(b.lexicon.units, []rune(b.lexicon.fold.word(t.Value)))
	}
	slices.SortFunc(b.lexicon.units, func(x, y []rune) int { return len(y) - len(x) })
}

// freeGroup gives the next unused bit for a group of cues.yaml.
func (b *builder) freeGroup() uint64 {
	next := firstGroup
	for _, bit := range b.groupBits {
		if bit >= next && bits.OnesCount64(bit) == 1 {
			next = bit << 1
		}
	}
	return next
}
