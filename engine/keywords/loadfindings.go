package keywords

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"tijian/engine/problem"
)

// parseFindings parses the files side by side, which is a third of the time of
// loading. Their order is kept; a file with faults is left out.
func (b *builder) parseFindings(files []string) []findingsFile {
	parsed := make([]findingsFile, len(files))
	good := make([]bool, len(files))
	problems := make([]problem.List, len(files))
	var all sync.WaitGroup
	for i, name := range files {
		all.Go(func() { good[i] = read(b.fsys, path.Clean(name), &parsed[i], &problems[i]) })
	}
	all.Wait()
	kept := parsed[:0]
	for i := range files {
		b.problems = append(b.problems, problems[i]...)
		if good[i] {
			kept = append(kept, parsed[i])
		}
	}
	return kept
}

func (b *builder) findings() {
	files, err := fs.Glob(b.fsys, "findings/*.yaml")
	if err != nil || len(files) == 0 {
		b.fault(problem.Place{File: "findings"}, "missing-file", "findings 目录中没有词库文件", "there is no file in findings/", "", "")
		return
	}
	parsed := b.parseFindings(files)
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
		for _, e := range f.Scales {
			b.addScale(e, f.Context)
		}
		for _, t := range f.Fillers {
			b.lexicon.fillers = append(b.lexicon.fillers, []rune(b.lexicon.fold.word(t.Value)))
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
	h := head{at: e.Head.At, name: e.Head.Value, alone: -1, terms: map[int32]int32{}}
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
	t.name, t.at = name.Value, name.At
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
