package intake

import (
	"cmp"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/observed"
	"tijian/engine/specimen"
)

// read adds what a row says to its person.
func (t *table) read(b *builder, row []string, number int) {
	for i := range t.columns {
		t.sayLost(b, number, i)
	}
	t.measures(b, row, number, "")
	t.describes(b, row, number)
	for i, c := range t.columns {
		if c.identity && filled(row, i) {
			b.identified(row[i], t.titled(number, c.title))
		}
	}
	if t.long {
		t.result(b, row, number)
	}
}

// sayLost says of a cell that matters that its formula has no value.
func (t *table) sayLost(b *builder, number, column int) {
	c := t.columns[column]
	if !t.Lost[[2]int{number - 1, column}] || c.field == "" && c.indicator == nil {
		return
	}
	b.issue(t.titled(number, c.title), message.FormulaEmpty)
	b.dated = b.dated || c.field == "datetime"
}

// A said is what a cell says of an indicator; its sample is nil where that cannot be
// read.
type said struct {
	column int
	sample *sample
}

// measures adds the values of a person's row, of the columns of one time. Columns of
// one indicator have to say
// the same, but for the two sides of the body: nothing tells which of two is wrong.
func (t *table) measures(b *builder, row []string, number int, at string) {
	by := map[string][]said{}
	var names []string // in their order
	from := len(b.samples)
	for i, c := range t.columns {
		if c.indicator == nil || c.at != at || !filled(row, i) {
			continue
		}
		if b.absent(c.indicator, row[i]) {
			t.notDone(c.title)
			continue
		}
		before := len(b.samples)
		unit := c.unit
		if beside := c.said(row, "unit"); observed.Has(c.indicator, beside) || strings.ContainsAny(beside, "/%") { // or whom somebody works for
			unit = cmp.Or(beside, unit)
		}
		if at := t.titled(number, c.title); c.second != nil {
			b.both(c.indicator, c.second, row[i], unit, at)
		} else {
			reference := cmp.Or(c.said(row, "reference"), c.reference)
			known := observed.Known{Indicator: c.indicator, Item: observed.Item{Texts: []string{c.title}}}
			b.sample(&known, row[i], observed.Beside{Unit: observed.Unit{Whole: unit}, Reference: printed(reference), Flags: []string{c.said(row, "flag")}, Absent: observed.Denied(c.said(row, "flag"))}, everywhere(at))
			if c.said(row, "reference") != "" { // by which the unit may be taken
				b.unitless(before)
			}
		}
		t.columns[i].bare = c.bare || slices.ContainsFunc(b.samples[before:], func(s sample) bool { return s.unitTaken != (message.Phrase{}) && c.said(row, "reference") == "" })
		for _, of := range []*dictionary.Indicator{c.indicator, c.second} {
			if of == nil {
				continue
			}
			one := said{column: i}
			if k := slices.IndexFunc(b.samples[before:], func(s sample) bool { return s.name == of.Name }); k >= 0 {
				s := b.samples[before+k]
				one.sample = &s
			}
			name := of.Name + c.side()
			if by[name] == nil {
				names = append(names, name)
			}
			by[name] = append(by[name], one)
		}
	}
	for _, name := range names {
		all := by[name]
		if len(all) == 1 {
			continue
		}
		same := !slices.ContainsFunc(all, func(s said) bool { return !b.alike(s.sample, all[0].sample) })
		kept := 0
		rest := slices.DeleteFunc(slices.Clone(b.samples[from:]), func(s sample) bool {
			if !slices.ContainsFunc(all, func(one said) bool { return one.sample != nil && one.sample.node == s.node }) {
				return false
			}
			kept++
			return !same || kept > 1
		})
		b.samples = append(b.samples[:from], rest...)
		if !same {
			t.differ(b, row, number, columnsOf(all))
		}
	}
}

func columnsOf(all []said) (list []int) {
	for _, s := range all {
		list = append(list, s.column)
	}
	return list
}

// alike reports whether two samples of one indicator say the same.
func (b *builder) alike(one, other *sample) bool {
	if one == nil || other == nil {
		return false
	}
	return slices.Contains(b.reader().Together([]*jsontree.Node{one.node, other.node}), message.Twice)
}

// differ names the cells of columns that should say the same.
func (t *table) differ(b *builder, row []string, number int, columns []int) {
	for _, k := range columns {
		other := columns[0]
		if k == other {
			other = columns[1]
		}
		b.issue(t.at(number, k), message.CellsDiffer.With("one", strings.TrimSpace(row[k]), "cell", t.at(number, other).Phrase, "other", strings.TrimSpace(row[other])))
	}
}

// describes adds what a row says of the person. Where two columns of one field say
// different things, nobody knows which is wrong.
func (t *table) describes(b *builder, row []string, number int) {
	first := map[string]int{}
	for i, c := range t.columns {
		if c.field == "" || slices.Contains(ofResults, c.field) || slices.Contains(ofNames, c.field) || !filled(row, i) {
			continue
		}
		text := c.decoded(row[i])
		if c.field == "datetime" || c.field == "profile.dob" {
			text = t.serial(text)
		}
		before, twice := first[c.field]
		switch {
		case !twice || strings.HasPrefix(c.field, yesOrNo): // 冠心病, 脑卒中: either is one
			first[c.field] = i
			b.field(c.field, text, t.titled(number, c.title))
		case meaning(c.field, text) != meaning(c.field, t.columns[before].decoded(row[before])):
			t.differ(b, row, number, []int{before, i})
			b.unsure(c.field)
		}
	}
}

// ofResults are the fields of a row that tell a result of a long table.
var ofResults = []string{"item", "code", "value", "unit", "specimen", "reference", "reference_low", "reference_high", "flag", "status", "role"}

// ofNames are those that tell who a person is.
var ofNames = []string{"user_identifier", "name", "phone"}

// result adds the result of a row in a long table.
func (t *table) result(b *builder, row []string, number int) {
	at := t.row(number)
	kind := cmp.Or(specimen.Of(t.cell(row, "specimen"), true), t.specimen())
	for _, field := range ofResults {
		if field != "item" && field != "code" && field != "value" && !t.agreed(b, row, number, field) {
			return
		}
	}
	why, status := t.state(row)
	switch {
	case why != (message.Phrase{}):
		b.issue(at, why)
		return
	case stateOf(status) == "open":
		b.note(at, message.NotFinal.With("status", status))
	}
	unit := t.cell(row, "unit")
	word := t.reader().IsGrade(t.cell(row, "value"))
	codes := t.codes(row)
	called := func(text string) observed.Item {
		return observed.Item{Codes: append([]observed.Code{{Code: text}}, codes...), Unit: unit, Specimen: kind, Itself: true, Word: word}
	}
	item, ok := t.chosen(b, row, number, "item", func(text string) bool {
		k, _ := t.reader().Know(called(text))
		return k.Indicator != nil
	})
	value, also := t.chosen(b, row, number, "value", isNumber)
	if !ok || !also || value == "" {
		return
	}
	if first, second := t.pair(item); first != nil {
		b.both(first, second, value, unit, at)
		return
	}
	k, unknown := t.reader().Know(called(item))
	switch {
	case k.Indicator == nil:
		b.Dictionary.Miss("", item, item)
		b.issue(at, unknown)
		return
	case b.absent(k.Indicator, value):
		t.notDone(item)
		return
	}
	before := len(b.samples)
	b.sample(&k, value, observed.Beside{Unit: observed.Unit{Whole: unit}, Reference: printed(t.reference(row)), Flags: []string{t.cell(row, "flag")}, Absent: observed.Denied(t.cell(row, "flag"), status)}, everywhere(at))
	b.unitless(before)
}

// reference is the range that a row prints, in one cell or an end in each of two.
func (t *table) reference(row []string) string {
	low, high := t.cell(row, "reference_low"), t.cell(row, "reference_high")
	switch text := t.cell(row, "reference"); {
	case text != "" || low == "" && high == "":
		return text
	case high == "":
		return "≥" + low
	case low == "":
		return "≤" + high
	}
	return low + "～" + high
}

// codes are what a row calls its item by, those of LOINC as such: their check digits say so.
func (t *table) codes(row []string) (codes []observed.Code) {
	for i, c := range t.columns {
		if c.field != "code" || !filled(row, i) {
			continue
		}
		code := observed.Code{Code: strings.TrimSpace(row[i])}
		if dictionary.OfLOINC(code.Code) {
			code.System = observed.LOINC
		}
		codes = append(codes, code)
	}
	return codes
}

// state says why a row is not used for its status; status is what it says.
func (t *table) state(row []string) (why message.Phrase, status string) {
	status = t.cell(row, "status")
	switch stateOf(status) {
	case "void":
		why = message.ObservationVoid.With("status", status)
	case "unverified":
		why = message.NotVerified.With("status", status)
	}
	return why, status
}

// stateOf is what a status means for a result, blank for nothing.
func stateOf(status string) string {
	status = strings.ToLower(strings.TrimSpace(status))
	for _, state := range []string{"void", "unverified", "open"} { // the gravest first: preliminary, not verified
		if slices.ContainsFunc(known().states[state], func(word string) bool { return strings.Contains(status, word) }) {
			return state
		}
	}
	return ""
}

// chosen is what the columns of a field say: where they differ, the only one that is
// what is looked for. A table often has a group beside the item (生化, 钾), and a word
// beside the number (偏高, 5.6).
func (t *table) chosen(b *builder, row []string, number int, field string, fits func(text string) bool) (text string, ok bool) {
	var all, fit []string
	for i, c := range t.columns {
		if c.field != field || !filled(row, i) {
			continue
		}
		text := strings.TrimSpace(row[i])
		if same := func(s string) bool { return meaning(field, s) == meaning(field, text) }; !slices.ContainsFunc(all, same) {
			all = append(all, text)
			if fits(text) {
				fit = append(fit, text)
			}
		}
	}
	switch {
	case len(all) == 0:
		return "", true
	case len(all) == 1:
		return all[0], true
	case len(fit) == 1:
		return fit[0], true
	}
	return "", t.agreed(b, row, number, field)
}

// agreed reports whether the columns of a field say the same in a row.
func (t *table) agreed(b *builder, row []string, number int, field string) bool {
	first := -1
	for i, c := range t.columns {
		switch {
		case c.field != field || !filled(row, i):
		case first < 0:
			first = i
		case meaning(field, strings.TrimSpace(row[i])) != meaning(field, strings.TrimSpace(row[first])):
			t.differ(b, row, number, []int{first, i})
			return false
		}
	}
	return true
}

// notDone counts a cell that says that nothing was measured.
func (t *table) notDone(title string) {
	if t.cells[title]++; t.cells[title] == 1 {
		t.empty = append(t.empty, title)
	}
}
