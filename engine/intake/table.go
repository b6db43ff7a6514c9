package intake

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/unicode/norm"

	"tijian/engine/dictionary"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/wire"
)

// CSV reads a table in UTF-8 or GB18030, separated by commas, semicolons or
// tabs.
func CSV(data []byte) ([][]string, error) {
	text, ok := decoded(data)
	if !ok {
		return nil, errors.New(message.EncodingUnknown.ZH)
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	first, _, _ := strings.Cut(text, "\n")
	for _, separator := range "\t;" {
		if strings.Count(first, string(separator)) > strings.Count(first, ",") {
			r.Comma = separator
		}
	}
	var rows [][]string
	for {
		row, err := r.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := r.FieldPos(0)
		for len(rows) < line-1 {
			rows = append(rows, nil) // blank lines, so that rows count as lines
		}
		rows = append(rows, row)
	}
}

// Sheet reads the first sheet of a workbook of Excel.
func Sheet(data []byte) ([][]string, error) {
	book, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	defer book.Close()
	return book.GetRows(book.GetSheetName(0))
}

// A column of a table is a field of the request or an indicator.
type column struct {
	title     string
	field     string
	indicator *dictionary.Indicator
	unit      string
}

// table is a table whose header was found.
type table struct {
	Options
	columns []column
	long    bool // a row is a result, not a person
	issues  []Issue
}

// Table makes requests of rows: one row a person with a column for each
// indicator, or one row a result. missing are the fields of the health
// background that it has no columns for.
func Table(rows [][]string, o Options) (requests []Request, about []Issue, missing []string, wrong *Issue) {
	t := &table{Options: o}
	header := 0
	for header < min(10, len(rows)) && !t.header(rows[header], header+1) {
		header++
	}
	if header == min(10, len(rows)) {
		return nil, nil, nil, &Issue{message.TheFile, message.NoHeader}
	}
	persons := map[string]*builder{}
	var order []*builder
	for i, row := range rows[header+1:] {
		if blank(row) {
			continue
		}
		number := header + i + 2
		id := t.cell(row, "user_identifier")
		b := persons[id]
		if b == nil || !t.long || id == "" {
			b = o.builder(message.RowAt.With("row", number))
			order = append(order, b)
			if id != "" {
				persons[id] = b
			}
		}
		t.read(b, row, number)
	}
	for _, b := range order {
		requests = append(requests, b.finish())
	}
	for _, field := range wire.Backgrounds() {
		if !slices.ContainsFunc(t.columns, func(c column) bool { return c.field == "health_background."+field }) {
			missing = append(missing, field)
		}
	}
	return requests, t.issues, missing, nil
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

// column knows what a title stands for; a unit may stand behind it in brackets.
func (t *table) column(title string) column {
	c := column{title: strings.TrimSpace(title)}
	if c.title == "" {
		return c
	}
	if c.field = known.columns[dictionary.Fold(c.title)]; c.field != "" {
		return c
	}
	if i, ok := t.Dictionary.Named(c.title, ""); ok {
		c.indicator = i
		return c
	}
	name, rest, bracket := strings.Cut(strings.NewReplacer("（", "(", "）", ")", "[", "(", "]", ")").Replace(c.title), "(")
	if !bracket {
		return c
	}
	unit := strings.TrimSuffix(strings.TrimSpace(rest), ")")
	if i, ok := t.Dictionary.Named(name, unit); ok {
		if _, ok := i.ToStandard(0, unit); ok {
			c.indicator, c.unit = i, unit
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
		if c.indicator != nil {
			b.sample(c.indicator, row[i], c.unit, "", place{at, at, at})
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
	i, ok := t.Dictionary.Named(item, unit)
	if !ok {
		b.issue(at, message.CodeUnknown.With("code", item))
		return
	}
	b.sample(i, value, unit, t.cell(row, "reference"), place{at, at, at})
}

// field reads a cell that says something of the person.
func (b *builder) field(field, text string, at message.Phrase) {
	switch {
	case field == "user_identifier":
		b.user = text
	case field == "namespace":
		b.Namespace = text
	case field == "datetime":
		if b.at = b.moment(text); b.at == "" {
			b.issue(at, message.NotADay.With("text", text))
		}
	case field == "profile.dob":
		if b.dob = day(text); b.dob == "" {
			b.issue(at, message.NotADay.With("text", text))
		}
	case field == "profile.gender":
		if b.sex = known.values[dictionary.Fold(text)]; b.sex != "male" && b.sex != "female" {
			b.sex = ""
			b.issue(at, message.SexUnknown.With("text", text))
		}
	case field == "age":
		age, err := strconv.Atoi(strings.TrimSuffix(norm.NFKC.String(text), "岁"))
		if err != nil || age < 0 || age > 130 {
			b.issue(at, message.AgeWrong.With("text", text))
			return
		}
		b.age = age
	case strings.HasSuffix(field, "_frequency"):
		text = norm.NFKC.String(text)
		if known.values[dictionary.Fold(text)] == "false" {
			text = "0"
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
		switch known.values[dictionary.Fold(text)] {
		case "true", "male": // 1
			b.fields[field] = jsontree.NewBool(true)
		case "false":
			b.fields[field] = jsontree.NewBool(false)
		default:
			b.issue(at, message.FlagWrong.With("text", text))
		}
	}
}
