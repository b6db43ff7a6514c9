// Package scale draws the decision tables of an indicator: as a coloured scale
// of values for each kind of person, and row by row. The terminal, pages and
// pictures show the same model.
package scale

import (
	"cmp"
	"slices"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A View is an indicator with all that its tables say.
type View struct {
	Name, Title, Unit string
	Version           string // of the rules
	Plausible         string // range of values that are assessed
	Namespace         string // whose tables these are; "" for the base rules
	Tables            []Table
	Colors            []Color // that the rows use, in their order

	lang string
}

// A Color is a colour of the rules.
type Color struct {
	Code               int
	Name, Hex, Meaning string
}

// A Table is one decision table.
type Table struct {
	For   string     // its guard, constants filled in; "" for everybody
	Who   [][]string // the guard in few words, see Who
	At    problem.Place
	Bands []Band // none where a condition computes with the value: see Rows
	Rows  []Row
	Risks []string // names
}

// A Band is the number line for persons whom a table treats alike.
type Band struct {
	Who      string
	Groups   [][]string // in few words, see Who
	Ideal    string     // range of ideal values; "" for none
	Segments []Segment
}

// A Segment is a stretch of values that one row answers, or none.
type Segment struct {
	Values   string // such as 3.9 至 <6.1 mmol/L
	Low      Edge   // ignored in the first segment of a band
	High     Edge   // ignored in the last one
	Row      int    // number of the row; 0 for a gap
	Level    string
	Color    int
	Hex      string
	Ideal    bool
	LowText  string
	HighText string
}

// An Edge lies between two segments: before a number that belongs to the upper
// one, or behind it.
type Edge struct {
	At     float64
	Behind bool
}

func (e Edge) compare(o Edge) int {
	if c := cmp.Compare(e.At, o.At); c != 0 {
		return c
	}
	switch {
	case e.Behind == o.Behind:
		return 0
	case o.Behind:
		return -1
	}
	return 1
}

// A Row is one row of a table.
type Row struct {
	Number           int
	When             string // constants filled in
	Level, LevelName string
	Color            int
	Hex              string
	Tip, Hint        string
	Sources          []string
	At               problem.Place
}

// Of describes an indicator's tables; with a namespace those of its overlay,
// where it has any. It reports false when there are none.
func Of(set *ruleset.Set, indicator, namespace string) (*View, bool) {
	return In(set, indicator, namespace, problem.Chinese)
}

// In is Of with the words of a language; tips and names stay as the rules have them.
func In(set *ruleset.Set, indicator, namespace, lang string) (*View, bool) {
	i, ok := set.Dictionary.Lookup(indicator)
	if !ok {
		return nil, false
	}
	tables := set.Tables[i.Name]
	v := &View{Name: i.Name, Title: i.Title, Version: set.Version, lang: lang}
	if o := set.Overlays[namespace]; o != nil && len(o.Tables[i.Name]) > 0 {
		tables, v.Namespace = o.Tables[i.Name], namespace
	}
	if i.Kind == dictionary.Quantitative {
		v.Unit = i.Unit
		d := lattice.Dimension{Indicator: i}
		v.Plausible = d.Number(i.Plausible[0]) + message.Pick(lang, " 至 ", " to ") + d.Number(i.Plausible[1])
	}
	used := map[int]bool{}
	for _, t := range tables {
		one := describe(set, i, t, lang)
		for _, r := range one.Rows {
			used[r.Color] = true
		}
		v.Tables = append(v.Tables, one)
	}
	for _, c := range set.Colors {
		if used[c.Code] {
			v.Colors = append(v.Colors, Color{c.Code, c.Name, c.Hex, c.Meaning})
		}
	}
	return v, len(tables) > 0
}

func describe(set *ruleset.Set, i *dictionary.Indicator, t *ruleset.Table, lang string) Table {
	one := Table{At: t.At, Bands: bands(set, i, t, lang), Who: Who(set, t.For, lang)}
	if t.For != nil {
		one.For = oneLine(t.For)
	}
	for _, r := range t.Rows {
		row := Row{
			Number: r.Number, When: oneLine(r.When), Level: r.Level.ID, LevelName: message.Pick(lang, r.Level.Name, cmp.Or(r.Level.English, r.Level.Name)),
			Color: r.Color, Hex: hex(set, r.Color), Tip: r.Tip, Hint: r.Hint, At: r.At,
		}
		for _, c := range r.Sources {
			row.Sources = append(row.Sources, strings.TrimSpace(c.Key+" "+c.Place))
		}
		one.Rows = append(one.Rows, row)
	}
	for _, id := range t.Risks {
		for _, r := range set.Risks {
			if r.ID == id {
				one.Risks = append(one.Risks, r.Name)
			}
		}
	}
	return one
}

func oneLine(c *expression.Condition) string { return strings.Join(strings.Fields(c.Text.Value), " ") }

func hex(set *ruleset.Set, code int) string {
	if c := set.ColorOf(code); c != nil {
		return c.Hex
	}
	return ""
}

// maxCells is how many cells of a table are looked at for its bands.
const maxCells = 1 << 16

// bands asks every row in every cell of the table's inputs and puts persons
// with the same number line together.
func bands(set *ruleset.Set, i *dictionary.Indicator, t *ruleset.Table, lang string) []Band {
	space := lattice.New(i, lattice.Side{Set: set, Conditions: t.Conditions()})
	if len(space.Inexact) > 0 || space.Size() > maxCells {
		return nil
	}
	truths := space.Truths(set)
	guard := truths.Of(t.For)
	rows := make([]*lattice.Truth, len(t.Rows))
	for k, r := range t.Rows {
		rows[k] = truths.Of(r.When)
	}
	var columns [][]int
	var persons [][]lattice.Box
	var now []int
	space.Each(func(point []int) bool {
		return guard == nil || guard.At(point) == expression.True
	}, func(point []int) bool {
		now = append(now, slices.IndexFunc(rows, func(row *lattice.Truth) bool { return row.At(point) == expression.True }))
		if len(now) < len(space.Last().Points) {
			return true
		}
		k := slices.IndexFunc(columns, func(c []int) bool { return slices.Equal(c, now) })
		if k < 0 {
			k = len(columns)
			columns, persons = append(columns, slices.Clone(now)), append(persons, nil)
		}
		persons[k] = append(persons[k], space.Outer(point, 0))
		now = now[:0]
		return true
	})
	list := make([]Band, len(columns))
	for k, column := range columns {
		var who []string
		list[k] = band(set, space.Last(), t, column, lang)
		for _, box := range lattice.Merge(persons[k]) {
			who = append(who, space.Describe(&box, lang))
			list[k].Groups = append(list[k].Groups, chips(space, &box, lang))
		}
		list[k].Who = strings.Join(who, "；")
	}
	return list
}

func band(set *ruleset.Set, value *lattice.Dimension, t *ruleset.Table, column []int, lang string) Band {
	var b Band
	ideal := make([]byte, len(column))
	for first := 0; first < len(column); first++ {
		last := first
		for last+1 < len(column) && column[last+1] == column[first] {
			last++
		}
		points := make([]byte, len(column))
		for k := first; k <= last; k++ {
			points[k] = 1
		}
		span := value.Span(first, last)
		if low := t.Indicator.Plausible[0]; column[first] < 0 && !span.High.None && (span.High.At < low || span.High.At == low && span.High.Open) {
			first = last
			continue // nobody has such a value
		}
		s := Segment{
			Values: value.Describe(string(points), lang), Row: column[first] + 1,
			Low: Edge{span.Low.At, span.Low.Open}, High: Edge{span.High.At, !span.High.Open},
		}
		if !span.Low.None {
			s.LowText = value.Number(span.Low.At)
		}
		if !span.High.None {
			s.HighText = value.Number(span.High.At)
		}
		if column[first] >= 0 {
			r := t.Rows[column[first]]
			s.Level, s.Color, s.Hex, s.Ideal = r.Level.ID, r.Color, hex(set, r.Color), r.Level.ID == ruleset.LevelIdeal
		}
		s.Values = plain(value, s.Values)
		if s.Ideal {
			copy(ideal[first:], points[first:last+1])
		}
		b.Segments = append(b.Segments, s)
		first = last
	}
	if slices.Contains(ideal, 1) {
		b.Ideal = plain(value, value.Describe(string(ideal), lang))
	}
	return b
}

// plain leaves the unit of grades out: their words say enough.
func plain(value *lattice.Dimension, text string) string {
	if value.Indicator.Kind == dictionary.Qualitative {
		return strings.TrimSuffix(text, " "+value.Indicator.Unit)
	}
	return text
}
