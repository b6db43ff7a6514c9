package draft

import (
	"slices"
	"strconv"

	"tijian/engine/workbook"
)

// merge puts an edit of a table on what somebody else saved meanwhile; of a file edited as
// text, the console shows both (server/console/edit.go, save). Whatever the editor
// wrote stays in its cell, with theirs beside it where that differs; what they
// alone changed is taken; a row that they took out and the editor changed becomes
// a new one.
func (t *TableEdit) merge(now Rows) {
	b := t.Began
	t.State = Conflict
	to := matched(b.Rows, now.Rows)
	mine := map[string]Row{}
	for _, r := range t.Rows {
		mine[r.ID] = r
	}
	from := map[int]int{} // of theirs: the row that the edit began with
	for i, k := range to {
		if k >= 0 {
			from[k] = i
		}
	}
	place := map[string]string{} // the ids that rows have now
	var rows []Row
	for k, theirs := range now.Rows {
		r := NewRow(strconv.Itoa(k), theirs)
		i, known := from[k]
		if !known {
			rows = append(rows, r)
			continue
		}
		own, kept := mine[strconv.Itoa(i)]
		if !kept && slices.Equal(b.Rows[i], theirs) {
			continue // taken out by the editor alone
		}
		if kept {
			place[own.ID] = r.ID
			r.over(own.values(), b.Rows[i], theirs)
		}
		rows = append(rows, r)
	}
	above, fresh := "", 0
	for _, r := range t.Rows {
		if id, there := place[r.ID]; there {
			above = id
			continue
		}
		if i := r.was(); i != workbook.New && slices.Equal(r.values(), b.Rows[i]) {
			continue // taken out by them, not changed by the editor
		}
		r.Taken, r.ID = r.was() != workbook.New, "n"+strconv.Itoa(fresh)
		fresh++
		at := slices.IndexFunc(rows, func(o Row) bool { return o.ID == above }) + 1
		rows, above = slices.Insert(rows, at, r), r.ID
	}
	t.Rows, t.Began = rows, now
}

// over puts what the editor changed into the cells of theirs.
func (r *Row) over(mine, was, theirs []string) {
	for i, key := range workbook.RowKeys() {
		if mine[i] == was[i] || mine[i] == theirs[i] {
			continue
		}
		to := r.Cells[key]
		if to.Value = mine[i]; theirs[i] != was[i] {
			to.Theirs = &theirs[i]
		}
	}
}

// matched finds for each row the one that it has become, -1 for none: the rows
// that are the same, then those between them in their order where they are as
// many, else those with the same condition.
func matched(was, now [][]string) []int {
	to := slices.Repeat([]int{-1}, len(was))
	next := 0
	for i := range was {
		for k := next; k < len(now); k++ {
			if slices.Equal(was[i], now[k]) {
				to[i], next = k, k+1
				break
			}
		}
	}
	for i := 0; i < len(was); {
		if to[i] >= 0 {
			i++
			continue
		}
		end := i
		for end < len(was) && to[end] < 0 {
			end++
		}
		low, high := 0, len(now)
		if i > 0 {
			low = to[i-1] + 1
		}
		if end < len(was) {
			high = to[end]
		}
		for j := i; j < end; j++ {
			if high-low == end-i {
				to[j] = low + j - i
				continue
			}
			for k := low; k < high; k++ {
				if was[j][0] == now[k][0] && !slices.Contains(to, k) {
					to[j] = k
					break
				}
			}
		}
		i = end
	}
	return to
}
