package intake

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/specimen"
	"tijian/engine/wire"
)

// A column of a table is a field of the request or an indicator.
type column struct {
	title     string
	field     string
	indicator *dictionary.Indicator
	second    *dictionary.Indicator // of a pair, 130/85
	unit      string
}

// table is a table whose header was found.
type table struct {
	Options
	empty   []string       // titles and items of which cells say that nothing was measured
	cells   map[string]int // how many, by title
	columns []column
	long    bool // a row is a result, not a person
	issues  []Issue
}

// Table makes requests of rows: one row a person with a column for each
// indicator, or one row a result. missing are the fields of the health
// background that it has no columns for.
func Table(rows [][]string, o Options) (requests []Request, about []Issue, missing []string, wrong *Issue) {
	t := &table{Options: o, cells: map[string]int{}}
	header := 0
	for ; header < min(10, len(rows)); header++ {
		if t.header(rows[header], header+1) {
			break
		}
		if header > 0 && t.header(merged(rows[header-1], rows[header]), header+1) {
			break
		}
	}
	if header == min(10, len(rows)) {
		return nil, nil, nil, &Issue{message.TheFile, message.NoHeader}
	}
	if header+1 < len(rows) && t.unitRow(rows[header+1]) {
		header++
	}
	persons := map[string]*builder{}
	said := statements{}
	var order []*builder
	for i, row := range rows[header+1:] {
		if blank(row) {
			continue
		}
		number := header + i + 2
		id := t.cell(row, "user_identifier")
		if id != "" && t.long { // results of two days are two examinations
			id += "\x00" + dayOf(o.moment(t.cell(row, "datetime")))
		}
		b := persons[id]
		if b == nil || !t.long || id == "" {
			b = o.builder(message.RowAt.With("row", number))
			order = append(order, b)
			if before := persons[id]; before != nil {
				b.issue(b.request.Place, message.SameIdentifier.With("id", id, "before", before.request.Place))
			}
			if id != "" {
				persons[id] = b
			}
		}
		t.read(b, row, number)
		if t.long && id != "" {
			t.compare(said, b, row, number)
		}
	}
	said.refuse()
	for _, b := range order {
		requests = append(requests, b.finish())
	}
	var unitless []string
	for _, c := range t.columns {
		if c.indicator != nil && c.unit == "" && measuredIn(c.indicator) && !strings.Contains(strings.ToLower(c.title), strings.ToLower(c.indicator.Unit)) {
			unitless = append(unitless, c.title+"("+c.indicator.Unit+")")
		}
	}
	if len(t.empty) > 0 {
		names := make([]string, len(t.empty))
		for i, title := range t.empty {
			names[i] = title + "×" + strconv.Itoa(t.cells[title])
		}
		t.issues = append(t.issues, Issue{message.TheFile, message.NotDone.With("names", names)})
	}
	if len(unitless) > 0 {
		t.issues = append(t.issues, Issue{message.RowAt.With("row", header+1), message.UnitsTaken.With("names", unitless)})
	}
	for _, field := range wire.Backgrounds() {
		if !slices.ContainsFunc(t.columns, func(c column) bool { return c.field == "health_background."+field }) {
			missing = append(missing, field)
		}
	}
	return requests, t.issues, missing, nil
}

// merged is a header of two rows: what stands below, else what stands above, as
// a merged cell does.
func merged(above, below []string) []string {
	titles := slices.Clone(above)
	for i, title := range below {
		switch {
		case i >= len(titles):
			titles = append(titles, title)
		case strings.TrimSpace(title) != "":
			titles[i] = title
		}
	}
	return titles
}

// unitRow takes the row below the header for units, where it says nothing else.
func (t *table) unitRow(row []string) bool {
	found := false
	for i, cell := range row {
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		switch {
		case i >= len(t.columns) || t.columns[i].field != "":
			return false
		case t.columns[i].indicator == nil:
			continue
		}
		if _, err := strconv.ParseFloat(cell, 64); err == nil {
			return false
		}
		_, ok := t.columns[i].indicator.ToStandard(0, strings.Trim(cell, "()（）"))
		found = found || ok
	}
	for i := range t.columns {
		if found && i < len(row) && t.columns[i].indicator != nil && strings.TrimSpace(row[i]) != "" {
			t.columns[i].unit = strings.Trim(strings.TrimSpace(row[i]), "()（）")
		}
	}
	return found
}

// header takes a row for the header when it has what tells a person and what
// was measured.
func (t *table) header(row []string, number int) bool {
	t.columns, t.issues = nil, nil
	first := map[string]int{}
	fields := map[string]bool{}
	indicators := 0
	for i, title := range row {
		c := t.column(title)
		key := c.field
		if c.indicator != nil {
			key = c.indicator.Name
		}
		at := message.CellAt.With("row", number, "column", title)
		if _, twice := first[key]; twice && strings.HasPrefix(c.field, yesOrNo) {
			t.columns = append(t.columns, c) // 冠心病, 脑卒中: either is one
			continue
		}
		if c.indicator != nil && c.second == nil && specimen.Kind("").Unsaid(c.indicator, t.nameOf(c)) {
			t.issues = append(t.issues, Issue{at, specimen.Kind("").Unclear(c.indicator, c.title)})
			t.columns = append(t.columns, column{title: c.title})
			continue
		}
		switch before, twice := first[key]; {
		case key == "" && strings.TrimSpace(title) != "":
			t.issues = append(t.issues, Issue{at, message.ColumnUnknown})
		case twice && key != "":
			t.issues = append(t.issues, Issue{at, message.ColumnTwice.With("first", before+1)})
			c = column{title: title}
		case key != "":
			first[key] = i
			fields[c.field] = true
			if c.indicator != nil {
				indicators++
			}
		}
		t.columns = append(t.columns, c)
	}
	t.long = fields["item"] && fields["value"]
	return fields["profile.gender"] && (fields["age"] || fields["profile.dob"]) && (indicators > 0 || t.long)
}

// yesOrNo begins the fields of the background that are true or false.
const yesOrNo = "health_background.has_"

// nameOf is the title of a column without marks and its unit.
func (t *table) nameOf(c column) string {
	name := strings.TrimLeft(c.title, known().marks)
	if c.unit == "" {
		return name
	}
	name, _, _ = strings.Cut(strings.TrimSuffix(name, c.unit), "(")
	return strings.TrimRight(name, " (（/_-:：")
}

// column knows what a title stands for; a unit may stand behind it in brackets.
func (t *table) column(title string) column {
	c := column{title: strings.TrimSpace(title)}
	if c.title == "" {
		return c
	}
	if c.field = known().columns[dictionary.Fold(c.title)]; c.field != "" {
		return c
	}
	if i, ok := t.called(c.title, ""); ok {
		c.indicator = i
		return c
	}
	if c.indicator, c.second = t.pair(c.title); c.indicator != nil {
		return c
	}
	plain := strings.NewReplacer("（", "(", "）", ")", "[", "(", "]", ")", "，", "(", ",", "(").Replace(c.title)
	for at, r := range plain { // a unit stands in brackets, behind a blank, behind the name
		if at == 0 || !strings.ContainsRune("( /_-:：", r) && r < utf8.RuneSelf == (plain[at-1] < utf8.RuneSelf) {
			continue
		}
		name, unit := strings.TrimRight(plain[:at], "( /_-:："), strings.TrimSuffix(strings.Trim(plain[at:], " /_-:："), ")")
		unit = strings.TrimPrefix(unit, "(")
		if i, ok := t.sampled(name, unit, ""); ok && unit != "" {
			unit := nitrogen(i, unit, name)
			if _, ok := i.ToStandard(0, unit); ok {
				c.indicator, c.unit = i, unit
				return c
			}
		}
		if first, second := t.pair(name); first != nil {
			if _, ok := first.ToStandard(0, unit); ok {
				c.indicator, c.second, c.unit = first, second, unit
				return c
			}
		}
	}
	return c
}

func (t *table) cell(row []string, field string) string {
	for i, c := range t.columns {
		if c.field == field && i < len(row) {
			return strings.TrimSpace(row[i])
		}
	}
	return ""
}

func blank(row []string) bool {
	return !slices.ContainsFunc(row, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}

// read adds what a row says to its person.
func (t *table) read(b *builder, row []string, number int) {
	for i, c := range t.columns {
		if i >= len(row) || strings.TrimSpace(row[i]) == "" {
			continue
		}
		at := message.CellAt.With("row", number, "column", c.title)
		switch {
		case c.second != nil:
			if b.absent(c.indicator, row[i]) {
				t.notDone(c.title)
			}
			b.both(c.indicator, c.second, row[i], c.unit, at)
			continue
		case c.indicator != nil:
			if b.absent(c.indicator, row[i]) {
				t.notDone(c.title)
			}
			b.sample(c.indicator, row[i], c.unit, "", everywhere(at))
			continue
		}
		b.field(c.field, strings.TrimSpace(row[i]), at)
	}
	if !t.long {
		return
	}
	item, value, unit := t.cell(row, "item"), t.cell(row, "value"), t.cell(row, "unit")
	at := message.RowAt.With("row", number)
	if value == "" {
		return
	}
	kind := specimen.Of(t.cell(row, "specimen"), true)
	i, ok := t.sampled(item, unit, kind)
	switch first, second := t.pair(item); {
	case first != nil:
		b.both(first, second, value, unit, at)
		return
	case !ok:
		b.issue(at, message.CodeUnknown.With("code", item))
		return
	case !kind.Holds(i):
		b.issue(at, message.SpecimenOther.With("specimen", kind.Title(), "name", item))
		return
	case kind.Unsaid(i, strings.TrimLeft(item, known().marks)):
		b.issue(at, kind.Unclear(i, item))
		return
	case b.absent(i, value):
		t.notDone(item)
		return
	}
	unit = nitrogen(i, unit, item)
	before := len(b.samples)
	b.sample(i, value, unit, t.cell(row, "reference"), everywhere(at))
	b.unitless(before)
}

// notDone counts a cell that says that nothing was measured.
func (t *table) notDone(title string) {
	if t.cells[title]++; t.cells[title] == 1 {
		t.empty = append(t.empty, title)
	}
}

// field reads a cell that says something of the person.
func (b *builder) field(field, text string, at message.Phrase) {
	switch {
	case field == "user_identifier":
		b.user = text
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
			b.issue(at, message.NumberWrong.With("text", text))
			return
		}
		b.fields[field] = m.Number
	case field == "profile.region":
		b.fields[field] = jsontree.NewString(text)
	case strings.HasPrefix(field, "health_background.") || strings.HasPrefix(field, "profile."):
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
}
