// Package table takes the read lines of a page apart: cards of apps and names of
// two lines, cells and what they look like, columns, and of each item named there
// the parts that are its result, reference, unit and mark. What they are worth is
// package match's to say.
package table

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tijian/engine/dictionary"
	"tijian/ocr/block"
	"tijian/ocr/names"
	"tijian/ocr/value"
	"tijian/ocr/vocabulary"
)

// A Parser takes the lines of a page apart. It is safe for concurrent use.
type Parser struct {
	Dict   *dictionary.Dictionary
	values *value.Words
	Words  *vocabulary.Words
	Names  *names.Index
	units  [][]rune // keyed canonical units
}

// New makes a parser of a dictionary, of the words that results and
// reports are printed with, and of the index of names.
func New(dict *dictionary.Dictionary, values *value.Words, w *vocabulary.Words, n *names.Index) *Parser {
	ps := &Parser{Dict: dict, values: values, Words: w, Names: n}
	for _, u := range dict.Units().Names() {
		ps.units = append(ps.units, []rune(UnitKey(u)))
	}
	return ps
}

// A Grid is what a page prints, taken apart.
type Grid struct {
	Cells [][]Cell     // line by line
	Lines []block.Line // the blocks of the cells
	Rows  []Row
}

// Parse takes lines apart: into lines that each are about one row of the report,
// their cells, and of each item named there what is its result, reference, unit
// and mark.
func (ps *Parser) Parse(blocks []block.Line) *Grid {
	l := ps.sheet(withoutDrawings(blocks))
	cols := ps.newColumns(l.cells)
	ps.joinWrappedNames(l.cells)
	var segments []*Segment
	g := &Grid{Cells: l.cells}
	for i, cells := range l.cells {
		ps.joinNameCells(cells)
		if !l.heads[i] {
			segments = append(segments, ps.segments(i, cells, cols)...)
		}
		var line block.Line
		for j := range cells {
			line.Blocks = append(line.Blocks, cells[j].Block)
		}
		g.Lines = append(g.Lines, line)
	}
	cols.units = hints(cols.units, segments)
	for _, s := range segments {
		g.Rows = append(g.Rows, ps.assignRoles(s, cols))
	}
	dropReferences(g.Rows, l.cells)
	dropAstray(g.Rows, l.cells, cols)
	return g
}

// sheet makes the lines of a page that each are about one row. A page that prints hardly any
// row has its results in running text, if anywhere; beside a table such text repeats them.
func (ps *Parser) sheet(printed []block.Line) *lined {
	if stated, rest := ps.sentences(printed); len(rest) < len(printed) {
		if l := ps.tables(rest); l.named() < sentenceRows {
			said := ps.lines(stated)
			l.cells, l.heads = append(l.cells, said.cells...), append(l.heads, said.heads...)
			return l
		}
	}
	return ps.tables(printed)
}

func (ps *Parser) tables(printed []block.Line) *lined {
	l := ps.lines(joinWrappedLines(ps.turned(printed)))
	ps.records(l)
	return l
}

// named counts the lines that have a name and a result.
func (l *lined) named() (n int) {
	for _, cells := range l.cells {
		if slices.ContainsFunc(cells, func(c Cell) bool { return c.best().Sim >= nameSure }) && slices.ContainsFunc(cells, func(c Cell) bool { return c.holds().value }) {
			n++
		}
	}
	return n
}

// lines makes cells of the blocks of printed lines, and finds what they name.
func (ps *Parser) lines(printed []block.Line) *lined {
	l := &lined{}
	for _, line := range printed {
		var cells []Cell
		for _, b := range line.Blocks {
			for _, a := range ps.atoms(b) {
				cells = append(cells, ps.newCell(&a))
			}
		}
		markTorn(cells)
		l.cells = append(l.cells, ps.applyLabels(cells))
	}
	l.cells = ps.splitRepeated(ps.withoutMargin(l.cells))
	for _, cells := range l.cells {
		_, header := ps.findHeader(cells)
		head := header || ps.HeadingOf(cells) != nil
		l.heads = append(l.heads, head)
		for j := range cells {
			if head {
				break
			}
			if j > 0 {
				if _, bare := ps.isLabel(cells[j-1].Text()); bare {
					continue
				}
			}
			cells[j].nameHits = ps.findNames(&cells[j])
		}
	}
	l.passEarlier()
	l.findSmall(block.Height(printed, 0.5))
	return l
}

// applyLabels gives what stands behind a label its role, as 参考值: does in a block
// of its own, and drops the label.
func (ps *Parser) applyLabels(cells []Cell) (rest []Cell) {
	for j := range cells {
		if j+1 < len(cells) {
			next := &cells[j+1]
			h := next.holds()
			switch role := ps.labelRole(cells[j].Text()); {
			case role == vocabulary.ReferenceRole && (h.value || h.bound || h.interval), (role == vocabulary.ResultRole || role == vocabulary.PreviousRole) && (h.value || h.bound), role == vocabulary.UnitRole && next.look == unitLook:
				next.role = role
				continue
			}
		}
		rest = append(rest, cells[j])
	}
	return rest
}

// hints drops, of the units that a page prints, those that only stand beside
// items whose standard unit they are: they tell nothing of another item's unit.
// mg/dL beside bilirubin does, g/L beside protein does not.
func hints(units []string, segments []*Segment) []string {
	explained, told := map[string]bool{}, map[string]bool{}
	for _, s := range segments {
		it := s.Unambiguous()
		if it == nil {
			continue
		}
		for i := range s.Parts {
			for _, unit := range s.Parts[i].units {
				if it.Indicators[0].IsStandard(unit) {
					explained[unit] = true
				} else {
					told[unit] = true
				}
			}
		}
	}
	return slices.DeleteFunc(units, func(u string) bool { return explained[u] && !told[u] })
}

// WithoutSpecks drops lines of nothing but what frames and dirt leave: brackets, pieces of
// lines, and lone letters of which no reader is sure; and of other lines the scraps and pieces
// that are too thin for the letters read there. They would stand between a name and its value.
func WithoutSpecks(lines []block.Line) []block.Line { return without(lines, isSpeck) }

// withoutDrawings drops lines of nothing but pieces of drawings, and specks.
func withoutDrawings(lines []block.Line) []block.Line {
	return without(lines, func(b *block.Block, above block.Line) bool {
		return isSpeck(b, above) || isBlank(b) && !isTorn(b, above)
	})
}

func without(lines []block.Line, drop func(b *block.Block, above block.Line) bool) []block.Line {
	usual := block.Height(lines, 0.5)
	thin := func(b *block.Block) bool { return 100*b.Box.Dy() < speckThin*usual }
	var out []block.Line
	for i, line := range lines {
		named, read := false, false // a scrap may be another name badly read, or all may be
		for i := range line.Blocks {
			for _, r := range line.Blocks[i].Readings {
				named = named || r.Reader == block.Compact && vocabulary.HasHan(r.Text)
				read = read || r.Reader == block.Compact && r.Sureness() >= speckSure
			}
		}
		kept := slices.DeleteFunc(slices.Clone(line.Blocks), func(b block.Block) bool {
			return thin(&b) && isLettered(&b) || read && !named && isScrap(&b)
		})
		if len(line.Blocks) == 0 || slices.ContainsFunc(kept, func(b block.Block) bool { return !thin(&b) && !drop(&b, lines[max(0, i-1)]) }) {
			line.Blocks = kept
			out = append(out, line)
		}
	}
	return out
}

// isSpeck tells that a block says nothing, or hardly anything and unsurely, if it is no
// piece of a number of the line above.
func isSpeck(b *block.Block, above block.Line) bool {
	main, read := mainReading(b)
	if !read {
		return false
	}
	unsure := main.Sureness() < speckUnsure && utf8.RuneCountInString(main.Text) <= 2
	return unsure && !isTorn(b, above) || !slices.ContainsFunc(b.Readings, says)
}

// isLettered tells that all readers saw Latin letters in a block, which no dash has.
func isLettered(b *block.Block) bool {
	latin := func(r rune) bool { return unicode.Is(unicode.Latin, r) }
	return len(b.Readings) > 0 && !slices.ContainsFunc(b.Readings, func(r block.Reading) bool { return !strings.ContainsFunc(r.Text, latin) })
}

// isTorn tells that a block stands so close behind a number of the line above that it may
// be a piece of it.
func isTorn(b *block.Block, above block.Line) bool {
	return slices.ContainsFunc(above.Blocks, func(o block.Block) bool {
		gap := b.Box.Min.X - o.Box.Max.X
		number := slices.ContainsFunc(o.Readings, func(r block.Reading) bool { return strings.ContainsAny(r.Text, "0123456789") })
		return number && gap >= 0 && gap < o.Box.Dy()/2 && o.Box.Min.Y < b.Box.Max.Y && b.Box.Min.Y < o.Box.Max.Y
	})
}

// isBlank tells that the compact reader saw nothing in a block, and that what others made
// of it are few letters and not sure: pieces of a drawing.
func isBlank(b *block.Block) bool {
	return len(b.Readings) > 0 && !slices.ContainsFunc(b.Readings, func(r block.Reading) bool {
		return r.Reader == block.Compact || r.Reader == block.Shape || r.Sureness() >= speckSure && says(r) || utf8.RuneCountInString(r.Text) > speckLetters
	})
}

// isScrap tells a block of one letter, if any, in which the compact reader saw nothing and
// others saw nothing surely: it is no name, also beside numbers.
func isScrap(b *block.Block) bool {
	return isBlank(b) && 2*b.Box.Dx() < 3*b.Box.Dy() && !slices.ContainsFunc(b.Readings, func(r block.Reading) bool { return r.Sureness() >= speckUnsure })
}

// says tells that a reading may say something.
func says(r block.Reading) bool {
	const signs = "+-±↑↓—*"
	told := strings.TrimFunc(r.Text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune(signs, c)
	})
	all := []rune(told)
	return len(all) > 1 || len(all) == 1 && (!unicode.IsLetter(all[0]) || unicode.Is(unicode.Han, all[0]) || r.Sureness() >= speckSure)
}
