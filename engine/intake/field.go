package intake

import (
	"slices"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/observed"
	"tijian/engine/wire"
)

// field reads a cell that says something of the person.
func (b *builder) field(field, text string, at Place) {
	switch {
	case field == "namespace":
		b.Namespace = text
	case field == "datetime":
		b.dated, b.told = true, at
		if b.at = b.moment(text); b.at == "" {
			b.issue(at, message.NotADay.With("text", text))
		}
	case field == "profile.dob":
		b.born(observed.Day(text), text, at)
	case field == "profile.gender":
		if b.sex = known().values[dictionary.Fold(text)]; b.sex != "male" && b.sex != "female" {
			b.sex = ""
			b.issue(at, message.SexUnknown.With("text", text))
		}
	case field == "age":
		age, ok := Age(text)
		if !ok {
			b.issue(at, message.AgeWrong.With("text", text))
			return
		}
		b.age = age
	case strings.HasSuffix(field, "_frequency"):
		b.frequency(field, text, at)
	case field == "profile.region":
		b.fields[field] = jsontree.NewString(text)
	case strings.HasPrefix(field, "health_background.") || strings.HasPrefix(field, "profile."):
		b.flag(field, text, at)
	}
}

// born takes a day of birth, or the month alone, of which finish makes a day.
func (b *builder) born(day, text string, at Place) {
	month, ok := observed.Month(text)
	if ok = ok && day == ""; ok && b.month == nil && strings.HasPrefix(b.dob, month.Format("2006-01")) {
		return // an identity number told the day
	}
	if b.dob, b.month = day, nil; ok {
		b.month = &born{month, text, at}
		b.dob = month.Format(time.DateOnly)
	}
	if b.dob == "" {
		b.issue(at, message.NotADay.With("text", text))
	}
}

// born is a month of birth of which the day is not told.
type born struct {
	month time.Time
	text  string
	at    Place
}

// frequency reads how many cigarettes a day: a number, or 每天一包. What does not tell
// it counts as not told.
func (b *builder) frequency(field, text string, at Place) {
	folded := dictionary.Fold(text)
	if known().values[folded] == "false" || known().smoking.stopped(folded) {
		folded = "0"
	}
	number, times := known().smoking.cut(folded)
	m, ok := wire.Measure(number)
	if x, small := known().smoking.Counts[number]; small {
		b.fields[field] = jsontree.NewFloat(x * times)
		return
	}
	switch n, unclear := numeral.Unclear(number); {
	case ok && m.Rest == "" && m.Bound == "" && times == 1:
		b.fields[field] = m.Number
		return
	case ok && m.Rest == "" && m.Bound == "":
		x, _ := numeral.Float(number)
		b.fields[field] = jsontree.NewFloat(x * times)
		return
	case unclear:
		b.issue(at, n.Why())
	default:
		b.issue(at, message.SmokesHow.With("text", text))
	}
}

// unsure takes back what was read of a field that is told in two ways: without sex or
// date of birth nobody is assessed, anything else counts as not told.
func (b *builder) unsure(field string) {
	if field = inRequest(field); needed[field] {
		b.fields[field] = jsontree.NewNull()
	} else {
		delete(b.fields, field)
	}
}

// needed are the fields without which nobody is assessed.
var needed = map[string]bool{"user_identifier": true, "namespace": true, "datetime": true, "profile.dob": true, "profile.gender": true}

// stopped reports whether a folded text says that nobody smokes any more.
func (w smokingWords) stopped(text string) bool {
	says := func(words []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
	}
	return says(w.None) && !says(w.Again)
}

// cut leaves the number of a folded text, and says how many cigarettes one of what
// is counted has.
func (w smokingWords) cut(text string) (number string, times float64) {
	for _, word := range w.Beside {
		text = strings.ReplaceAll(text, word, "")
	}
	for word, each := range w.Each {
		if rest, ok := strings.CutSuffix(text, word); ok {
			return rest, each
		}
	}
	return text, 1
}

// flag reads a yes or no; what is neither counts as not told.
func (b *builder) flag(field, text string, at Place) {
	switch known().values[dictionary.Fold(text)] {
	case "true", "male": // 1
		b.fields[field] = jsontree.NewBool(true)
	case "false":
		if b.fields[field] == nil {
			b.fields[field] = jsontree.NewBool(false)
		}
	default:
		b.issue(at, message.FlagWrong.With("text", text))
	}
}
