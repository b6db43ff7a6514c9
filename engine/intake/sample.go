package intake

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/observed"
	"tijian/engine/wire"
)

// A sample is one of a request; of HL7 with what tells which other one it replaces.
type sample struct {
	node      *jsontree.Node // nil, of HL7, for a result without a value that can be used
	name      string
	at        place
	unitTaken message.Phrase // in which unit it is taken that came without
	*version                 // of HL7; nil in tables
}

// sample adds a value; why it is not used, or how, is said.
func (b *builder) sample(k *observed.Known, value string, beside observed.Beside, at place) {
	if b.absent(k.Indicator, value) {
		return
	}
	got, why := b.reader().Text(k, value, beside)
	if got.Sample == nil {
		if got.OfUnit {
			at.value = at.unit
		}
		b.issue(*at.value, why)
		return
	}
	if why, unclear := wire.RangeUnclear(got.Sample); unclear {
		b.issue(*at.value, why)
	}
	for _, note := range []message.Phrase{got.Bound, got.Range} {
		if note != (message.Phrase{}) {
			b.note(*at.value, note)
		}
	}
	b.samples = append(b.samples, sample{node: got.Sample, name: k.Name, at: at, unitTaken: got.UnitTaken})
}

// together leaves out the samples that others of the same indicator say, or contradict.
func (b *builder) together() {
	nodes := make([]*jsontree.Node, len(b.samples))
	for i, s := range b.samples {
		nodes[i] = s.node
	}
	kept := b.samples[:0:0]
	for i, why := range b.reader().Together(nodes) {
		switch why {
		case message.Phrase{}:
			kept = append(kept, b.samples[i])
		case message.Twice:
			b.note(*b.samples[i].at.value, why)
		default:
			b.issue(*b.samples[i].at.value, why)
		}
	}
	b.samples = kept
}

// printed puts a range as it is printed into a sample.
func printed(text string) func(*jsontree.Node) {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	return func(sample *jsontree.Node) { sample.Set("reference", jsontree.NewObject("text", text)) }
}

// place says where the parts of a sample stand.
type place struct {
	name, value, unit *Place
}

// everywhere is the place of a sample that stands in one cell.
func everywhere(at Place) place { return place{&at, &at, &at} }

// both adds two values that were written as one, 130/85.
func (b *builder) both(first, second *dictionary.Indicator, value, unit string, at Place) {
	one, other, ok := strings.Cut(norm.NFKC.String(value), "/")
	switch {
	case ok && strings.TrimSpace(one) != "":
		of := observed.Beside{Unit: observed.Unit{Whole: unit}}
		b.sample(&observed.Known{Indicator: first}, one, of, everywhere(at))
		b.sample(&observed.Known{Indicator: second}, other, of, everywhere(at))
	case !b.absent(first, value):
		b.issue(at, message.NotAPair.With("text", value))
	}
}

// absent reports whether a cell says that nothing was measured. What may be a
// grade is one: a dash is negative.
func (b *builder) absent(i *dictionary.Indicator, text string) bool {
	if v, ok := b.reader().Read(&observed.Known{Indicator: i}, text); ok && v.Rest == "" {
		return false
	}
	_, ok := known().absent[dictionary.Fold(text)]
	return ok
}

// pair returns the two indicators that a name stands for together, nil for none.
func (o Options) pair(title string) (first, second *dictionary.Indicator) {
	one, other, ok := strings.Cut(known().pairs[dictionary.Fold(title)], "/")
	if !ok {
		return nil, nil
	}
	first, _ = o.Dictionary.Lookup(one)
	second, _ = o.Dictionary.Lookup(other)
	if first == nil || second == nil {
		return nil, nil
	}
	return first, second
}

// unitless says of the samples from first on that came without a unit which one
// they are taken to have.
func (b *builder) unitless(first int) {
	for _, s := range b.samples[first:] {
		if s.unitTaken != (message.Phrase{}) {
			b.note(*s.at.unit, s.unitTaken)
		}
	}
}
