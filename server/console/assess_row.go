package console

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/engine/numeral"
	"tijian/engine/wire"
)

// A row is one line of results.
type row struct {
	Of                                             string // the indicator whose value the report has; "" of one that was typed
	Name, Value, Unit, Reference, Before, BeforeAt string
	Fault                                          string
}

func (r row) empty() bool { return strings.TrimSpace(r.Name+r.Value) == "" }

// indicator is the one that a row names, or nil, which is noted.
func (r *row) indicator(lang string, dict *dictionary.Dictionary) *dictionary.Indicator {
	say := words[lang].say
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
		names[i] = called(lang, one)
	}
	r.Fault = say("assess.bad.names", r.Name, strings.Join(names, say("list.comma")))
	return nil
}

// sample makes a sample of a row, and notes what is wrong with it.
func (r *row) sample(lang string, dict *dictionary.Dictionary) map[string]any {
	s := map[string]any{"name": r.Name}
	found := r.indicator(lang, dict)
	if found == nil {
		return s
	}
	value, bound, ok := reading(r.Value, found, dict)
	if !ok {
		r.Fault = notRead(lang, r.Value, "assess.bad.value", r.Value)
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
		before, _, ok := reading(r.Before, found, dict)
		day, err := time.Parse(time.DateOnly, r.BeforeAt)
		if !ok || err != nil {
			r.Fault = notRead(lang, r.Before, "assess.bad.before")
		}
		s["previous"] = []map[string]any{{"value": before, "unit": r.Unit, "datetime": day.Format(time.RFC3339)}}
	}
	return s
}

// reading is the number that was typed, with the comparison before it, or that a
// grade of an indicator stands for. The rules may not know the indicator, which is
// nil then.
func reading(text string, i *dictionary.Indicator, dict *dictionary.Dictionary) (value json.Number, bound string, ok bool) {
	if i != nil && i.Kind == dictionary.Qualitative {
		if grade, ok := dict.Grades().Value(text); ok {
			return json.Number(shortest(grade)), "", true
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

// notRead says that what was typed is no result: which numbers it may be where it can
// be read in two ways, else what a text of this package says.
func notRead(lang, typed, otherwise string, arguments ...any) string {
	if n, unclear := numeral.Unclear(typed); unclear {
		return n.Why().In(lang)
	}
	return words[lang].say(otherwise, arguments...)
}

var errNumber = errors.New("no number")

// number is a decimal number as JSON writes it.
func number(text string) (float64, error) {
	if !json.Valid([]byte(text)) {
		return 0, errNumber
	}
	return strconv.ParseFloat(text, 64)
}
