package intake

import (
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/wire"
)

// field reads a cell that says something of the person.
func (b *builder) field(field, text string, at message.Phrase) {
	switch {
	case field == "namespace":
		b.Namespace = text
	case field == "datetime":
		b.dated = true
		if b.at = b.moment(text); b.at == "" {
			b.issue(at, message.NotADay.With("text", text))
		} else if then, err := time.Parse(time.RFC3339, b.at); err == nil && b.ahead(then) {
			b.issue(at, message.DayAhead.With("text", text))
		}
	case field == "profile.dob":
		if b.dob = day(text); b.dob == "" {
			b.issue(at, message.NotADay.With("text", text))
		}
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

// frequency reads how often something is done.
func (b *builder) frequency(field, text string, at message.Phrase) {
	text = norm.NFKC.String(text)
	switch known().values[dictionary.Fold(text)] {
	case "false":
		text = "0"
	case "true": // who smokes is not assessed as one who does not
		b.fields[field] = jsontree.NewNull()
		b.issue(at, message.SmokesHow.With("text", text))
		return
	}
	m, ok := wire.Measure(text)
	if !ok || m.Rest != "" || m.Bound != "" {
		why := message.NumberWrong.With("text", text)
		if n, unclear := numeral.Unclear(text); unclear {
			why = n.Why()
		}
		b.issue(at, why)
		return
	}
	b.fields[field] = m.Number
}

// flag reads a yes or no.
func (b *builder) flag(field, text string, at message.Phrase) {
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
