package workbook

import (
	"cmp"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// Write writes the workbook of a version.
func Write(w io.Writer, src Source) error {
	all, err := load(src)
	if err != nil {
		return err
	}
	p := &printer{book: excelize.NewFile(), styles: map[style]int{}}
	defer p.book.Close()
	p.guide(src, all)
	for i := range layout().Sheets {
		if src.tree(layout().Sheets[i].Tree) != nil {
			p.sheet(&layout().Sheets[i], all)
		}
	}
	if p.err != nil {
		return p.err
	}
	_, err = p.book.WriteTo(w)
	return err
}

// A printer notes the first error, of which Write tells.
type printer struct {
	book   *excelize.File
	styles map[style]int // their numbers in the book
	err    error
}

func (p *printer) try(err error) { p.err = cmp.Or(p.err, err) }

// A style is that of cells on a colour.
type style struct {
	fill string
	bold bool
}

const (
	grey  = "#eeeeee"
	white = ""
)

// cell is a text in a style.
func (p *printer) cell(text string, in style) excelize.Cell {
	id, known := p.styles[in]
	if !known {
		s := &excelize.Style{
			Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}, NumFmt: 49, // text
			Font:   &excelize.Font{Bold: in.bold, Size: 10.5},
			Border: []excelize.Border{{Type: "bottom", Color: "#dddddd", Style: 1}},
		}
		if in.fill != white {
			s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{in.fill}}
		}
		var err error
		id, err = p.book.NewStyle(s)
		p.try(err)
		p.styles[in] = id
	}
	return excelize.Cell{StyleID: id, Value: text}
}

// guide writes the first sheet: how to edit, and the files with their
// fingerprints.
func (p *printer) guide(src Source, all map[string]*document) {
	p.try(p.book.SetSheetName("Sheet1", readMe))
	rows := [][]string{{versionTitle, src.Version}}
	for _, text := range layout().Instructions {
		rows = append(rows, []string{text})
	}
	rows = append(rows, []string{fileTitle, fingerprintTitle})
	for _, name := range slices.Sorted(maps.Keys(all)) {
		rows = append(rows, []string{name, fingerprint(all[name].data)})
	}
	for i, row := range rows {
		p.try(p.book.SetSheetRow(readMe, "A"+strconv.Itoa(i+1), &row))
	}
	p.try(p.book.SetColWidth(readMe, "A", "A", 50))
}

const (
	versionTitle     = "版本"
	fingerprintTitle = "指纹"
)

func (p *printer) sheet(s *sheet, all map[string]*document) {
	_, err := p.book.NewSheet(s.Name)
	p.try(err)
	out, err := p.book.NewStreamWriter(s.Name)
	if p.try(err); p.err != nil {
		return
	}
	head := style{grey, true}
	titles, widths := []any{p.cell(fileTitle, head), p.cell(placeTitle, head)}, []float64{30, 16}
	for _, c := range s.Columns {
		titles, widths = append(titles, p.cell(c.Title, head)), append(widths, c.Width)
	}
	for i, width := range widths {
		p.try(out.SetColWidth(i+1, i+1, width))
	}
	p.try(out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}))
	p.try(out.SetRow("A1", titles))
	levels, colours := levelColours(all[rulesTree+"/manifest.yaml"])
	row := 1
	for _, name := range s.of(all) {
		for _, l := range s.lines(name, all[name]) {
			row++
			p.try(out.SetRow("A"+strconv.Itoa(row), p.cells(s, l, colours)))
		}
	}
	p.try(out.Flush())
	p.choices(s, levels)
}

// cells are the cells of a line; that of a level has its colour.
func (p *printer) cells(s *sheet, l line, colours map[string]string) []any {
	cells := []any{p.cell(l.file, style{fill: grey}), p.cell(l.place, style{fill: grey})}
	for i, c := range s.Columns {
		fill := white
		switch {
		case c.Fixed:
			fill = grey
		case c.Title == levelTitle:
			fill = colours[l.cells[i]]
		}
		cells = append(cells, p.cell(l.cells[i], style{fill: fill}))
	}
	return cells
}

// choices offers the levels in their column.
func (p *printer) choices(s *sheet, levels []string) {
	i := slices.IndexFunc(s.Columns, func(c column) bool { return c.Title == levelTitle })
	if i < 0 {
		return
	}
	column, err := excelize.ColumnNumberToName(i + 3)
	p.try(err)
	v := excelize.NewDataValidation(false)
	v.SetSqref(column + "2:" + column + "9999")
	p.try(v.SetDropList(levels))
	p.try(p.book.AddDataValidation(s.Name, v))
}

// levelColours are the levels that rows can have, and the colours of all, as
// the manifest has them.
func levelColours(manifest *document) (levels []string, colours map[string]string) {
	colours = map[string]string{}
	if manifest == nil {
		return nil, colours
	}
	hex := map[string]string{}
	for _, at := range manifest.places("/colors/*") {
		hex[manifest.text(at+"/code")] = manifest.text(at + "/hex")
	}
	for _, at := range manifest.places("/levels/*") {
		id := manifest.text(at + "/id")
		colours[id] = hex[manifest.text(at+"/color")]
		if !strings.HasPrefix(id, "U") { // those the program gives
			levels = append(levels, id)
		}
	}
	return levels, colours
}
