package observed

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/wire"
)

// conflict says why a sample cannot be what it is taken for, and reports whether anything
// says so, of value, unit, printed range and marks: the range lies outside of what the
// indicator can have or, where no unit was sent, of what is usual; it goes with the number
// only in another unit; two marks contradict each other; a mark points away from where the
// value lies, by the printed range or, without one, by the usual one, of which an end that
// it lacks is so many times the other that no method explains it. own is whether the printed range is this person's and
// nothing but a range: only then a mark inside of it is a contradiction, and an ordinary
// one outside.
func (r Reader) conflict(k *Known, sample *jsontree.Node, marks []string, own bool) (why message.Phrase, contrary bool) {
	unit := sample.Get("unit").Text
	x, isNumber := sample.Get("value").Float()
	standard, convertible := k.ToStandard(x, unit)
	if graded, ok := k.Graded(); k.Kind == dictionary.Qualitative || ok && unit == graded {
		return r.denied(k, sample, marks)
	}
	if !isNumber || !convertible {
		return why, false
	}
	low, high := wire.Ends(sample)
	printed := rangeText(sample.Get("reference"), low, high)
	least, _ := k.ToStandard(low, unit)
	most, _ := k.ToStandard(high, unit)
	usual := k.Usual
	apart := usual.Low != 0 && most < usual.Low || usual.High != 0 && least > usual.High
	if least > k.Plausible[1] || most < k.Plausible[0] || unit == "" && apart && least < most {
		return message.RangeForeign.With("name", k.Called(), "range", printed), true
	}
	value := string(sample.Get("value").Append(nil))
	rare := known().Rare
	if like := k.Rather(x, unit, least, most, rare.Far, rare.Reach, rare.Open); like != "" {
		return message.RangeOfOther.With("name", k.Called(), "value", value, "range", printed, "like", like), true
	}
	mark, says := "", ""
	for _, m := range marks {
		switch is := direction(m); {
		case is == "", is == "A", is == "N" && says != "": // A: high or low; H~N of analysers: high, and a sample without alarms
		case says == "" || says == "N":
			mark, says = m, is
		case is != says:
			return message.FlagsContrary.With("name", k.Called(), "one", mark, "other", m), true
		}
	}
	above, below, slack := x > high, x < low, lastPlace(value)
	if printed == "" {
		most := cmp.Or(usual.High, usual.Low*rare.Open)
		above = most != 0 && standard > most
		below = standard < cmp.Or(usual.Low, usual.High/rare.Open)
	}
	bound := ""
	if b := sample.Get(wire.Comparator); b != nil {
		bound = b.Text[:1]
	}
	contrary = says == "H" && (below || own && x+slack < high && bound != ">") ||
		says == "L" && (above || own && x-slack > low && bound != "<") ||
		says == "N" && own && (x-slack > high && bound != "<" || x+slack < low && bound != ">")
	why = message.FlagContrary.With("name", k.Called(), "value", value, "flag", mark)
	if printed != "" {
		why = message.FlagBesideRange.With("name", k.Called(), "value", value, "flag", mark, "range", printed)
	}
	return why, contrary
}

// denied reports whether a grade that is what is printed as usual is marked as unusual.
func (r Reader) denied(k *Known, sample *jsontree.Node, marks []string) (why message.Phrase, contrary bool) {
	text := sample.Get("reference").Get("text")
	at := slices.IndexFunc(marks, func(mark string) bool { return strings.ContainsAny(direction(mark), "HA") })
	if text == nil || at < 0 {
		return why, false
	}
	usual, ok := r.Grades().Value(Grade(text.Text))
	x, _ := sample.Get("value").Float()
	return message.FlagBesideRange.With("name", k.Called(), "value", text.Text, "flag", marks[at], "range", text.Text), ok && x == usual
}

// lastPlace is one in the last place of a number as it is written, what it was rounded to,
// and a little more: 5.4 lies 0.1 above 5.3.
func lastPlace(number string) float64 {
	if strings.ContainsAny(number, "eE") {
		return math.Inf(1)
	}
	_, decimals, _ := strings.Cut(number, ".")
	return 1.001 * math.Pow10(-len(decimals))
}

// direction is what a mark says: H, L, N, A for what is not N, or nothing.
func direction(mark string) string {
	mark = strings.ToUpper(strings.TrimSpace(mark))
	for says, words := range known().Flags {
		for _, word := range words {
			behind, is := strings.CutPrefix(mark, word)
			if is && (behind == "" || (says == "H" || says == "L") && !(behind[0] >= 'A' && behind[0] <= 'Z')) { // HM holds for review
				return says
			}
		}
	}
	return ""
}

// rangeText is a printed range as it was written, blank for one without an end.
func rangeText(r *jsontree.Node, low, high float64) string {
	if math.IsNaN(low) && math.IsNaN(high) {
		return ""
	}
	if text := r.Get("text"); text != nil && text.Text != "" {
		return text.Text
	}
	end := func(sign string, x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return sign + string(jsontree.NewFloat(x).Append(nil))
	}
	return strings.TrimSpace(end("≥", low) + " " + end("≤", high))
}

// Differ reports whether texts of one result have values that contradict each other, and
// which do: two numbers that differ, a word that denies another, one that is no value
// beside one that is. Blank ones say nothing.
func (r Reader) Differ(k *Known, texts []string) (one, other string, differ bool) {
	type value struct {
		number      float64
		bound, rest string
	}
	var last [2]*value // a number, a word
	var said [2]string // a value, none
	for _, text := range texts {
		v, ok := r.Read(k, text)
		kind, is := 0, value{bound: v.Bound, rest: v.Rest}
		switch {
		case text == "":
			continue
		case !ok:
			said[1] = text
		case v.Graded:
			kind = 1
			fallthrough
		default:
			is.number, _ = v.Number.Float()
			if kind == 1 {
				is.number = math.Ceil(min(is.number, 1))
			}
			if last[kind] != nil && *last[kind] != is {
				return said[0], text, true
			}
			last[kind], said[0] = &is, text
		}
		if said[0] != "" && said[1] != "" {
			return said[0], said[1], true
		}
	}
	return "", "", false
}
