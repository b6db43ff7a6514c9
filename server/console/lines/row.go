package lines

import (
	"cmp"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/observed"
	"tijian/engine/problem"
	"tijian/engine/wire"
	"tijian/server/console/words"
)

// A Row is one line of results that somebody types.
type Row struct {
	Of                                             string // the indicator whose value the report has; "" of one that was typed
	Name, Value, Unit, Reference, Before, BeforeAt string
	Fault                                          string
	Assumed                                        string // what the report calls it, which does not say the condition that it is taken under
	Flag                                           string // H or L: what the paper marks beside the value
}

// Empty reports whether nothing was typed.
func (r Row) Empty() bool { return strings.TrimSpace(r.Name+r.Value) == "" }

// Pasted are the rows of a table as spreadsheets copy them: name, value, unit and
// reference, apart by tabs.
func Pasted(text string) (rows []Row) {
	for line := range strings.Lines(text) {
		cells := append(strings.Split(strings.TrimRight(line, "\r\n"), "\t"), "", "", "")
		if row := (Row{Name: cells[0], Value: cells[1], Unit: cells[2], Reference: cells[3]}); !row.Empty() {
			rows = append(rows, row)
		}
	}
	return rows
}

// Text is the row as Pasted reads it.
func (r Row) Text() string {
	return strings.TrimRight(strings.Join([]string{r.Name, r.Value, r.Unit, r.Reference}, "\t"), "\t")
}

// Lookup is the one that a row names, or nil, which is noted.
func (r *Row) Lookup(lang string, dict *dictionary.Dictionary) *dictionary.Indicator {
	say := words.In(lang).Say
	found := dict.CalledSo(r.Name)
	switch len(found) {
	case 0:
		if r.Fault = say("assess.bad.name", r.Name); strings.TrimSpace(r.Name) == "" {
			r.Fault = say("report.add.blank")
		}
		return nil
	case 1:
		return found[0]
	}
	names := make([]string, len(found))
	for i, one := range found {
		names[i] = words.Called(lang, one)
	}
	r.Fault = say("assess.bad.names", r.Name, strings.Join(names, say("list.comma")))
	return nil
}

// At says of a row, by its place, what is wrong with it.
func (r *Row) At(lang string, place int) string {
	return words.In(lang).Say("assess.bad.row", place, strings.TrimRight(" "+r.Name, " "), r.Fault)
}

// Sample makes a sample of a row, and notes what is wrong with it.
func (r *Row) Sample(lang string, dict *dictionary.Dictionary) map[string]any {
	s := map[string]any{"name": r.Name}
	found := r.Lookup(lang, dict)
	if found == nil {
		return s
	}
	m, why := Read(r.Value, r.Unit, found, dict)
	if r.Of == "" { // it was typed
		why = cmp.Or(why, m.implausible(found))
	}
	s["name"], s["value"] = found.Name, m.Value
	if m.Bound != "" {
		s[wire.Comparator] = m.Bound
	}
	if m.Unit != "" {
		s["unit"] = m.Unit
	}
	if r.Reference != "" && !(found.InWords(m.Unit) && strings.ContainsAny(r.Reference, "0123456789")) { // it is of numbers
		s["reference"] = map[string]any{"text": r.Reference}
	}
	if r.Before != "" {
		before, unread := Read(r.Before, r.Unit, found, dict)
		day, err := time.Parse(time.DateOnly, r.BeforeAt)
		if why = cmp.Or(why, unread); err != nil {
			r.Fault = words.In(lang).Say("assess.bad.before")
		}
		s["previous"] = []map[string]any{{"value": before.Value, "unit": before.Unit, "datetime": day.Format(time.RFC3339)}}
	}
	if why != (message.Phrase{}) {
		r.Fault = why.In(lang)
	}
	return s
}

// A Measure is a result that was typed.
type Measure struct {
	Value       json.Number
	Bound, Unit string // the comparison before it; the unit that it is in
}

// Read reads what was typed as a result of an indicator, beside a unit, as a printed one
// is read anywhere: a number, also with a unit behind it, or a grade where it has such.
// Why it is none is said. The rules may not know the indicator, which is nil then.
func Read(text, unit string, i *dictionary.Indicator, dict *dictionary.Dictionary) (Measure, message.Phrase) {
	var s *jsontree.Node
	why := wire.Unread(text)
	if i != nil {
		got, unread := observed.Reader{Dictionary: dict}.Text(&observed.Known{Indicator: i}, text, observed.Beside{Unit: observed.Unit{Whole: unit}})
		s, why = got.Sample, unread
	} else if m, ok := wire.Measure(text); ok && m.Rest == "" {
		s = jsontree.NewObject("unit", unit)
		m.Put(s)
	}
	if s == nil {
		return Measure{}, why
	}
	m := Measure{Value: json.Number(s.Get("value").Append(nil)), Unit: s.Get("unit").Text}
	if bound := s.Get(wire.Comparator); bound != nil {
		m.Bound = bound.Text
	}
	if _, err := m.Value.Float64(); err != nil { // 1e400
		return Measure{}, wire.Unread(text)
	}
	return m, message.Phrase{}
}

// implausible says that nobody has such a value of an indicator: a digit or the unit is
// wrong.
func (m Measure) implausible(i *dictionary.Indicator) (why message.Phrase) {
	x, err := m.Value.Float64()
	if i == nil || err != nil || i.InWords(m.Unit) {
		return why
	}
	if value, ok := i.ToStandard(x, m.Unit); ok && (value < i.Plausible[0] || value > i.Plausible[1]) {
		why = message.NobodyHas.With("name", message.Phrase{ZH: words.Called(words.Languages[0], i), EN: words.Called(problem.English, i)},
			"low", Shortest(i.Plausible[0]), "high", Shortest(i.Plausible[1]), "unit", i.Unit)
	}
	return why
}

// Meant are the numbers that what was typed may be, where it can be read in two ways.
func Meant(typed string) []string {
	if n, unclear := numeral.Unclear(typed); unclear {
		return n.Readings[:]
	}
	return nil
}

// firstOf gives of each indicator the first line that has a value: it is assessed by that.
func firstOf(list []Line) map[string]*Line {
	first := map[string]*Line{}
	for i := range list {
		if l := &list[i]; l.Of() != "" && l.Shown != "" && !l.Struck && first[l.Of()] == nil {
			first[l.Of()] = l
		}
	}
	return first
}

// Seconds are the lines of a report whose indicator is assessed by another line's value,
// which is not theirs: of the other eye, or of another time.
func Seconds(list []Line) map[*Line]bool {
	first, seconds := firstOf(list), map[*Line]bool{}
	for i := range list {
		l := &list[i]
		if one := first[l.Of()]; one != nil && l.Shown != "" && !l.Struck && l.Shown+" "+l.Beside() != one.Shown+" "+one.Beside() {
			seconds[l] = true
		}
	}
	return seconds
}

// Rows are a report's values for the form of an assessment: of each indicator the
// first that has one.
func Rows(list []Line) []Row {
	var rows []Row
	first := firstOf(list)
	for i := range list {
		l := &list[i]
		if l.Of() == "" || first[l.Of()] != l {
			continue
		}
		one := Row{Of: l.Of(), Name: l.Title, Value: l.Shown, Unit: l.Beside(), Reference: l.Range, Flag: l.Flag}
		if l.Assumed {
			one.Assumed = l.Name
		}
		rows = append(rows, one)
	}
	return rows
}

// arrows are the paper's marks as readers know them.
var arrows = map[string]string{"H": " ↑", "L": " ↓", "A": " !"}

// Unjudged are the rows of a report that no rule can be for, as printed: those that are
// none of the indicators, and second values of one.
func Unjudged(list []Line) (rows []Row) {
	seconds := Seconds(list)
	for i := range list {
		switch l := &list[i]; {
		case l.Mark() == "other":
			rows = append(rows, Row{Name: l.Name, Value: l.Shown + arrows[l.Flag], Unit: l.Unit, Reference: l.Printed})
		case seconds[l]:
			rows = append(rows, Row{Of: l.Of(), Name: l.Name, Value: l.Shown + arrows[l.Flag], Unit: l.Beside(), Reference: l.Printed})
		}
	}
	return rows
}

var errNumber = errors.New("no number")

// Decimal is a decimal number as JSON writes it.
func Decimal(text string) (float64, error) {
	if !json.Valid([]byte(text)) {
		return 0, errNumber
	}
	return strconv.ParseFloat(text, 64)
}
