package intake

import (
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/message"
)

// specimens that are not blood, for people.
var specimens = map[string]message.Phrase{"urine": message.OfUrine, "stool": message.OfStool, "other": message.OfOther}

// sampled is the indicator of a name where the specimen is known, "" for not: the
// one that is measured in it. It may still be one that is not.
func (o Options) sampled(name, unit, specimen string) (*dictionary.Indicator, bool) {
	i, ok := o.called(name, unit)
	if specimen == "" || ok && i.Specimen == specimen {
		return i, ok
	}
	for _, prefix := range known.prefixes[specimen] {
		if its, ok := o.called(prefix+strings.TrimLeft(name, known.marks), unit); ok && its.Specimen == specimen {
			return its, true
		}
	}
	if its, ok := o.Dictionary.NamedIn(specimen, name, unit); ok {
		return its, true
	}
	return i, ok
}

// strange reports whether an indicator is not measured in a specimen. Blood is
// what laboratories name where they mean no other.
func strange(i *dictionary.Indicator, specimen string) bool {
	return specimen != "" && specimen != "blood" && i.Specimen != specimen && i.Specimen != "body"
}

// specimenOf is what a text says of the specimen, in words or also in codes of
// HL7; "" for nothing, or for two.
func specimenOf(text string, coded bool) string {
	for word := range strings.FieldsSeq(text) {
		if code := known.codes[dictionary.Fold(word)]; coded && code != "" {
			return code
		}
	}
	found := ""
	for word, specimen := range known.specimens {
		switch {
		case !strings.Contains(dictionary.Fold(text), word) || found == specimen:
		case found != "":
			return ""
		default:
			found = specimen
		}
	}
	return found
}
