// Package lines is what a report says line by line: what was read, what a person says
// it is, and what a person types.
package lines

import (
	"cmp"
	"strconv"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/server/console/words"
	"tijian/server/samples"
)

// A Line is one line of a report that names an indicator.
type Line struct {
	ID                       string // of the report
	Indicator                string // standard name
	Entry                    int    // among those of the indicator; AddedEntry of one that a person added
	Title, Name              string // for readers; as read
	Read                     string // what was read, in Unit; "" for nothing
	Shown                    string // what it says by what is known, in Unit
	Unit, Printed, Flag      string // Unit as printed where that is known; the rest as printed
	Standard                 string // Shown in the standard unit, where Unit is another
	Corrected, Struck, Added bool   // by a person; struck is what the report does not have
	Confirmed                bool   // by a person, who found that it was read rightly
	As                       string // the indicator that a person says it is, or None; "" for the one that was read
	Other                    bool   // none of the indicators was read
	Specimen                 string // that the paper says it is of; "" for nothing
	AsRead                   string // as Row.Text has it, of one that is none of the indicators
	Picked                   string // what somebody takes it for that it cannot be
	PrintedUnit              string // "" for none
	Ours, Differs            string // our sign beside Flag: H, L, A or ""; why they differ
	Judged, Contradicts      bool   // there is one; the paper's does not follow of its range
	Certainty                string // of reading: certain, doubtful or unclear
	Was                      string // what a form says that it changes: what a person said, or Untouched
	Percent                  int
	Picture                  int
	Range                    string   // Printed, where it is in Unit
	Fault                    string   // what is wrong with Shown, which was typed
	Refused                  string   // Shown, where the line can be kept with it as printed
	Typed                    string   // just now, a word for Shown
	Meant                    []string // the numbers that Shown may be, where that is what is wrong
	Assumed                  bool     // the condition that its indicator means is not printed
	Instead                  []string // what it may be then
	Open                     bool     // it is shown with all that can be done about it
	Offered                  []string // what it may be, where it is open
	Box                      string   // left, top, right, bottom of the line
	Turn                     int      // quarters clockwise by which its page is to be turned
	lang                     string   // that its words are in
	page, band, column       int
	blocks, own              [][4]int // of the row of print that it stands in, and its own of them
	from, to                 int      // its name and value among them
	box                      [4]int
	Known                    *dictionary.Indicator // nil for one that the rules in force do not know
	WasRead, Now             *Amount               // Read and Shown as numbers; nil for none
	unitSaid, rangeSaid      string                // as printed, by a person; "" for what was read, Untouched for no range
}

// The certainties of a line.
const (
	Certain  = "sure"
	Doubtful = "doubtful"
	Unclear  = "none" // nothing was read
)

// An Amount is a number with the comparison before it.
type Amount struct {
	Value float64
	Bound string // <, <=, >, >= or ""
	Unit  string // that leads to the standard one by steps only, as that of words does; "" for the standard one
}

// String is the amount as corrections keep it.
func (a Amount) String() string { return strings.TrimSpace(a.Bound + Shortest(a.Value) + " " + a.Unit) }

// amountOf reads what String wrote.
func amountOf(text string) *Amount {
	number, unit, _ := strings.Cut(text, " ")
	digits := strings.TrimLeft(number, "<>=")
	value, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return nil
	}
	return &Amount{value, strings.TrimSuffix(number, digits), unit}
}

// Standard is the number in the standard unit of an indicator, nil for none.
func (a *Amount) Standard(i *dictionary.Indicator) *float64 {
	if a == nil {
		return nil
	}
	value := a.Value
	if i != nil && a.Unit != "" {
		value, _ = i.ToStandard(value, a.Unit)
	}
	return &value
}

// Sign is the comparison before it.
func (a *Amount) Sign() string {
	if a == nil {
		return ""
	}
	return a.Bound
}

// AddedEntry is the entry of a line that a person added. Those of none of the indicators
// count down from there.
const AddedEntry = -1

// None stands for the indicator of a line that is none of them, as a person says.
const None = "-"

// Called is what the report calls a line where that is not its title.
func (l Line) Called() string {
	if name := strings.TrimRight(l.Name, ":： "); name != l.Title {
		return name
	}
	return ""
}

// Beside is the unit that stands beside Shown: none beside a word, nor one that reports
// do not print.
func (l Line) Beside() string {
	unit := l.Unit
	if l.Known == nil {
		return unit
	}
	if l.Now != nil && (l.Now.Unit != "" || l.Known.Kind == dictionary.Qualitative) {
		unit = l.Now.Unit
	}
	if words.Unitless(l.Known, unit) {
		return ""
	}
	return unit
}

// Of is the indicator that a line is of; "" for none.
func (l Line) Of() string {
	if l.As == None {
		return ""
	}
	return cmp.Or(l.As, l.Indicator)
}

// Mark is the look of a line.
func (l Line) Mark() string {
	switch {
	case l.Struck:
		return "struck"
	case l.Of() == "":
		return "other"
	}
	if l.Corrected || l.Confirmed {
		return Certain
	}
	return l.Certainty
}

// Said reports whether a person has said anything of it.
func (l Line) Said() bool { return l.Was != Untouched }

// Tag is what a person has done with it; "" for nothing.
func (l Line) Tag() string {
	switch {
	case l.As != "" && l.As != None:
		return "as"
	case l.Added:
		return "added"
	case l.Confirmed:
		return "confirmed"
	case l.Corrected:
		return "corrected"
	}
	return ""
}

// Blank reports whether it is struck and nothing was read of it.
func (l Line) Blank() bool { return l.Struck && l.WasRead == nil && !l.Other && l.As == "" }

// Write puts the values into words.
func (l *Line) Write(dict *dictionary.Dictionary) {
	l.Read, l.Shown, l.Standard = l.in(dict, l.WasRead), l.in(dict, l.Now), ""
	if l.Known != nil && l.Now != nil && l.Beside() == l.Unit && !l.Known.IsStandard(l.Unit) {
		l.Standard = words.Bound(l.Now.Bound) + Shortest(*l.Now.Standard(l.Known)) + " " + l.Known.Unit
	}
}

// in writes a value in the line's unit, or as the grade that it stands for.
func (l *Line) in(dict *dictionary.Dictionary, a *Amount) string {
	switch {
	case a == nil:
		return ""
	case l.Known == nil:
		return words.Bound(a.Bound) + Shortest(a.Value)
	}
	bound := words.Bound(a.Bound)
	if grade, ok := words.Grade(l.lang, dict.Grades(), a.Value); ok && l.Known.Worded(a.Unit) {
		return grade
	}
	if value, ok := l.Known.FromStandard(a.Value, l.Unit); ok && a.Unit == "" && !l.Known.IsStandard(l.Unit) {
		return bound + Shortest(samples.Six(value))
	}
	return bound + Shortest(a.Value)
}

// Shortest writes a number with as many digits as it needs.
func Shortest(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// A Key names a line of a report.
type Key struct {
	Indicator string
	Entry     int
}

// MarshalText writes a key as one word of JSON.
func (k Key) MarshalText() ([]byte, error) {
	return []byte(k.Indicator + " " + strconv.Itoa(k.Entry)), nil
}

// UnmarshalText reads what MarshalText wrote.
func (k *Key) UnmarshalText(text []byte) (err error) {
	name, entry, _ := strings.Cut(string(text), " ")
	k.Indicator = name
	k.Entry, err = strconv.Atoi(entry)
	return err
}

// Untouched is what a form changes where nobody has said anything of a line yet.
const Untouched = "-"

// Say takes over what a person says of a line: an amount in the standard unit, with the
// unit and the range that are printed where they were misread, or "" when the report has
// no such line.
func (l *Line) Say(said string) {
	cells := append(strings.Split(said, "\t"), "", "")
	l.Was, l.Now = said, amountOf(cells[0])
	l.reprint(cells[1], cells[2])
	l.Struck = said == ""
	l.Confirmed = l.As == "" && l.WasRead != nil && l.Now != nil && *l.WasRead == *l.Now && cells[1]+cells[2] == ""
	l.Corrected = !l.Struck && !l.Confirmed
}

// reprint takes over the unit and the range that a person says are printed.
func (l *Line) reprint(unit, printed string) {
	l.unitSaid, l.rangeSaid = unit, printed
	if unit != "" {
		l.Unit, l.PrintedUnit, l.Range = unit, unit, l.Printed
	}
	if printed != "" {
		l.Printed = strings.TrimPrefix(printed, Untouched)
		l.Range = l.Printed
	}
	if _, ok := assess.ParseReference(l.Range); !ok {
		l.Range = ""
	}
}

// Unsay goes back to what was read.
func (l *Line) Unsay() {
	l.Was, l.Now, l.Struck, l.Confirmed, l.Corrected = Untouched, l.WasRead, false, false, false
}

// Suits reports whether the unit that the report prints is one of an indicator, or none
// is printed: only then is the number one of it.
func (l *Line) Suits(i *dictionary.Indicator) bool {
	_, ok := i.ToStandard(0, l.PrintedUnit)
	return ok
}

// Move makes it a line of another indicator; false where there is none of the name.
func (l *Line) Move(lang string, dict *dictionary.Dictionary, as string) bool {
	i, ok := dict.Lookup(as)
	if !ok {
		return false
	}
	l.As, l.Known, l.Title, l.Unit = as, i, words.Called(lang, i), l.PrintedUnit
	if _, ok := i.ToStandard(0, l.Unit); !ok || l.Unit == "" {
		l.Unit, l.Range = i.Unit, "" // which is printed in another
	}
	return true
}

// Row is a line of none of the indicators as it stands.
func (l *Line) Row() Row {
	return Row{Name: l.Name, Value: l.Shown, Unit: l.PrintedUnit, Reference: l.Printed}
}

// print makes it a line as it is printed, with what a person says stands there; "" strikes it.
func (l *Line) print(said string) {
	l.Was, l.Read, l.Struck = said, l.Shown, said == ""
	for _, row := range Pasted(said) {
		l.Name, l.Title, l.Shown, l.Unit, l.PrintedUnit, l.Printed = row.Name, row.Name, row.Value, row.Unit, row.Unit, row.Reference
	}
	l.Corrected = !l.Struck && l.As == "" && !l.Added
	l.Known, l.WasRead, l.Now, l.Range, l.Standard, l.Certainty, l.Assumed = nil, nil, nil, "", "", Certain, false
}

// Typed is a line that a person added, of none of the indicators where that is nil.
func Typed(lang, id string, i *dictionary.Indicator, said string, dict *dictionary.Dictionary) Line {
	if i == nil {
		l := Line{lang: lang, ID: id, Added: true, Other: true, Certainty: Certain}
		l.print(said)
		return l
	}
	l := Line{lang: lang, ID: id, Indicator: i.Name, Entry: AddedEntry, Title: words.Called(lang, i), Name: words.Called(lang, i), Unit: i.Unit,
		Added: true, Certainty: Certain, Known: i}
	l.Say(said)
	l.Write(dict)
	return l
}

// Amount is what a person typed in the line, in the standard unit wherever numbers of
// its own lead there, with the unit and the range where they are not what the line shows;
// why it is none is said. A unit that is typed, also behind the number, replaces what was read.
func (l *Line) Amount(text, unit, printed string, dict *dictionary.Dictionary) (said string, why message.Phrase) {
	if printed != l.Printed {
		l.rangeSaid = cmp.Or(printed, Untouched)
	}
	same := unit == "" || unit == l.Beside()
	for _, a := range []*Amount{l.Now, l.WasRead} { // what the page shows is rounded
		if a != nil && same && l.As == "" && text == l.in(dict, a) {
			return a.String() + l.reprinted(), why
		}
	}
	if same {
		unit = l.Unit
	}
	m, why := Read(text, unit, l.Known, dict)
	if own, refused := Read(text, "", l.Known, dict); same && why != (message.Phrase{}) && refused == (message.Phrase{}) {
		m, why, same = own, refused, false
	}
	if why == (message.Phrase{}) {
		why = m.implausible(l.Known)
	}
	value, _ := m.Value.Float64()
	a := Amount{value, m.Bound, m.Unit}
	if l.Known == nil {
		a.Unit = ""
	} else if l.Known.Steps(m.Unit) == nil {
		a.Value, _ = l.Known.ToStandard(value, m.Unit)
		a.Unit = ""
	}
	if !same && l.Known != nil && !l.Known.Worded(m.Unit) {
		l.unitSaid = cmp.Or(m.Unit, l.Known.Unit)
	}
	return a.String() + l.reprinted(), why
}

// reprinted is what reprint takes, behind an amount.
func (l *Line) reprinted() string {
	return strings.TrimRight("\t"+l.unitSaid+"\t"+l.rangeSaid, "\t")
}
