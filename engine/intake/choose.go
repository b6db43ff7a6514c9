package intake

import (
	"regexp"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/message"
)

// chosen are fields of which a table may have several columns that do not say the
// same: 序号 counts rows, 体检编号 names a person. The order of their titles in
// words.yaml tells which is best.
var chosen = []string{"user_identifier", "datetime"}

// A candidate is a column of a field, or several that together stand for one.
type candidate struct {
	rank, column int // -1 for several
	title        string
	together     []string // their fields
	says         func(row []string) bool
}

// everybody reports whether a candidate names whomever any of the list does.
func (t *table) everybody(rows [][]string, c candidate, list []candidate) bool {
	return !slices.ContainsFunc(rows, func(row []string) bool {
		return !c.says(row) && t.rowOf(row) == ofPerson && slices.ContainsFunc(list, func(other candidate) bool { return other.says(row) })
	})
}

// choose leaves of a field's columns the best one that says anything, of those that name
// persons the best that names everybody, if one does: where few have an identity number on
// file the others are still somebody. number is that of the header, rows are what stands
// below it.
func (t *table) choose(field string, number int, rows [][]string) {
	titles := known().fields[field]
	rank := func(title string) int {
		k := slices.IndexFunc(titles, func(of string) bool { return titled(of) == titled(title) })
		return max(k, 0) // the field's own name
	}
	var list []candidate
	for i, c := range t.columns {
		if c.field == field {
			list = append(list, candidate{rank(c.title), i, c.title, nil, func(row []string) bool { return filled(row, i) }})
		}
	}
	named := len(titles) // from here on titles name no person
	for _, together := range titles {
		if fields := known().together[together]; len(fields) > 0 {
			named = rank(together) + 1
			list = append(list, candidate{rank(together), -1, together, fields, func(row []string) bool { return t.all(row, fields) != "" }})
		}
	}
	list = slices.DeleteFunc(list, func(c candidate) bool { return !slices.ContainsFunc(rows, c.says) })
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return a.rank - b.rank })
	best := list[0]
	if all := slices.IndexFunc(list, func(c candidate) bool { return c.rank < named && t.everybody(rows, c, list) }); field == "user_identifier" && all > 0 {
		best = list[all]
	}
	if best.together != nil {
		t.together = best.together
	}
	for i := range t.columns {
		if c := &t.columns[i]; c.field == field && i != best.column {
			c.field = ""
			if slices.ContainsFunc(rows, func(row []string) bool { return filled(row, i) }) {
				t.issues = append(t.issues, Issue{Place: t.titled(number, c.title), Reason: message.ColumnInstead.With("column", best.title)})
			}
		}
	}
}

// byContent knows by what stands in them columns that no title tells: those of words
// whose title several indicators share, and the units of a table with a row for each
// result, without which 104 mg/dL would be taken for mmol/L. header is the number of
// the title's row.
func (t *table) byContent(header int, rows [][]string) {
	units := t.long && !t.hasColumn("unit")
	for i := range t.columns {
		c := &t.columns[i]
		unknown := func(of Issue) bool {
			return of.Reason == message.ColumnUnknown && of.Place == t.titled(header, c.title)
		}
		if c.field != "" || c.indicator != nil || !slices.ContainsFunc(t.issues, unknown) {
			continue
		}
		switch {
		case units && allCells(rows, i, func(cell string) bool { _, ok := t.Dictionary.Units().Canonical(cell); return ok }):
			c.field, units = "unit", false
		case !t.long && allCells(rows, i, t.reader().IsGrade):
			c.indicator, _ = t.reader().InWords(c.title, c.specimen)
		}
		if c.field != "" || c.indicator != nil {
			t.issues = slices.DeleteFunc(t.issues, unknown)
		}
	}
}

// allCells reports whether all cells of a column that say anything are of a kind, those of
// its first rows, and whether there are any; cells that say that nothing was measured
// are of every kind.
func allCells(rows [][]string, column int, of func(cell string) bool) (some bool) {
	for _, row := range rows[:min(len(rows), looked)] {
		if !filled(row, column) {
			continue
		}
		cell := strings.TrimSpace(row[column])
		if of(cell) {
			some = true
		} else if _, absent := known().absent[dictionary.Fold(cell)]; !absent {
			return false
		}
	}
	return some
}

// looked is how many rows tell what a column is of.
const looked = 200

func filled(row []string, column int) bool {
	return column < len(row) && strings.TrimSpace(row[column]) != ""
}

// all is what a row says of several fields, blank where it lacks one.
func (t *table) all(row []string, fields []string) string {
	var parts []string
	for _, field := range fields {
		part := t.cell(row, field)
		if part == "" {
			return ""
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " ")
}

// identifier is what a row calls its person, blank for nothing. A number of which a
// spreadsheet has left the first digits only names nobody; why says so.
func (t *table) identifier(row []string) (id string, why message.Phrase) {
	if id = t.cell(row, "user_identifier"); t.together != nil {
		id = t.all(row, t.together)
	}
	if rounded.MatchString(id) {
		return "", message.IdentifierCut.With("text", id)
	}
	return id, message.Phrase{}
}

// rounded is a number as spreadsheets show one that is long: 1.10101E+17.
var rounded = regexp.MustCompile(`^\d(?:\.\d+)?[eE]\+\d+$`)
