package intake

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/observed"
)

// statements are what the rows of a table say of persons.
type statements map[[2]string]*statement // by identifier, with the day where it may change, and column

// A statement is what one row says, and of whom, should another row contradict it.
type statement struct {
	field, text, meaning string
	at                   Place
	of                   []*builder // some more than once
	contradicted         bool
}

// lasting are fields that are the same at every examination.
var lasting = map[string]bool{"name": true, "profile.gender": true, "profile.dob": true}

// compare notes what a row says of its person, and where it contradicts one before
// it. Nothing tells which of the two is wrong.
func (t *table) compare(said statements, b *builder, row []string, number int) {
	for i, c := range t.columns {
		switch c.field {
		case "", "user_identifier", "phone", "datetime", "namespace":
			continue
		}
		if slices.Contains(ofResults, c.field) || !filled(row, i) {
			continue
		}
		text := strings.TrimSpace(row[i])
		key := [2]string{b.user, c.title}
		if lasting[c.field] {
			key[1] = c.field
		} else {
			key[0] += "\x00" + dayOf(b.at)
		}
		before := said[key]
		if before == nil {
			before = &statement{c.field, text, meaning(c.field, text), t.row(number), nil, false}
			said[key] = before
		}
		if n := len(before.of); n == 0 || before.of[n-1] != b {
			before.of = append(before.of, b)
		}
		if !before.contradicted && meaning(c.field, text) != before.meaning {
			before.contradicted = true
			if !needed[inRequest(c.field)] {
				b.issue(t.titled(number, c.title), message.CellsDiffer.With("one", text, "cell", before.at.Phrase, "other", before.text))
				continue
			}
			b.issue(t.row(number), message.RowsDiffer.With("column", c.title, "before", before.at.Phrase, "one", before.text, "other", text, "id", b.user))
		}
	}
}

// meaning is what a cell says, however it is written.
func meaning(field, text string) string {
	folded := dictionary.Fold(text)
	switch field {
	case "name":
		return folded
	case "age":
		if age, ok := Age(text); ok {
			return strconv.Itoa(age)
		}
	case "profile.dob":
		return cmp.Or(observed.Day(text), folded)
	}
	if x, err := strconv.ParseFloat(norm.NFKC.String(text), 64); err == nil && field != "profile.gender" {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return cmp.Or(known().values[folded], folded)
}

// refuse takes back what two rows say in different ways.
func (said statements) refuse() {
	for _, s := range said {
		if !s.contradicted {
			continue
		}
		for _, b := range s.of {
			b.unsure(s.field)
		}
	}
}

// inRequest is the field of a request that a column tells.
func inRequest(field string) string {
	switch field {
	case "age":
		return "profile.dob"
	case "name":
		return "user_identifier"
	}
	return field
}
