package keywords

import (
	"fmt"
	"io/fs"
	"math/bits"
	"path"
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
		fsys: fsys, lexicon: &Lexicon{},
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
	defaults    map[string]*cue          // by category
	origin      map[string]problem.Place // where a term was defined
}

// read parses one file strictly.
func (b *builder) read(name string, into any) bool {
	data, err := fs.ReadFile(b.fsys, name)
	if err != nil {
		b.problems.Add(problem.Problem{Place: problem.Place{File: name}, Code: "missing-file",
			ZH: "读不到词库文件：" + err.Error(), EN: "the dictionary file cannot be read: " + err.Error(),
			MendZH: "请把文件放回 dictionaries 目录", MendEN: "put the file back into dictionaries"})
		return false
	}
	f := strictyaml.Parse(name, data, &b.problems)
	return f != nil && f.Decode(into, &b.problems)
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
			text: folded, length: int32(len([]rune(folded))), term: -1, head: -1, site: -1, weight: weight,
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
		b.lexicon.units = append(b.lexicon.units, b.lexicon.fold.word(t.Value))
	}
	slices.SortFunc(b.lexicon.units, func(x, y string) int { return len(y) - len(x) })
}

func (b *builder) findings() {
	files, err := fs.Glob(b.fsys, "findings/*.yaml")
	if err != nil || len(files) == 0 {
		b.fault(problem.Place{File: "findings"}, "missing-file", "findings 目录中没有词库文件", "there is no file in findings/", "", "")
		return
	}
	parsed := make([]findingsFile, 0, len(files))
	for _, name := range files {
		var f findingsFile
		if b.read(path.Clean(name), &f) {
			parsed = append(parsed, f)
		}
	}
	for _, f := range parsed {
		b.addSites(f.Sites)
	}
	for _, f := range parsed {
		for _, h := range f.Heads {
			b.addHead(h)
		}
	}
	for _, f := range parsed {
		for _, e := range f.Findings {
			b.addFinding(e, f.Context)
		}
	}
	for _, f := range parsed {
		for _, h := range f.Heads {
			b.aloneTerm(h, f.Context)
		}
		for _, c := range f.Compose {
			b.compose(c, f.Context)
		}
	}
}

func (b *builder) addHead(e headEntry) {
	if _, double := b.headIDs[e.Head.Value]; double {
		b.fault(e.Head.At, "duplicate", "中心词“"+e.Head.Value+"”重复", fmt.Sprintf("the head %q is defined twice", e.Head.Value), "合并成一条", "merge them")
		return
	}
	h := head{name: e.Head.Value, alone: -1, terms: map[int32]int32{}}
	if e.Reach.Set() {
		h.reach, _ = lookup(b, e.Reach, reaches, "范围", "reach")
	}
	id := int32(len(b.lexicon.heads))
	b.headIDs[e.Head.Value] = id
	b.lexicon.heads = append(b.lexicon.heads, h)
	for _, t := range append([]text{e.Head}, e.Words...) {
		w := b.word(t, findingWeight)
		if w == nil {
			continue
		}
		if w.head >= 0 {
			b.fault(t.At, "duplicate", "“"+t.Value+"”已属于中心词“"+b.lexicon.heads[w.head].name+"”", fmt.Sprintf("%q already belongs to the head %s", t.Value, b.lexicon.heads[w.head].name), "从其中一条删去", "remove it from one of them")
			continue
		}
		w.head = id
	}
	b.block(e.Block, append([]text{e.Head}, e.Words...))
}

// block makes words that contain a finding by accident (性病变 holds 性病).
func (b *builder) block(blockers, words []text) {
	for _, t := range blockers {
		if !slices.ContainsFunc(words, func(w text) bool { return w.Value != "" && strings.Contains(t.Value, w.Value) && t.Value != w.Value }) {
			b.fault(t.At, "useless-blocker", "“"+t.Value+"”里没有要屏蔽的词，屏蔽不起作用", fmt.Sprintf("%q holds none of the words it should block", t.Value), "改成含有该词的更长的词", "write a longer word that holds it")
			continue
		}
		b.word(t, findingWeight)
	}
}

func (b *builder) mask(own, file []text, at problem.Place) uint32 {
	names := own
	if len(names) == 0 {
		names = file
	}
	if len(names) == 0 {
		b.fault(at, "no-context", "没有说明属于哪个类别（context）", "no context is given", "在条目或文件开头写 context: [report] 或 [disease]", "write context: [report] at the entry or at the top of the file")
	}
	var mask uint32
	for _, n := range names {
		if bit, ok := lookup(b, n, b.contextBits, "类别", "context"); ok {
			mask |= bit
		}
	}
	return mask
}

// addTerm makes a term; the name must be new.
func (b *builder) addTerm(name text, t term) (int32, bool) {
	if _, double := b.termIDs[name.Value]; double {
		first := b.origin[name.Value]
		b.fault(name.At, "duplicate", "标准词“"+name.Value+"”重复，已在 "+first.String()+" 定义", fmt.Sprintf("the term %q is already defined at %s", name.Value, first), "合并成一条", "merge them")
		return 0, false
	}
	id := int32(len(b.lexicon.terms))
	t.name = name.Value
	b.termIDs[name.Value], b.origin[name.Value] = id, name.At
	b.lexicon.terms = append(b.lexicon.terms, t)
	return id, true
}

// spell makes word t mean the term.
func (b *builder) spell(t text, id int32) {
	w := b.word(t, findingWeight)
	if w == nil {
		return
	}
	switch {
	case w.term >= 0 && w.term != id:
		other := b.lexicon.terms[w.term].name
		b.fault(t.At, "duplicate", "“"+t.Value+"”已是“"+other+"”的写法", fmt.Sprintf("%q already means %s", t.Value, other), "从其中一条删去", "remove it from one of them")
	case w.cue != nil:
		b.fault(t.At, "word-is-cue", "“"+t.Value+"”是提示词，不能同时是所见", fmt.Sprintf("%q is a cue and cannot be a finding", t.Value), "换一个写法，或从 cues.yaml 删去", "spell it otherwise or remove it from cues.yaml")
	default:
		w.term = id
		w.groups |= termGroup
	}
}

func (b *builder) addFinding(e findingEntry, context []text) {
	t := term{contexts: b.mask(e.Context, context, e.At), site: -1, head: -1, icd10: e.ICD10.Value}
	if e.Site.Set() {
		t.site, _ = lookup(b, e.Site, b.siteIDs, "部位", "site")
	}
	if e.ICD10.Set() && !validICD10(e.ICD10.Value) {
		b.fault(e.ICD10.At, "icd10", "“"+e.ICD10.Value+"”不是 ICD-10 编码", fmt.Sprintf("%q is no ICD-10 code", e.ICD10.Value), "写成 K76.0 的样子", "write it like K76.0")
	}
	id, ok := b.addTerm(e.Term, t)
	if !ok {
		return
	}
	b.spell(e.Term, id)
	for _, v := range e.Variants {
		b.spell(v, id)
	}
	b.block(e.Block, append([]text{e.Term}, e.Variants...))
	if !e.Head.Set() {
		return
	}
	if !e.Site.Set() {
		b.fault(e.At, "head-without-site", "写了 head 就要写 site", "a head needs a site", "补上 site", "add the site")
		return
	}
	if h, ok := lookup(b, e.Head, b.headIDs, "中心词", "head"); ok {
		b.join(h, t.site, id, e.Head)
	}
}

// join lets a head and a site meet in a term.
func (b *builder) join(h, s, id int32, at text) {
	if before, double := b.lexicon.heads[h].terms[s]; double && before != id {
		other := b.lexicon.terms[before].name
		b.fault(at.At, "duplicate", "这个部位和中心词已合成“"+other+"”", "this site and head already make "+other, "删去其中一个", "remove one of them")
		return
	}
	b.lexicon.heads[h].terms[s] = id
	b.lexicon.terms[id].head = h
}

func (b *builder) aloneTerm(e headEntry, context []text) {
	h, ok := b.headIDs[e.Head.Value]
	if !ok || !e.Alone.Set() {
		return
	}
	id, known := b.termIDs[e.Alone.Value]
	if !known {
		id, _ = b.addTerm(e.Alone, term{contexts: b.mask(e.Context, context, e.At), site: -1, head: -1})
	}
	b.lexicon.heads[h].alone = id
}

func (b *builder) compose(e composeEntry, context []text) {
	h, ok := lookup(b, e.Head, b.headIDs, "中心词", "head")
	if !ok {
		return
	}
	mask := b.mask(e.Context, context, e.At)
	for _, s := range e.Sites {
		siteID, ok := lookup(b, s, b.siteIDs, "部位", "site")
		if !ok {
			continue
		}
		name := s
		name.Value = s.Value + e.Head.Value
		id, ok := b.addTerm(name, term{contexts: mask, site: siteID, head: h})
		if !ok {
			continue
		}
		b.spell(name, id)
		b.join(h, siteID, id, s)
	}
}

// validICD10 checks the form only: a letter, two digits, optionally a point
// and one to three digits.
func validICD10(code string) bool {
	stem, rest, dotted := strings.Cut(code, ".")
	if len(stem) != 3 || stem[0] < 'A' || stem[0] > 'Z' || !digits(stem[1:]) {
		return false
	}
	return !dotted || len(rest) >= 1 && len(rest) <= 3 && digits(rest)
}

func digits(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' }) < 0
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
