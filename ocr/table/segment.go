package table

import (
	"slices"
	"strings"

	"tijian/ocr/names"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A Segment is the stretch of a line that is about one item: its name, its
// code and everything up to the next name.
type Segment struct {
	Line   int
	Name   int                       // cell of the name
	Read   string                    // the name as read
	Hits   map[*names.Item]names.Hit // best long name of each item
	Codes  map[*names.Item]names.Hit // best short name of each item
	Parts  []Part                    // what may be result, reference, unit or mark
	long   bool                      // a long name was read
	values bool                      // parts hold at least one result or reference
	closed bool                      // what follows is another item's
	joined map[int]struct{}          // cells that belong to the name
}

// segments cuts a line into what it says about each item.
func (ps *Parser) segments(line int, cells []Cell, finds []nameHits, cols *columns) []*Segment {
	var all []*Segment
	var current *Segment
	open := func(i int, f nameHits) *Segment {
		current = &Segment{Line: line, Name: i, Hits: map[*names.Item]names.Hit{}, Codes: map[*names.Item]names.Hit{}, joined: map[int]struct{}{}}
		all = append(all, current)
		return current
	}
	// add gives parts to the current item, or, when it has all it can have, to
	// one whose name was not seen but whose code may follow.
	add := func(i int, parts []Part) {
		current.take(parts)
		if current.closed {
			open(i, nameHits{}).take(parts)
		}
	}
	for i := range cells {
		c, f := &cells[i], finds[i]
		if c.ordinal() > 0 && cols.roleOf(c.box) != vocabulary.ResultRole && cols.numbers(line, c.box) {
			continue
		}
		strong := len(f.names) > 0 && (c.look != unitLook || current == nil) && (f.names[0].Sim >= nameSure || f.names[0].Sim >= nameFloor && !c.holdsValue())
		switch {
		case strong:
			joins := current != nil && (!current.values && !current.long || current.agrees(f.names) && (!current.values || !current.long))
			if !joins {
				open(i, f)
			}
			current.join(i, f, c, ps)
		case (current == nil || current.values) && cols.roleOf(c.box) == vocabulary.NameRole && ps.unknownName(cells, finds, i, cols):
			open(i, f).join(i, f, c, ps)
		case current != nil && current.values && i+1 < len(finds) && sameCode(f.codes, finds[i+1].codes): // PH is a unit too
			open(i, f).join(i, f, c, ps)
		case c.holdsValue() && len(f.codes) == 0 || c.look == unitLook && current != nil:
			if current != nil {
				add(i, ps.parts(c, i, nil))
			}
		case len(f.codes) > 0:
			header := cols.roleOf(c.box)
			switch {
			case current == nil && (c.holdsValue() && f.codes[0].Length < 3):
				// A number before any name is an ordinal.
			case current == nil:
				open(i, f).join(i, f, c, ps)
			case !current.values || current.agrees(f.codes):
				current.join(i, f, c, ps)
			case i+1 < len(finds) && ps.codeOf(f.codes, finds[i+1]),
				current.full() && f.codes[0].Length >= 2 && f.codes[0].Sim > readExactly && i+1 < len(cells) && cells[i+1].isWord() && ps.numberFollows(cells, finds, i+1),
				f.codes[0].Length >= 2 && f.codes[0].Sim > codeSure && (header.IsName() || header == vocabulary.NoRole && f.codes[0].Length >= 3) && ps.numberFollows(cells, finds, i):
				open(i, f).join(i, f, c, ps)
			case len(current.Codes) == 0 && (header == vocabulary.CodeRole || len(current.Hits) == 0 && i == len(cells)-1 && f.codes[0].Sim > readExactly && f.codes[0].Length > 1):
				current.join(i, f, c, ps)
			default:
				add(i, ps.parts(c, i, nil))
			}
		case (current == nil || current.values) && ps.unknownName(cells, finds, i, cols):
			// What it is called was not read; its values are not the previous
			// item's, and a code may still tell.
			open(i, f).join(i, f, c, ps)
		case current != nil:
			add(i, ps.parts(c, i, nil))
		}
	}
	ps.takeBefore(cells, all, cols)
	for i, s := range all {
		if i+1 < len(all) {
			s.dropOrdinal(all[i+1])
		}
	}
	return all
}

// takeBefore gives the first item what stands before its name, where a header says
// that each line is about one item.
func (ps *Parser) takeBefore(cells []Cell, all []*Segment, cols *columns) {
	if len(all) == 0 {
		return
	}
	var before []Part
	for i := range all[0].first() {
		switch c := &cells[i]; cols.roleOf(c.box) {
		case vocabulary.ResultRole, vocabulary.MarkRole, vocabulary.ReferenceRole, vocabulary.UnitRole:
			if cols.oneName(c.box) {
				before = append(before, ps.parts(c, i, nil)...)
			}
		}
	}
	if len(before) > 0 {
		s := *all[0]
		all[0].Parts, all[0].values, all[0].closed = nil, false, false
		all[0].take(before)
		all[0].take(s.Parts)
	}
}

// first is the first cell of a segment's name.
func (s *Segment) first() int {
	first := s.Name
	for i := range s.joined {
		first = min(first, i)
	}
	return first
}

// unknownName tells that a cell is a name that the dictionary does not know or
// that was misread beyond recognition.
func (ps *Parser) unknownName(cells []Cell, finds []nameHits, i int, cols *columns) bool {
	c := &cells[i]
	if len(c.read) == 0 { // nothing was read
		header := cols.roleOf(c.box)
		return c.box.Dx() > 2*c.box.Dy() && (header == vocabulary.NameRole || header == vocabulary.NoRole && i <= 2) && i+1 < len(cells) && cells[i+1].holdsValue()
	}
	if !c.han {
		return false
	}
	if label, _ := ps.isLabel(c.Text()); label {
		return false
	}
	header := cols.roleOf(c.box)
	if header == vocabulary.NameRole {
		return true
	}
	if c.look != textLook {
		return false
	}
	switch header {
	case vocabulary.NoRole, vocabulary.CodeRole, vocabulary.NumberRole:
		text := c.Text()
		mark, _ := ps.values.Mark(text)
		return mark == value.NoMark && (len(vocabulary.Letters(text)) >= 2 || ps.numberFollows(cells, finds, i))
	}
	return false
}

// sameCode tells that two cells are the same code, as where the code is also
// the name: PH | PH.
func sameCode(a, b []names.Hit) bool {
	return len(a) > 0 && len(b) > 0 && a[0].Item == b[0].Item && min(a[0].Sim, b[0].Sim) > readExactly && min(a[0].Length, b[0].Length) > 1
}

// codeOf tells that the next cell is the long name of one of the codes.
func (ps *Parser) codeOf(codes []names.Hit, next nameHits) bool {
	for _, c := range codes {
		for _, n := range next.names {
			if n.Item == c.Item && n.Sim >= nameSure {
				return true
			}
		}
	}
	return false
}

// numberFollows tells that a result stands between cell i and the next name.
func (ps *Parser) numberFollows(cells []Cell, finds []nameHits, i int) bool {
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
func (s *Segment) join(i int, f nameHits, c *Cell, ps *Parser) {
	s.joined[i] = struct{}{}
	for _, h := range f.names {
		if old, ok := s.Hits[h.Item]; !ok || names.Better(h, old) {
			s.Hits[h.Item] = h
		}
	}
	for _, h := range f.codes {
		if old, ok := s.Codes[h.Item]; !ok || names.Better(h, old) {
			s.Codes[h.Item] = h
		}
	}
	if len(f.names) > 0 && f.names[0].Sim >= nameFloor && !s.long {
		s.long, s.Name = true, i
	}
	if s.Read == "" || len(f.names) > 0 && s.Name == i {
		s.Read = c.Text()
		if !c.han {
			s.Read = c.latin()
		}
	}
	end := 0
	for _, h := range slices.Concat(f.names, f.codes) {
		if h.Sim >= nameSure && h.Item.Ours() {
			end = max(end, h.To)
		}
	}
	if len(f.names) == 0 && len(f.codes) > 0 && f.codes[0].Sim > readExactly && f.codes[0].To-f.codes[0].From == len([]rune(s.Read)) {
		return // the cell is the code and nothing else
	}
	before := len(s.Parts)
	text := []rune(s.Read)
	at := min(end, len(text))
	for at < len(text) && strings.ContainsRune("([", text[at]) {
		at++
	}
	if at < len(text) && footnote(text, at, at+1) && (at+1 == len(text) || strings.ContainsRune(")]", text[at+1])) {
		return
	}
	for _, p := range ps.parts(c, i, func(r reading) []value.Token { return c.tail(r, end) }) {
		// Not a letter of another reader's spelling, not the + of K+.
		if p.Look != markLook && p.Look != textLook && (p.Look != GradeLook || len(f.names) > 0) {
			p.fused = true
			s.take([]Part{p})
		}
	}
	if len(s.Parts) > before {
		if all := []rune(s.Read); end < len(all) && all[end] == ')' {
			end++
		}
		s.Read = strings.TrimRight(cutRunes(s.Read, end), " :(")
	}
}

func cutRunes(s string, n int) string {
	runes := []rune(s)
	return string(runes[:min(n, len(runes))])
}

// tail gives the tokens that follow the name in a cell. Other readers than the
// one of the name spell a Chinese name in their own letters: theirs are the tokens
// after the last text.
func (c *Cell) tail(r reading, end int) []value.Token {
	from := 0
	own := r.reader == c.read[c.main].reader || !c.han
	for i, t := range r.tokens {
		if own && t.Start < end || !own && t.Kind == value.Text && t.Mark == value.NoMark {
			from = i + 1
		}
	}
	return r.tokens[from:]
}

func (s *Segment) take(parts []Part) {
	for _, p := range parts {
		// A second result or reference after both is another item's, whose
		// name was not seen.
		if s.full() && (p.Look == numberLook && p.length > 1 && !s.referenceFirst() || p.Look == intervalLook) {
			s.closed = true
		}
		if s.closed {
			return
		}
		if n := len(s.Parts); n > 0 && p.Look == numberLook && p.length == 1 && s.Parts[n-1].Look == numberLook && s.Parts[n-1].length > 1 && len(p.units) == 0 {
			p.Look, p.Numbers = textLook, nil // a lone digit beside a number: a misread arrow
			p.addMark(value.Abnormal, false)
		}
		s.Parts = append(s.Parts, p)
		switch p.Look {
		case numberLook, comparedLook, PairLook, intervalLook, GradeLook:
			s.values = true
		}
	}
}

// full tells that the segment has a number and a reference interval.
func (s *Segment) full() bool {
	number, interval := false, false
	for _, p := range s.Parts {
		number = number || p.Look == numberLook || p.Look == comparedLook
		interval = interval || p.Look == intervalLook
	}
	return number && interval
}

// referenceFirst tells that the reference stands before the number: another number behind
// may be the result, and the first an earlier one.
func (s *Segment) referenceFirst() bool {
	first := slices.IndexFunc(s.Parts, func(p Part) bool { return p.Look == intervalLook || p.Look == numberLook || p.Look == comparedLook })
	return first >= 0 && s.Parts[first].Look == intervalLook
}

// agrees tells that hits name an item that the segment is about already.
func (s *Segment) agrees(hits []names.Hit) bool {
	for _, h := range hits {
		if h.Sim < hits[0].Sim-simLead {
			break
		}
		if old, ok := s.Hits[h.Item]; ok && old.Sim >= nameFloor {
			return true
		}
		if _, ok := s.Codes[h.Item]; ok {
			return true
		}
	}
	return false
}

// dropOrdinal removes a last bare integer that numbers the next item.
func (s *Segment) dropOrdinal(next *Segment) {
	n := len(s.Parts)
	if n < 2 {
		return
	}
	last := s.Parts[n-1]
	if last.Look != numberLook || last.Cell >= next.Name || len(last.units) > 0 {
		return
	}
	for _, r := range last.Numbers {
		if r.Number.Decimals > 0 || r.Number.Value > lastOrdinal {
			return
		}
	}
	for _, p := range s.Parts[:n-1] {
		if p.Look == numberLook || p.Look == GradeLook || p.Look == comparedLook || p.Look == PairLook {
			s.Parts = s.Parts[:n-1]
			return
		}
	}
}
