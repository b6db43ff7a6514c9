package lexicon

import (
	"slices"
	"strings"

	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/source"
	"tijian/engine/message"
)

// spread replaces the | of a spelling by nothing and by each word that may
// stand there: 光点|增粗 also means 光点稍增粗. What is written anyway, as one of
// the words or as the name, is left out.
func (b *builder) spread(words []text, name text) []text {
	if !slices.ContainsFunc(words, func(t text) bool { return strings.Contains(t.Value, "|") }) {
		return words
	}
	written := map[string]bool{name.Value: true}
	for _, t := range words {
		written[t.Value] = true
	}
	var all []text
	for _, t := range words {
		before, after, split := strings.Cut(t.Value, "|")
		if !split {
			all = append(all, t)
			continue
		}
		for _, between := range append([]text{{}}, b.interposed...) {
			t.Value = before + between.Value + after
			if !written[t.Value] {
				written[t.Value] = true
				all = append(all, t)
			}
		}
	}
	return all
}

// known are the sites that settle what a word means: its own and those named.
func (b *builder) known(names []text, own int32) []int32 {
	var known []int32
	if own >= 0 {
		known = append(known, own)
	}
	for _, name := range names {
		if id, ok := lookup(b, name, b.siteIDs, message.ASite); ok {
			known = append(known, id)
		}
	}
	return known
}

// structures reads what sites.yaml says beyond the sites themselves.
func (b *builder) structures() {
	for _, e := range b.places {
		own := b.siteIDs[e.Site.Value]
		known := b.known(e.KnownBy, own)
		if parent := b.lexicon.Sites[own].Parent; parent >= 0 {
			known = append(known, parent)
		}
		b.each(e.Local, plainWeight, func(w *Word, _ text) {
			w.Local = append(w.Local, Choice{own, known})
			w.Groups |= SiteGroup
		})
	}
	f := b.structure
	for _, e := range f.Together {
		ids := b.known(e.Sites, -1)
		b.each(e.Words, plainWeight, func(w *Word, _ text) {
			if len(ids) > 0 {
				w.Sites, w.Site = ids[:len(ids)-1], ids[len(ids)-1]
				w.Groups |= SiteGroup
			}
		})
	}
	for _, e := range f.Items {
		ids := b.known(e.Sites, -1)
		b.each(e.Words, plainWeight, func(w *Word, _ text) { w.Items = ids })
	}
	for _, e := range f.Sections {
		kind, ok := lookup(b, e.Name, sections, message.ASection)
		b.each(e.All(), plainWeight, func(w *Word, _ text) {
			if ok {
				w.Section = kind
			}
		})
	}
	var words []HeadingWord
	for _, e := range f.Headings {
		kind, ok := lookup(b, e.Name, headingKinds, message.ASection)
		for _, spelling := range b.longestSpellings(e.Words) {
			if ok {
				words = append(words, HeadingWord{spelling, kind})
			}
		}
	}
	b.lexicon.Headings = byFirst(words, func(w HeadingWord) []rune { return w.Spelling })
	b.levels(f)
	b.clips(f)
}

// clips takes the short spellings, the longest of each first character first.
func (b *builder) clips(f source.SitesFile) {
	l := b.lexicon
	if !l.Reads(Clips) {
		return
	}
	var clips []plaintext.Clip
	behind := b.spellings(f.ClipsBehind)
	for _, e := range f.Clips {
		for _, short := range b.spellings(e.Words) {
			c := plaintext.Clip{Short: short, Full: []rune(l.Fold.Word(e.Full.Value)), Ahead: b.spellings(e.Ahead)}
			if c.Whole = !slices.ContainsFunc(short, func(r rune) bool { return !plaintext.IsLatin(r) }); c.Whole && (len(c.Ahead) == 0 || !l.Reads(ComposedChanges)) {
				c.Behind = behind
			}
			clips = append(clips, c)
		}
	}
	l.Clips = byFirst(clips, func(c plaintext.Clip) []rune { return c.Short })
}

// byFirst sorts what is spelled so by the first character, the longest first.
func byFirst[T any](all []T, spelling func(T) []rune) map[rune][]T {
	slices.SortStableFunc(all, func(x, y T) int { return len(spelling(y)) - len(spelling(x)) })
	sorted := map[rune][]T{}
	for _, one := range all {
		first := spelling(one)[0]
		sorted[first] = append(sorted[first], one)
	}
	return sorted
}

func (b *builder) levels(f source.SitesFile) {
	l, levels := b.lexicon, []Level(nil)
	for _, e := range f.Levels {
		w := b.word(e.Site, plainWeight)
		if _, ok := lookup(b, e.Site, b.siteIDs, message.ASite); !ok || w == nil {
			continue
		}
		for _, prefix := range b.spellings(e.Prefixes) {
			levels = append(levels, Level{prefix, l.wordIDs[w.Text], e.Last})
		}
	}
	l.Levels = byFirst(levels, func(l Level) []rune { return l.Prefix })
	l.Between, l.Behind, l.NotBehind = b.spellings(f.Numbered.Between), b.longestSpellings(f.Numbered.Behind), b.spellings(f.Numbered.NotBehind)
}
