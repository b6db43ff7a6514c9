package intake

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tijian/engine/dictionary"
	"tijian/engine/observed"
	"tijian/engine/specimen"
)

// A column of a table is a field of the request or an indicator.
type column struct {
	title     string
	field     string
	indicator *dictionary.Indicator
	second    *dictionary.Indicator // of a pair, 130/85
	unit      string
	reference string         // the range that a row below the header prints
	bare      bool           // it has numbers that no unit is written for
	ofSite    bool           // the site says what the title means
	legend    legend         // what its codes mean
	identity  bool           // it may have identity numbers
	specimen  specimen.Kind  // what its group says of it
	at        string         // when it was measured, where the title says so
	beside    map[string]int // the columns of its unit, range and flag, which stand behind it
}

// side is that of the body which a title names, blank for none or for both.
func (c *column) side() (named string) {
	for _, side := range known().sides {
		if strings.Contains(c.title, side) {
			if named != "" {
				return ""
			}
			named = side
		}
	}
	return named
}

// yesOrNo begins the fields of the background that are true or false.
const yesOrNo = "health_background.has_"

// nameOf is the title of a column without marks and its unit.
func (t *table) nameOf(c column) string {
	name := observed.Unmarked(c.title)
	if c.unit == "" {
		return name
	}
	name, _, _ = strings.Cut(strings.TrimSuffix(name, c.unit), "(")
	return strings.TrimRight(name, " (（/_-:：")
}

// column knows what a title stands for; a unit may stand behind it in brackets.
func (t *table) column(title string) column {
	at, rest := t.dateOf(title)
	if at == "" {
		return t.undated(title)
	}
	c := t.undated(rest)
	if c.title = strings.Join(strings.Fields(title), " "); c.indicator != nil {
		c.at = at
	}
	return c
}

// specimen is what the name of the sheet says that its results are of.
func (t *table) specimen() specimen.Kind { return specimen.Of(t.Name, false) }

// undated knows what a title stands for that names no day.
func (t *table) undated(title string) column {
	c := column{title: strings.Join(strings.Fields(title), " ")}
	if c.title == "" {
		return c
	}
	group, itself := observed.Grouped(c.title)
	if others := func(word string) bool { return strings.Contains(group, word) }; group == "" || slices.ContainsFunc(known().others, others) {
		itself = c.title
	}
	_, c.identity = known().identity[dictionary.Fold(itself)]
	if c.field = known().columns[titled(itself)]; c.field == "" {
		if plain, meant := explained(itself); meant != nil {
			c.field, c.legend = known().columns[titled(plain)], meant
		}
	}
	if c.field != "" {
		return c
	}
	c.specimen = cmp.Or(specimen.Of(group, false), t.specimen())
	t.measured(&c)
	if before, behind, ok := strings.Cut(c.title, "-"); ok && c.indicator == nil && group == "" && specimen.Of(before, false) != "" { // 尿常规-蛋白
		of := t.undated("【" + before + "】" + behind)
		of.title = c.title
		return of
	}
	if c.indicator != nil && !c.ofSite && !c.specimen.Measures(c.indicator) {
		c.indicator, c.second = nil, nil
	}
	return c
}

// measured knows which indicator a column is of, and in which unit.
func (t *table) measured(c *column) {
	if i, ok := t.reader().Named(c.title, "", c.specimen); ok {
		_, c.unit, c.ofSite = t.Dictionary.OfSite("", c.title)
		c.indicator = i
		if _, behind, in := strings.Cut(observed.Brackets(c.title), "("); in && c.unit == "" { // 心率(次/分)
			if unit := strings.TrimSuffix(strings.TrimSpace(behind), ")"); unit != "" && observed.Has(i, unit) {
				c.unit = unit
			}
		}
		return
	}
	if c.indicator, c.second = t.pair(c.title); c.indicator != nil {
		return
	}
	plain := strings.NewReplacer("，", "(", ",", "(").Replace(observed.Brackets(observed.Unmarked(c.title)))
	for at, r := range plain { // a unit stands in brackets, behind a blank, behind the name
		if at == 0 || !strings.ContainsRune("( /_-:：", r) && r < utf8.RuneSelf == (plain[at-1] < utf8.RuneSelf) {
			continue
		}
		name, unit := strings.TrimRight(plain[:at], "( /_-:："), strings.TrimSuffix(strings.Trim(plain[at:], " /_-:："), ")")
		unit = strings.TrimPrefix(unit, "(")
		if i, ok := t.reader().Named(name, unit, c.specimen); ok && unit != "" {
			unit := observed.Nitrogen(i, unit, name)
			if observed.Has(i, unit) {
				c.indicator, c.unit = i, unit
				return
			}
		}
		if first, second := t.pair(name); first != nil {
			if _, ok := first.ToStandard(0, unit); ok {
				c.indicator, c.second, c.unit = first, second, unit
				return
			}
		}
	}
}

// unitRow takes the row below the header for units, where it says nothing else.
func (t *table) unitRow(row []string) bool {
	found := false
	for i, cell := range row {
		if cell = strings.TrimSpace(cell); cell == "" {
			continue
		}
		switch {
		case known().columns[titled(cell)] == "unit":
			continue // what the row is called
		case i < len(t.columns) && t.columns[i].field == "age" && slices.Contains(known().years, cell):
			continue
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

// rangeRow takes a row below the header for the printed ranges of its columns, where its
// first cell says so.
func (t *table) rangeRow(row []string) bool {
	first := slices.IndexFunc(row, func(cell string) bool { return strings.TrimSpace(cell) != "" })
	if t.long || first < 0 || first >= len(t.columns) || t.columns[first].indicator != nil || known().columns[titled(row[first])] != "reference" {
		return false
	}
	for i := range t.columns {
		if filled(row, i) {
			t.columns[i].reference = strings.TrimSpace(row[i])
		}
	}
	return true
}
