// Package values finds the laboratory values and blood pressures that a text
// states as measured on the person it is about: 血压152/96, 空腹血糖7.2（3.9-6.1）,
// ALT 68 H, 尿蛋白(++).
//
// A wrong value is worse than none, so only what is written in a form that is
// understood to its end counts: a name of the dictionary, known words, a number
// or grade, a unit of that indicator, and then a sign that something else
// begins. Goals, bounds, definitions, reference ranges, earlier results and
// other people's are left out: by words of text_values.yaml and by the cues of
// the lexicon. What the values mean is for the rules to say.
package values

import (
	"slices"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/message"
)

// A Value is one result that a text states.
type Value struct {
	Indicator  *dictionary.Indicator
	Start, End int    // of everything said of it, in characters of the text
	Value      string // as written
	Unit       string // as written, "" for none
	Reference  string // the printed range as written, "" for none

	Number float64 // in the unit In
	In     string  // canonical; "" is the standard unit of what has none
	Known  bool    // the unit was written, or only one can be meant; never of a number that is unclear
	Range  *assess.Reference
	Mark   Direction // that the text gives it

	Unclear message.Phrase // how else the number can be read; zero for one that has one reading
}

// A Direction is where a text says that a value lies.
type Direction int8

// The directions.
const (
	Low  Direction = -1
	High Direction = 1
)

// A Reader finds values. It never changes and is safe for concurrent use.
type Reader struct {
	lexicon    *keywords.Lexicon
	dictionary *dictionary.Dictionary
	words      index               // names, and words that say whose or which value follows
	lists                          // words that stand beside a value
	specimens  map[string][]string // what names of its indicators hold: 尿
	unprinted  unprinted
	grades     int // characters of the longest grade
	Reasons    Reasons
}

// Reasons tell people why a value has no level.
type Reasons struct {
	Unit, Person, Mark, Many string
}

// Read lists the values of a text in order. item is the examination that the
// text belongs to, "" for none.
func (r *Reader) Read(text, item string) []Value {
	if r == nil {
		return nil
	}
	p := parser{Reader: r, text: []rune(text), plain: r.lexicon.Plain(text), item: r.specimenOf(item)}
	p.runes = p.plain.Runes
	p.scan()
	p.parse()
	return p.current()
}

// Strings lists the values of a text as suites write them.
func (r *Reader) Strings(text string) []string {
	var all []string
	for _, v := range r.Read(text, "") {
		all = append(all, v.String())
	}
	return all
}

// current leaves out what the lexicon's cues make advice, the past, or somebody
// else's.
func (p *parser) current() []Value {
	if len(p.found) == 0 {
		return nil
	}
	spans := make([]keywords.Span, len(p.found))
	for i, v := range p.found {
		spans[i] = keywords.Span{Start: v.Start, End: v.End}
	}
	status := p.lexicon.StatusOf(string(p.text), spans)
	kept := p.found[:0]
	for i, v := range p.found {
		paired := i > 0 && spans[i] == spans[i-1] // the second of 152/96
		if paired {
			status[i] = status[i-1]
		}
		if !slices.Contains([]keywords.Status{keywords.Conditional, keywords.Family, keywords.Past}, status[i]) {
			kept = append(kept, v)
		}
	}
	return kept
}

// String is how suites write a value: its name, the number as written, the unit
// that is meant, "?" for none, and the printed range.
func (v Value) String() string {
	s := v.Indicator.Name + " " + v.Value
	switch {
	case !v.Known:
		s += " ?"
	case v.In != "":
		s += " " + v.In
	}
	if v.Reference != "" {
		s += " (" + v.Reference + ")"
	}
	return s
}
