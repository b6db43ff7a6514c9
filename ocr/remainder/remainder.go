// Package remainder takes the passages of prose that a sheet prints beside its
// indicators, such as the summary, and judges nothing.
package remainder

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tijian/ocr/block"
	"tijian/ocr/result"
	"tijian/ocr/vocabulary"
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
	if text == "" || !p.titled && vocabulary.Han(text) < w.Passage {
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
	n := vocabulary.Han(text)
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
