package page

import (
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"
)

// order gives the columns of a table of rows.
func (f *free) order() []string {
	rest := []string{colResult}
	if f.is("flag", "word") || f.is("flag", "chip") || f.is("flag", "letter") || f.is("flag", "arrow") && f.style.Spelling%2 == 0 {
		rest = append(rest, colFlag)
	}
	if f.is("unit", "column") {
		rest = append(rest, colUnit)
	}
	if f.is("range", "column") || f.is("range", "label") {
		rest = append(rest, colReference)
	}
	switch f.chosen["order"] {
	case "any":
		f.rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	case "result first":
		name := 1 + f.rng.IntN(len(rest))
		rest = slices.Insert(rest, name, colName)
	}
	if !slices.Contains(rest, colName) {
		rest = slices.Insert(rest, 0, colName)
	}
	if f.is("code", "column") {
		rest = slices.Insert(rest, slices.Index(rest, colName)+f.rng.IntN(2), colCode)
	}
	if f.rng.IntN(8) == 0 && !f.phone {
		rest = append(rest, colMethod)
	}
	return rest
}

// A rowTable is a table of rows, in groups of items side by side.
type rowTable struct {
	*free
	entries []*entry
	columns []string
	days    []string // above the results of each; nil where there is one result
	today   int      // the day whose results the truth has
	groups  int
	wide    float64 // of names, where they are wrapped; 0 where not
	gap     float64 // between columns
	room    float64 // of a group
	cells   [][]*cell
	widths  []float64
}

// colDay begins the names of columns of other days.
const colDay = "day"

// day tells of which day a column is; -1 for none.
func (t *rowTable) day(column string) int {
	if column == colResult && t.days != nil {
		return t.today
	}
	if digits, ok := strings.CutPrefix(column, colDay); ok {
		n, _ := strconv.Atoi(digits)
		return n
	}
	return -1
}

// rows draws a table of rows.
func (f *free) rows(entries []*entry) {
	t := &rowTable{free: f, entries: entries, columns: f.order(), groups: int(f.chosen["columns"][0] - '0'), cells: make([][]*cell, len(entries))}
	if f.is("orientation", "dates across") {
		t.days, t.today = f.days(2 + f.rng.IntN(2))
		at := slices.Index(t.columns, colResult)
		for i := range t.days {
			if i != t.today {
				t.columns = slices.Insert(t.columns, at+i, fmt.Sprint(colDay, i))
			}
		}
	}
	if f.is("names", "wrapped") {
		t.wide = f.base * 5
	}
	t.gap = f.base * (0.8 + 0.6*f.rng.Float64())
	base := f.base
	defer func() { f.base = base }()
	t.fit()
	starts := make([]float64, len(t.columns)+1)
	for k := range t.columns {
		starts[k+1] = starts[k] + t.widths[k] + t.gap
	}
	if f.is("heads", "yes") || t.days != nil {
		t.heads(starts)
	}
	t.body(starts)
}

// build makes the cells and tells how wide a group is.
func (t *rowTable) build() (total float64) {
	own := slices.Contains(t.columns, colFlag)
	t.widths = make([]float64, len(t.columns))
	for i, e := range t.entries {
		t.cells[i] = nil
		for k, column := range t.columns {
			var c *cell
			least := t.base * 2
			if day := t.day(column); day >= 0 {
				least = t.base * 5
			}
			if strings.HasPrefix(column, colDay) {
				c = t.earlierCell(e)
			} else {
				c = t.cellOf(e, column, t.wide, own)
			}
			w, _ := t.size(c)
			t.widths[k] = max(t.widths[k], w, least)
			t.cells[i] = append(t.cells[i], c)
		}
	}
	for _, w := range t.widths {
		total += w + t.gap
	}
	return total
}

// fit makes the table as narrow as the page: smaller, with fewer columns or fewer groups.
func (t *rowTable) fit() {
	t.room = (t.right - t.left) / float64(t.groups)
	floor := 15.0
	if t.phone {
		floor = 20
	}
	for total := t.build(); total > t.room; total = t.build() {
		switch k := slices.IndexFunc(t.columns, func(c string) bool { return c == colMethod || c == colCode || c == colDay+"2" }); {
		case t.base*0.95 >= floor:
			t.base *= 0.95
			t.gap *= 0.95
			t.wide *= 0.95
		case k >= 0:
			t.columns = slices.Delete(t.columns, k, k+1)
		case t.groups > 1:
			t.groups--
			t.room = (t.right - t.left) / float64(t.groups)
		default:
			t.room = total // it overflows the margin a little
			t.right = t.left + total
		}
	}
	spare := (t.room - t.build()) / float64(len(t.columns)) * (0.3 + 0.7*t.rng.Float64())
	for k := range t.widths {
		t.widths[k] += max(0, spare)
	}
}

// heads draws the words above the columns.
func (t *rowTable) heads(starts []float64) {
	h := t.base * 1.7
	for g := range t.groups {
		x := t.left + t.room*float64(g)
		for k, column := range t.columns {
			var word string
			if day := t.day(column); day >= 0 {
				word = t.days[day]
			} else {
				word = t.head(column)
			}
			pen := t.pen(t.base*0.95, t.ink, t.boldHeads)
			t.canvas.Text(x+starts[k]+(t.widths[k]-t.canvas.Width(word, pen))*t.cells[0][k].align, t.y+h*0.68, word, pen)
		}
	}
	t.rule(t.left, t.right, t.y+h)
	t.y += h + 2
}

// body draws the rows.
func (t *rowTable) body(starts []float64) {
	per := (len(t.entries) + t.groups - 1) / t.groups
	across := t.rng.IntN(2) == 0
	nth := func(i, g int) int { // the entry of a row and a group
		if across {
			return i*t.groups + g
		}
		return g*per + i
	}
	air := t.base * (0.25 + 0.7*t.rng.Float64())
	top := t.y
	for i := range per {
		high := 0.0
		for g := range t.groups {
			if n := nth(i, g); n < len(t.entries) {
				high = max(high, t.highest(t.cells[n]...))
			}
		}
		if t.is("rules", "zebra") && i%2 == 1 {
			t.canvas.Fill(image.Rect(int(t.left), int(t.y), int(t.right), int(t.y+high+air)), t.lift)
		}
		for g := range t.groups {
			n := nth(i, g)
			if n >= len(t.entries) {
				continue
			}
			for k, c := range t.cells[n] {
				t.draw(c, t.left+t.room*float64(g)+starts[k]+t.gap/3, t.y+air/2+(high-t.highest(c))/2, t.widths[k])
			}
			t.printed = append(t.printed, t.entries[n])
		}
		t.y += high + air
		if t.is("rules", "lines") || t.is("rules", "grid") {
			t.rule(t.left, t.right, t.y)
		}
	}
	if t.is("rules", "grid") {
		for g := range t.groups {
			for _, s := range starts {
				x := t.left + t.room*float64(g) + s
				t.canvas.Rule(x, top, x, t.y, 1.5, t.weak)
			}
		}
	}
}

func (f *free) rule(from, to, y float64) { f.canvas.Rule(from, y, to, y, 1.5, f.weak) }
