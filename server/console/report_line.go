package console

import (
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/server/samples"
)

// A line is one line of a report that names an indicator.
type line struct {
	ID                       string // of the report
	Indicator                string // standard name
	Entry                    int    // among those of the indicator; addedEntry of one that a person added
	Title, Name              string // for readers; as read
	Read                     string // what was read, in Unit; "" for nothing
	Shown                    string // what it says by what is known, in Unit
	Unit, Printed, Flag      string // Unit as printed where that is known; the rest as printed
	Standard                 string // Shown in the standard unit, where Unit is another
	Corrected, Struck, Added bool   // by a person; struck is what the report does not have
	Confirmed                bool   // by a person, who found that it was read rightly
	Certainty                string // of reading: certain, doubtful or unclear
	Was                      string // what a form says that it changes: what a person said, or untouched
	Percent                  int
	Picture                  int
	Range                    string // Printed, where it is in Unit
	Fault                    string // what is wrong with Shown, which was typed
	Box                      string // left, top, right, bottom of the line
	page, column             int
	box                      [4]int
	indicator                *dictionary.Indicator // nil for one that the rules in force do not know
	read, now                *amount
}

// The certainties of a line.
const (
	certain  = "sure"
	doubtful = "doubtful"
	unclear  = "none" // nothing was read
)

// An amount is a number in the standard unit with the comparison before it.
type amount struct {
	Value float64
	Bound string // <, <=, >, >= or ""
}

// String is the amount as corrections keep it.
func (a amount) String() string { return a.Bound + shortest(a.Value) }

// printed is a comparison as reports print it.
func printed(bound string) string {
	return strings.NewReplacer("<=", "≤", ">=", "≥").Replace(bound)
}

// amountOf reads what String wrote.
func amountOf(text string) *amount {
	digits := strings.TrimLeft(text, "<>=")
	value, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return nil
	}
	return &amount{value, strings.TrimSuffix(text, digits)}
}

func (a *amount) number() *float64 {
	if a == nil {
		return nil
	}
	return &a.Value
}

func (a *amount) bound() string {
	if a == nil {
		return ""
	}
	return a.Bound
}

// addedEntry is the entry of a line that a person added.
const addedEntry = -1

// Called is what the report calls a line where that is not its title.
func (l line) Called() string {
	if name := strings.TrimRight(l.Name, ":： "); name != l.Title {
		return name
	}
	return ""
}

// Unitless reports whether the unit is a word that reports do not print: that of
// grades and ratios.
func (l line) Unitless() bool { return l.indicator != nil && unitless(l.indicator, l.Unit) }

func unitless(i *dictionary.Indicator, unit string) bool {
	number := i.UCUM == "1" || strings.HasPrefix(i.UCUM, "{") && strings.HasSuffix(i.UCUM, "}")
	return i.Kind == dictionary.Qualitative || number && unit == i.Unit
}

// Mark is the look of a line.
func (l line) Mark() string {
	if l.Struck {
		return "struck"
	}
	if l.Corrected || l.Confirmed {
		return certain
	}
	return l.Certainty
}

// write puts the values into words.
func (l *line) write(dict *dictionary.Dictionary) {
	l.Read, l.Shown, l.Standard = l.in(dict, l.read), l.in(dict, l.now), ""
	if l.indicator != nil && l.now != nil && !l.indicator.IsStandard(l.Unit) {
		l.Standard = printed(l.now.Bound) + shortest(l.now.Value) + " " + l.indicator.Unit
	}
}

// in writes a value in the line's unit, or as the grade that it stands for.
func (l *line) in(dict *dictionary.Dictionary, a *amount) string {
	switch {
	case a == nil:
		return ""
	case l.indicator == nil:
		return printed(a.Bound) + shortest(a.Value)
	}
	bound := printed(a.Bound)
	if grade, ok := dict.Grades().Display(a.Value); ok && l.indicator.Kind == dictionary.Qualitative {
		return grade
	}
	if value, ok := l.indicator.FromStandard(a.Value, l.Unit); ok && !l.indicator.IsStandard(l.Unit) {
		return bound + shortest(samples.Six(value))
	}
	return bound + shortest(a.Value)
}

func shortest(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
