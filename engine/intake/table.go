package intake

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine/message"
	"tijian/engine/observed"
	"tijian/engine/specimen"
	"tijian/engine/wire"
)

// table is a table whose header was found.
type table struct {
	Options
	*Sheet
	several  bool           // there are other sheets, too
	empty    []string       // titles and items of which cells say that nothing was measured
	cells    map[string]int // how many, by title
	columns  []column
	together []string // the fields that identify a person, where no column does
	long     bool     // a row is a result, not a person
	issues   []Issue
}

// persons are those of all tables of a file.
type persons struct {
	by    map[string]*builder // by identifier, of long tables with the day
	order []*builder
	said  statements
}

// Table makes requests of rows: one row a person with a column for each
// indicator, or one row a result. missing are the fields of the health
// background that it has no columns for.
func Table(rows [][]string, o Options) (requests []Request, about []Issue, missing []string, wrong *Issue) {
	return Tables([]Sheet{{Rows: rows}}, o)
}

// Tables makes requests of the tables of one file. A sheet that is no table is not
// read, and named; wrong is what makes all of them unreadable.
func Tables(sheets []Sheet, o Options) (requests []Request, about []Issue, missing []string, wrong *Issue) {
	all := persons{by: map[string]*builder{}, said: statements{}}
	var unread []Issue
	for i := range sheets {
		t := &table{Options: o, Sheet: &sheets[i], several: len(sheets) > 1, cells: map[string]int{}}
		first, ok := t.begins()
		if !ok {
			unread = append(unread, Issue{Place: t.place(message.TheFile), Reason: message.NoHeader, Unread: true})
			continue
		}
		for n := first; n < len(t.Rows); n++ {
			if !t.blankRow(n) {
				t.person(&all, t.Rows[n], n+1)
			}
		}
		t.sayCells(first)
		about = append(about, t.issues...)
		for _, field := range wire.Backgrounds() {
			if !slices.Contains(missing, field) && !t.hasColumn("health_background."+field) {
				missing = append(missing, field)
			}
		}
	}
	switch {
	case len(sheets) == 0:
		return nil, nil, nil, &Issue{Place: theFile, Reason: message.NoHeader, Unread: true}
	case len(unread) == len(sheets):
		return nil, unread[1:], nil, &unread[0]
	}
	all.said.refuse()
	for _, b := range all.order {
		requests = append(requests, b.finish())
	}
	return requests, append(about, unread...), missing, nil
}

// begins finds the header and returns the number of the first row below it.
func (t *table) begins() (first int, ok bool) {
	header := 0
	for ; header < min(10, len(t.Rows)); header++ {
		if t.header(t.Rows[header], header+1) {
			break
		}
		if header > 0 && t.header(merged(t.Rows[header-1], t.Rows[header]), header+1) {
			break
		}
	}
	if header == min(10, len(t.Rows)) {
		return 0, false
	}
	for k := range t.Rows[header] {
		if t.Lost[[2]int{header, k}] {
			t.issues = append(t.issues, Issue{Place: t.at(header+1, k), Reason: message.FormulaEmpty})
		}
	}
	first = header + 1
	if first < len(t.Rows) && t.unitRow(t.Rows[first]) {
		first++
	}
	for _, field := range []string{"user_identifier", "datetime"} {
		t.choose(field, header+1, t.Rows[first:])
	}
	return first, true
}

// person reads a row of the person that it is about.
func (t *table) person(all *persons, row []string, number int) {
	user, why := t.identifier(row)
	id := user
	if id != "" && t.long { // results of two days are two examinations
		id += "\x00" + dayOf(t.moment(t.cell(row, "datetime")))
	}
	b := all.by[id]
	if b == nil || !t.long || id == "" {
		b = t.builder(t.row(number))
		b.user, b.column = user, t.hasColumn("datetime")
		all.order = append(all.order, b)
		if before := all.by[id]; before != nil {
			b.note(b.request.Place, message.SameIdentifier.With("id", id, "before", before.request.Place.Phrase))
		}
		if id != "" {
			all.by[id] = b
		}
	}
	if k := t.columnOf("user_identifier"); why != (message.Phrase{}) && k >= 0 {
		b.issue(t.titled(number, t.columns[k].title), why)
	}
	t.read(b, row, number)
	if t.long && id != "" {
		t.compare(all.said, b, row, number)
	}
}

// sayCells says what of cells holds for whole columns; first is the number of the
// first row of a person.
func (t *table) sayCells(first int) {
	if len(t.empty) > 0 {
		names := make([]string, len(t.empty))
		for i, title := range t.empty {
			names[i] = title + "×" + strconv.Itoa(t.cells[title])
		}
		t.issues = append(t.issues, Issue{Place: t.place(message.TheFile), Reason: message.NotDone.With("names", names), Used: true})
	}
	var unitless []string
	for _, c := range t.columns {
		if c.indicator != nil && c.unit == "" && (&observed.Known{Indicator: c.indicator}).Measured() && !strings.Contains(strings.ToLower(c.title), strings.ToLower(c.indicator.Unit)) {
			if named := c.title + "(" + c.indicator.Unit + ")"; !slices.Contains(unitless, named) {
				unitless = append(unitless, named)
			}
		}
	}
	if len(unitless) > 0 {
		t.issues = append(t.issues, Issue{Place: t.row(first), Reason: message.UnitsTaken.With("names", unitless), Used: true})
	}
	if !t.hasColumn("datetime") && !t.Now.IsZero() {
		t.issues = append(t.issues, Issue{Place: t.place(message.TheFile), Reason: message.DayTaken.With("at", t.Now.Format(time.DateOnly)), Used: true})
	}
}

func (t *table) hasColumn(field string) bool { return t.columnOf(field) >= 0 }

// columnOf is the number of the first column of a field, negative for none.
func (t *table) columnOf(field string) int {
	return slices.IndexFunc(t.columns, func(c column) bool { return c.field == field })
}

// place names something of the table, with its sheet where there are several.
func (t *table) place(of message.Phrase) Place {
	switch {
	case !t.several:
		return Place{Phrase: of}
	case of == message.TheFile:
		return Place{Phrase: message.SheetAt.With("sheet", message.Plain(t.Name))}
	}
	return Place{Phrase: message.InSheet.With("sheet", message.Plain(t.Name), "place", of)}
}

func (t *table) row(number int) Place { return t.place(message.RowAt.With("row", number)) }

// titled names a cell by its row and title.
func (t *table) titled(number int, title string) Place {
	return t.place(message.CellAt.With("row", number, "column", title))
}

// at names a cell where its title does not tell it from others.
func (t *table) at(number, column int) Place {
	title := ""
	if column < len(t.columns) {
		title = t.columns[column].title
	}
	return t.place(message.CellOf.With("row", number, "number", column+1, "column", title))
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
		at := t.titled(number, title)
		if _, twice := first[key]; twice && strings.HasPrefix(c.field, yesOrNo) {
			t.columns = append(t.columns, c) // 冠心病, 脑卒中: either is one
			continue
		}
		if c.indicator != nil && c.second == nil && !c.ofSite && specimen.Kind("").Unsaid(c.indicator, t.nameOf(c)) {
			t.issues = append(t.issues, Issue{Place: at, Reason: specimen.Kind("").Unclear(c.indicator, c.title)})
			t.columns = append(t.columns, column{title: c.title})
			continue
		}
		switch before, twice := first[key]; {
		case key == "" && strings.TrimSpace(title) != "":
			t.Dictionary.Miss("", c.title, c.title)
			t.issues = append(t.issues, Issue{Place: at, Reason: message.ColumnUnknown})
		case twice && key != "":
			if !slices.Contains(chosen, c.field) {
				t.issues = append(t.issues, Issue{Place: at, Reason: message.ColumnTwice.With("first", before+1), Used: true})
			}
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
	person := fields["profile.gender"] && (fields["age"] || fields["profile.dob"]) || slices.ContainsFunc(t.columns, func(c column) bool { return c.identity })
	return person && (indicators > 0 || t.long)
}

// cell is what a row says of a field, blank for nothing.
func (t *table) cell(row []string, field string) string {
	for i, c := range t.columns {
		if c.field == field && i < len(row) && strings.TrimSpace(row[i]) != "" {
			return strings.TrimSpace(row[i])
		}
	}
	return ""
}

func blank(row []string) bool {
	return !slices.ContainsFunc(row, func(cell string) bool { return strings.TrimSpace(cell) != "" })
}
