package table

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tijian/ocr/block"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A clause is what stands between two signs of running text, and the sign behind it: 0
// where the text goes on in another block, '\n' where it ends without one.
type clause struct {
	block.Block
	sign rune
}

// sentences takes the results out of lines of running text: 血钾 6.02mmol/L(3.5-5.3)偏高;
// whatever line it goes on in. Each clause that the grammar of report.yaml explains as a
// name with its result is a line of stated, and so are headings; rest are the lines of no
// running text. What is said of another day or person, or is a limit, is in neither.
func (ps *Parser) sentences(lines []block.Line) (stated, rest []block.Line) {
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && runsOn(lines[to-1], lines[to]) {
			to++
		}
		if found := ps.stated(lines[from:to]); len(found) > 0 {
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

// stated gives what some lines of running text state, nothing where they are none.
func (ps *Parser) stated(lines []block.Line) (found []block.Line) {
	right := 0
	for _, line := range lines {
		right = max(right, line.Blocks[len(line.Blocks)-1].Box.Max.X)
	}
	var all [][]clause
	signs := 0
	for _, line := range lines {
		for i := range line.Blocks {
			all = append(all, ps.clauses(&line.Blocks[i]))
			for _, c := range all[len(all)-1] {
				if c.sign != 0 && c.sign != ':' {
					signs++
				}
			}
		}
	}
	if signs < sentenceSigns {
		return nil
	}
	quiet, section := false, false // up to the end of the sentence, of the paragraph
	var open *block.Block
	end := func(sign rune) {
		if open == nil {
			return
		}
		switch text := textOf(open); {
		case sign == ':':
			if section = section || ps.Words.IsElsewhere(text); !section && ps.panelOf(text[strings.LastIndexByte(text, ']')+1:]) != nil {
				found = append(found, block.Line{Blocks: []block.Block{*open}})
			}
		case ps.isResult(open):
			if !quiet && !section {
				found = append(found, block.Line{Blocks: []block.Block{*open}})
			}
		default:
			quiet = quiet || ps.Words.IsElsewhere(text)
		}
		quiet, section, open = quiet && sign != '。' && sign != '\n', section && sign != '\n', nil
	}
	for _, line := range lines {
		for range line.Blocks {
			for _, c := range all[0] {
				if len(c.Readings) > 0 {
					joined := goOn(open, &c.Block)
					if open != nil && ps.isResult(open) && !ps.isResult(joined) { // no sign was seen between
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
	if len(found) < sentenceResults {
		return nil
	}
	return found
}

func textOf(b *block.Block) string {
	main, _ := mainReading(b)
	return value.Normalise(main.Text)
}

// isResult tells that a clause is a name with its result, to the last character.
func (ps *Parser) isResult(b *block.Block) bool {
	all := ps.takeApart([]rune(textOf(b)), nil)
	of := func(kind vocabulary.Print) bool {
		return slices.ContainsFunc(all, func(p printed) bool { return p.kind == kind })
	}
	return of(vocabulary.PrintedName) && of(vocabulary.PrintedResult)
}

// goOn adds a block to a clause: to its last word where that was cut at the end of a line.
func goOn(open, b *block.Block) *block.Block {
	if open == nil {
		return b
	}
	long := open
	if b.Box.Dx() > open.Box.Dx() {
		long = b
	}
	spaced := *open
	above, _ := mainReading(open)
	below, _ := mainReading(b)
	if last, first := []rune(above.Text), []rune(below.Text); b.Box.Min.X > open.Box.Min.X && b.Box.Min.Y < open.Box.Max.Y || breaks(last[len(last)-1], first[0]) && !strings.ContainsRune("/^", last[len(last)-1]) && !strings.ContainsRune("/^", first[0]) {
		spaced.Readings = slices.Clone(open.Readings)
		for i := range spaced.Readings {
			spaced.Readings[i].Text += " "
		}
	}
	joined := join(spaced, *b)
	if b.Box.Min.Y >= open.Box.Max.Y {
		joined.Box = long.Box
	}
	return &joined
}

// numbered is the number of an item of a list: 1. or (1).
var numbered = regexp.MustCompile(`^\(?\d{1,2}[.、)] ?(\D)`)

// clauses cuts a block at the signs of its text. Readers that see other signs than the one
// whose text tells what it is have no part in it.
func (ps *Parser) clauses(b *block.Block) (all []clause) {
	main, ok := mainReading(b)
	if !ok {
		return nil
	}
	text := []rune(value.Normalise(main.Text))
	ends := ps.signs(text)
	from := 0
	for k, to := range append(ends, len(text)) {
		c := clause{Block: block.Block{Box: part(b.Box, text, from, to), Occluded: b.Occluded}}
		for _, r := range b.Readings {
			own := []rune(value.Normalise(r.Text))
			if at := ps.signs(own); len(at) == len(ends) {
				start, stop := 0, len(own)
				if k > 0 {
					start = at[k-1] + 1
				}
				if k < len(at) {
					stop = at[k]
				}
				if r.Text = numbered.ReplaceAllString(strings.TrimSpace(string(own[start:stop])), "$1"); r.Text != "" {
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

// signs gives the places of a text where a clause ends: at a sign that stands in no number,
// which 。 may have been read as °, and at a colon behind what is no name.
func (ps *Parser) signs(text []rune) (ends []int) {
	from := 0
	for i, r := range text {
		within := i > 0 && i+1 < len(text) && unicode.IsDigit(text[i-1]) && unicode.IsDigit(text[i+1])
		listed := r == '、' && i > 0 && unicode.IsDigit(text[i-1])
		if strings.ContainsRune(clauseEnds, r) && !within && !listed || r == '°' && i == 0 || r == ':' && !within && !ps.isName(string(text[from:i]), nil) {
			ends, from = append(ends, i), i+1
		}
	}
	return ends
}
