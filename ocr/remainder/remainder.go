// Package remainder takes what a sheet prints beside its indicators: passages of
// prose, such as the summary, and rows with a name and a value that are none of them.
// It is told what a row was found to be, and judges nothing.
package remainder

import (
	"image"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tijian/ocr/block"
	"tijian/ocr/result"
)

// Texts gives the passages of lines, in their order. A passage begins with a title
// and ends with the next, with a row of a table or with signatures; prose without a
// title is one, too, if it is long enough.
func Texts(lines []block.Line) []result.Text {
	w := known()
	var all []result.Text
	var open *passage
	left := w.Most
	end := func() {
		if open != nil && left > 0 {
			if t, ok := open.text(w, left); ok {
				all = append(all, t)
				left -= len([]rune(t.Text))
			}
		}
		open = nil
	}
	for i := range lines {
		text := lineText(&lines[i])
		title, rest, titled := w.title(text)
		switch {
		case titled:
			end()
			open = &passage{title: title, titled: true}
			if rest != "" {
				open.lines = append(open.lines, strings.TrimSpace(rest))
			}
		case w.ends(text) || tabular(w, &lines[i]):
			end()
		case open != nil && (open.titled || prose(w, text)):
			open.lines = append(open.lines, text)
		case open == nil && prose(w, text):
			open = &passage{lines: []string{text}}
		default:
			end()
		}
	}
	end()
	return all
}

// A passage is lines of prose.
type passage struct {
	title  string
	titled bool
	lines  []string
}

// text is the passage of at most so many characters, false for none.
func (p *passage) text(w *words, most int) (result.Text, bool) {
	text := strings.TrimSpace(strings.Join(p.lines, "\n"))
	if text == "" || !p.titled && hans(text) < w.Passage {
		return result.Text{}, false
	}
	runes := []rune(text)
	return result.Text{Title: p.title, Text: string(runes[:min(len(runes), most)])}, true
}

// lineText is a line as its best readers read it.
func lineText(line *block.Line) string {
	var texts []string
	for i := range line.Blocks {
		if t := blockText(&line.Blocks[i]); t != "" {
			texts = append(texts, t)
		}
	}
	return strings.Join(texts, " ")
}

func blockText(b *block.Block) string {
	if len(b.Readings) == 0 {
		return ""
	}
	return strings.TrimSpace(b.Readings[0].Text)
}

// prose tells a line that says something in words.
func prose(w *words, text string) bool {
	n := hans(text)
	return n >= w.Prose && 2*n >= len([]rune(strings.ReplaceAll(text, " ", "")))
}

// tabular tells a row of a table: cells of which one is a value or an interval.
func tabular(w *words, line *block.Line) bool {
	const cells = 3
	if len(line.Blocks) < cells {
		return false
	}
	return slices.ContainsFunc(line.Blocks, func(b block.Block) bool {
		text := blockText(&b)
		return w.value(text) || isInterval(text)
	})
}

func isInterval(text string) bool {
	return interval.MatchString(strings.ReplaceAll(norm.NFKC.String(text), " ", "")) && strings.ContainsAny(text, "-~—至<>≤≥～－")
}

// Unmatched gives the rows of lines that print a name and beside it a value, and that
// are not among full, whose places are those of the lines.
func Unmatched(lines []block.Line, full result.Full) []result.Unmatched {
	w := known()
	taken := map[[4]int]bool{}
	for _, entries := range full {
		for i := range entries {
			for _, c := range entries[i].Coords {
				taken[c] = true
			}
		}
	}
	var all []result.Unmatched
	for i := range lines {
		line := &lines[i]
		if slices.ContainsFunc(line.Blocks, func(b block.Block) bool { return taken[coords(b.Box)] }) || w.label(lineText(line)) {
			continue
		}
		if row, ok := w.row(line); ok {
			all = append(all, row)
		}
	}
	return all
}

func coords(b image.Rectangle) [4]int { return [4]int{b.Min.X, b.Min.Y, b.Max.X, b.Max.Y} }

// row reads a line as a row of a table: the name, the value beside it, perhaps with a
// code between, and what tells more of it.
func (w *words) row(line *block.Line) (result.Unmatched, bool) {
	const between = 2 // blocks from name to value, at most
	for n := range line.Blocks {
		if !w.name(blockText(&line.Blocks[n])) {
			continue
		}
		for v := n + 1; v < len(line.Blocks) && v <= n+between; v++ {
			if !w.value(blockText(&line.Blocks[v])) {
				continue
			}
			row := result.Unmatched{Name: blockText(&line.Blocks[n]), Value: blockText(&line.Blocks[v])}
			for i := range line.Blocks {
				row.Coords = append(row.Coords, coords(line.Blocks[i].Box))
			}
			for i := v + 1; i < len(line.Blocks); i++ {
				switch text := blockText(&line.Blocks[i]); {
				case row.Reference == "" && isInterval(text):
					row.Reference = text
				case row.Unit == "" && row.Reference == "" && hans(text) == 0 && unitLike.MatchString(norm.NFKC.String(text)):
					row.Unit = text
				}
			}
			return row, true
		}
		break
	}
	return result.Unmatched{}, false
}
