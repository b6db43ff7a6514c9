package intake

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine/filelimits"
	"tijian/engine/message"
	"tijian/engine/specimen"
)

// table is a table whose header was found.
type table struct {
	Options
	*Sheet
	several  bool           // there are other sheets, too
	turned   bool           // its rows are the sheet's columns
	empty    []string       // titles and items of which cells say that nothing was measured
	cells    map[string]int // how many, by title
	columns  []column
	together []string // the fields that identify a person, where no column does
	long     bool     // a row is a result, not a person
	more     bool     // its persons are told by another sheet
	register bool     // it tells persons, and need not say what was measured
	without  int      // how many of these have no result
	above    *builder // the person of the last row
	titles   []string // the header
	first    int      // the number of the first row below it, from 0
	day      string   // of the examinations, where a title or the sheet's name tells it
	issues   []Issue
	nobody   int // the number of the row that names items, and nobody
}

// headless says why a table has no header.
func (t *table) headless() Issue {
	if t.nobody > 0 {
		return Issue{Place: t.row(t.nobody), Reason: message.NobodyTold, Unread: true}
	}
	return Issue{Place: t.place(message.TheFile), Reason: message.NoHeader, Unread: true}
}

// begins finds the header, and the first row below it; a table that has none may stand on
// its side, each person in a column.
func (t *table) begins() bool {
	if t.upright() {
		return true
	}
	if t.turned || len(t.Rows) > mostTitles || len(t.Rows)*t.width() > filelimits.MostCells {
		return false
	}
	upright := *t
	t.Sheet, t.turned = t.Sheet.onItsSide(), true
	if !t.upright() {
		*t = upright
		return false
	}
	return true
}

// beginsRegister reports whether the table tells persons, be there results or not.
func (t *table) beginsRegister() bool {
	t.register = true
	t.register = t.upright()
	return t.register
}

// mostTitles is how many rows may be the titles of a table on its side.
const mostTitles = 1000

// upright finds the header of a table, and the first row below it.
func (t *table) upright() bool {
	header := 0
	for ; header < min(10, len(t.Rows)); header++ {
		titles := t.Rows[header]
		if header > 0 {
			titles = t.dated(t.Rows[header-1], titles)
		}
		if t.header(titles, header+1) {
			header = t.taller(titles, header)
			t.titles = t.Rows[header]
			break
		}
		if header > 0 && t.header(merged(t.Rows[header-1], titles), header+1) {
			break
		}
	}
	if header == min(10, len(t.Rows)) {
		return false
	}
	for k := range t.Rows[header] {
		if t.Lost[[2]int{header, k}] {
			t.issues = append(t.issues, Issue{Place: t.at(header+1, k), Reason: message.FormulaEmpty})
		}
	}
	t.daily(header)
	t.first = header + 1
	for t.first < len(t.Rows) && (t.unitRow(t.Rows[t.first]) || t.rangeRow(t.Rows[t.first])) {
		t.first++
	}
	rows := t.Rows[t.first:]
	t.byContent(header+1, rows)
	t.ordered(rows)
	for _, field := range []string{"user_identifier", "datetime"} {
		t.choose(field, header+1, rows)
	}
	return true
}

// taller takes the row below a header for a part of it where that names more: groups
// may be called as what is in one of them, 血压 above 收缩压 and 舒张压.
func (t *table) taller(titles []string, header int) int {
	if t.long || header+1 == len(t.Rows) {
		return header
	}
	named := func() (n int) {
		for _, c := range t.columns {
			if c.indicator != nil {
				n++
			}
		}
		return n
	}
	before := named()
	if t.header(merged(titles, t.dated(titles, t.Rows[header+1])), header+2) && named() > before {
		return header + 1
	}
	t.header(titles, header+1)
	return header
}

// person reads a row of the person that it is about.
func (t *table) person(all *persons, row []string, number int) {
	switch kind := t.rowOf(row); {
	case kind == again:
		return
	case kind == remark:
		t.say(t.row(number), message.RowOfNobody)
		return
	case kind == control:
		t.say(t.row(number), message.RowOfControl)
		return
	case kind == goesOn && t.above != nil:
		t.read(t.above, row, number)
		return
	}
	if why, _ := t.state(row); why != (message.Phrase{}) && !t.long {
		t.say(t.row(number), why)
		return
	}
	if t.more {
		t.joined(all, row, number)
		return
	}
	user, why := t.identifier(row)
	id := user
	if id != "" && t.long { // results of two days are two examinations
		id += "\x00" + dayOf(t.when(row))
	}
	before, twice := all.first[id]
	if twice && id != "" && slices.Equal(row, before.table.Rows[before.number]) {
		t.say(t.row(number), message.RowTwice.With("before", before.row(before.number+1).Phrase))
		return
	}
	b := all.by[id]
	if b == nil || !t.long || id == "" {
		b = t.builder(t.row(number))
		b.user, b.name, b.column = user, t.cell(row, "name"), t.hasColumn("datetime")
		if !b.column && t.day != "" {
			b.at, b.dated = t.day, true
		}
		if t.register {
			b.register = t
		}
		all.add(b)
		switch {
		case id == "":
		case t.long:
			all.by[id] = b
		default:
			if twice {
				b.note(b.request.Place, message.SameIdentifier.With("id", id, "before", before.row(before.number+1).Phrase))
			}
			all.first[id] = line{t, number - 1}
		}
	}
	t.above = b
	if k := t.columnOf("user_identifier"); why != (message.Phrase{}) && k >= 0 {
		b.issue(t.titled(number, t.columns[k].title), why)
	}
	t.read(b, row, number)
	t.visits(all, b, row, number)
	if id != "" {
		t.compare(all.said, b, row, number)
	}
}

// say says of a row that it is not used.
func (t *table) say(at Place, why message.Phrase) {
	t.issues = append(t.issues, Issue{Place: at, Reason: why})
	*t.counted++
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
	if t.without > 0 {
		t.issues = append(t.issues, Issue{Place: t.place(message.TheFile), Reason: message.NoResults.With("count", t.without), Used: true})
	}
	var unitless []string
	for _, c := range t.columns {
		if c.bare && !strings.Contains(strings.ToLower(c.title), strings.ToLower(c.indicator.Unit)) {
			if named := c.title + "(" + c.indicator.Unit + ")"; !slices.Contains(unitless, named) {
				unitless = append(unitless, named)
			}
		}
	}
	if len(unitless) > 0 {
		t.issues = append(t.issues, Issue{Place: t.row(first), Reason: message.UnitsTaken.With("names", unitless), Used: true})
	}
	dated := t.day != "" || slices.ContainsFunc(t.columns, func(c column) bool { return c.at != "" })
	if !t.hasColumn("datetime") && !dated && !t.more && !t.register && !t.Now.IsZero() {
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
	case !t.several || t.Name == "":
		return Place{Phrase: of}
	case of == message.TheFile:
		return Place{Phrase: message.SheetAt.With("sheet", message.Plain(t.Name))}
	}
	return Place{Phrase: message.InSheet.With("sheet", message.Plain(t.Name), "place", of)}
}

func (t *table) row(number int) Place {
	if t.turned {
		return t.place(message.ColumnAt.With("number", number))
	}
	return t.place(message.RowAt.With("row", number))
}

// titled names a cell by its row and title.
func (t *table) titled(number int, title string) Place {
	if t.turned {
		return t.place(message.CellIn.With("number", number, "row", title))
	}
	return t.place(message.CellAt.With("row", number, "column", title))
}

// at names a cell where its title does not tell it from others.
func (t *table) at(number, column int) Place {
	title := ""
	if column < len(t.columns) {
		title = t.columns[column].title
	}
	if t.turned {
		number, column = column+1, number-1
	}
	return t.place(message.CellOf.With("row", number, "number", column+1, "column", title))
}

// merged is a header of two rows: what stands below, else what stands above, as
// a merged cell does. A group that says of which specimen its columns are, or that they
// are of somebody else, holds until the next one and stands before each of them.
func merged(above, below []string) []string {
	titles := slices.Clone(above)
	group := ""
	for i, title := range below {
		if i < len(above) && strings.TrimSpace(above[i]) != "" {
			group = strings.Join(strings.Fields(above[i]), " ")
		}
		tells := specimen.Of(group, false) != "" || slices.ContainsFunc(known().others, func(word string) bool { return strings.Contains(group, word) })
		if title = strings.TrimSpace(title); title != "" && tells && !strings.ContainsAny(group, "【】") {
			title = "【" + group + "】" + title
		}
		switch {
		case i >= len(titles):
			titles = append(titles, title)
		case title != "":
			titles[i] = title
		}
	}
	return titles
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
			key = c.indicator.Name + c.at + c.side()
		}
		at := t.titled(number, title)
		if _, twice := first[key]; twice && strings.HasPrefix(c.field, yesOrNo) {
			t.columns = append(t.columns, c) // 冠心病, 脑卒中: either is one
			continue
		}
		if t.lacksSpecimen(c) {
			t.issues = append(t.issues, Issue{Place: at, Reason: c.specimen.Unclear(c.indicator, c.title)})
			t.columns = append(t.columns, column{title: c.title})
			continue
		}
		switch before, twice := first[key]; {
		case key == "" && strings.TrimSpace(title) != "":
			t.Dictionary.Miss("", c.title, c.title)
			t.issues = append(t.issues, Issue{Place: at, Reason: message.ColumnUnknown})
		case !fields["item"] && !fields["code"] && slices.Contains(besides, c.field) && len(t.columns) > 0:
			t.behind(c.field, i)
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
	t.long = (fields["item"] || fields["code"]) && fields["value"]
	measured, persons, named := indicators > 0 || t.long, t.tellsPerson(fields), fields["user_identifier"] || fields["name"]
	if !measured || persons {
		return measured || t.register && persons && named
	}
	if t.nobody == 0 && (indicators > 1 || t.long || named) {
		t.nobody = number
	}
	return false
}

// lacksSpecimen reports whether a title does not say of what its indicator was measured.
func (t *table) lacksSpecimen(c column) bool {
	return c.indicator != nil && c.second == nil && !c.ofSite && c.specimen.Unsaid(c.indicator, t.nameOf(c))
}

// tellsPerson reports whether the columns, of these fields, tell whom a row is of.
func (t *table) tellsPerson(fields map[string]bool) bool {
	return t.more && (fields["user_identifier"] || fields["name"]) || fields["profile.gender"] && (fields["age"] || fields["profile.dob"]) ||
		slices.ContainsFunc(t.columns, func(c column) bool { return c.identity })
}

// besides are the fields of columns that belong to the value before them, in a table
// with a row for each person.
var besides = []string{"unit", "reference", "flag"}

// behind gives a column to the indicator's before it.
func (t *table) behind(field string, at int) {
	for k := len(t.columns) - 1; k >= 0; k-- {
		c := &t.columns[k]
		if c.indicator != nil {
			if c.beside == nil {
				c.beside = map[string]int{}
			}
			if _, has := c.beside[field]; !has {
				c.beside[field] = at
			}
			return
		}
		if !slices.Contains(besides, c.field) {
			return
		}
	}
}

// said is what the column of a field beside another says in a row.
func (c *column) said(row []string, field string) string {
	if at, has := c.beside[field]; has && filled(row, at) {
		return strings.TrimSpace(row[at])
	}
	return ""
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
