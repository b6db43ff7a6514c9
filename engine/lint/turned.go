package lint

import (
	"strings"
	"unicode"

	"tijian/engine/changes"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/sense"
)

// turned warns of a sentence that tells what it denied, or denies what it told; of one in
// which nothing but a unit became another; and of values that are filled in no more.
func (d *differing) turned(at problem.Place, what message.Phrase, field, from, to string, differs sense.Difference) {
	word := d.denial(from, to)
	if word == "" {
		word = d.denial(to, from)
	}
	for _, l := range differs.Lost {
		for _, g := range differs.Gained {
			if sameCount(l, g) && strings.Replace(from, l.Word, g.Word, 1) == to {
				word = g.Word
			}
		}
		if l.Kind == sense.Filled && l.Of != "days" {
			word = l.Word
		}
	}
	if word != "" {
		d.list.Add(message.SentenceTurned.At(at, "what", what, "field", field, "word", word, "change", changes.Altered(from, to)))
	}
}

// sameCount reports whether two facts are units, or the same number of something else.
func sameCount(a, b sense.Fact) bool {
	number := func(f sense.Fact) string {
		return strings.TrimRightFunc(f.Word, func(r rune) bool { return !unicode.IsDigit(r) })
	}
	switch a.Kind {
	case sense.Unit:
		return b.Kind == sense.Unit
	case sense.Term, sense.Amount:
		return (b.Kind == sense.Term || b.Kind == sense.Amount) && number(a) != "" && number(a) == number(b)
	}
	return false
}

// shortest is how many characters behind a negation are known again in another sentence.
const shortest = 3

// denial finds what a text denies and another tells; "" where there is nothing.
func (d *differing) denial(denies, tells string) string {
	for clause := range strings.FieldsFuncSeq(denies, isMark) {
		from := d.negated(clause)
		if from < 0 {
			continue
		}
		tail := []rune(clause[from:])
		for i := range max(0, len(tail)-shortest+1) {
			if piece := string(tail[i : i+shortest]); d.tells(tells, piece) && !d.tells(denies, piece) {
				return piece
			}
		}
	}
	return ""
}

// negated is where the first negation of a clause ends, -1 for none.
func (d *differing) negated(clause string) int {
	for _, f := range d.reader.Read(clause) {
		if f.Kind == sense.Negation {
			return f.At + len(f.Word)
		}
	}
	return -1
}

// tells reports whether a text says something without a negation before it.
func (d *differing) tells(text, piece string) bool {
	for clause := range strings.FieldsFuncSeq(text, isMark) {
		if at := strings.Index(clause, piece); at >= 0 {
			if end := d.negated(clause); end < 0 || end > at {
				return true
			}
		}
	}
	return false
}

func isMark(r rune) bool { return unicode.IsPunct(r) && r != '{' && r != '}' || unicode.IsSpace(r) }
