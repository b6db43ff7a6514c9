package main

import (
	"fmt"
	"os"

	"github.com/jedib0t/go-pretty/v6/table"

	"tijian/engine/keywords"
	"tijian/internal/garble"
)

// damage counts, for each kind of damage, terms that were denied and are
// certain in the damaged text, and terms whose status is another at all.
type damage struct {
	kinds                  []string
	terms, denied, changed map[string]int
}

func newDamage() *damage {
	return &damage{terms: map[string]int{}, denied: map[string]int{}, changed: map[string]int{}}
}

// try damages a text in whole and looks at the status of its terms again.
func (d *damage) try(l *keywords.Lexicon, text string, spans []keywords.Span, whole []keywords.Status, show bool) {
	for _, g := range []garble.Text{
		garble.Every(text, 40, "\n"), garble.Every(text, 20, "\n"), garble.Every(text, 20, " "), garble.Every(text, 7, "\u200b"), garble.Lookalikes(text),
	} {
		if _, known := d.terms[g.Kind]; !known {
			d.kinds = append(d.kinds, g.Kind)
		}
		moved := make([]keywords.Span, len(spans))
		for i, s := range spans {
			moved[i] = keywords.Span{Start: g.Place(s.Start), End: g.Place(s.End-1) + 1}
		}
		for i, got := range l.StatusOf(g.Text, moved) {
			d.terms[g.Kind]++
			if got != whole[i] {
				d.changed[g.Kind]++
			}
			if whole[i] == keywords.Negated && got == keywords.Certain {
				d.denied[g.Kind]++
				if show {
					fmt.Printf("%s: denied, now certain: %q\n", g.Kind, around(g.Text, item{Start: moved[i].Start, End: moved[i].End}))
				}
			}
		}
	}
}

func (d *damage) print() {
	t := table.NewWriter()
	t.SetOutputMirror(os.Stdout)
	t.SetTitle("damaged")
	t.AppendHeader(table.Row{"damage", "terms", "other status", "denied, now certain"})
	for _, kind := range d.kinds {
		t.AppendRow(table.Row{kind, d.terms[kind], fmt.Sprintf("%d (%.2f %%)", d.changed[kind], 100*ratio(d.changed[kind], d.terms[kind])), d.denied[kind]})
	}
	t.Render()
}
