package table

import (
	"image"
	"slices"
	"strings"

	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A sheet of lines is what records are made on.
type lined struct {
	cells [][]Cell
	heads []bool // lines that are headers or headings, or fields of the page's head, or tell of an earlier day
}

// records puts what is printed above or below a name, and belongs to it, into the
// name's line: the value under the name, the unit or arrow under the value, the
// interval under both, as apps and narrow columns print them. What lies between
// two names belongs to the one that it stands nearer to, on both sides of the
// widest gap. A name takes nothing that its own line has.
func (ps *Parser) records(l *lined) {
	var all []record
	for from := 0; from < len(l.cells); {
		to := from + 1
		for to < len(l.cells) && !l.heads[to] && !l.heads[to-1] && l.top(to)+l.height(to) >= l.top(to-1) && l.gap(to-1, to) >= -2*l.height(to) {
			to++
		}
		all = append(all, ps.recordsOf(l, from, to)...)
		from = to
	}
	stacked := 0
	for _, r := range all {
		if r.stacked(l) {
			stacked++
		}
	}
	for _, r := range all {
		r.take(ps, l, stacked >= leastRecords)
	}
	l.compact()
}

// A record is the line of a name with the lines that belong to it.
type record struct {
	line   int
	last   int   // line that its name goes on in
	names  []int // cells of the line
	known  bool  // one of them is the name of something that is measured
	beside []int // lines
}

// top and box are the place of a line.
func (l *lined) box(i int) image.Rectangle { return boxOf(l.cells[i]) }

func boxOf(cells []Cell) (all image.Rectangle) {
	for i := range cells {
		all = all.Union(cells[i].Box)
	}
	return all
}

func (l *lined) top(i int) int { return l.box(i).Min.Y }

// recordsOf makes the records of lines that follow each other downwards.
func (ps *Parser) recordsOf(l *lined, from, to int) []record {
	var all []record
	for i := from; i < to; i++ {
		if names, known := ps.namesOf(l, i); len(names) > 0 {
			all = append(all, record{line: i, last: i, names: names, known: known})
		}
	}
	all = ps.goingOn(l, all)
	if len(all) == 0 {
		return nil
	}
	under := l.below(all, from, to)
	for k := range all {
		r := &all[k]
		for i := r.line + 1; i <= r.last; i++ {
			r.beside = append(r.beside, i)
		}
		if k+1 == len(all) {
			down, _ := l.reach(all[:k])
			r.beside = append(r.beside, l.near(r.line, r.last, to, down)...)
			break
		}
		next := &all[k+1]
		cut, ok := l.widest(r.last, next.line, under)
		if under && r.known && !next.known {
			cut, ok = next.line, true // what stands above a word that is no name is not its
		}
		for i := r.last + 1; ok && i < next.line; i++ {
			switch {
			case i < cut:
				r.beside = append(r.beside, i)
			case (!under || l.gap(i, next.line) < 0) && !l.nameless(cut, next.line): // else of a name that was not seen
				next.beside = append(next.beside, i)
			}
		}
	}
	_, up := l.reach(all[1:])
	first := l.top(all[0].line) - up - int(reachSlack*float64(l.height(all[0].line)))
	for i := all[0].line - 1; i >= from && (l.gap(i, i+1) <= l.height(i)/2 || up > 0 && l.top(i) >= first); i-- {
		all[0].beside = slices.Insert(all[0].beside, 0, i) // top to bottom
	}
	return all
}

// below tells that what belongs to a name stands below it: nothing does above the
// first name of something that is measured, and something below the last. What else
// is named, as who has printed the sheet, says nothing of that.
func (l *lined) below(all []record, from, to int) bool {
	known := func(r record) bool { return r.known }
	first := slices.IndexFunc(all, known)
	if first < 0 {
		return !l.holding(from, all[0].line) && l.holding(all[len(all)-1].line+1, to)
	}
	last := len(all) - 1
	for !known(all[last]) {
		last--
	}
	if first > 0 {
		from = all[first-1].line + 1
	}
	if last+1 < len(all) {
		to = all[last+1].line
	}
	return !l.holding(from, all[first].line) && l.holding(all[last].line+1, to)
}

// namesOf gives the cells of a line that name something, whatever it is, and whether
// one of these is measured.
func (ps *Parser) namesOf(l *lined, i int) (names []int, known bool) {
	if l.heads[i] {
		return nil, false
	}
	for j := range l.cells[i] {
		c := &l.cells[i][j]
		named := len(c.names) > 0 && c.names[0].Sim >= nameSure && c.look != unitLook
		coded := len(c.codes) > 0 && c.codes[0].Sim > readExactly && c.codes[0].Length > 1 && (c.look == textLook || c.look == unitLook && len(names) == 0) // PH is a unit too
		mark, _ := ps.values.Mark(c.Text())
		other := c.isWord() && mark == value.NoMark && !ps.Words.IsRemark(c.Text()) && ps.labelRole(c.Text()) == vocabulary.NoRole && c.role == vocabulary.NoRole
		if named || coded || other {
			names = append(names, j)
		}
		known = known || named || coded
	}
	return names, known
}

func (l *lined) height(i int) int {
	high := 0
	for j := range l.cells[i] {
		high = max(high, l.cells[i][j].Box.Dy())
	}
	return high
}

// gap is the room between two lines, below nought where they stand side by side.
func (l *lined) gap(a, b int) int { return l.box(b).Min.Y - l.box(a).Max.Y }

// holding tells that one of some lines has what belongs to a name.
func (l *lined) holding(from, to int) bool {
	return slices.ContainsFunc(l.cells[from:to], func(cells []Cell) bool {
		return slices.ContainsFunc(cells, func(c Cell) bool { return c.holds() != holds{} })
	})
}

// widest gives the first line behind the widest gap between two lines. Where none is
// much the widest all between them belongs to the upper one, if up; to the lower one
// if it stands beside both, as a name in two tongues has it; what a heading between the
// two widest parts to the one on its side; and otherwise to neither: a value is not given
// away by a guess.
func (l *lined) widest(a, b int, up bool) (at int, ok bool) {
	at, next := b, b
	most, second, third := -1<<30, -1<<30, -1<<30
	for i := a; i < b; i++ {
		switch g := l.gap(i, i+1); {
		case g > most:
			at, next, most, second, third = i+1, at, g, most, second
		case g > second:
			next, second, third = i+1, g, second
		case g > third:
			third = g
		}
	}
	least := l.height(a) / 8
	if up {
		least = l.height(a) / 3
	}
	if b == a+1 || float64(most) >= gapLead*float64(max(second, 0)) && most-second > least {
		return at, true
	}
	if !up && most < 0 {
		return a + 1, true
	}
	if heading := min(at, next); !up && abs(at-next) == 1 && heading > a && !l.holding(heading, heading+1) && float64(second) >= gapLead*float64(max(third, 0)) && second-third > least {
		return heading, true
	}
	return b, up
}

// nameless tells that lines above a name stand nearer to each other than to it.
func (l *lined) nameless(from, name int) bool {
	most := 0
	for i := from; i+1 < name; i++ {
		most = max(most, l.gap(i, i+1))
	}
	return from+1 < name && float64(l.gap(name-1, name)) > gapLead*float64(most)
}

// reach is how far down and up from the tops of their names records go, at most.
func (l *lined) reach(all []record) (down, up int) {
	for _, r := range all {
		for _, i := range r.beside {
			if i > r.line {
				down = max(down, l.box(i).Max.Y-l.top(r.line))
			} else {
				up = max(up, l.top(r.line)-l.top(i))
			}
		}
	}
	return down, up
}

// near gives the lines behind a last name that follow it closely, or no further from
// it than others from theirs.
func (l *lined) near(line, from, to, reach int) []int {
	var all []int
	last := l.top(line) + reach + int(reachSlack*float64(l.height(line)))
	for i := from + 1; i < to && (l.gap(i-1, i) <= l.height(i-1) || reach > 0 && l.box(i).Max.Y <= last); i++ {
		all = append(all, i)
	}
	return all
}

// holds are the kinds of things that a stretch of cells has. A bound is a number
// with a comparison sign, which is a value or an interval: <30.
type holds struct{ value, bound, interval, unit, mark bool }

func (h *holds) add(c *Cell) {
	k := c.holds()
	h.value, h.bound, h.interval, h.unit, h.mark = h.value || k.value, h.bound || k.bound, h.interval || k.interval, h.unit || k.unit, h.mark || k.mark
}

// lacks tells that a stretch has none of what a cell holds. Of a bound and a number
// the number is the value.
func (h holds) lacks(is holds) bool {
	switch {
	case is.value:
		return !h.value
	case is.bound:
		return !h.bound && !(h.value && h.interval)
	case is.interval:
		return !h.interval
	case is.unit && !h.unit:
		return true
	}
	return is.mark && !h.mark
}

func (c *Cell) holds() (h holds) {
	if c.role == vocabulary.PreviousRole || c.small {
		return h
	}
	switch c.look {
	case intervalLook:
		h.interval = true
	case comparedLook:
		h.bound, h.interval = c.role != vocabulary.ReferenceRole, c.role == vocabulary.ReferenceRole
	case numberLook, PairLook, GradeLook:
		h.value, h.interval = c.role != vocabulary.ReferenceRole && !c.remark, c.role == vocabulary.ReferenceRole
	case unitLook:
		h.unit = true
	case markLook:
		h.mark = true
	}
	for _, r := range c.read {
		for _, t := range r.tokens {
			h.unit = h.unit || t.Kind == value.UnitKind
		}
	}
	return h
}

// hasNumber tells that a text has a number in it: 1.26 of adults 0.27 -.
func (c *Cell) hasNumber() bool {
	return c.look == textLook && slices.ContainsFunc(c.read, func(r reading) bool {
		return slices.ContainsFunc(r.tokens, func(t value.Token) bool { return t.Kind == value.NumberKind })
	})
}

// owner is the name of a record's line in whose stretch a place lies, and the end
// of that stretch.
func (r *record) owner(l *lined, x int) (name, end int) {
	cells := l.cells[r.line]
	at := 0
	for k := range r.names {
		if k > 0 && cells[r.names[k]].Box.Min.X > x {
			break
		}
		at = k
	}
	end = len(cells)
	if at+1 < len(r.names) {
		end = r.names[at+1]
	}
	return r.names[at], end
}

// stacked tells that something that a row has stands above or below its name.
func (r *record) stacked(l *lined) bool {
	return slices.ContainsFunc(r.beside, func(i int) bool {
		return slices.ContainsFunc(l.cells[i], func(c Cell) bool { return c.holds() != holds{} })
	})
}

// take moves into the record's line what the lines beside it have and it lacks.
func (r *record) take(ps *Parser, l *lined, values bool) {
	had := map[int]*holds{}
	for k, name := range r.names {
		_, end := r.owner(l, l.cells[r.line][name].Box.Min.X)
		had[k] = &holds{}
		for j := name + 1; j < end; j++ {
			if c := &l.cells[r.line][j]; !c.isDash() {
				had[k].add(c)
				had[k].value = had[k].value || c.hasNumber() // what stands below is the rest of it
			}
		}
	}
	for _, i := range r.beside {
		before := map[int]holds{}
		for k := range had {
			before[k] = *had[k]
		}
		for j := range l.cells[i] {
			c := &l.cells[i][j]
			name, end := r.owner(l, (c.Box.Min.X+c.Box.Max.X)/2)
			k := slices.Index(r.names, name)
			is, was := c.holds(), before[k]
			had[k].value = had[k].value || ps.Words.Headers[vocabulary.Key(c.Text())] == vocabulary.ResultRole // 本次, whose value was not seen
			at := l.stack(r.line, name+1, end, c)
			if c.moved || c.gone || (is.value || is.bound) && !values && !c.levelWith(&l.cells[r.line][name]) || at < 0 && !was.lacks(is) {
				continue
			}
			if at < 0 {
				at = end
			}
			had[k].add(c)
			moved := *c
			moved.moved, moved.torn, moved.nameHits = true, moved.torn && c.fused, nameHits{}
			l.cells[r.line] = slices.Insert(l.cells[r.line], at, moved)
			for n := range r.names {
				if r.names[n] >= at {
					r.names[n]++
				}
			}
			c.gone = true
		}
	}
}

// stack gives the place, among cells of a line, of a grade that stands right above or below
// one of them in its column: of the two one is the reference. It is -1 where none does.
func (l *lined) stack(line, from, to int, c *Cell) int {
	for j := from; j < to && c.look == GradeLook && c.holds().value; j++ {
		if o := &l.cells[line][j]; o.look == GradeLook && o.holds().value && sameColumn(o.Box, c.Box) && !c.levelWith(o) {
			if c.Box.Min.Y > o.Box.Min.Y {
				return j + 1
			}
			return j
		}
	}
	return -1
}

// isDash tells a lone dash, which a piece of a rule or of a crease is also read as.
func (c *Cell) isDash() bool {
	return c.look == GradeLook && slices.ContainsFunc(c.read, func(r reading) bool { return strings.Trim(r.text, "-_—–一") == "" })
}

// levelWith tells that a cell stands beside another, though its line was torn.
func (c *Cell) levelWith(o *Cell) bool {
	return 4*(min(c.Box.Max.Y, o.Box.Max.Y)-max(c.Box.Min.Y, o.Box.Min.Y)) >= 3*max(c.Box.Dy(), o.Box.Dy())
}

// compact drops the cells that were moved, and lines of which nothing is left.
func (l *lined) compact() {
	out := lined{}
	for i, cells := range l.cells {
		left := slices.DeleteFunc(cells, func(c Cell) bool { return c.gone })
		if len(left) > 0 || len(cells) == 0 {
			out.cells, out.heads = append(out.cells, left), append(out.heads, l.heads[i])
		}
	}
	*l = out
}
