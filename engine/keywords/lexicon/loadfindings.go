package lexicon

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"tijian/engine/keywords/source"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// parseFindings parses the files side by side, which is a third of the time of
// loading. Their order is kept; a file with faults is left out.
func (b *builder) parseFindings(files []string) []source.FindingsFile {
	parsed := make([]source.FindingsFile, len(files))
	good := make([]bool, len(files))
	problems := make([]problem.List, len(files))
	var all sync.WaitGroup
	for i, name := range files {
		all.Go(func() { good[i] = read(b.fsys, path.Clean(name), &parsed[i], &problems[i]) })
	}
	all.Wait()
	kept := parsed[:0]
	for i := range files {
		b.unreadable = append(b.unreadable, problems[i]...)
		if f := parsed[i]; good[i] {
			for _, t := range f.Named {
				f.Heads = append(f.Heads, source.HeadEntry{At: t.At, Head: t})
			}
			more := 0
			for _, k := range f.Kinds {
				more += len(k.Terms)
			}
			for _, e := range f.Findings {
				more += len(e.Kinds)
			}
			f.Findings = slices.Grow(f.Findings, more) // they are large
			for _, k := range f.Kinds {
				f.Findings = appendKinds(f.Findings, k)
			}
			for _, e := range f.Findings {
				for _, t := range e.Kinds {
					f.Findings = append(f.Findings, source.FindingEntry{At: t.At, Term: t, Context: e.Context, Site: e.Site, ICD10: e.ICD10, Parents: []text{e.Term}})
				}
			}
			for _, e := range f.Changes {
				heads := headsOf(e)
				f.Heads = append(f.Heads, heads...)
				for _, h := range heads {
					f.Beside = append(f.Beside, h.Head)
				}
			}
			kept = append(kept, f)
		}
	}
	return kept
}

// appendKinds adds the findings that are kinds of one.
func appendKinds(list []source.FindingEntry, e source.KindsEntry) []source.FindingEntry {
	var parents []text
	if e.Of.Set() {
		parents = []text{e.Of}
	}
	for _, t := range e.Terms {
		list = append(list, source.FindingEntry{At: t.At, Term: t, Context: e.Context, Parents: parents})
	}
	return list
}

// headsOf are the heads of what a part does and how that changed: 反射|消失.
func headsOf(e source.ChangesEntry) []source.HeadEntry {
	var heads []source.HeadEntry
	for _, of := range e.Of {
		for _, change := range e.Changes {
			h := source.HeadEntry{At: of.At, Head: of}
			h.Head.Value += change.Value
			if e.Alone {
				h.Alone = h.Head
			}
			heads = append(heads, h)
		}
	}
	return heads
}

// findings reads the files in passes: what a pass makes, every file may name in the
// next.
func (b *builder) findings() {
	files, err := fs.Glob(b.fsys, "findings/*.yaml")
	if err != nil || len(files) == 0 {
		b.problems.Add(message.NoFindings.At(problem.Place{File: "findings"}))
		return
	}
	parsed := b.parseFindings(files)
	for _, pass := range []func(source.FindingsFile){
		func(f source.FindingsFile) { b.addSites(f.Sites, f.Analytes, false) },
		b.addPlaces,
		func(f source.FindingsFile) {
			for _, h := range f.Heads {
				b.addHead(h)
			}
		},
		b.addFindings,
		func(f source.FindingsFile) {
			b.lexicon.Fillers = append(b.lexicon.Fillers, b.spellings(f.Fillers)...)
			b.lexicon.gradeUnits = append(b.lexicon.gradeUnits, b.spellings(f.Units)...)
		},
		func(f source.FindingsFile) {
			for _, e := range f.Scales {
				b.addScale(e, f.Context)
			}
		},
		b.addComposed,
		b.addEverywhere,
		b.addParents,
		func(f source.FindingsFile) {
			for _, e := range f.Alike {
				b.alike(e.Words)
			}
		},
		b.addBeside,
		b.addAbbreviations,
		b.addMeasured,
		b.addQuantities,
		b.addPictures,
	} {
		for _, f := range parsed {
			pass(f)
		}
	}
}

// addPlaces takes the places that are told by their own names.
func (b *builder) addPlaces(f source.FindingsFile) {
	for _, e := range f.Places {
		entries := make([]source.SiteEntry, len(e.Places))
		for i, t := range e.Places {
			entries[i] = source.SiteEntry{Site: t, PartOf: e.PartOf}
		}
		b.addSites(entries, false, true)
	}
}

// addFindings takes the findings, and what heads say of each other.
func (b *builder) addFindings(f source.FindingsFile) {
	for _, e := range f.Heads {
		h := &b.lexicon.Heads[b.headIDs[e.Head.Value]]
		if as, ok := b.headIDs[e.As.Value]; ok {
			h.As = as
		}
		for _, t := range e.Settled {
			if by, ok := lookup(b, t, b.headIDs, message.AHead); ok {
				h.Settled = append(h.Settled, by)
			}
		}
	}
	for _, e := range f.Findings {
		b.addFinding(e, f.Context)
	}
}

// addComposed takes the terms that heads make alone and with sites.
func (b *builder) addComposed(f source.FindingsFile) {
	for _, h := range f.Heads {
		b.aloneTerm(h, f.Context)
	}
	for _, c := range f.Compose {
		b.compose(c, f.Context)
	}
}

// addEverywhere takes the heads that make terms with sites not listed with them.
func (b *builder) addEverywhere(f source.FindingsFile) {
	for _, t := range f.Everywhere {
		if h, ok := lookup(b, t, b.headIDs, message.AHead); ok {
			b.everywhere(h, t, b.mask(nil, f.Context, t.At))
		}
	}
	for i, t := range slices.Concat(f.AtPlaces, f.AtAny, f.Beside) {
		if id, ok := lookup(b, t, b.headIDs, message.AHead); ok {
			h := &b.lexicon.Heads[id]
			h.Contexts, h.Any, h.Beside = b.mask(nil, f.Context, t.At), i >= len(f.AtPlaces), i >= len(f.AtPlaces)+len(f.AtAny)
		}
	}
}

// addBeside takes all heads but those named as ones that make terms right behind any
// site, and the parts that every organ has.
func (b *builder) addBeside(f source.FindingsFile) {
	b.each(f.Parts, plainWeight, func(w *Word, _ text) {
		w.Part, w.Apart = w.Site < 0, w.Site < 0 && !w.Quality
		w.Quality = w.Quality || w.Part
	})
	b.lexicon.Apart = append(b.lexicon.Apart, b.spellings(f.Apart)...)
	b.lexicon.Structures = append(b.lexicon.Structures, b.spellings(f.Structures)...)
	if len(f.NotBeside) == 0 {
		return
	}
	except := map[int32]bool{}
	for _, t := range f.NotBeside {
		if id, ok := lookup(b, t, b.headIDs, message.AHead); ok {
			except[id] = true
		}
	}
	mask := b.mask(nil, f.Context, f.Area.At)
	for id := range b.lexicon.Heads {
		if h := &b.lexicon.Heads[id]; h.Contexts == 0 && !except[int32(id)] {
			h.Contexts, h.Any, h.Beside, h.Unlisted = mask, true, true, true
		}
	}
}

// addAbbreviations takes what abbreviations may mean.
func (b *builder) addAbbreviations(f source.FindingsFile) {
	for _, e := range f.Abbreviations {
		for _, m := range e.Means {
			if id, ok := lookup(b, m.Term, b.termIDs, message.ATerm); ok {
				near := b.spellings(m.Near)
				b.each(e.Words, findingWeight, func(w *Word, _ text) { w.Meanings = append(w.Meanings, Meaning{id, near, m.Graded}) })
			}
		}
	}
}

// addMeasured takes the findings that numbers tell.
func (b *builder) addMeasured(f source.FindingsFile) {
	l := b.lexicon
	for _, e := range f.Lengths {
		for _, unit := range b.spellings([]text{e.Unit}) {
			l.Lengths = append(l.Lengths, Length{unit, e.Times})
		}
	}
	for _, e := range f.Measured {
		id, known := lookup(b, e.Term, b.termIDs, message.ATerm)
		s, placed := lookup(b, e.Site, b.siteIDs, message.ASite)
		if !known || !placed {
			continue
		}
		m := Measure{Term: id, Site: s, from: e.From, above: e.Above, below: e.Below}
		for _, d := range b.spellings(e.Dimensions) {
			m.Dimensions = append(m.Dimensions, string(d))
		}
		l.Measures = append(l.Measures, m)
	}
}

// everywhere lets a head make a term with each site of the body that makes none with
// it otherwise, nor is a part of one that does.
func (b *builder) everywhere(h int32, name text, mask uint32) {
	l := b.lexicon
	head := &l.Heads[h]
	head.Elsewhere, head.Contexts = make(map[int32]int32, len(l.Sites)), mask
	folded := l.Fold.Word(name.Value)
	for id := range l.Sites {
		s := int32(id)
		if l.Sites[s].Analyte || l.Sites[s].Own || l.Sites[s].Term || l.Listed(head, s) {
			continue
		}
		if w := l.Find(l.Sites[s].folded + folded); w != nil {
			if l.Reads(ListedElsewhere) && w.Term >= 0 { // 黄斑囊样水肿 is 黄斑水肿
				head.Elsewhere[s] = w.Term
			}
			continue
		}
		full := l.Sites[s].Name + name.Value
		made, known := b.termIDs[full]
		if !known {
			t := name
			t.Value = full
			made, _ = b.addTerm(t, Term{Contexts: mask, Site: s, Head: h})
		}
		head.Elsewhere[s] = made
	}
}

// alike lets each of the words stand for the others in what names a finding or ends
// one, unless that is a word already.
func (b *builder) alike(words []text) {
	l := b.lexicon
	folded, marks := make([]string, len(words)), make([]uint64, len(words))
	for i, t := range words {
		folded[i] = l.Fold.Word(t.Value)
		marks[i] = marksOf(folded[i])
	}
	for i := len(b.marks); i < len(l.Words); i++ {
		b.marks = append(b.marks, marksOf(l.Words[i].Text))
	}
	before := l.Words // as long as it is now: what is added is spelled already
	for i, has := range b.marks[:len(before)] {
		if !slices.ContainsFunc(marks, func(m uint64) bool { return m&has == m }) {
			continue // nearly all, which need not be looked at
		}
		w := &before[i]
		if w.Term < 0 && w.Head < 0 || w.Term >= 0 && l.Terms[w.Term].Head >= 0 || w.Cue != nil { // its head is spelled so
			continue
		}
		at := slices.IndexFunc(folded, func(t string) bool { return strings.Contains(w.Text, t) && w.Text != t })
		if at < 0 {
			continue
		}
		for _, to := range folded {
			t := text{Value: strings.Replace(w.Text, folded[at], to, 1), At: w.At}
			if l.Find(t.Value) == nil {
				other := b.word(t, findingWeight)
				other.Term, other.Head, other.Groups = w.Term, w.Head, w.Groups
				if w.Named != "" || w.Head >= 0 && l.Heads[w.Head].Any {
					other.Named = t.Value
				}
			}
		}
	}
}

// marksOf has a bit for each character of a text: one that contains another has its bits.
func marksOf(text string) (marks uint64) {
	for _, r := range text {
		marks |= 1 << (r % 64)
	}
	return marks
}

// Listed reports whether a head makes a term with a site or with what that is part of.
func (l *Lexicon) Listed(h *Head, s int32) bool {
	for at := range l.Up(s) {
		if _, ok := h.Terms[at]; ok {
			return true
		}
	}
	return false
}

// addParents notes what findings are a kind of, once all are known.
func (b *builder) addParents(f source.FindingsFile) {
	for _, e := range f.Findings {
		id, ok := b.termIDs[e.Term.Value]
		if !ok {
			continue
		}
		t := &b.lexicon.Terms[id]
		for _, name := range e.Parents {
			if parent, ok := lookup(b, name, b.termIDs, message.ATerm); ok {
				t.Parents = append(t.Parents, parent)
			}
		}
	}
}
