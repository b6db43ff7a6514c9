package table

import (
	"image"
	"slices"
	"strings"

	"tijian/ocr/block"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A part is one thing printed in a cell: a result with its mark and unit, a
// reference interval, a unit. Most cells are one part.
type Part struct {
	Cell      int
	Box       image.Rectangle
	Look      Look
	Text      string // as read, by the reader that made most of it
	Numbers   []value.Reading
	Seconds   []value.Reading // of pairs, beside numbers
	intervals []value.Interval
	Grades    []value.Reading
	units     []string
	mark      value.Mark
	sure      bool
	arrow     bool            // the mark is one that no letter of a unit looks like
	length    int             // characters of the shortest reading
	torn      bool            // from a torn cell
	Occluded  bool            // from an occluded cell
	fused     bool            // in one block with what stands before it, perhaps the name
	small     bool            // not as large as the results of the page
	remark    bool            // a word that may say what a result means
	Moved     bool            // from another line of its record
	role      vocabulary.Role // that a label gives it
	lead      float64         // share of the box up to the unit that follows; 0 without one
}

// own is the box of the part without the unit behind it, which stands in the
// next column.
func (p *Part) own() image.Rectangle {
	box := p.Box
	if p.lead > 0 {
		box.Max.X = box.Min.X + int(p.lead*float64(box.Dx()))
	}
	return box
}

// of is a number that was read, as package value weighs it.
func (r *reading) of(n value.Number) value.Reading {
	return value.Reading{Number: n, Reader: r.reader, Sure: r.confidence, Missing: r.missing}
}

// group is a main token with the marks and units beside it.
type group struct {
	look   Look
	tokens []value.Token
}

// groups cuts tokens into groups; text tokens belong to none unless they may
// be misread marks.
func (ps *Parser) groups(tokens []value.Token) []group {
	var all []group
	open := false
	for _, t := range tokens {
		switch t.Kind {
		case value.Text:
			if t.Mark != value.NoMark && open {
				all[len(all)-1].tokens = append(all[len(all)-1].tokens, t)
			}
			continue
		case value.MarkKind, value.UnitKind:
			if open {
				all[len(all)-1].tokens = append(all[len(all)-1].tokens, t)
				continue
			}
			l := markLook
			if t.Kind == value.UnitKind {
				l = unitLook
			}
			all = append(all, group{l, []value.Token{t}})
			open = t.Kind == value.MarkKind
			continue
		}
		if open && len(t.Text) == 1 && t.Kind == value.NumberKind &&
			(all[len(all)-1].look == numberLook || all[len(all)-1].look == GradeLook) {
			if mark, _ := ps.values.Mark(t.Text); mark != value.NoMark {
				// A lone digit behind a number: 10.8 1 is 10.8↑.
				all[len(all)-1].tokens = append(all[len(all)-1].tokens, value.Token{Kind: value.Text, Text: t.Text, Mark: mark})
				continue
			}
		}
		main := group{lookOfTokens([]value.Token{t}), []value.Token{t}}
		if n := len(all); n > 0 && all[n-1].look == markLook {
			main.tokens = append(all[n-1].tokens, t) // ↑5.6
			all = all[:n-1]
		}
		if n := len(all); n > 0 && main.look == GradeLook && all[n-1].look == GradeLook {
			all[n-1].tokens = ps.joinGrades(all[n-1].tokens, t)
			continue
		}
		all = append(all, main)
		open = true
	}
	return all
}

// joinGrades adds a graded word to others of the same cell: 阳性 (2+) and
// 十 十 mean more together than alone.
func (ps *Parser) joinGrades(tokens []value.Token, t value.Token) []value.Token {
	for i := range tokens {
		if tokens[i].Kind != value.GradeKind {
			continue
		}
		if grade, ok := ps.values.Grade(tokens[i].Text + t.Text); ok {
			tokens[i].Text += t.Text
			tokens[i].Grade = grade
			return tokens
		}
	}
	return append(tokens, t)
}

// parts lists what a cell holds, left to right. tail limits each reading to
// what follows the name in the cell.
func (ps *Parser) parts(c *Cell, index int, tail func(reading) []value.Token) []Part {
	cut := ps.cut(c, tail)
	most := 0
	for i := range cut {
		if len(cut[i]) > len(cut[most]) {
			most = i
		}
	}
	if tail != nil && c.han {
		most = c.limitToChinese(cut)
	}
	if len(cut) == 0 || len(cut[most]) == 0 {
		return ps.loose(c, index, tail)
	}
	all := make([]Part, len(cut[most]))
	if len(all) == 1 {
		all[0] = ps.onePart(c, index, cut, most, tail)
	}
	for k := range all {
		p := &all[k]
		if len(all) > 1 {
			*p = c.part(index, k, len(all))
			p.add(cut[most][k], c.read[most])
			for i, r := range c.read {
				if i != most && len(cut[i]) == len(all) && cut[i][k].look == cut[most][k].look {
					p.add(cut[i][k], r)
				}
			}
		}
		p.contest(c)
	}
	return all
}

// limited makes intervals of what has one limit in the column of references: <5.20, 0.00-.
// Of a dash at one end nobody knows whether the limit there was lost.
func (ps *Parser) limited(c *Cell, parts []Part, line int, cols *columns) []Part {
	for k := range parts {
		p := &parts[k]
		open := len(parts) == 1 && slices.ContainsFunc(c.read, func(r reading) bool { return ps.values.IsOpen(r.text) })
		if !open && p.Look != comparedLook || !cols.isReference(line, p) {
			continue
		}
		for _, n := range p.Numbers {
			if !open && n.Number.Compare != "" {
				p.intervals = append(p.intervals, n.Number.Interval())
			}
		}
		if open {
			p.Text = c.Text()
		}
		p.Look, p.Numbers = intervalLook, nil
	}
	return parts
}

// isReference tells that a part stands where the page prints references: its label or
// heading says so, if the column holds no numbers, or the cells above and below are intervals.
func (c *columns) isReference(line int, p *Part) bool {
	role := p.role
	if p.fused && role == vocabulary.NoRole {
		return false // it stands where the text before it ends
	}
	near := c.around(line, p.own())
	if role == vocabulary.NoRole {
		role = c.roleOf(p.own())
	}
	return role == vocabulary.ReferenceRole && near.number <= numberColumn || role == vocabulary.NoRole && near.interval > numberColumn
}

// cut groups the tokens of each reading, none of those that another belies.
func (ps *Parser) cut(c *Cell, tail func(reading) []value.Token) [][]group {
	cut := make([][]group, len(c.read))
	whole, strange := value.Text, false
	if tail == nil {
		whole = c.clean()
	}
	graded := func(i int) bool { return len(cut[i]) == 1 && cut[i][0].look == GradeLook }
	for i, r := range c.read {
		tokens := r.tokens
		if tail != nil {
			tokens = tail(r)
		}
		if whole != value.Text && len(tokens) > 1 && !isClean(tokens, whole) {
			continue // "g 儿 L" beside g/L, "9 0" beside %
		}
		cut[i] = ps.groups(tokens)
		if tail == nil && graded(i) && hasStrange(tokens) {
			cut[i], strange = nil, true // 能 阳性: it may be 弱阳性
		}
	}
	for i, r := range c.read {
		if strange && graded(i) && !vocabulary.HasHan(r.text) {
			cut[i] = nil // + PALE, in whose letters the same text is spelled
		}
	}
	return cut
}

// part is the k-th of n things that stand beside each other in a cell.
func (c *Cell) part(index, k, n int) Part {
	box, width := c.Box, c.Box.Dx()
	box.Min.X, box.Max.X = c.Box.Min.X+k*width/n, c.Box.Min.X+(k+1)*width/n
	return Part{Cell: index, Box: box, length: 99, torn: c.torn, Occluded: c.Occluded, fused: c.fused, Moved: c.moved, small: c.small, remark: c.remark, role: c.role}
}

// onePart is a cell that holds one thing.
func (ps *Parser) onePart(c *Cell, index int, cut [][]group, most int, tail func(reading) []value.Token) Part {
	p := c.part(index, 0, 1)
	for i, r := range c.read {
		if len(cut[i]) == 1 && (tail == nil || !c.han || cut[i][0].look == cut[most][0].look) {
			p.add(cut[i][0], r)
		} else {
			p.addVague(r, tail)
		}
	}
	if c.look == unitLook {
		if !p.arrow {
			p.mark, p.sure = value.NoMark, false // the L of a torn g/L
		}
		for _, r := range c.read {
			if ps.nearUnit(r.text) && !ps.IsUnit(r.text) {
				p.units = append(p.units, r.text) // ng/mI, of which another reader saw g
			}
		}
		if len(p.units) == 0 {
			p.Look = unitLook
			for _, r := range c.read {
				p.units = append(p.units, r.text)
			}
		}
	}
	if tail != nil && c.han {
		p.support(c)
	}
	return p
}

// contest notes that the compact reader saw something else than one number.
func (p *Part) contest(c *Cell) {
	seen := slices.ContainsFunc(c.read, func(r reading) bool { return r.reader == block.Compact })
	if !seen || slices.ContainsFunc(p.Numbers, func(r value.Reading) bool { return r.Reader == block.Compact }) {
		return
	}
	for i := range p.Numbers {
		p.Numbers[i].Contested = true
	}
}

// limitToChinese keeps, of what other readers saw in a cell that begins with a
// Chinese name, as many groups from the end as its reader saw: before them stands
// the name in letters of their own. It returns that reader's place.
func (c *Cell) limitToChinese(cut [][]group) int {
	for i := range cut {
		if n := len(cut[i]) - len(cut[c.main]); n > 0 {
			cut[i] = cut[i][n:]
		}
	}
	return c.main
}

// support counts readers that spell the name in letters of their own but show
// the digits of chi_sim's number.
func (p *Part) support(c *Cell) {
	if len(p.Numbers) != 1 || p.Look != numberLook {
		return
	}
	n := p.Numbers[0].Number
	for _, r := range c.read {
		if !r.minor && !vocabulary.HasHan(r.text) && len(n.Digits()) > 1 && strings.Contains(strings.ReplaceAll(r.text, ",", "."), n.Digits()) {
			p.Numbers = append(p.Numbers, r.of(n))
		}
	}
}

// hasStrange tells that Chinese text which is no mark stands beside a grade.
func hasStrange(tokens []value.Token) bool {
	return slices.ContainsFunc(tokens, func(t value.Token) bool {
		return t.Kind == value.Text && t.Mark == value.NoMark && vocabulary.HasHan(t.Text)
	})
}

// clean gives the kind of a reading that is one unit or one interval; Text when
// there is none.
func (c *Cell) clean() value.Kind {
	for _, r := range c.read {
		if len(r.tokens) == 1 && (r.tokens[0].Kind == value.UnitKind || r.tokens[0].Kind == value.IntervalKind) {
			return r.tokens[0].Kind
		}
	}
	return value.Text
}

// isClean tells that every token was understood and one is of the kind.
func isClean(tokens []value.Token, kind value.Kind) bool {
	found := false
	for _, t := range tokens {
		if t.Kind == value.Text {
			return false
		}
		found = found || t.Kind == kind
	}
	return found
}

// loose gives a cell without any group: perhaps a misread mark or unit.
func (ps *Parser) loose(c *Cell, index int, tail func(reading) []value.Token) []Part {
	if tail != nil || len(c.read) == 0 {
		return nil
	}
	p := c.part(index, 0, 1)
	p.Look, p.Text, p.torn, p.Occluded = c.look, c.read[0].text, false, false
	for _, r := range c.read {
		if ps.nearUnit(r.text) {
			p.units = append(p.units, r.text)
			p.Text = r.text
		}
		p.addVague(r, nil)
		p.length = min(p.length, len([]rune(r.text)))
	}
	return []Part{p}
}

var lookRank = [...]int{textLook: 0, markLook: 1, GradeLook: 2, numberLook: 3, comparedLook: 4, PairLook: 5, unitLook: 6, intervalLook: 7}

// add merges one reader's group into the part.
func (p *Part) add(g group, r reading) {
	p.length = min(p.length, len([]rune(r.text)))
	if lookRank[g.look] > lookRank[p.Look] || p.Text == "" {
		p.Look = g.look
		p.Text = groupText(g)
		p.lead = 0
		if n := len(g.tokens); n > 1 && g.tokens[n-1].Kind == value.UnitKind {
			unit := len([]rune(g.tokens[n-1].Text))
			p.lead = 1 - float64(unit)/float64(max(len([]rune(r.text)), unit+1))
		}
	}
	for _, t := range g.tokens {
		switch t.Kind {
		case value.NumberKind:
			p.Numbers = append(p.Numbers, r.of(t.Number))
		case value.PairKind:
			p.Numbers = append(p.Numbers, r.of(t.Number))
			p.Seconds = append(p.Seconds, r.of(t.Second))
		case value.IntervalKind:
			if t.Legible {
				p.intervals = append(p.intervals, t.Interval)
			}
		case value.GradeKind:
			p.Grades = append(p.Grades, r.of(value.Number{Value: t.Grade}))
		case value.UnitKind:
			p.units = append(p.units, t.Text)
		case value.MarkKind:
			p.addMark(t.Mark, t.Sure)
			p.arrow = p.arrow || strings.ContainsAny(t.Text, arrows)
		case value.Text:
			p.addMark(t.Mark, false)
		}
	}
}

// addVague takes from a reading nothing but what may be a mark.
func (p *Part) addVague(r reading, tail func(reading) []value.Token) {
	tokens := r.tokens
	if tail != nil {
		tokens = tail(r)
	}
	if len(tokens) == 1 && tokens[0].Mark != value.NoMark {
		p.addMark(tokens[0].Mark, tokens[0].Sure)
	}
}

// addMark keeps the surest and most telling mark.
func (p *Part) addMark(mark value.Mark, sure bool) {
	switch {
	case mark == value.NoMark || p.sure && !sure:
	case sure && !p.sure, p.mark == value.NoMark, p.mark == value.Abnormal:
		p.mark, p.sure = mark, sure
	}
}

func groupText(g group) string {
	text := ""
	for _, t := range g.tokens {
		if t.Kind != value.MarkKind && t.Kind != value.Text && (t.Kind != value.UnitKind || g.look == unitLook) {
			text += t.Text
		}
	}
	return text
}
