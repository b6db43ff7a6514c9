package table

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tijian/ocr/block"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A clause is what stands between two signs of running text, and the sign behind it: 0
// where the text goes on in another block, '\n' where it ends without one.
type clause struct {
	block.Block
	sign     rune
	numbered bool // as an item of a list
}

// sentences takes the results out of lines of running text: 血钾 6.02mmol/L(3.5-5.3)偏高;
// whatever line it goes on in. Each clause that the grammar of report.yaml explains as a
// name with its result is a line of stated, and so are headings; rest are the lines of no
// running text. What is said of another day or person, or is a limit, is in neither.
func (ps *Parser) sentences(lines []block.Line) (stated, rest []block.Line) {
	for from := 0; from < len(lines); {
		to, item := from+1, isItem(lines[from], false)
		for to < len(lines) && runsOn(lines[to-1], lines[to]) && isItem(lines[to], item) == item {
			to++
		}
		if found, runs := ps.stated(lines[from:to]); runs {
			stated = append(stated, found...)
		} else {
			rest = append(rest, lines[from:to]...)
		}
		from = to
	}
	return stated, rest
}

// runsOn tells that a line may go on in the next: both are runs of words of one size, one
// below the other.
func runsOn(a, b block.Line) bool {
	if !isRun(a) || !isRun(b) {
		return false
	}
	above, below, high := a.Blocks[0].Box, b.Blocks[0].Box, block.Height([]block.Line{a}, 0.5)
	gap := below.Min.Y - above.Max.Y
	return gap > -high/2 && gap < sentenceGap*high && abs(above.Min.X-below.Min.X) < sentenceIndent*high
}

// isItem tells that a line is an item of a list that no sign of a sentence ends, or goes
// on with one: a row, though text stands above or below the list.
func isItem(line block.Line, above bool) bool {
	item := above
	for i := range line.Blocks {
		for k, c := range clauses(&line.Blocks[i]) {
			if c.ends() {
				return false
			}
			item = item || i == 0 && k == 0 && c.numbered
		}
	}
	return item
}

// ends tells that a clause ends at a sign of running text: a table has colons, too.
func (c *clause) ends() bool { return c.sign != 0 && c.sign != ':' }

// isRun tells that nothing in a line stands as far apart as columns do.
func isRun(line block.Line) bool {
	high := block.Height([]block.Line{line}, 0.5)
	for i, b := range line.Blocks {
		if i > 0 && b.Box.Min.X-line.Blocks[i-1].Box.Max.X > sentenceWords*high {
			return false
		}
	}
	return len(line.Blocks) > 0
}

// stated gives what some lines of running text state, and tells whether they are such.
func (ps *Parser) stated(lines []block.Line) (found []block.Line, runs bool) {
	right := 0
	for _, line := range lines {
		right = max(right, line.Blocks[len(line.Blocks)-1].Box.Max.X)
	}
	var all [][]clause
	ended := 0
	for _, line := range lines {
		for i := range line.Blocks {
			all = append(all, clauses(&line.Blocks[i]))
			for _, c := range all[len(all)-1] {
				if c.ends() {
					ended++
				}
			}
		}
	}
	if ended < sentenceSigns {
		return nil, false
	}
	results, quiet, section := 0, false, false // up to the end of the sentence, of the paragraph
	var open *block.Block
	end := func(sign rune) {
		switch text := textOf(open); {
		case open == nil:
		case ps.isResult(open):
			if results++; !quiet && !section {
				found = append(found, block.Line{Blocks: []block.Block{*open}})
			}
		case sign == ':' && ps.isName(text, nil):
			return // 白细胞: 5.4
		case sign == ':':
			if section = section || ps.Words.IsElsewhere(text); !section && ps.panelOf(text[strings.LastIndexByte(text, ']')+1:]) != nil {
				found = append(found, block.Line{Blocks: []block.Block{*open}})
			}
		default:
			quiet = quiet || ps.Words.IsElsewhere(text)
		}
		quiet, section, open = quiet && sign != '。' && sign != '\n', section && sign != '\n', nil
	}
	for _, line := range lines {
		for i := range line.Blocks {
			for k, c := range all[0] {
				first := i == 0 && k == 0
				if c.numbered {
					end(' ')
				}
				if len(c.Readings) > 0 {
					joined := goOn(open, &c.Block, first)
					if open != nil && ps.isResult(open) && !ps.isResult(joined) && !(first && cutNumber(open, &c.Block)) { // no sign was seen between
						end(' ')
						joined = &c.Block
					}
					open = joined
				}
				if c.sign != 0 {
					end(c.sign)
				}
			}
			all = all[1:]
		}
		if last := line.Blocks[len(line.Blocks)-1].Box; right-last.Max.X > sentenceShort*last.Dy() {
			end('\n')
		}
	}
	end('\n')
	return found, results >= sentenceResults
}

func textOf(b *block.Block) string {
	if b == nil {
		return ""
	}
	main, _ := mainReading(b)
	return value.Normalise(main.Text)
}

// isResult tells that a clause is a name with its result, to the last character.
func (ps *Parser) isResult(clause *block.Block) bool {
	all := ps.takeApart([]rune(textOf(clause)), nil)
	of := func(kind vocabulary.Print) bool {
		return slices.ContainsFunc(all, func(p printed) bool { return p.kind == kind })
	}
	return of(vocabulary.PrintedName) && of(vocabulary.PrintedResult)
}

// cutNumber tells that the end of a line may have cut a number: it is that or two.
func cutNumber(above, below *block.Block) bool {
	last, _ := utf8.DecodeLastRuneInString(textOf(above))
	next, _ := utf8.DecodeRuneInString(textOf(below))
	return unicode.IsDigit(last) && (unicode.IsDigit(next) || next == '.')
}

// goOn adds a block to a clause; the first of a line is part of its last word, if that was
// cut at the end of the line above. How sure the readers are is what they are of its numbers.
func goOn(open, b *block.Block, first bool) *block.Block {
	if open == nil {
		return b
	}
	above, _ := mainReading(open)
	below, _ := mainReading(b)
	between, number := " ", strings.ContainsAny(above.Text, "0123456789")
	last, _ := utf8.DecodeLastRuneInString(above.Text)
	next, _ := utf8.DecodeRuneInString(below.Text)
	if first && (last == '.' || !unicode.IsDigit(next) && (!breaks(last, next) || strings.ContainsRune("/^", last) || strings.ContainsRune("/^", next))) {
		between = ""
	}
	joined := &block.Block{Box: open.Box.Union(b.Box), Occluded: open.Occluded || b.Occluded}
	switch {
	case first && number:
		joined.Box = open.Box
	case first:
		joined.Box = b.Box
	}
	of := func(b *block.Block, reader block.Reader, or block.Reading) block.Reading {
		if i := slices.IndexFunc(b.Readings, func(r block.Reading) bool { return r.Reader == reader }); i >= 0 {
			return b.Readings[i]
		}
		return or
	}
	for _, r := range slices.Concat(open.Readings, b.Readings) {
		if slices.ContainsFunc(joined.Readings, func(o block.Reading) bool { return o.Reader == r.Reader }) {
			continue
		}
		one, two := of(open, r.Reader, above), of(b, r.Reader, below)
		sure := two
		switch {
		case number && strings.ContainsAny(below.Text, "0123456789"):
			sure = block.Reading{Confidence: min(one.Confidence, two.Confidence), Missing: cmp.Or(one.Missing, two.Missing)}
		case number:
			sure = one
		}
		joined.Readings = append(joined.Readings, block.Reading{Reader: r.Reader, Text: one.Text + between + two.Text, Confidence: sure.Confidence, Missing: sure.Missing})
	}
	return joined
}

// numbered is the number of an item of a list: 1. or (1).
var numbered = regexp.MustCompile(`^\(?\d{1,2}[.、)] ?(\D)`)

// clauses cuts a block at the signs of its text. Readers that see other signs than the one
// whose text tells what it is have no part in it.
func clauses(b *block.Block) (all []clause) {
	main, ok := mainReading(b)
	if !ok {
		return nil
	}
	text := []rune(value.Normalise(main.Text))
	ends := signs(text)
	from := 0
	for k, to := range append(ends, len(text)) {
		c := clause{Block: block.Block{Box: part(b.Box, text, from, to), Occluded: b.Occluded}}
		for _, r := range b.Readings {
			own := []rune(value.Normalise(r.Text))
			if at := signs(own); len(at) == len(ends) {
				start, stop := 0, len(own)
				if k > 0 {
					start = at[k-1] + 1
				}
				if k < len(at) {
					stop = at[k]
				}
				text := strings.TrimSpace(string(own[start:stop]))
				r.Text = numbered.ReplaceAllString(text, "$1")
				c.numbered = c.numbered || r.Reader == main.Reader && r.Text != text
				if r.Text != "" {
					c.Readings = append(c.Readings, r)
				}
			}
		}
		if to < len(text) {
			c.sign = text[to]
		}
		all, from = append(all, c), to+1
	}
	return all
}

// signs gives the places of a text where a clause ends, at a sign that stands in no number.
// 。 may have been read as °, and a comma in the middle of its square as ·.
func signs(text []rune) (ends []int) {
	for i, r := range text {
		within := i > 0 && i+1 < len(text) && unicode.IsDigit(text[i-1]) && unicode.IsDigit(text[i+1])
		listed := r == '、' && i > 0 && unicode.IsDigit(text[i-1])
		if !within && !listed && strings.ContainsRune(clauseEnds+"·:", r) || r == '°' && i == 0 {
			ends = append(ends, i)
		}
	}
	return ends
}
