package table

import (
	"slices"

	"tijian/ocr/names"
)

// goingOn makes one record of two whose names are one in two lines, 肌酐 and Cr below it:
// closer together than the names around, none of another item, and with one result. What
// the second line has of the name is put behind the first.
func (ps *Parser) goingOn(l *lined, all []record) []record {
	coded := 0
	for k := range all {
		if _, same := l.rest(all, k); same {
			coded++
		}
	}
	var out []record
	for k := 0; k < len(all); k++ {
		r := all[k]
		if rest, same := l.rest(all, k); rest != nil && (same || coded >= leastRecords || l.closer(all, k)) {
			r.last = all[k+1].line
			r.known = r.known || all[k+1].known
			for n := len(r.names) - 1; n >= 0; n-- {
				ps.joinRest(l, &r, n, rest[n])
			}
			k++
		}
		out = append(out, r)
	}
	return out
}

// rest gives, of each name of record k, what stands right below it in record k+1, if none
// of it names another item, what else stands there is no name, and one line has all
// results, no more than names. It tells whether all are the names' own codes: these are
// one with them and, where a page prints several, so are others that stand alike.
func (l *lined) rest(all []record, k int) (rest []int, same bool) {
	if k+1 == len(all) {
		return nil, false
	}
	a, b := &all[k], &all[k+1]
	if lines, results := l.results(a.line, b.line); lines > 1 || results > len(a.names) {
		return nil, false
	}
	same = true
	for _, j := range b.names {
		below := &l.cells[b.line][j]
		if n := len(rest); n < len(a.names) {
			above := &l.cells[a.line][a.names[n]]
			if abs(above.Box.Min.X-below.Box.Min.X) <= above.Box.Dy() && below.Box.Min.Y-above.Box.Max.Y <= above.Box.Dy() && !below.isOther(above) {
				rest, same = append(rest, j), same && below.isSame(above)
				continue
			}
		}
		if len(below.names)+len(below.codes) > 0 {
			return nil, false
		}
	}
	if len(rest) < len(a.names) {
		return nil, false
	}
	return rest, same
}

// closer tells that records k and k+1 stand closer together than those around.
func (l *lined) closer(all []record, k int) bool {
	a, b := &all[k], &all[k+1]
	gap := func(a, b *record) int {
		return l.cells[b.line][b.names[0]].Box.Min.Y - l.cells[a.line][a.names[0]].Box.Max.Y
	}
	near := int(gapLead * float64(max(gap(a, b), 0)))
	_, results := l.results(a.line, b.line)
	return len(all) > 2 && (b.line > a.line+1 || results == 0) && (k == 0 || gap(&all[k-1], a) > near) && (k+2 == len(all) || gap(b, &all[k+2]) > near)
}

// results counts what may be a result in some lines, and the lines that have any.
func (l *lined) results(from, to int) (lines, all int) {
	for _, cells := range l.cells[from : to+1] {
		n := 0
		for j := range cells {
			if cells[j].holds().value || cells[j].hasNumber() {
				n++
			}
		}
		all += n
		lines += min(n, 1)
	}
	return lines, all
}

// surely gives the items that a cell names surely.
func (c *Cell) surely() (all []*names.Item) {
	for _, h := range slices.Concat(c.names, c.codes) {
		if h.Sim >= nameSure {
			all = append(all, h.Item)
		}
	}
	return all
}

// isSame tells that a cell names surely what one above it does.
func (c *Cell) isSame(above *Cell) bool {
	others := above.surely()
	return slices.ContainsFunc(c.surely(), func(it *names.Item) bool { return slices.Contains(others, it) })
}

// isOther tells that a cell names surely something else than one above it.
func (c *Cell) isOther(above *Cell) bool {
	return len(c.surely()) > 0 && len(above.surely()) > 0 && !c.isSame(above)
}

// joinRest puts the rest of the n-th name of a record, a cell of its last line, into its
// own line.
func (ps *Parser) joinRest(l *lined, r *record, n, cell int) {
	at := r.names[n]
	first, rest := &l.cells[r.line][at], &l.cells[r.last][cell]
	rest.gone = true
	if rest.han {
		if joined := ps.Names.Find(first.Text() + rest.Text()); len(joined) > 0 && !joined[0].Code && joined[0].Sim >= first.best().Sim {
			first.names = joined[:1:1]
		}
		return
	}
	moved := *rest
	moved.moved, moved.gone = true, false
	l.cells[r.line] = slices.Insert(l.cells[r.line], at+1, moved)
	for m := n + 1; m < len(r.names); m++ {
		r.names[m]++
	}
}
