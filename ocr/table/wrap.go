package table

import (
	"unicode/utf8"

	"tijian/ocr/vocabulary"
)

// joinWrappedNames joins names that go on in the line below: a line whose name is
// nothing, or only part of one, followed by a line that holds nothing but the
// rest of it at the same place.
func (ps *Parser) joinWrappedNames(lines [][]Cell) {
	for i := 0; i+1 < len(lines); i++ {
		if len(lines[i+1]) != 1 || len(lines[i]) < 2 {
			continue
		}
		below := &lines[i+1][0]
		rest := below.Text()
		if label, _ := ps.isLabel(rest); label || below.holdsValue() || !vocabulary.HasHan(rest) || ps.HeadingOf(lines[i+1]) != nil {
			continue
		}
		for j := range lines[i] {
			c := &lines[i][j]
			if !c.han || c.Box.Max.X <= below.Box.Min.X || below.Box.Max.X <= c.Box.Min.X || below.Box.Min.Y-c.Box.Max.Y > c.Box.Dy() {
				continue
			}
			joined := ps.Names.Find(c.Text() + rest)
			if len(joined) == 0 || joined[0].Code || joined[0].Sim < namePlain || joined[0].Sim <= c.best().Sim+wrapLead && joined[0].Length <= c.best().Length {
				continue
			}
			if len(c.names) > 0 && joined[0].From >= utf8.RuneCountInString(c.Text()) {
				continue // both lines have a name of their own
			}
			c.names = joined[:1:1]
			below.nameHits = nameHits{}
			break
		}
	}
}
