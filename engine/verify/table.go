package verify

import (
	"fmt"
	"slices"
	"strconv"

	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// A proof walks one table cell by cell: for each combination of the other
// inputs a column of values.
type proof struct {
	*checker
	*lattice.Space
	table   *ruleset.Table
	guard   *lattice.Truth // nil admits everybody
	truths  []*lattice.Truth
	reached []bool
	row     []int           // by cell of the value in this column; none for a gap
	said    map[string]bool // one witness for each kind of fault
}

const none = -1

func newProof(c *checker, t *ruleset.Table, s *lattice.Space) *proof {
	p := &proof{checker: c, Space: s, table: t, reached: make([]bool, len(t.Rows)), row: make([]int, len(s.Last().Points)), said: map[string]bool{}}
	store := s.Truths(c.set)
	p.guard = store.Of(t.For)
	for _, r := range t.Rows {
		p.truths = append(p.truths, store.Of(r.When))
	}
	return p
}

// cell finds the row of one cell and reports a gap or an overlap.
func (p *proof) cell(point []int) {
	k := point[len(point)-1]
	p.row[k] = none
	for i, truth := range p.truths {
		if truth.At(point) != expression.True {
			continue
		}
		p.reached[i] = true
		if p.row[k] != none {
			p.overlap(p.row[k], i, point)
			continue
		}
		p.row[k] = i
	}
	if p.row[k] == none {
		p.gap(k, point)
	}
}

func (p *proof) once(format string, args ...any) bool {
	key := fmt.Sprintf(format, args...)
	if p.said[key] {
		return false
	}
	p.said[key] = true
	return true
}

func (p *proof) overlap(a, b int, point []int) {
	if !p.once("overlap %d %d", a, b) {
		return
	}
	zh, en := p.Witness(point)
	rows := p.table.Rows
	p.fault(rows[b].At, "overlap",
		fmt.Sprintf("%s：%s 时，第 %d 行（文件第 %d 行）和第 %d 行（文件第 %d 行）都适用", p.table.Indicator.Title, zh, a+1, rows[a].At.Line, b+1, rows[b].At.Line),
		fmt.Sprintf("%s: for %s rows %d (line %d) and %d (line %d) both apply", p.table.Indicator.Name, en, a+1, rows[a].At.Line, b+1, rows[b].At.Line),
		"修改其中一行的界限，使它们不重叠", "Change a bound so that they do not overlap")
}

// gap is reported behind the row that answers just below it.
func (p *proof) gap(k int, point []int) {
	before := none
	for i := k - 1; i >= 0 && before == none; i-- {
		before = p.row[i]
	}
	if !p.once("gap %d", before) {
		return
	}
	at := p.table.At
	if before != none {
		at = p.table.Rows[before].At
	}
	zh, en := p.Witness(point)
	rangeZH, rangeEN := p.extent(k, point)
	p.fault(at, "gap",
		fmt.Sprintf("%s：%s 时，没有任何一行适用%s", p.table.Indicator.Title, zh, rangeZH),
		fmt.Sprintf("%s: for %s no row applies%s", p.table.Indicator.Name, en, rangeEN),
		"补上一行，或修改相邻行的界限；用到可能缺少的数据时，用 has(名称) 写出缺少时的行", "Add a row or change a bound; where an input may be missing write a row with has(name)")
}

// extent writes the interval that a gap beginning in cell k leaves open; ""
// for a single number.
func (p *proof) extent(k int, point []int) (zh, en string) {
	end, next := k, slices.Clone(point)
	for j := k + 1; j < len(p.row); j++ {
		next[len(next)-1] = j
		if slices.ContainsFunc(p.truths, func(t *lattice.Truth) bool { return t.At(next) == expression.True }) {
			break
		}
		end = j
	}
	i := p.Last().Span(k, end)
	if i.Low.None || i.High.None || i.Low.At == i.High.At {
		return "", ""
	}
	bound := func(e lattice.End, open string) string {
		text := strconv.FormatFloat(e.At, 'f', p.table.Indicator.Decimals, 64)
		if e.Open {
			return open + text
		}
		return text
	}
	low, high := bound(i.Low, ">"), bound(i.High, "<")
	return "；空着的是 " + low + " 至 " + high, "; open from " + low + " to " + high
}

// column checks, once its cells are known, that values on either side of the
// ideal ones grow worse with distance, and that low levels lie below and high
// ones above.
func (p *proof) column(inside bool) {
	if !inside {
		return
	}
	first, last := p.best()
	if first == none {
		return
	}
	p.side(last+1, len(p.row), 1, "low")
	p.side(first-1, none, -1, "high")
}

// best gives the first and last cell of the best levels: the ideal ones, else
// the acceptable ones.
func (p *proof) best() (first, last int) {
	for _, level := range []string{ruleset.LevelIdeal, ruleset.LevelAcceptable} {
		first, last = none, none
		for k, row := range p.row {
			if row == none || p.table.Rows[row].Level.ID != level {
				continue
			}
			if first == none {
				first = k
			}
			last = k
		}
		if first != none {
			return first, last
		}
	}
	return none, none
}

func (p *proof) side(from, to, step int, wrong string) {
	worst, worstRow := 0, none
	for k := from; k != to; k += step {
		if p.row[k] == none {
			continue
		}
		r := p.table.Rows[p.row[k]]
		if r.Level.Direction == wrong && p.once("direction %d", p.row[k]) {
			p.fault(r.At, "direction",
				fmt.Sprintf("%s：第 %d 行在理想范围的另一侧，级别 %s 的方向不对", p.table.Indicator.Title, r.Number, r.Level.ID),
				fmt.Sprintf("%s: row %d lies on the other side of the ideal range than its level %s says", p.table.Indicator.Name, r.Number, r.Level.ID),
				"偏低用 L，偏高用 H", "Use L below and H above the ideal range")
		}
		if r.Level.Severity < worst && p.once("severity %d %d", worstRow, p.row[k]) {
			p.fault(r.At, "severity",
				fmt.Sprintf("%s：离理想范围更远的第 %d 行（%s）反而比第 %d 行（%s）轻", p.table.Indicator.Title, r.Number, r.Level.ID, worstRow+1, p.table.Rows[worstRow].Level.ID),
				fmt.Sprintf("%s: row %d (%s) lies farther from the ideal range than row %d (%s) and is milder", p.table.Indicator.Name, r.Number, r.Level.ID, worstRow+1, p.table.Rows[worstRow].Level.ID),
				"检查级别是否写反", "Check the levels")
		}
		if r.Level.Severity > worst {
			worst, worstRow = r.Level.Severity, p.row[k]
		}
	}
}
