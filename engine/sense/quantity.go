package sense

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// A unit behind a number: the days that it counts, 0 where it is no time.
type unit struct {
	word string
	days float64
}

var units = sync.OnceValue(func() (list []unit) {
	u := known().Units
	for word, days := range u.Days {
		list = append(list, unit{word, days})
	}
	for word, hours := range u.Hours {
		list = append(list, unit{word, hours / 24})
	}
	for _, word := range u.Others {
		list = append(list, unit{word: word})
	}
	slices.SortFunc(list, func(a, b unit) int {
		return cmp.Or(cmp.Compare(len(b.word), len(a.word)), cmp.Compare(a.word, b.word))
	})
	return list
})

// quantity reads a number and what it counts at the beginning of a text; of a
// number in characters only one with a unit. The length is 0 where there is
// none.
func quantity(text string) (Fact, int) {
	digits := 0
	for digits < len(text) && (text[digits] >= '0' && text[digits] <= '9' || text[digits] == '.') {
		digits++
	}
	value, length := 0.0, digits
	if digits > 0 {
		value, _ = strconv.ParseFloat(text[:digits], 64)
	} else {
		value, length = spelled(text)
	}
	if length == 0 {
		return Fact{}, 0
	}
	for _, u := range units() {
		if !strings.HasPrefix(text[length:], u.word) {
			continue
		}
		length += len(u.word)
		if u.days > 0 {
			return Fact{Kind: Term, Of: number(value * u.days), Word: text[:length]}, length
		}
		return Fact{Kind: Amount, Of: number(value) + u.word, Word: text[:length]}, length
	}
	if digits == 0 {
		return Fact{}, 0
	}
	return Fact{Kind: Amount, Of: number(value), Word: text[:length]}, length
}

// Terms are the times that a text says, each with its days.
func Terms(text string) (facts []Fact) {
	for at := 0; at < len(text); {
		f, length := quantity(text[at:])
		if length == 0 {
			_, length = utf8.DecodeRuneInString(text[at:])
		}
		if f.At = at; f.Kind == Term {
			facts = append(facts, f)
		}
		at += length
	}
	return facts
}

// spelled reads a small number in characters: of 两三 the larger, of 十五 the sum.
func spelled(text string) (value float64, length int) {
	for length < len(text) {
		r, n := utf8.DecodeRuneInString(text[length:])
		digit, is := known().Numerals[string(r)]
		switch {
		case !is:
			return value, length
		case digit == 10 && value > 0:
			value *= 10
		case value >= 10:
			value += digit
		default:
			value = max(value, digit)
		}
		length += n
	}
	return value, length
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }

// A Difference is what one sentence tells and another does not.
type Difference struct{ Lost, Gained []Fact }

// Compare tells which facts a text lost and gained: each as often as it is told
// less or more.
func Compare(before, after []Fact) Difference {
	return Difference{Lost: without(before, after), Gained: without(after, before)}
}

// without are the facts that are told more often than among others.
func without(facts, others []Fact) (more []Fact) {
	left := map[[2]string]int{}
	for _, f := range others {
		left[[2]string{f.Kind, f.Of}]++
	}
	for _, f := range facts {
		k := [2]string{f.Kind, f.Of}
		if left[k]--; left[k] < 0 {
			more = append(more, f)
		}
	}
	return more
}

// Words are those of some facts, each with its kind: 今天 (how soon), once.
func Words(facts []Fact) message.Phrase {
	in := func(lang, comma string) string {
		seen := map[string]bool{}
		for _, f := range facts {
			seen[f.Word+" "+Called(f.Kind).In(lang)] = true
		}
		return strings.Join(slices.Sorted(maps.Keys(seen)), comma)
	}
	return message.Phrase{ZH: in(problem.Chinese, "、"), EN: in(problem.English, ", ")}
}

// IsDose reports whether a fact is a number of what a doctor doses.
func IsDose(f Fact) bool {
	return f.Kind == Amount && slices.ContainsFunc(known().Doses, func(unit string) bool { return strings.HasSuffix(f.Of, unit) })
}

// Needless reports whether a text, behind a negation, begins with what should be
// done where a doctor is to be seen.
func Needless(text string) bool {
	return slices.ContainsFunc(known().Needless, func(word string) bool { return strings.HasPrefix(text, word) })
}
