package table

import (
	"image"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tijian/ocr/block"
	"tijian/ocr/names"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A printed thing is one thing that is printed in a block: text[from:to] in characters of
// the normalised text, and what it is.
type printed struct {
	from, to int
	kind     vocabulary.Print
	role     vocabulary.Role // that a label before it gives it
}

// An atom is a block that holds one thing, and what is known of it from the block
// that it was cut out of.
type atom struct {
	block.Block
	role  vocabulary.Role
	fused bool // cut off what stands before it, which is no sign of a torn text
}

// atoms cuts a block into the things that are printed in it without a gap, by the
// grammar of report.yaml: 嗜酸性粒细胞计数0.17, 4.12(3.5-5.3). Only what the
// grammar explains to the last character is cut.
func (ps *Parser) atoms(b block.Block) []atom {
	main, ok := mainReading(&b)
	if !ok {
		return []atom{{Block: b}}
	}
	text := []rune(value.Normalise(main.Text))
	all := ps.takeApart(text, nil)
	if all == nil {
		return []atom{{Block: b}}
	}
	var kinds []vocabulary.Print // behind the name
	for _, p := range all {
		if p.kind != vocabulary.PrintedName && p.kind != vocabulary.PrintedNumber {
			kinds = append(kinds, p.kind)
		}
	}
	others := map[block.Reader]cut{}
	for _, r := range b.Readings {
		if r.Reader != main.Reader {
			text := []rune(value.Normalise(r.Text))
			others[r.Reader] = cut{text, ps.takeApart(text, kinds)}
		}
	}
	var out []atom
	at := len(kinds)
	for i, p := range all {
		if p.kind != vocabulary.PrintedName && p.kind != vocabulary.PrintedNumber {
			at--
		}
		if p.kind.Silent() {
			continue
		}
		a := atom{Block: block.Block{Box: part(b.Box, text, p.from, p.to), Occluded: b.Occluded}, role: p.role, fused: i > 0}
		for _, r := range b.Readings {
			if r.Reader == main.Reader {
				r.Text = string(text[p.from:p.to])
			} else if r.Text = others[r.Reader].piece(p.kind, at); r.Text == "" {
				continue
			}
			if p.kind != vocabulary.PrintedResult {
				r.Missing = block.Nothing
			}
			a.Readings = append(a.Readings, r)
		}
		out = append(out, a)
	}
	if len(out) == 0 {
		return []atom{{Block: b}}
	}
	return out
}

// A cut is another reader's text of a block, cut alike from its end.
type cut struct {
	text   []rune
	pieces []printed
}

// piece gives what stands as many pieces before the end, or the name before all of
// them where it is one in Chinese.
func (c cut) piece(kind vocabulary.Print, fromEnd int) string {
	switch {
	case len(c.pieces) == 0:
		return ""
	case kind == vocabulary.PrintedName:
		if name := strings.TrimSpace(string(c.text[:c.pieces[0].from])); vocabulary.HasHan(name) {
			return name
		}
		return ""
	}
	p := c.pieces[len(c.pieces)-1-fromEnd]
	return string(c.text[p.from:p.to])
}

// mainReading is the one whose text tells what a block is: the compact reader's,
// or who knows Chinese, or the first.
func mainReading(b *block.Block) (block.Reading, bool) {
	if len(b.Readings) == 0 {
		return block.Reading{}, false
	}
	for _, reader := range []block.Reader{block.Compact, block.ChiSim} {
		if i := slices.IndexFunc(b.Readings, func(r block.Reading) bool { return r.Reader == reader }); i >= 0 {
			return b.Readings[i], true
		}
	}
	return b.Readings[0], true
}

// part is the share of a box in which some characters of its text stand.
func part(box image.Rectangle, text []rune, from, to int) image.Rectangle {
	width := func(text []rune) (n int) {
		for _, r := range text {
			if n++; unicode.Is(unicode.Han, r) {
				n++
			}
		}
		return n
	}
	all := max(1, width(text))
	x := func(at int) int { return box.Min.X + box.Dx()*width(text[:at])/all }
	return image.Rect(x(from), box.Min.Y, x(to), box.Max.Y)
}

// takeApart takes a text apart; nil where it is one thing, or where the grammar does
// not explain all of it. With kinds it finds these at the end of another reader's
// text, whatever it makes of the name before them.
func (ps *Parser) takeApart(text []rune, kinds []vocabulary.Print) []printed {
	if len(text) < 2 || len(text) > longestName {
		return nil
	}
	s := &splitter{ps: ps, text: text, want: kinds, known: map[[2]int][]vocabulary.Print{}, ends: map[int]bool{}, names: map[[2]int]bool{}, left: mostSplits}
	s.bound()
	if kinds == nil {
		if ps.Words.IsRemark(string(text)) || ps.isDated(string(text)) || lookOfTokens(ps.values.Scan(string(text), ps.likeUnit)) != textLook {
			return nil // one thing, perhaps with a mark or unit
		}
		if s.split(0, nil) && len(s.found) > 1 {
			return s.found
		}
		return nil
	}
	for _, from := range slices.Concat([]int{0}, s.bounds) {
		if s.told(from) && s.split(from, nil) {
			return s.found
		}
	}
	return nil
}

// breaks tells that two characters are of different kinds: one thing may end
// between them and the next begin.
func breaks(a, b rune) bool {
	class := func(r rune) int {
		switch {
		case unicode.IsDigit(r) || r == '.':
			return 0
		case unicode.Is(unicode.Han, r):
			return 1
		case unicode.IsLetter(r):
			return 2
		}
		return 3
	}
	return class(a) != class(b) || class(a) == 3
}

// A splitter looks for a way to take a text apart, long pieces first.
type splitter struct {
	ps     *Parser
	text   []rune
	bounds []int
	want   []vocabulary.Print // kinds of all pieces; nil for any that the grammar knows
	known  map[[2]int][]vocabulary.Print
	whole  []names.Hit     // of all of the text, once asked for
	names  map[[2]int]bool // whether a piece is a name
	ends   map[int]bool    // whether everything from here on may be told, names apart
	left   int             // tries
	found  []printed
}

// bound finds the places where one thing may end and the next begin: where the kind
// of characters changes, and before a word that is a result or a remark.
func (s *splitter) bound() {
	for i := 1; i < len(s.text); i++ {
		if breaks(s.text[i-1], s.text[i]) || s.wordAt(i) {
			s.bounds = append(s.bounds, i)
		}
	}
	s.bounds = append(s.bounds, len(s.text))
}

// wordAt tells that Chinese characters from a place on, up to the end of their run,
// are a word by themselves.
func (s *splitter) wordAt(from int) bool {
	to := from
	for to < len(s.text) && unicode.Is(unicode.Han, s.text[to]) {
		to++
	}
	if to == from || to-from > longestWord {
		return false
	}
	_, graded := s.ps.values.Grade(string(s.text[from:to]))
	return graded || s.ps.Words.IsRemark(string(s.text[from:to]))
}

// skip passes the signs that stand between things.
func (s *splitter) skip(from int) int {
	for from < len(s.text) && strings.ContainsRune(between, s.text[from]) {
		from++
	}
	return from
}

// told tells that what begins at a place may be told to its end.
func (s *splitter) told(from int) bool {
	from = s.skip(from)
	if from == len(s.text) {
		return true
	}
	known, ok := s.ends[from]
	if ok {
		return known
	}
	s.ends[from] = slices.ContainsFunc(s.bounds, func(to int) bool { return to > from && s.told(to) && len(s.prints(from, to)) > 0 })
	return s.ends[from]
}

// prints remembers what a piece may be, names and numbers of rows apart.
func (s *splitter) prints(from, to int) []vocabulary.Print {
	key := [2]int{from, to}
	all, ok := s.known[key]
	if !ok {
		text := strings.TrimSpace(string(s.text[from:to]))
		if all = s.ps.prints(text); to == len(s.text) && goesOn.MatchString(text) {
			all = append(all, vocabulary.PrintedReference)
		}
		s.known[key] = all
	}
	return all
}

// between are signs that stand between things and belong to none.
const between = " ,;、()[]:"

func (s *splitter) split(from int, before []printed) bool {
	if from = s.skip(from); from == len(s.text) {
		return s.accept(before)
	}
	if s.left--; s.left < 0 || s.want != nil && len(before) == len(s.want) {
		return false
	}
	for _, to := range slices.Backward(s.bounds) {
		if to <= from {
			break
		}
		if !s.told(to) {
			continue
		}
		for _, kind := range s.kinds(from, to, before) {
			if s.want != nil && s.want[len(before)] != kind {
				continue
			}
			p := printed{from: from, to: to, kind: kind}
			n := len(before)
			if n > 0 && before[n-1].kind == vocabulary.PrintedName && footnote(s.text, from, to) {
				continue
			}
			if n > 0 && before[n-1].kind == vocabulary.PrintedLabel {
				if p.role = s.ps.labelRole(string(s.text[before[n-1].from:before[n-1].to])); !kind.May(p.role) {
					continue
				}
			}
			if s.split(to, append(slices.Clip(before), p)) {
				return true
			}
		}
	}
	return false
}

// footnote tells that one digit behind a name, glued to it or in brackets, is the number
// of a footnote.
func footnote(text []rune, from, to int) bool {
	return to-from == 1 && from > 0 && unicode.IsDigit(text[from]) && (unicode.IsLetter(text[from-1]) || strings.ContainsRune("([", text[from-1]))
}

// accept tells that pieces are all of a text that the grammar knows.
func (s *splitter) accept(all []printed) bool {
	if s.want != nil {
		s.found = all
		return len(all) == len(s.want)
	}
	kinds := make([]vocabulary.Print, len(all))
	for i, p := range all {
		kinds[i] = p.kind
	}
	if !s.ps.Words.Printed(kinds) {
		return false
	}
	s.found = all
	return true
}

// kinds gives what a piece may be.
func (s *splitter) kinds(from, to int, before []printed) []vocabulary.Print {
	all := s.prints(from, to)
	first := len(before) == 0 || len(before) == 1 && before[0].kind == vocabulary.PrintedNumber
	if !first || s.want != nil {
		return all
	}
	if len(before) == 0 && s.ordinal(from, to) {
		all = append(slices.Clip(all), vocabulary.PrintedNumber)
	}
	if s.mayName(from, to) && s.endsName(from, to) {
		all = append(slices.Clip(all), vocabulary.PrintedName)
	}
	return all
}

// mayName tells that a piece has letters first, or the number of a compound, 25羟维生素D,
// and nothing that no name has, and that no Latin letters follow, which would be its own:
// 分布宽度SD.
func (s *splitter) mayName(from, to int) bool {
	text := s.text[from:to]
	if to < len(s.text) && unicode.IsLetter(s.text[to]) && !unicode.Is(unicode.Han, s.text[to]) {
		return false
	}
	compound := len(text) > 2 && unicode.IsDigit(text[0]) && unicode.IsDigit(text[1]) && unicode.Is(unicode.Han, text[2])
	return (unicode.IsLetter(text[0]) || strings.ContainsRune("*★#%", text[0]) || compound) &&
		!slices.ContainsFunc(text, func(r rune) bool { return strings.ContainsRune("<>=≤≥~↑↓", r) })
}

// ordinal tells that a piece may be the number of its row.
func (s *splitter) ordinal(from, to int) bool {
	return to-from <= 2 && !slices.ContainsFunc(s.text[from:to], func(r rune) bool { return !unicode.IsDigit(r) })
}

// prints gives what a text may be as a whole, names and numbers of rows apart.
func (ps *Parser) prints(text string) (all []vocabulary.Print) {
	if ps.Words.IsRemark(text) {
		all = append(all, vocabulary.PrintedRemark)
	}
	if ps.labelRole(text) != vocabulary.NoRole {
		return append(all, vocabulary.PrintedLabel)
	}
	tokens := ps.values.Scan(text, ps.likeUnit)
	if len(tokens) != 1 {
		if ps.nearUnit(text) && !strings.ContainsAny(text, arrows+" ") {
			all = append(all, vocabulary.PrintedUnit) // ng/m1
		}
		return all
	}
	switch t := tokens[0]; {
	case t.Kind == value.NumberKind && t.Number.Repaired > 0:
	case t.Kind == value.NumberKind && t.Number.Compare == "", t.Kind == value.PairKind:
		all = append(all, vocabulary.PrintedResult)
	case t.Kind == value.NumberKind, t.Kind == value.GradeKind:
		all = append(all, vocabulary.PrintedResult, vocabulary.PrintedReference)
	case t.Kind == value.IntervalKind && t.Legible:
		all = append(all, vocabulary.PrintedReference)
	case t.Kind == value.MarkKind && t.Sure:
		all = append(all, vocabulary.PrintedMark)
	case t.Kind == value.UnitKind:
		all = append(all, vocabulary.PrintedUnit)
	}
	return all
}

// goesOn is an interval whose upper limit stands on the next line.
var goesOn = regexp.MustCompile(`^\d+(\.\d+)? ?[-~—–]{1,2}$`)

// labelRole is the role that a text gives to what stands behind it, as 参考值: or 上次 does.
func (ps *Parser) labelRole(text string) vocabulary.Role {
	if first, _ := utf8.DecodeRuneInString(text); !unicode.IsLetter(first) {
		return vocabulary.NoRole
	}
	word, rest, found := CutLabel(text)
	if found && strings.TrimSpace(rest) != "" {
		return vocabulary.NoRole
	}
	if !found {
		word = text
	}
	role := ps.Words.Headers[vocabulary.Key(word)]
	if role == vocabulary.ReferenceRole || role == vocabulary.PreviousRole || found && !role.IsName() {
		return role
	}
	return vocabulary.NoRole
}

// endsName tells that text[from:to] is a name as a whole, and that no longer name
// begins there: 血红蛋白A23.1 is not 23.1 of 血红蛋白A, nor 糖类抗原15-3 a range.
func (s *splitter) endsName(from, to int) bool {
	key := [2]int{from, to}
	is, known := s.names[key]
	if known {
		return is
	}
	if s.whole == nil {
		s.whole = s.ps.Names.Find(string(s.text))
	}
	name := strings.TrimRight(string(s.text[from:to]), between)
	end := from + utf8.RuneCountInString(name)
	longer := func(h names.Hit) bool {
		return h.Sim >= sureName && h.From < end && h.To > end && !slices.Contains(s.text[end:h.To], ':') // no name goes on behind one
	}
	is = !slices.ContainsFunc(s.whole, longer) && s.ps.isName(name, s.text[to:])
	s.names[key] = is
	return is
}

// isName tells that a text is a name and nothing else; what follows it counts where
// it is a code: CA125 and B12 are none with a number behind.
func (ps *Parser) isName(name string, behind []rune) bool {
	hits := ps.Names.Find(name)
	if len(hits) == 0 {
		return false
	}
	if h := hits[0]; !h.Code {
		strange := func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune(" ()[]:%#/", r) }
		return h.Sim >= namePlain && !slices.ContainsFunc([]rune(name)[:h.From], unicode.IsDigit) && !slices.ContainsFunc([]rune(name)[h.To:], strange)
	}
	spaced := len(behind) > 0 && strings.ContainsRune(between, behind[0])
	return ps.isCode(name) && (spaced || slices.Contains(behind, '.'))
}
