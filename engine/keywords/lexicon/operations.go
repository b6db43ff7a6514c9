package lexicon

import (
	"slices"
	"strings"

	"tijian/engine/keywords/source"
	"tijian/engine/message"
)

// operations are the words that tell such a state.
type operations struct {
	Called   string // 术后
	Contexts uint32
	endings  []string // behind what was done, longest first, as are the others
	verbs    []string
	Through  []string // in front of it, and no part of the name: 腹腔镜下
	Alone    []string // what names the state without an object: 射频消融
	PutIn    []string // 植入 and what means the same
	Devices  []string
	Keeping  []string // objects and verbs that leave the disease: 支架, 搭桥
}

func (b *builder) readOperations(e source.OperationsEntry) {
	o := &b.lexicon.Operations
	o.Called, o.endings, o.Alone, o.Keeping = e.Called.Value, b.longest(e.Endings), b.longest(e.Alone), b.longest(e.Keeping)
	o.verbs, o.Through = b.longest(b.inParts(e.Verbs)), b.longest(b.inParts(e.Through))
	if e.Called.Set() {
		o.Contexts = b.mask(e.Context, nil, e.Called.At)
	}
	o.PutIn = append([]string{e.PutIn.Name.Value}, b.longest(e.PutIn.Words)...)
	for _, object := range e.Devices {
		o.Devices = append(o.Devices, object.Name.Value)
	}
	for _, object := range slices.Concat(e.Devices, e.Objects) {
		b.each(object.All(), findingWeight, func(w *Word, _ text) { w.Object = object.Name.Value })
	}
}

// EndsWith reports whether a word ends with what surgeons do, whatever it means: 肾融合.
func (o *operations) EndsWith(word string) bool {
	return slices.ContainsFunc(o.verbs, func(verb string) bool { return strings.HasSuffix(word, verb) })
}

// Begins reports whether what stands behind what was done, and is no 史 alone, begins
// with a character of the alphabet.
func (o *operations) Begins(alphabet map[rune]uint16, code uint16) bool {
	return slices.ContainsFunc(o.endings, func(ending string) bool {
		runes := []rune(ending)
		return len(runes) > 1 && alphabet[runes[0]] == code
	})
}

// inParts are the words of parts.
func (b *builder) inParts(names []text) []text {
	var words []text
	for _, name := range names {
		part, _ := lookup(b, name, b.parts, message.APart)
		words = append(words, part...)
	}
	return words
}

// longest are the words as they are looked for, longest first.
func (b *builder) longest(words []text) []string {
	var folded []string
	for _, t := range words {
		folded = append(folded, b.lexicon.Fold.Word(t.Value))
	}
	slices.SortFunc(folded, func(x, y string) int { return len(y) - len(x) })
	return folded
}

// Parse takes a cue such as 腹腔镜下切除术后 apart: what stands before what was done, and
// that. It reports whether it tells a state.
func (o *operations) Parse(cue string) (before, verb string, ok bool) {
	for _, ending := range o.endings {
		rest, found := strings.CutSuffix(cue, ending)
		if !found {
			continue
		}
		if rest == "" {
			return "", "", strings.HasPrefix(ending, o.Called) || len(ending) > len(o.Called)
		}
		for _, verb := range o.verbs {
			if before, found := strings.CutSuffix(rest, verb); found {
				return before, verb, true
			}
		}
	}
	return "", "", false
}

// Operated is the standard name of the organ or device that a part of a cue ends with,
// "" for none: 人工|髋关节.
func (l *Lexicon) Operated(part string) (name string, site int32) {
	for at := range part {
		if w := l.Find(part[at:]); w != nil && w.Object != "" {
			return w.Object, -1
		} else if w != nil && w.Site >= 0 {
			return l.Sites[w.Site].Name, w.Site
		}
	}
	return "", -1
}
