package lexicon

import (
	"math"
	"slices"
	"strings"

	"tijian/engine/keywords/plaintext"
	"tijian/engine/keywords/source"
	"tijian/engine/message"
)

// Quantities are what numbers behind a name tell: QTc 492ms.
type Quantities struct {
	Names     Backwards[[]Bound] // none: another quantity's
	Unnamed   []Bound            // whose unit tells enough: -3.25DS
	Between   Backwards[bool]    // what may stand before a number; whether it makes it one of a prediction
	Nobody    [][]rune
	Judged    [][]rune // phrases that hold such a word and judge the number
	Elsewhere [][]rune // earlier in the sentence
	Child     [][]rune
	Year, Age []rune // behind the numbers of these
	Grown     int
	Sexes     []rune
	Denials   [][]rune // what a sign has not
	Seen      [][]rune // what begins like them and denies nothing
}

// A Bound is a finding that numbers tell which lie within it.
type Bound struct {
	Term  int32
	Sex   rune // 男, 女 or 0
	Units []Length
	Bare  bool
	By    []int32 // heads that tell it, too
	Near  [][]rune
	In    [2]float64
	Pair  [2]float64 // of the second number
	Pairs bool
	Sizes bool // the largest number of a size
}

// A Picture is a sign that only one disease has, in parts that stand in one sentence.
type Picture struct {
	Term     int32
	Parts    [][]rune // the first of them is what it is looked for by
	Possible bool
}

// addQuantities takes the findings that numbers behind a name tell.
func (b *builder) addQuantities(f source.FindingsFile) {
	l, e := b.lexicon, f.Quantities
	if len(e.Bounds) == 0 || !l.Reads(Quantified) {
		return
	}
	q := &l.Quantities
	q.Nobody, q.Judged, q.Elsewhere, q.Child = b.spellings(e.Nobody), b.longestSpellings(e.Judged), b.spellings(e.Elsewhere), b.spellings(e.Child)
	if !l.Reads(ComposedChanges) { // whose dictionaries did not say
		e.Year.Value, e.Age.Value, e.Predicted.Value, e.Grown = "年", "岁", "预", 18
		e.Denials, e.Seen = []text{{Value: "未"}, {Value: "不"}, {Value: "无"}}, []text{{Value: "无回"}}
	}
	q.Year, q.Age, q.Grown, q.Denials, q.Seen = []rune(e.Year.Value), []rune(e.Age.Value), e.Grown, b.spellings(e.Denials), b.spellings(e.Seen)
	for _, word := range b.spellings(e.Between) {
		q.Between.Put(word, func(bool) bool { return strings.Contains(string(word), e.Predicted.Value) })
	}
	units := map[string][]Length{}
	for _, u := range e.Units {
		for _, s := range u.Spelled {
			units[u.Unit.Value] = append(units[u.Unit.Value], Length{[]rune(l.Fold.Word(s.Key.Value)), s.Value})
		}
	}
	spelled := b.spellingsOfSites()
	name := func(n string, to ...Bound) {
		q.Names.Put([]rune(n), func(all []Bound) []Bound { return append(all, to...) })
	}
	for _, t := range e.Others {
		name(l.Fold.Word(t.Value))
	}
	for _, e := range e.Bounds {
		id, known := lookup(b, e.Term, b.termIDs, message.ATerm)
		if !known {
			continue
		}
		bound := Bound{Term: id, Bare: e.Bare || len(e.Units) == 0, Near: b.spellings(e.Near), Pairs: len(e.Pair) > 0, Sizes: e.Size}
		for _, r := range e.Sex.Value {
			bound.Sex = r
			q.Sexes = append(q.Sexes, r)
		}
		bound.In, bound.Pair = within(e.In), within(e.Pair)
		for _, u := range e.Units {
			if all := units[u.Value]; all != nil {
				bound.Units = append(bound.Units, all...)
			} else {
				bound.Units = append(bound.Units, Length{[]rune(l.Fold.Word(u.Value)), 1})
			}
		}
		for _, t := range e.By {
			if h, ok := lookup(b, t, b.headIDs, message.AHead); ok {
				bound.By = append(bound.By, h)
			}
		}
		if len(e.Names) == 0 {
			q.Unnamed = append(q.Unnamed, bound)
		}
		for _, t := range e.Names {
			n := l.Fold.Word(t.Value)
			name(n, bound)
			if s, ok := b.siteIDs[t.Value]; ok && l.Sites[s].Analyte {
				for _, other := range spelled[s] {
					if other != n {
						name(other, bound)
					}
				}
			}
		}
	}
}

// within are the least and the most of a list, which may lack the latter.
func within(list []float64) [2]float64 {
	switch len(list) {
	case 0:
		return [2]float64{math.Inf(-1), math.Inf(1)}
	case 1:
		return [2]float64{list[0], math.Inf(1)}
	}
	return [2]float64{list[0], list[1]}
}

// spellingsOfSites lists the spellings of each analyte.
func (b *builder) spellingsOfSites() map[int32][]string {
	all := map[int32][]string{}
	for i := range b.lexicon.Words {
		if w := &b.lexicon.Words[i]; w.Site >= 0 && b.lexicon.Sites[w.Site].Analyte {
			all[w.Site] = append(all[w.Site], w.Text)
		}
	}
	return all
}

// addPictures takes the signs that only one disease has.
func (b *builder) addPictures(f source.FindingsFile) {
	l := b.lexicon
	if !l.Reads(Pictured) {
		return
	}
	for _, e := range f.Pictures {
		id, known := lookup(b, e.Term, b.termIDs, message.ATerm)
		if !known {
			continue
		}
		for _, t := range e.Signs {
			p := Picture{Term: id, Possible: e.Possible}
			for part := range strings.SplitSeq(l.Fold.Word(t.Value), "+") {
				p.Parts = append(p.Parts, []rune(part))
			}
			slices.SortStableFunc(p.Parts, func(x, y []rune) int { return len(y) - len(x) }) // the rarest
			if l.Pictures == nil {
				l.Pictures = map[rune][]Picture{}
			}
			first := p.Parts[0][0]
			l.Pictured[uint16(first)] = true
			l.Pictures[first] = append(l.Pictures[first], p)
		}
	}
}

// Has reports whether a number, or a pair of them, lies within the bound; rest is what follows,
// its unit first. One number of a pair is enough.
func (b *Bound) Has(value, second float64, paired, size bool, rest []rune) bool {
	if paired != b.Pairs || size && !b.Sizes {
		return false
	}
	times, fits := 1.0, b.Bare && !startsUnit(rest)
	for _, u := range b.Units {
		if n := plaintext.Over(rest, u.Unit); !fits && n > 0 && !startsUnit(rest[n:]) {
			times, fits = u.Times, true
		}
	}
	in := func(v float64, to [2]float64) bool { return v >= to[0] && v <= to[1] }
	return fits && (in(value*times, b.In) || paired && in(second*times, b.Pair))
}

// startsUnit reports whether what follows a number or a unit is more of it.
func startsUnit(rest []rune) bool {
	return len(rest) > 0 && (plaintext.IsLatin(rest[0]) || rest[0] == '/' || rest[0] == '%' || rest[0] == '^' || rest[0] == '*' || rest[0] == '×')
}
