package verify

import (
	"fmt"
	"slices"
	"strconv"

	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
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
	rows := p.table.Rows
	p.problems.Add(message.RowsOverlap.At(rows[b].At, "indicator", p.table.Indicator.Called(), "witness", witness(p.Space, point),
		"first", a+1, "firstline", rows[a].At.Line, "second", b+1, "secondline", rows[b].At.Line))
}

// gap is reported at the row that answers just below it.
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
	p.problems.Add(message.Gap.At(at, "indicator", p.table.Indicator.Called(), "witness", witness(p.Space, point), "extent", p.extent(k, point)))
}

// extent returns the interval that a gap beginning in cell k leaves open; it is
// empty for a single number.
func (p *proof) extent(k int, point []int) message.Phrase {
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
		return message.Phrase{}
	}
	bound := func(e lattice.End, open string) string {
		text := strconv.FormatFloat(e.At, 'f', p.table.Indicator.Decimals, 64)
		if e.Open {
			return open + text
		}
		return text
	}
	return message.OpenFrom.With("low", bound(i.Low, ">"), "high", bound(i.High, "<"))
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

// best returns the first and last cell of the best levels: the ideal ones, else
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
	worst, worstRow, nearer := 0, none, none
	for k := from; k != to; k += step {
		if p.row[k] == none {
			continue
		}
		r := p.table.Rows[p.row[k]]
		if r.Level.ID[0] == 'U' {
			continue // says nothing about how severe it is
		}
		if r.Level.Direction == wrong && p.once("direction %d", p.row[k]) {
			p.problems.Add(message.WrongDirection.At(r.At, "indicator", p.table.Indicator.Called(), "row", r.Number, "level", r.Level.ID))
		}
		if r.Level.Severity < worst && p.once("severity %d %d", worstRow, p.row[k]) {
			p.problems.Add(message.FallingSeverity.At(r.At, "indicator", p.table.Indicator.Called(), "row", r.Number, "level", r.Level.ID,
				"worse", worstRow+1, "worselevel", p.table.Rows[worstRow].Level.ID))
		}
		if r.Level.Severity > worst {
			worst, worstRow = r.Level.Severity, p.row[k]
		}
		if r.Level.Severity > 0 && nearer != none && nearer != p.row[k] {
			p.acts(p.table.Rows[nearer], r)
		}
		if r.Level.Severity > 0 {
			nearer = p.row[k]
		}
	}
}

// mostSteps is how many steps of urgency the next abnormal row may lie from one:
// a little farther from the ideal is not a week sooner.
const mostSteps = 1

// acts holds an abnormal row to the one beside it that is nearer to the ideal: it
// asks to act no later, and not more than a step sooner, unless somebody answers
// for it.
func (p *proof) acts(nearer, r *ruleset.Row) {
	if r.Act == nil || nearer.Act == nil || r.Deliberate.Covers(ruleset.OwnAct) || nearer.Deliberate.Covers(ruleset.OwnAct) {
		return
	}
	steps := nearer.Act.Rank() - r.Act.Rank()
	if (steps < 0 || steps > mostSteps) && p.once("act %d %d", nearer.Number, r.Number) {
		name := p.table.Indicator.Called()
		if steps < 0 {
			p.problems.Add(message.FallingAct.At(r.At, "indicator", name, "row", r.Number, "act", r.Act.ID, "nearer", nearer.Number, "neareract", nearer.Act.ID))
			return
		}
		p.notes.Add(message.ActJump.At(r.At, "indicator", name, "row", r.Number, "act", r.Act.ID, "nearer", nearer.Number, "neareract", nearer.Act.ID))
	}
}
