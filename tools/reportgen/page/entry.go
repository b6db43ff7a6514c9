package page

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"tijian/tools/reportgen/catalogue"
	"tijian/tools/reportgen/truth"
)

// Columns of a report.
const (
	colNumber    = "no"
	colCode      = "code"
	colName      = "name"
	colResult    = "result"
	colFlag      = "flag"
	colReference = "reference"
	colUnit      = "unit"
)

// An entry is one printed result: its cells by column and the truth of it.
type entry struct {
	cells    map[string]string
	abnormal bool
	truths   []truth.Line // more than one where a block holds two results
	lost     rune         // of a name cut off in the middle of a character; 0 for none
}

// habits are what one page does the same way in every line.
type habits struct {
	style      *catalogue.Style
	female     bool
	fullRange  bool            // 3.50-9.50 instead of 3.5-9.5
	otherUnits bool            // some items in a unit that is not the standard one
	nameForm   int             // which of the printed names
	anyName    bool            // half of the items with any of their names and codes
	short      map[string]bool // indicators printed with their shortest name alone
}

// entries prints the items of a page with their values.
func (m *Maker) entries(rng *rand.Rand, items []*catalogue.Item, h habits) []*entry {
	values := m.plausibleValues(rng, items, h.female)
	list := make([]*entry, 0, len(items))
	for _, item := range items {
		list = append(list, m.entry(rng, item, values[item.Indicator], h))
	}
	return list
}

func (m *Maker) entry(rng *rand.Rand, item *catalogue.Item, value float64, h habits) *entry {
	form := h.nameForm
	if rng.IntN(4) == 0 {
		form = rng.IntN(len(item.Names))
	}
	if h.anyName && rng.IntN(2) == 0 {
		form = rng.IntN(len(item.Names))
	}
	name := item.Names[min(form, len(item.Names)-1)]
	code := ""
	switch {
	case h.short[item.Indicator]:
		name = shortest(item.Names)
	case h.anyName && len(item.Codes) > 0:
		code = item.Codes[rng.IntN(len(item.Codes))]
	case len(item.Codes) > 0:
		code = item.Codes[min(h.style.Spelling%2, len(item.Codes)-1)]
	}
	line := truth.Line{Name: name, Code: code, Indicator: item.Indicator}
	e := &entry{cells: map[string]string{}}
	if item.Grades != nil {
		e.abnormal = gradeLine(&line, value, h.style)
	} else {
		e.abnormal = m.numberLine(rng, &line, item, value, h)
	}
	if h.style.NameCode && line.Code != "" {
		line.Name += "(" + line.Code + ")"
	}
	if h.style.Star != "" && rng.IntN(3) > 0 {
		line.Name = h.style.Star + line.Name
	}
	e.fill(line, h.style)
	return e
}

// foreign prints a line of no indicator.
func foreign(rng *rand.Rand, f catalogue.Foreign, style *catalogue.Style) *entry {
	e := &entry{cells: map[string]string{}}
	e.fill(truth.Line{
		Name: f.Name, Code: f.Code, Printed: f.Results[rng.IntN(len(f.Results))],
		Unit: f.Unit, Reference: f.Reference,
	}, style)
	return e
}

// fill makes the cells of one result.
func (e *entry) fill(line truth.Line, style *catalogue.Style) {
	e.truths = []truth.Line{line}
	e.cells[colName], e.cells[colCode] = line.Name, line.Code
	e.cells[colResult], e.cells[colUnit], e.cells[colReference] = line.Printed, line.Unit, line.Reference
	if style.FlagAt == "after" && line.Mark != "" {
		e.cells[colResult] += " " + line.Mark
	}
	e.cells[colFlag] = line.Mark
}

// gradeLine prints the result of a dip test.
func gradeLine(line *truth.Line, grade float64, style *catalogue.Style) bool {
	line.Value, line.Reference = grade, style.ReferenceNegative
	switch grade {
	case 0:
		line.Printed = style.Negative
		return false
	case 0.5:
		line.Printed = style.Trace
	default:
		line.Printed = style.Positive[int(grade)-1]
	}
	line.Mark = style.Word
	line.Flag = flagOf(style.Word)
	return true
}

// numberLine prints a measured value with its unit, interval and mark.
func (m *Maker) numberLine(rng *rand.Rand, line *truth.Line, item *catalogue.Item, value float64, h habits) bool {
	unit, decimals := item.Unit, item.Decimals
	interval := item.For(h.female)
	line.Unit = m.catalogue.Spell(unit, h.style)
	if h.otherUnits && len(item.Other) > 0 {
		other := item.Other[rng.IntN(len(item.Other))]
		unit, decimals = other.Unit, other.Decimals
		line.Unit = unit
		value = m.fromStandard(item.Indicator, value, unit)
		for i, end := range interval {
			if end != nil {
				v := round(m.fromStandard(item.Indicator, *end, unit), decimals)
				interval[i] = &v
			}
		}
	}
	value = round(value, decimals)
	line.Printed = strconv.FormatFloat(value, 'f', decimals, 64)
	if item.Floor > 0 && unit == item.Unit && (value < item.Floor || rng.IntN(5) == 0) {
		value = item.Floor
		line.Printed = "<" + strconv.FormatFloat(item.Floor, 'f', -1, 64)
	}
	line.Value = m.toStandard(item.Indicator, value, unit)
	if item.Unranged {
		return false
	}
	line.Reference = printInterval(interval, decimals, h)
	switch side(interval, value, h.style) {
	case 1:
		line.Mark = h.style.High
	case -1:
		line.Mark = h.style.Low
	default:
		return false
	}
	line.Flag = flagOf(line.Mark)
	return true
}

// side tells on which side of its printed interval a value is: -1, 0 or 1.
func side(interval catalogue.Interval, value float64, style *catalogue.Style) int {
	low, high := interval[0], interval[1]
	switch {
	case low != nil && high != nil:
		if value < *low {
			return -1
		}
		if value > *high {
			return 1
		}
	case low != nil:
		if value < *low || value == *low && strings.ContainsAny(style.Above, ">＞") {
			return -1
		}
	case high != nil:
		if value > *high || value == *high && strings.ContainsAny(style.Below, "<＜") {
			return 1
		}
	}
	return 0
}

func printInterval(interval catalogue.Interval, decimals int, h habits) string {
	number := func(v float64) string {
		if h.fullRange {
			return strconv.FormatFloat(v, 'f', decimals, 64)
		}
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	low, high := interval[0], interval[1]
	switch {
	case low != nil && high != nil:
		return number(*low) + h.style.Range + number(*high)
	case low != nil:
		return strings.Replace(h.style.Above, "%s", number(*low), 1)
	case high != nil:
		return strings.Replace(h.style.Below, "%s", number(*high), 1)
	}
	return ""
}

// flagOf is the meaning of a printed mark.
func flagOf(mark string) string {
	switch mark {
	case "↑", "H":
		return "H"
	case "↓", "L":
		return "L"
	case "":
		return ""
	}
	return "A"
}

// joinBloodPressure prints systolic and diastolic pressure as one result.
func joinBloodPressure(entries []*entry) []*entry {
	var high, low *entry
	for _, e := range entries {
		switch e.truths[0].Indicator {
		case "systolic_bp":
			high = e
		case "diastolic_bp":
			low = e
		}
	}
	if high == nil || low == nil {
		return entries
	}
	result := high.truths[0].Printed + "/" + low.truths[0].Printed
	joined := &entry{cells: map[string]string{
		colName: "血压", colCode: "BP",
		colResult: result, colUnit: high.cells[colUnit],
	}}
	for _, part := range []*entry{high, low} {
		line := part.truths[0]
		line.Name, line.Code, line.Printed = "血压", "BP", result
		line.Reference, line.Flag, line.Mark = "", "", ""
		joined.truths = append(joined.truths, line)
	}
	list := make([]*entry, 0, len(entries))
	for _, e := range entries {
		switch e {
		case high:
			list = append(list, joined)
		case low:
		default:
			list = append(list, e)
		}
	}
	return list
}
