package table

import (
	"regexp"
	"slices"
	"strings"

	"tijian/ocr/block"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// Look is what a block's text looks like, whatever its column.
type Look int

// The looks.
const (
	textLook Look = iota
	numberLook
	comparedLook // <0.5: a result or a reference
	PairLook
	intervalLook
	GradeLook
	unitLook
	markLook
)

// A Cell is a block with its readings cut into tokens, and what they name.
type Cell struct {
	block.Block
	nameHits
	read []reading
	look Look
	main int  // the reading whose text tells what it is
	han  bool // it has Chinese characters
	// number is true when a reading is nothing but a number or interval,
	// perhaps with its unit or mark.
	number bool
	// torn is true when the next cell on either side is so near that both may
	// be pieces of one.
	torn   bool
	role   vocabulary.Role // that a label before it gives it
	fused  bool            // cut out of one block with the cell before it
	remark bool            // a word that may say what a result means
	moved  bool            // taken from another line of its record
	gone   bool            // taken into another line
	small  bool            // not as large as the results of the page
}

// A reading is one reader's text of a cell.
type reading struct {
	reader block.Reader
	text   string  // normalised
	sure   float64 // as the reader says, hardly at all where the ink contradicts it
	trust  float64
	minor  bool // of less skill with numbers than another reader
	tokens []value.Token

	confidence float64 // as the reader says
	missing    block.Missing
}

func (ps *Parser) newCell(a *atom) Cell {
	c := Cell{Block: a.Block, fused: a.fused}
	for _, r := range c.Readings {
		text := ps.splitGlued(value.Normalise(r.Text))
		if text == "" {
			continue
		}
		s, ok := skill[r.Reader]
		if !ok {
			s = unknownSkill
		}
		tokens := ps.unitOfOne(text, ps.squared(ps.values.Scan(text, ps.likeUnit)))
		c.read = append(c.read, reading{
			reader: r.Reader,
			text:   text,
			sure:   r.Sureness(),
			trust:  s * min(1, trustLeast+trustGain*max(0, min(1, r.Sureness()))),
			minor:  s < minorSkill,
			tokens: tokens,

			confidence: r.Confidence,
			missing:    r.Missing,
		})
		c.number = c.number || isNumber(tokens)
	}
	c.rank()
	if c.han {
		c.distrust()
	}
	for i, r := range c.read {
		if c.slips(r) {
			c.read[i].tokens = nil
		}
	}
	c.look = ps.lookOf(&c)
	if c.role = a.role; c.role == vocabulary.NoRole && c.look == comparedLook && bracketed(c.Text()) {
		c.role = vocabulary.ReferenceRole // 9.3 [>3.0]
	}
	c.remark = ps.Words.IsRemark(c.Text())
	return c
}

// bracketed tells that a text stands in brackets, as reference intervals may.
func bracketed(text string) bool {
	return len(text) > 2 && strings.ContainsRune("[(", rune(text[0])) && strings.ContainsRune("])", rune(text[len(text)-1]))
}

// isNumber tells that tokens are one plainly read number or interval, and
// nothing else but units and marks.
func isNumber(tokens []value.Token) bool {
	found := false
	for _, t := range tokens {
		switch {
		case t.Kind == value.UnitKind || t.Kind == value.MarkKind:
		case !found && (t.Kind == value.NumberKind && t.Number.Repaired == 0 || t.Kind == value.IntervalKind && t.Legible || t.Kind == value.PairKind):
			found = true
		default:
			return false
		}
	}
	return found
}

// unitOfOne corrects 1IU/mL, which is IU/mL with its first letter read twice.
func (ps *Parser) unitOfOne(text string, tokens []value.Token) []value.Token {
	if len(tokens) != 2 || tokens[0].Text != "1" || tokens[1].Kind != value.UnitKind || tokens[0].End != tokens[1].Start ||
		tokens[1].Text[0] != 'I' || !ps.nearUnit(text) {
		return tokens
	}
	return tokens[1:]
}

// squared writes units as they are spelt whose raised 2 was read as another
// sign: kg/m?.
func (ps *Parser) squared(tokens []value.Token) []value.Token {
	for i := range tokens {
		if t := &tokens[i]; t.Kind == value.UnitKind {
			if unit, ok := ps.square(t.Text); ok {
				t.Text = unit
			}
		}
	}
	return tokens
}

func (ps *Parser) square(text string) (string, bool) {
	const likeSquare = "?\"'*"
	if n := len(text) - 1; n > 1 && strings.IndexByte(likeSquare, text[n]) >= 0 && !ps.IsUnit(text) && ps.IsUnit(text[:n]+"2") {
		return text[:n] + "2", true
	}
	return "", false
}

// likeUnit tells a unit, or one whose raised 2 was misread.
func (ps *Parser) likeUnit(text string) bool {
	_, ok := ps.square(text)
	return ok || ps.IsUnit(text)
}

// distrust makes marks unsure that a reader without Chinese sees in a cell of
// Chinese characters: 氧 read as A, or 次/分钟 as R/53H, is no mark.
func (c *Cell) distrust() {
	for _, r := range c.read {
		if vocabulary.HasHan(r.text) {
			continue
		}
		for i := range r.tokens {
			if t := &r.tokens[i]; t.Kind == value.MarkKind && (len(r.tokens) == 1 || r.trust < guessed) {
				t.Kind, t.Sure = value.Text, false
			}
		}
	}
}

// markTorn marks the cells of a line that stand closer together than words do. A
// mark may stand as close, unless it is as thin as the 1 it may have been and not
// every reader is sure of it, and so may a word in Chinese.
func markTorn(cells []Cell) {
	mark := func(c *Cell) bool {
		return c.look == markLook && (10*c.Box.Dx() >= markWide*c.Box.Dy() || c.isArrow())
	}
	for i := 1; i < len(cells); i++ {
		a, b := &cells[i-1], &cells[i]
		if b.fused || a.isWord() || b.isWord() || min(a.Box.Max.Y, b.Box.Max.Y) <= max(a.Box.Min.Y, b.Box.Min.Y) {
			continue
		}
		gap, high := b.Box.Min.X-a.Box.Max.X, max(a.Box.Dy(), b.Box.Dy())
		if 3*gap < high {
			a.torn = a.torn || !mark(b)
			b.torn = b.torn || !mark(a)
		}
		if gap < high && (a.isDigit() && b.number || b.isDigit() && a.number) {
			a.torn, b.torn = true, true // 39.7 whose point has faded
		}
		if 10*gap < nearNumbers*high && a.begins() && b.number && !(a.hasPoint() && b.hasPoint()) {
			a.torn, b.torn = true, true // 139 70, 5. 40
		}
		if gap < farInterval*high && a.number && upTo.MatchString(b.Text()) {
			a.torn, b.torn = true, true // the limits of an interval: 320 - 360
		}
	}
}

// upTo is the second half of an interval.
var upTo = regexp.MustCompile(`^[-~—–]{1,3} ?\d`)

// begins reports whether the cell is a number, or what stands before the point of one, a first
// 1 read as what looks like it.
func (c *Cell) begins() bool {
	return c.number || slices.ContainsFunc(c.read, func(r reading) bool { return beginning.MatchString(r.text) })
}

// beginning is a number up to its point.
var beginning = regexp.MustCompile(`^[!|lI]?\d+\.?$`)

// hasPoint reports whether a reader saw a number with decimals in the cell.
func (c *Cell) hasPoint() bool {
	return slices.ContainsFunc(c.read, func(r reading) bool { return decimals.MatchString(r.text) })
}

var decimals = regexp.MustCompile(`\d\.\d`)

// isArrow tells that several readers saw an arrow, all of them surely.
func (c *Cell) isArrow() bool {
	return len(c.read) > 1 && !slices.ContainsFunc(c.read, func(r reading) bool { return r.confidence < sureArrow || strings.Trim(r.text, arrows) != "" })
}

// isDigit tells that the compact reader saw one digit and nothing else, even if
// it has the shape of an arrow.
func (c *Cell) isDigit() bool {
	return slices.ContainsFunc(c.read, func(r reading) bool {
		return r.reader == block.Compact && r.sure >= digitSeen && len(r.text) == 1 && r.text[0] >= '0' && r.text[0] <= '9'
	})
}

// isWord tells a text of Chinese characters, too many to be a misread digit.
func (c *Cell) isWord() bool {
	text := c.Text()
	han := vocabulary.Han(text)
	return c.look == textLook && han >= 2 && (han > 2 || strings.HasSuffix(text, ":"))
}

// lookOf takes the most telling reading.
func (ps *Parser) lookOf(c *Cell) Look {
	rank := []Look{intervalLook, unitLook, PairLook, comparedLook, numberLook, GradeLook, markLook}
	seen := map[Look]bool{}
	for _, r := range c.read {
		l := lookOfTokens(r.tokens)
		if c.han && !vocabulary.HasHan(r.text) && len([]rune(c.Text())) > 1 && (l == unitLook || l == markLook || l == GradeLook) {
			continue // Chinese in another reader's letters: 血压 as MM
		}
		seen[l] = true
	}
	for _, l := range rank {
		if seen[l] {
			return l
		}
	}
	for _, r := range c.read {
		if ps.nearUnit(r.text) {
			return unitLook
		}
	}
	return textLook
}

// slips tells that another reader saw what this one took for something else: a
// grade whose sign it lost, 2+ as 2, if the other is no less trusted, or a number
// whose point it took for a dash, 345.0 as 345-0, if so or if no interval has such
// limits.
func (c *Cell) slips(r reading) bool {
	look := lookOfTokens(r.tokens)
	return (look == numberLook || look == intervalLook) && slices.ContainsFunc(c.read, func(o reading) bool {
		seen, sure := lookOfTokens(o.tokens), o.trust >= r.trust
		return look == numberLook && sure && seen == GradeLook && strings.HasPrefix(o.text, r.text) ||
			look == intervalLook && (sure || slices.ContainsFunc(r.tokens, value.Token.MakesNoInterval)) && seen == numberLook && strings.ReplaceAll(o.text, ".", "-") == r.text
	})
}

// lookOfTokens is the look of a text that is one thing, perhaps with a mark or
// unit beside it.
func lookOfTokens(tokens []value.Token) Look {
	var main []value.Token
	unit, mark := false, false
	for _, t := range tokens {
		switch t.Kind {
		case value.UnitKind:
			unit = true
		case value.MarkKind:
			mark = true
		default:
			main = append(main, t)
		}
	}
	if len(main) == 0 {
		switch {
		case unit:
			return unitLook
		case mark:
			return markLook
		}
		return textLook
	}
	for _, t := range main[1:] {
		if t.Kind != value.GradeKind || main[0].Kind != value.GradeKind { // 阳性 (2+) is one grade
			return textLook
		}
	}
	switch t := main[0]; t.Kind {
	case value.NumberKind:
		if t.Number.Compare != "" {
			return comparedLook
		}
		return numberLook
	case value.PairKind:
		return PairLook
	case value.IntervalKind:
		return intervalLook
	case value.GradeKind:
		return GradeLook
	}
	return textLook
}

// rank says whose text a cell is told by, and which readings of numbers are the
// lesser: all of Tesseract's where the compact reader saw one too.
func (c *Cell) rank() {
	chinese, compact := -1, -1
	for i, r := range c.read {
		switch r.reader {
		case block.ChiSim:
			chinese = i
		case block.Compact:
			compact = i
		}
		c.han = c.han || vocabulary.HasHan(r.text)
	}
	c.main = max(chinese, 0)
	if compact < 0 {
		return
	}
	if own := c.read[compact]; chinese < 0 || own.sure >= doubtedText || own.sure >= c.read[chinese].sure {
		c.main = compact
		c.han = vocabulary.HasHan(own.text)
	}
	for i := range c.read {
		c.read[i].minor = c.read[i].minor || c.read[i].reader == block.Eng
	}
}

// Text gives the text of the reader who knows Chinese best, or the first.
func (c *Cell) Text() string {
	if len(c.read) == 0 {
		return ""
	}
	return c.read[c.main].text
}

// latin gives the text of a cell without Chinese characters.
func (c *Cell) latin() string {
	for _, r := range c.read {
		if r.reader == block.Eng && c.read[c.main].reader != block.Compact {
			return r.text
		}
	}
	return c.Text()
}

// holdsValue tells that the cell can hold a result or reference.
func (c *Cell) holdsValue() bool { return c.look.isValue() }

// isNumber tells the look of a number.
func (l Look) isNumber() bool { return l == numberLook || l == comparedLook }

// isValue tells the look of a result or reference.
func (l Look) isValue() bool {
	switch l {
	case numberLook, comparedLook, PairLook, intervalLook, GradeLook:
		return true
	}
	return false
}

// IsUnit reports whether a text is the spelling of a unit.
func (ps *Parser) IsUnit(text string) bool {
	_, ok := ps.Dict.Units().Canonical(text)
	return ok
}

// nearUnit tells that a text is a unit with a misread character: mmolL, 10"9/L.
func (ps *Parser) nearUnit(text string) bool {
	if len(text) < unitShortest || len(text) > unitLongest || vocabulary.HasHan(text) {
		return false
	}
	k := []rune(UnitKey(text))
	if len(k) < 3 || !strings.ContainsAny(text, "/0123456789") && (len(k) < 4 || !strings.HasSuffix(string(k), "l")) {
		return false // letters alone are codes
	}
	for _, u := range ps.units {
		if d := len(u) - len(k); d >= -1 && d <= 1 && len(u) >= 3 && ps.Names.Confusions.Distance(u, k, nearUnit*float64(len(u))) <= nearUnit*float64(len(u)) {
			return true
		}
	}
	return false
}

// UnitKey folds a unit for comparison by shape.
func UnitKey(text string) string {
	folded := strings.Map(func(r rune) rune {
		switch r {
		case ' ', '^', '*', '×', '"', '\'', '~', '°', '.', '(', ')', '[', ']':
			return -1
		case 'μ', 'µ':
			return 'u'
		}
		return r
	}, strings.ToLower(value.Normalise(text)))
	return strings.TrimPrefix(folded, "x")
}
