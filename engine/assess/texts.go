package assess

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// texts of samples that no rule assesses, and the colours of their levels.
type texts struct {
	unknownIndicator, unknownLike, noRule, underAge, insufficient, implausible, urgent, late, unit, named, number, beside, contradicted, contradictedUrgent template
	colors                                                                                                                                                  map[string]int
	lates                                                                                                                                                   map[*ruleset.Late]template // the tips
	routine                                                                                                                                                 string                     // the act of what is not assessed
	joins                                                                                                                                                   joins                      // a tip and its pattern
}

// An unassessed text is for persons without a table.
type unassessed struct {
	when decision
	text template
}

// A remark is for persons for whom it holds.
type remark struct {
	when *lattice.Decision
	text string
}

// A template is a text cut at its placeholders.
type template struct {
	parts []string // text, placeholder, text, ...
}

func newTexts(set *ruleset.Set) texts {
	t := &set.Texts
	lates := map[*ruleset.Late]template{}
	for i := range set.Late {
		lates[&set.Late[i]] = newTemplate(set.Late[i].Tip)
	}
	unit, named, number, beside := "", "", "", ""
	if doubt := set.UnitDoubt; doubt != nil {
		if unit = doubt.Text; doubt.Named != nil {
			named = doubt.Named.Text
		}
		if doubt.Number != nil {
			number, beside = doubt.Number.Text, doubt.Number.Beside
		}
	}
	return texts{
		newTemplate(t.UnknownIndicator), newTemplate(t.UnknownLike), newTemplate(t.NoRule), newTemplate(t.UnderAge), newTemplate(t.Insufficient), newTemplate(t.Implausible), newTemplate(cmp.Or(t.ImplausibleUrgent, t.Implausible)), newTemplate(cmp.Or(t.ImplausibleLate, t.ImplausibleUrgent, t.Implausible)), newTemplate(unit), newTemplate(named), newTemplate(number), newTemplate(beside), newTemplate(t.Contradicted), newTemplate(t.ContradictedUrgent),
		map[string]int{
			ruleset.LevelNotAssessed: set.Level(ruleset.LevelNotAssessed).Color,
			ruleset.LevelImplausible: set.Level(ruleset.LevelImplausible).Color, // and U2 is grey, as every U
		},
		lates,
		set.Routine().Told(),
		joins(t.InPattern),
	}
}

var placeholders = []string{"{zh}", "{value}", "{unit}", "{age}", "{result}", "{days}", "{tip}", "{like}", "{others}", "{why}"}

func newTemplate(text string) template {
	var t template
	for {
		at, found := len(text), ""
		for _, p := range placeholders {
			if i := strings.Index(text, p); i >= 0 && i < at {
				at, found = i, p
			}
		}
		t.parts = append(t.parts, text[:at])
		if found == "" {
			return t
		}
		t.parts = append(t.parts, found)
		text = text[at+len(found):]
	}
}

func (t template) empty() bool { return len(t.parts) == 1 && t.parts[0] == "" }

// A telling is what placeholders stand for. Of a graded result grades are set;
// days and tip are of late texts, like of those that doubt the unit.
type telling struct {
	title  string
	bound  string
	value  float64
	unit   string
	age    int
	grades *dictionary.Grades
	days   int
	tip    string
	like   string
	others string
	why    string
}

// result writes the value as people do: with its unit, or as a grade.
func (t *telling) result(buffer []byte) []byte {
	if t.grades != nil {
		if word, ok := t.grades.Short(t.value); ok {
			return append(buffer, word...)
		}
		return appendPlain(buffer, t.value)
	}
	buffer = appendPlain(append(buffer, t.bound...), t.value)
	if t.unit == "" {
		return buffer
	}
	return append(append(buffer, ' '), t.unit...)
}

// write fills in a template.
func (t template) write(of telling) string {
	if len(t.parts) == 1 {
		return t.parts[0]
	}
	buffer := make([]byte, 0, 128)
	for _, p := range t.parts {
		switch p {
		case "{zh}":
			buffer = append(buffer, of.title...)
		case "{value}":
			buffer = appendPlain(append(buffer, of.bound...), of.value)
		case "{unit}":
			buffer = append(buffer, of.unit...)
		case "{age}":
			buffer = strconv.AppendInt(buffer, int64(of.age), 10)
		case "{result}":
			buffer = of.result(buffer)
		case "{days}":
			buffer = strconv.AppendInt(buffer, int64(of.days), 10)
		case "{tip}":
			buffer = append(buffer, of.tip...)
		case "{like}":
			buffer = append(buffer, of.like...)
		case "{others}":
			buffer = append(buffer, of.others...)
		case "{why}":
			buffer = append(buffer, of.why...)
		default:
			buffer = append(buffer, p...)
		}
	}
	return string(buffer)
}

// appendPlain writes a number as people do, without a power of ten, unless it is
// out of all proportion.
func appendPlain(buffer []byte, x float64) []byte {
	if math.Abs(x) < 1e15 {
		return strconv.AppendFloat(buffer, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(buffer, x, 'g', -1, 64)
}
