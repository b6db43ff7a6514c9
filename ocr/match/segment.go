package match

import (
	"slices"
	"strings"

	"tijian/ocr/value"
)

// A segment is the stretch of a line that is about one item: its name, its
// code and everything up to the next name.
type segment struct {
	line   int
	name   int              // cell of the name
	read   string           // the name as read
	hits   map[*item]hit    // best long name of each item
	codes  map[*item]hit    // best short name of each item
	parts  []part           // what may be result, reference, unit or mark
	long   bool             // a long name was read
	values bool             // parts hold at least one result or reference
	closed bool             // what follows is another item's
	joined map[int]struct{} // cells that belong to the name
}

const (
	nameFloor = 0.6  // a weaker hit is no name
	nameSure  = 0.75 // a name even where numbers are
	// sureReading is the trust of a reader of Latin letters from which it is
	// believed where another saw Chinese.
	sureReading = 0.88
)

// segments cuts a line into what it says about each item.
func (m *Matcher) segments(line int, cells []cell, finds []found, cols *columns) []*segment {
	var all []*segment
	var current *segment
	open := func(i int, f found) *segment {
		current = &segment{line: line, name: i, hits: map[*item]hit{}, codes: map[*item]hit{}, joined: map[int]struct{}{}}
		all = append(all, current)
		return current
	}
	// add gives parts to the current item, or, when it has all it can have, to
	// one whose name was not seen but whose code may follow.
	add := func(i int, parts []part) {
		current.take(parts)
		if current.closed {
			open(i, found{}).take(parts)
		}
	}
	for i := range cells {
		c, f := &cells[i], finds[i]
		if c.ordinal() > 0 && cols.roleOf(c.box) != resultRole && cols.numbers(line, c.box) {
			continue
		}
		strong := len(f.names) > 0 && (c.look != unitLook || current == nil) && (f.names[0].sim >= nameSure || f.names[0].sim >= nameFloor && !c.holdsValue())
		switch {
		case strong:
			joins := current != nil && (!current.values && !current.long || current.agrees(f.names) && (!current.values || !current.long))
			if !joins {
				open(i, f)
			}
			current.join(i, f, c, m)
		case (current == nil || current.values) && cols.roleOf(c.box) == nameRole && m.unknownName(cells, finds, i, cols):
			open(i, f).join(i, f, c, m)
		case current != nil && current.values && i+1 < len(finds) && sameCode(f.codes, finds[i+1].codes): // PH is a unit too
			open(i, f).join(i, f, c, m)
		case c.holdsValue() && len(f.codes) == 0 || c.look == unitLook && current != nil:
			if current != nil {
				add(i, m.parts(c, i, nil))
			}
		case len(f.codes) > 0:
			header := cols.roleOf(c.box)
			switch {
			case current == nil && (c.holdsValue() && f.codes[0].length < 3):
				// A number before any name is an ordinal.
			case current == nil:
				open(i, f).join(i, f, c, m)
			case !current.values || current.agrees(f.codes):
				current.join(i, f, c, m)
			case i+1 < len(finds) && m.codeOf(f.codes, finds[i+1]),
				current.full() && f.codes[0].length >= 2 && f.codes[0].sim > 0.99 && i+1 < len(cells) && cells[i+1].isWord() && m.numberFollows(cells, finds, i+1),
				f.codes[0].length >= 2 && f.codes[0].sim > 0.9 && (header.names() || header == noRole && f.codes[0].length >= 3) && m.numberFollows(cells, finds, i):
				open(i, f).join(i, f, c, m)
			case len(current.codes) == 0 && (header == codeRole || len(current.hits) == 0 && i == len(cells)-1 && f.codes[0].sim > 0.99 && f.codes[0].length > 1):
				current.join(i, f, c, m)
			default:
				add(i, m.parts(c, i, nil))
			}
		case (current == nil || current.values) && m.unknownName(cells, finds, i, cols):
			// What it is called was not read; its values are not the previous
			// item's, and a code may still tell.
			open(i, f).join(i, f, c, m)
		case current != nil:
			add(i, m.parts(c, i, nil))
		}
	}
	m.lead(cells, all, cols)
	for i, s := range all {
		if i+1 < len(all) {
			s.dropOrdinal(all[i+1])
		}
	}
	return all
}

// lead gives the first item what stands before its name, where a header says
// that each line is about one item.
func (m *Matcher) lead(cells []cell, all []*segment, cols *columns) {
	if len(all) == 0 {
		return
	}
	var before []part
	for i := range all[0].first() {
		switch c := &cells[i]; cols.roleOf(c.box) {
		case resultRole, markRole, referenceRole, unitRole:
			if cols.oneName(c.box) {
				before = append(before, m.parts(c, i, nil)...)
			}
		}
	}
	if len(before) > 0 {
		s := *all[0]
		all[0].parts, all[0].values, all[0].closed = nil, false, false
		all[0].take(before)
		all[0].take(s.parts)
	}
}

// first is the first cell of a segment's name.
func (s *segment) first() int {
	first := s.name
	for i := range s.joined {
		first = min(first, i)
	}
	return first
}

// unknownName tells that a cell is a name that the dictionary does not know or
// that was misread beyond recognition.
func (m *Matcher) unknownName(cells []cell, finds []found, i int, cols *columns) bool {
	c := &cells[i]
	if len(c.read) == 0 { // nothing was read
		header := cols.roleOf(c.box)
		return c.box.Dx() > 2*c.box.Dy() && (header == nameRole || header == noRole && i <= 2) && i+1 < len(cells) && cells[i+1].holdsValue()
	}
	if !c.han {
		return false
	}
	if label, _ := m.isLabel(c.chinese()); label {
		return false
	}
	header := cols.roleOf(c.box)
	if header == nameRole {
		return true
	}
	if c.look != textLook {
		return false
	}
	switch header {
	case noRole, codeRole, numberRole:
		text := c.chinese()
		mark, _ := m.values.Mark(text)
		return mark == value.NoMark && (len(letters(text)) >= 2 || m.numberFollows(cells, finds, i))
	}
	return false
}

// sameCode tells that two cells are the same code, as where the code is also
// the name: PH | PH.
func sameCode(a, b []hit) bool {
	return len(a) > 0 && len(b) > 0 && a[0].item == b[0].item && min(a[0].sim, b[0].sim) > 0.99 && min(a[0].length, b[0].length) > 1
}

// codeOf tells that the next cell is the long name of one of the codes.
func (m *Matcher) codeOf(codes []hit, next found) bool {
	for _, c := range codes {
		for _, n := range next.names {
			if n.item == c.item && n.sim >= nameSure {
				return true
			}
		}
	}
	return false
}

// numberFollows tells that a result stands between cell i and the next name.
func (m *Matcher) numberFollows(cells []cell, finds []found, i int) bool {
	for j := i + 1; j < len(cells); j++ {
		if len(finds[j].names) > 0 {
			return false
		}
		if cells[j].look == numberLook || cells[j].look == comparedLook {
			return true
		}
	}
	return false
}

// join adds what a cell says about the name, and what follows the name in it.
func (s *segment) join(i int, f found, c *cell, m *Matcher) {
	s.joined[i] = struct{}{}
	for _, h := range f.names {
		if old, ok := s.hits[h.item]; !ok || better(h, old) {
			s.hits[h.item] = h
		}
	}
	for _, h := range f.codes {
		if old, ok := s.codes[h.item]; !ok || better(h, old) {
			s.codes[h.item] = h
		}
	}
	if len(f.names) > 0 && f.names[0].sim >= nameFloor && !s.long {
		s.long, s.name = true, i
	}
	if s.read == "" || len(f.names) > 0 && s.name == i {
		s.read = c.chinese()
		if !c.han {
			s.read = c.latin()
		}
	}
	end := 0
	for _, h := range slices.Concat(f.names, f.codes) {
		if h.sim >= nameSure {
			end = max(end, h.to)
		}
	}
	if len(f.names) == 0 && len(f.codes) > 0 && f.codes[0].sim > 0.99 && f.codes[0].to-f.codes[0].from == len([]rune(s.read)) {
		return // the cell is the code and nothing else
	}
	before := len(s.parts)
	for _, p := range m.parts(c, i, func(r reading) []value.Token { return c.tail(r, end) }) {
		// Not a letter of another reader's spelling, not the + of K+.
		if p.look != markLook && p.look != textLook && (p.look != gradeLook || len(f.names) > 0) {
			p.fused = true
			s.take([]part{p})
		}
	}
	if len(s.parts) > before {
		if all := []rune(s.read); end < len(all) && all[end] == ')' {
			end++
		}
		s.read = strings.TrimRight(cutRunes(s.read, end), " :(")
	}
}

func cutRunes(s string, n int) string {
	runes := []rune(s)
	return string(runes[:min(n, len(runes))])
}

// tail gives the tokens that follow the name in a cell. Other readers than the
// one of the name spell a Chinese name in their own letters: theirs are the tokens
// after the last text.
func (c *cell) tail(r reading, end int) []value.Token {
	from := 0
	own := r.reader == c.read[c.main].reader || !c.han
	for i, t := range r.tokens {
		if own && t.Start < end || !own && t.Kind == value.Text && t.Mark == value.NoMark {
			from = i + 1
		}
	}
	return r.tokens[from:]
}

func (s *segment) take(parts []part) {
	for _, p := range parts {
		// A second result or reference after both is another item's, whose
		// name was not seen.
		if s.full() && (p.look == numberLook && p.length > 1 || p.look == intervalLook) {
			s.closed = true
		}
		if s.closed {
			return
		}
		if n := len(s.parts); n > 0 && p.look == numberLook && p.length == 1 && s.parts[n-1].look == numberLook && s.parts[n-1].length > 1 && len(p.units) == 0 {
			p.look, p.numbers = textLook, nil // a lone digit beside a number: a misread arrow
			p.addMark(value.Abnormal, false)
		}
		s.parts = append(s.parts, p)
		switch p.look {
		case numberLook, comparedLook, pairLook, intervalLook, gradeLook:
			s.values = true
		}
	}
}

// full tells that the segment has a number and a reference interval.
func (s *segment) full() bool {
	number, interval := false, false
	for _, p := range s.parts {
		number = number || p.look == numberLook || p.look == comparedLook
		interval = interval || p.look == intervalLook
	}
	return number && interval
}

// agrees tells that hits name an item that the segment is about already.
func (s *segment) agrees(hits []hit) bool {
	for _, h := range hits {
		if h.sim < hits[0].sim-0.1 {
			break
		}
		if old, ok := s.hits[h.item]; ok && old.sim >= nameFloor {
			return true
		}
		if _, ok := s.codes[h.item]; ok {
			return true
		}
	}
	return false
}

// dropOrdinal removes a last bare integer that numbers the next item.
func (s *segment) dropOrdinal(next *segment) {
	n := len(s.parts)
	if n < 2 {
		return
	}
	last := s.parts[n-1]
	if last.look != numberLook || last.cell >= next.name || len(last.units) > 0 {
		return
	}
	for _, r := range last.numbers {
		if r.Number.Decimals > 0 || r.Number.Value > 200 {
			return
		}
	}
	for _, p := range s.parts[:n-1] {
		if p.look == numberLook || p.look == gradeLook || p.look == comparedLook || p.look == pairLook {
			s.parts = s.parts[:n-1]
			return
		}
	}
}
