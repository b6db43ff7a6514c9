package intake

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/unicode/norm"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/observed"
)

// What a row below a header may be, besides one of a person.
const (
	ofPerson = iota
	again    // the header once more, as pages have it
	remark   // a total, a range of the laboratory, who made the table
	control  // of the laboratory's own
	goesOn   // a further result of the person above, whose cells are merged
)

// rowOf tells what a row is. One that tells neither sex nor age, nor when somebody was
// born, is of nobody where it says that it is something else.
func (t *table) rowOf(row []string) int {
	if slices.Equal(row, t.titles) {
		return again
	}
	first := ""
	said := map[string]bool{}
	for i, c := range t.columns {
		if !filled(row, i) {
			continue
		}
		if first == "" {
			first = dictionary.Fold(row[i])
		}
		if slices.Contains(roles, c.field) && ofControl(row[i], c.field == "name") || c.field == "species" && observed.Animal(row[i]) {
			return control
		}
		said[c.field] = true
		said["identity"] = said["identity"] || c.identity
	}
	told := said["profile.gender"] && (said["age"] || said["profile.dob"]) || said["identity"]
	switch {
	case told:
		return ofPerson
	case slices.ContainsFunc(known().remarks, func(word string) bool { return strings.HasPrefix(first, word) }):
		return remark
	case t.long && (said["item"] || said["code"]) && !slices.ContainsFunc([]string{"user_identifier", "name", "phone", "profile.gender", "age", "profile.dob"}, func(field string) bool { return said[field] }):
		return goesOn
	}
	return ofPerson
}

// roles are the fields whose cells may say that a specimen is of nobody.
var roles = []string{"role", "specimen", "name"}

// ofControl reports whether a cell says that a specimen is the laboratory's own: QC,
// 质控L1. A Latin word has to stand alone, Control, not Controlli. The name of a person
// may be one of a trial, and a control's is one only with nothing else, or its level: QC L1.
func ofControl(cell string, named bool) bool {
	cell = strings.ToLower(strings.TrimSpace(norm.NFKC.String(cell)))
	words := known().controls
	if named {
		words = slices.Concat(words, known().tests)
	}
	return slices.ContainsFunc(words, func(word string) bool {
		rest, ok := strings.CutPrefix(cell, word)
		if !ok || word[0] >= utf8.RuneSelf || !named {
			return ok && (word[0] >= utf8.RuneSelf || rest == "" || !unicode.IsLetter(rune(rest[0])))
		}
		return !slices.ContainsFunc(observed.Pieces(rest), func(of string) bool { return !slices.Contains(known().levels, of) })
	})
}

// joined adds what a sheet has of a person whom another one tells.
func (t *table) joined(all *persons, row []string, number int) {
	user, _ := t.identifier(row)
	if user == "" {
		user = t.cell(row, "name")
	}
	var found []*builder
	if user != "" {
		found = slices.Clone(all.names[user])
	}
	t.above = nil                                               // whatever goes on below goes on with this row
	if day := dayOf(t.when(row)); len(found) > 1 && day != "" { // of several examinations
		found = slices.DeleteFunc(found, func(b *builder) bool { return dayOf(b.at) != day })
	}
	if len(found) != 1 {
		t.say(t.row(number), message.RowOfNobody)
		return
	}
	if name := t.cell(row, "name"); name != "" && found[0].name != "" && dictionary.Fold(name) != dictionary.Fold(found[0].name) {
		t.say(t.row(number), message.RowsDiffer.With("column", ColumnOf("name"), "before", found[0].request.Place.Phrase, "one", found[0].name, "other", name, "id", user))
		return
	}
	b := found[0]
	if at := t.when(row); at != "" && (b.at == "" && !b.dated || b.register != nil && len(b.samples) == 0) {
		b.at, b.dated = at, true
	} else if at != "" && dayOf(at) != dayOf(b.at) {
		b = b.another(at, t.row(number))
		all.add(b)
	}
	t.above = b
	t.measures(b, row, number, "")
	if t.long {
		t.result(b, row, number)
	}
}

// another begins a further examination of a person, of another time.
func (b *builder) another(at string, place Place) *builder {
	c := b.Options.builder(place)
	c.user, c.name, c.dob, c.month, c.age, c.sex, c.at, c.dated = b.user, b.name, b.dob, b.month, b.age, b.sex, at, true
	maps.Copy(c.fields, b.fields)
	return c
}

// visits adds what columns say that are of a time of their own, an examination each.
func (t *table) visits(all *persons, b *builder, row []string, number int) {
	var times []string
	undated := false
	for i, c := range t.columns {
		if c.indicator == nil || !filled(row, i) {
			continue
		}
		undated = undated || c.at == ""
		if c.at != "" && !slices.Contains(times, c.at) {
			times = append(times, c.at)
		}
	}
	for _, at := range times {
		of := b
		if undated || len(b.samples) > 0 {
			of = b.another(at, t.row(number))
			all.add(of)
		} else {
			b.at, b.dated = at, true
		}
		t.measures(of, row, number, at)
	}
}

// daily finds the day of all examinations of a table without a column for it: in its
// name, or above its header, which is that row. Of two nothing is known.
func (t *table) daily(header int) {
	if t.register || t.hasColumn("datetime") {
		return
	}
	texts := []string{t.Name}
	for _, row := range t.Rows[:header] {
		texts = append(texts, row...)
	}
	for _, text := range texts {
		at, rest := t.dateOf(text)
		label := strings.TrimRight(strings.TrimSpace(rest), ":： ")
		if at == "" || text != t.Name && known().columns[titled(label)] != "datetime" {
			continue
		}
		if t.day != "" && dayOf(t.day) != dayOf(at) {
			t.day = ""
			return
		}
		t.day = at
	}
}

// when is the time that a row tells, blank for none.
func (t *table) when(row []string) string { return t.moment(t.serial(t.cell(row, "datetime"))) }

// moment is the time that a text names, blank for none.
func (o Options) moment(text string) string {
	at, ok := observed.Moment(text, o.Zone)
	if !ok {
		return ""
	}
	return at.Format(time.RFC3339)
}

// Days that a workbook counts from 1900: of 1927 and of 2064, before and behind which
// a number in a column of days is something else, such as a year.
const (
	firstSerial = 10_000
	lastSerial  = 60_000
)

// serial is a day that a workbook keeps as a number and shows as one.
func (s *Sheet) serial(text string) string {
	number, err := strconv.Atoi(text)
	if s.Since1904 == nil || err != nil || number < firstSerial || number > lastSerial {
		return text
	}
	at, err := excelize.ExcelDateToTime(float64(number), *s.Since1904)
	if err != nil {
		return text
	}
	return at.Format(time.DateOnly)
}

// datedTitle is a day in a title, or a title that is one.
var datedTitle = regexp.MustCompile(`\s*[(]?((?:19|20)\d\d[-/.年]\d{1,2}[-/.月]\d{1,2})日?[)]?\s*`)

// dateOf is the time that a title names, blank for none, and the title without it.
func (o Options) dateOf(title string) (at, rest string) {
	plain := observed.Brackets(title)
	m := datedTitle.FindStringSubmatchIndex(plain)
	if m == nil {
		return "", title
	}
	return o.moment(plain[m[2]:m[3]]), plain[:m[0]] + " " + plain[m[1]:]
}

// dated are the titles of a header below others that name days, which hold for the
// columns to their right until the next: cells are merged. One day alone is that of
// the print.
func (o Options) dated(above, below []string) []string {
	days := 0
	for _, cell := range above {
		if at, _ := o.dateOf(cell); at != "" {
			days++
		}
	}
	if days < 2 {
		return below
	}
	titles, day := slices.Clone(below), ""
	for i := range titles {
		if i < len(above) && strings.TrimSpace(above[i]) != "" {
			at, _ := o.dateOf(above[i])
			day = dayOf(at)
		}
		if day != "" && strings.TrimSpace(titles[i]) != "" {
			titles[i] += " " + day
		}
	}
	return titles
}
