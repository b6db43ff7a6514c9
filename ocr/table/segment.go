package table

import (
	"slices"
	"strings"
	"unicode/utf8"

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
	// Word is what an item that is none of the indicators has under the heading of results,
	// where that is no value, and Usual what it has under that of references: 颜色 淡黄色.
	Word, Usual string
	WordCell    int
}

// A step is what a cell of a line is to the item that the line is about so far.
type step int

const (
	passes step = iota
	opens       // it names the next item
	joins       // it says more about the name
	adds        // it is what is printed of the item
)

// segments cuts a line into what it says about each item.
func (ps *Parser) segments(line int, cells []Cell, cols *columns) []*Segment {
	var all []*Segment
	var current *Segment
	open := func(i int) {
		current = &Segment{Line: line, Name: i, Hits: map[*names.Item]names.Hit{}, Codes: map[*names.Item]names.Hit{}, joined: map[int]struct{}{}}
		all = append(all, current)
	}
	for i := range cells {
		c := &cells[i]
		if c.ordinal() > 0 && cols.roleOf(c.Box) != vocabulary.ResultRole && cols.numbers(line, c.Box) {
			continue
		}
		switch ps.step(cells, i, current, cols) {
		case opens:
			open(i)
			current.join(i, c, ps)
		case joins:
			current.join(i, c, ps)
		case adds:
			current.addWord(i, c, cols.roleOf(c.Box))
			parts := ps.limited(c, ps.parts(c, i, nil), line, cols)
			if current.take(parts); current.closed { // of one whose name was not seen but whose code may follow
				open(i)
				current.take(parts)
			}
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

// addWord takes a cell that is only a word for the result, or the reference, that its
// heading says it is.
func (s *Segment) addWord(i int, c *Cell, role vocabulary.Role) {
	switch {
	case c.look != textLook || !c.han:
	case role == vocabulary.ResultRole && !s.values && !s.ours():
		s.Word, s.WordCell, s.values = c.Text(), i, true
	case role == vocabulary.ReferenceRole && s.Word != "":
		s.Usual = c.Text()
	}
}

// ours tells that a segment may be about one of the indicators.
func (s *Segment) ours() bool {
	for _, hits := range []map[*names.Item]names.Hit{s.Hits, s.Codes} {
		for it, h := range hits {
			if it.Ours() && h.Sim >= nameSure {
				return true
			}
		}
	}
	return false
}

// step tells what a cell is; current is nil before the first item.
func (ps *Parser) step(cells []Cell, i int, current *Segment, cols *columns) step {
	c := &cells[i]
	free := current == nil || current.values // an item may begin
	unknown := func() bool { return free && ps.unknownName(cells, i, cols) }
	var after nameHits
	if i+1 < len(cells) {
		after = cells[i+1].nameHits
	}
	switch {
	case current != nil && current.long && !current.values && c.best().Sim < 1 && c.look == textLook && cols.roleOf(c.Box) == vocabulary.ResultRole: // 清晰度 清晰
	case c.best().Sim >= nameFloor && (c.look != unitLook || current == nil) && (c.best().Sim >= nameSure || !c.holdsValue()):
		if current != nil && current.goesOn(c.names) {
			return joins
		}
		return opens
	case cols.roleOf(c.Box) == vocabulary.NameRole && unknown():
		return opens
	case current != nil && current.values && sameCode(c.codes, after.codes): // PH is a unit too
		return opens
	case c.holdsValue() && len(c.codes) == 0, c.look == unitLook && current != nil:
	case len(c.codes) > 0:
		return ps.stepOfCode(cells, i, current, cols.roleOf(c.Box), after)
	case unknown():
		// What it is called was not read; its values are not the previous
		// item's, and a code may still tell.
		return opens
	}
	if current == nil {
		return passes
	}
	return adds
}

// stepOfCode tells what a cell with a code is, in a column of some role.
func (ps *Parser) stepOfCode(cells []Cell, i int, current *Segment, header vocabulary.Role, after nameHits) step {
	c, code := &cells[i], cells[i].codes[0]
	exact := code.Sim > readExactly && code.Length > 1
	switch {
	case current == nil && c.holdsValue() && code.Length < 3:
		return passes // a number before any name is an ordinal
	case current == nil:
		return opens
	case !current.values || current.agrees(c.codes):
		return joins
	case codeOf(c.codes, after.names),
		current.full() && exact && i+1 < len(cells) && cells[i+1].isWord() && numberFollows(cells, i+1),
		code.Length >= 2 && code.Sim > codeSure && (header.IsName() || header == vocabulary.NoRole && code.Length >= 3) && numberFollows(cells, i):
		return opens
	case len(current.Codes) == 0 && (header == vocabulary.CodeRole || len(current.Hits) == 0 && i == len(cells)-1 && exact):
		return joins
	}
	return adds
}

// goesOn tells that long names say more about the segment's item.
func (s *Segment) goesOn(hits []names.Hit) bool {
	return !s.values && !s.long || s.agrees(hits) && (!s.values || !s.long)
}

// takeBefore gives the first item what stands before its name, where a header says
// that each line is about one item, and an arrow in any case. Where results stand before
// the names of a page, each name has the number right before it, and none behind it.
func (ps *Parser) takeBefore(cells []Cell, all []*Segment, cols *columns) {
	if len(all) == 0 {
		return
	}
	ahead := -1 // the cell of the result before the first name
	if cols.ahead {
		ahead = ps.shiftResults(cells, all, cols)
	}
	var before []Part
	for i := range all[0].first() {
		c, said := &cells[i], i == ahead
		switch cols.roleOf(c.Box) {
		case vocabulary.ResultRole, vocabulary.MarkRole, vocabulary.ReferenceRole, vocabulary.UnitRole:
			said = said || cols.oneName(c.Box)
		case vocabulary.NoRole:
			said = said || c.look == markLook && (c.isArrow() || cols.around(all[0].Line, c.Box).mark >= markColumn) || cols.resultsFirst(c.Box)
		}
		if said {
			before = append(before, ps.limited(c, ps.parts(c, i, nil), all[0].Line, cols)...)
		}
	}
	if len(before) > 0 {
		all[0].prepend(before)
	}
}

// shiftResults gives each item but the first the number right before its name, takes from
// all of them what stands behind theirs, and returns the cell before the first name, -1
// without one.
func (ps *Parser) shiftResults(cells []Cell, all []*Segment, cols *columns) int {
	nearest := func(from, to int) int {
		for i := to - 1; i >= from; i-- {
			if h := cells[i].holds(); h.value && !h.interval {
				return i
			} else if h.interval || h.unit && !h.value {
				break
			}
		}
		return -1
	}
	from := 0
	before := make([]int, len(all))
	for k, s := range all {
		before[k] = nearest(from, s.first())
		from = s.Name + 1
		s.Parts = slices.DeleteFunc(s.Parts, func(p Part) bool { return p.Cell > s.Name && p.Look == numberLook })
	}
	for k, s := range all[1:] {
		if i := before[k+1]; i >= 0 {
			s.prepend(ps.parts(&cells[i], i, nil))
		}
	}
	return before[0]
}

// prepend gives a segment what stands before its name.
func (s *Segment) prepend(parts []Part) {
	behind := s.Parts
	s.Parts, s.values, s.closed = nil, false, false
	s.take(parts)
	s.take(behind)
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
func (ps *Parser) unknownName(cells []Cell, i int, cols *columns) bool {
	c := &cells[i]
	header := cols.roleOf(c.Box)
	if len(c.read) == 0 { // nothing was read
		return c.Box.Dx() > 2*c.Box.Dy() && (header == vocabulary.NameRole || header == vocabulary.NoRole && i <= 2) && i+1 < len(cells) && cells[i+1].holdsValue()
	}
	if !c.han { // PDM 10.2 fL 9.0-17.0 is a row of the table, whatever PDM is
		return i == 0 && c.look == textLook && len(vocabulary.Letters(c.Text())) >= 2 && numberFollows(cells, i) && slices.ContainsFunc(cells, func(o Cell) bool { return o.look == intervalLook })
	}
	if label, _ := ps.isLabel(c.Text()); label {
		return false
	}
	switch header {
	case vocabulary.NameRole:
		return true
	case vocabulary.NoRole, vocabulary.CodeRole, vocabulary.NumberRole:
		mark, _ := ps.values.Mark(c.Text())
		return c.look == textLook && mark == value.NoMark && (len(vocabulary.Letters(c.Text())) >= 2 || numberFollows(cells, i))
	}
	return false
}

// sameCode tells that two cells are the same code, as where the code is also
// the name: PH | PH.
func sameCode(a, b []names.Hit) bool {
	return len(a) > 0 && len(b) > 0 && a[0].Item == b[0].Item && min(a[0].Sim, b[0].Sim) > readExactly && min(a[0].Length, b[0].Length) > 1
}

// codeOf tells that one of some names is the long one of a code.
func codeOf(codes, long []names.Hit) bool {
	return slices.ContainsFunc(long, func(n names.Hit) bool {
		return n.Sim >= nameSure && slices.ContainsFunc(codes, func(c names.Hit) bool { return c.Item == n.Item })
	})
}

// numberFollows tells that a result stands between cell i and the next name.
func numberFollows(cells []Cell, i int) bool {
	for _, c := range cells[i+1:] {
		if len(c.names) > 0 {
			return false
		}
		if c.look.isNumber() {
			return true
		}
	}
	return false
}

// keepBest keeps the best hit of each item.
func keepBest(of map[*names.Item]names.Hit, hits []names.Hit) {
	for _, h := range hits {
		if old, ok := of[h.Item]; !ok || names.Compare(h, old) < 0 {
			of[h.Item] = h
		}
	}
}

// join adds what a cell says about the name, and what follows the name in it.
func (s *Segment) join(i int, c *Cell, ps *Parser) {
	s.joined[i] = struct{}{}
	keepBest(s.Hits, c.names)
	keepBest(s.Codes, c.codes)
	if c.best().Sim >= nameFloor && !s.long {
		s.long, s.Name = true, i
	}
	if s.Read == "" || len(c.names) > 0 && s.Name == i {
		s.Read = c.Text()
		if !c.han {
			s.Read = c.latin()
		}
	}
	end := 0
	for _, h := range slices.Concat(c.names, c.codes) {
		if h.Sim >= nameSure && h.Item.Ours() {
			end = max(end, h.To)
		}
	}
	if len(c.names) == 0 && len(c.codes) > 0 && c.codes[0].Sim > readExactly && c.codes[0].To-c.codes[0].From == utf8.RuneCountInString(s.Read) {
		return // the cell is the code and nothing else
	}
	s.takeTail(i, c, end, ps)
}

// takeTail takes what follows the name in its cell.
func (s *Segment) takeTail(i int, c *Cell, end int, ps *Parser) {
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
		if p.Look != markLook && p.Look != textLook && (p.Look != GradeLook || len(c.names) > 0) {
			p.fused = true
			s.take([]Part{p})
		}
	}
	if len(s.Parts) > before {
		if end < len(text) && text[end] == ')' {
			end++
		}
		s.Read = strings.TrimRight(string(text[:min(end, len(text))]), " :(")
	}
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
	text := []rune(r.text)
	for i, t := range r.tokens[from:] {
		if own && strings.ContainsAny(string(text[min(end, t.Start, len(text)):min(t.Start, len(text))]), clauseEnds) {
			return r.tokens[from : from+i] // the rest is another sentence's
		}
	}
	return r.tokens[from:]
}

// clauseEnds are signs behind which a text is about something else.
const clauseEnds = ",;、。"

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
		s.values = s.values || p.Look.isValue()
	}
}

// full tells that the segment has a number and a reference interval.
func (s *Segment) full() bool {
	number, interval := false, false
	for _, p := range s.Parts {
		number = number || p.Look.isNumber()
		interval = interval || p.Look == intervalLook
	}
	return number && interval
}

// referenceFirst tells that the reference stands before the number: another number behind
// may be the result, and the first an earlier one.
func (s *Segment) referenceFirst() bool {
	first := slices.IndexFunc(s.Parts, func(p Part) bool { return p.Look == intervalLook || p.Look.isNumber() })
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
	if slices.ContainsFunc(last.Numbers, func(r value.Reading) bool { return r.Number.Decimals > 0 || r.Number.Value > lastOrdinal }) {
		return
	}
	if slices.ContainsFunc(s.Parts[:n-1], func(p Part) bool { return p.Look.isValue() && p.Look != intervalLook }) {
		s.Parts = s.Parts[:n-1]
	}
}
