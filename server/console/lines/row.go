package lines

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/numeral"
	"tijian/engine/wire"
	"tijian/server/console/words"
)

// A Row is one line of results that somebody types.
type Row struct {
	Of                                             string // the indicator whose value the report has; "" of one that was typed
	Name, Value, Unit, Reference, Before, BeforeAt string
	Fault                                          string
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
		r.Fault = say("assess.bad.name", r.Name)
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

// Sample makes a sample of a row, and notes what is wrong with it.
func (r *Row) Sample(lang string, dict *dictionary.Dictionary) map[string]any {
	s := map[string]any{"name": r.Name}
	found := r.Lookup(lang, dict)
	if found == nil {
		return s
	}
	value, bound, ok := Number(r.Value, found, dict)
	if !ok {
		r.Fault = NotRead(lang, r.Value, "assess.bad.value", r.Value)
	}
	s["name"], s["value"] = found.Name, value
	if bound != "" {
		s[wire.Comparator] = bound
	}
	if r.Unit != "" {
		s["unit"] = r.Unit
	}
	if r.Reference != "" {
		s["reference"] = map[string]any{"text": r.Reference}
	}
	if r.Before != "" {
		before, _, ok := Number(r.Before, found, dict)
		day, err := time.Parse(time.DateOnly, r.BeforeAt)
		if !ok || err != nil {
			r.Fault = NotRead(lang, r.Before, "assess.bad.before")
		}
		s["previous"] = []map[string]any{{"value": before, "unit": r.Unit, "datetime": day.Format(time.RFC3339)}}
	}
	return s
}

// Number is the number that was typed, with the comparison before it, or that a
// grade of an indicator stands for. The rules may not know the indicator, which is
// nil then.
func Number(text string, i *dictionary.Indicator, dict *dictionary.Dictionary) (value json.Number, bound string, ok bool) {
	if i != nil && i.Kind == dictionary.Qualitative {
		if grade, ok := dict.Grades().Value(text); ok {
			return json.Number(Shortest(grade)), "", true
		}
	}
	m, ok := wire.Measure(text)
	if !ok || m.Rest != "" {
		return "0", "", false
	}
	value = json.Number(m.Number.Append(nil))
	_, err := value.Float64() // 1e400 is too large
	return value, m.Bound, err == nil
}

// NotRead says that what was typed is no result: which numbers it may be where it can
// be read in two ways, else what a text of this package says.
func NotRead(lang, typed, otherwise string, arguments ...any) string {
	if n, unclear := numeral.Unclear(typed); unclear {
		return n.Why().In(lang)
	}
	return words.In(lang).Say(otherwise, arguments...)
}

// Meant are the numbers that what was typed may be, where it can be read in two ways.
func Meant(typed string) []string {
	if n, unclear := numeral.Unclear(typed); unclear {
		return n.Readings[:]
	}
	return nil
}

// Rows are a report's values for the form of an assessment: of each indicator the
// first that has one.
func Rows(list []Line) []Row {
	var rows []Row
	seen := map[string]bool{}
	for _, l := range list {
		if of := l.Of(); of != "" && l.Shown != "" && !l.Struck && !seen[of] {
			seen[of] = true
			unit := l.Unit
			if l.Unitless() {
				unit = ""
			}
			rows = append(rows, Row{Of: of, Name: l.Title, Value: l.Shown, Unit: unit, Reference: l.Range})
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
