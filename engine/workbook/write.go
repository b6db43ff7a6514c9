package workbook

import (
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
	"gopkg.in/yaml.v3"
)

// Write writes the workbook of a version.
func Write(w io.Writer, src Source) error {
	all, err := load(src)
	if err != nil {
		return err
	}
	book := excelize.NewFile()
	defer book.Close()
	p := &printer{book: book, fills: map[string]int{}}
	if err := p.guide(src, all); err != nil {
		return err
	}
	for i := range sheets {
		if src.tree(sheets[i].tree) == nil {
			continue
		}
		if err := p.sheet(&sheets[i], all); err != nil {
			return err
		}
	}
	_, err = book.WriteTo(w)
	return err
}

type printer struct {
	book  *excelize.File
	fills map[string]int // styles by their colour
}

const (
	grey  = "#eeeeee"
	white = ""
)

// style is that of cells on a colour.
func (p *printer) style(fill string, bold bool) (int, error) {
	key := fill
	if bold {
		key += " bold"
	}
	if id, ok := p.fills[key]; ok {
		return id, nil
	}
	s := &excelize.Style{
		Alignment: &excelize.Alignment{Vertical: "top", WrapText: true}, NumFmt: 49, // text
		Font:   &excelize.Font{Bold: bold, Size: 10.5},
		Border: []excelize.Border{{Type: "bottom", Color: "#dddddd", Style: 1}},
	}
	if fill != white {
		s.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{fill}}
	}
	id, err := p.book.NewStyle(s)
	p.fills[key] = id
	return id, err
}

// guide writes the first sheet: how to edit, and the files with their
// fingerprints.
func (p *printer) guide(src Source, all map[string]*document) error {
	if err := p.book.SetSheetName("Sheet1", readMe); err != nil {
		return err
	}
	row := 1
	put := func(cells ...string) error {
		for i, text := range cells {
			at, err := excelize.CoordinatesToCellName(i+1, row)
			if err != nil {
				return err
			}
			if err := p.book.SetCellStr(readMe, at, text); err != nil {
				return err
			}
		}
		row++
		return nil
	}
	if err := put(versionTitle, src.Version); err != nil {
		return err
	}
	for _, text := range instructions {
		if err := put(text); err != nil {
			return err
		}
	}
	if err := put(fileTitle, fingerprintTitle); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if err := put(name, fingerprint(all[name].data)); err != nil {
			return err
		}
	}
	return p.book.SetColWidth(readMe, "A", "A", 50)
}

const (
	versionTitle     = "版本"
	fingerprintTitle = "指纹"
)

func (p *printer) sheet(s *sheet, all map[string]*document) error {
	if _, err := p.book.NewSheet(s.name); err != nil {
		return err
	}
	out, err := p.book.NewStreamWriter(s.name)
	if err != nil {
		return err
	}
	head, err := p.style(grey, true)
	if err != nil {
		return err
	}
	titles := []any{excelize.Cell{StyleID: head, Value: fileTitle}, excelize.Cell{StyleID: head, Value: placeTitle}}
	widths := []float64{30, 16}
	for _, c := range s.columns {
		titles, widths = append(titles, excelize.Cell{StyleID: head, Value: c.title}), append(widths, c.width)
	}
	for i, width := range widths {
		if err := out.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	if err := out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	if err := out.SetRow("A1", titles); err != nil {
		return err
	}
	levels, colours := levelColours(all[rulesTree+"/manifest.yaml"])
	row := 2
	for _, name := range s.of(all) {
		for _, l := range s.lines(name, all[name]) {
			cells, err := p.cells(s, l, colours)
			if err != nil {
				return err
			}
			at, err := excelize.CoordinatesToCellName(1, row)
			if err != nil {
				return err
			}
			if err := out.SetRow(at, cells); err != nil {
				return err
			}
			row++
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return p.choices(s, levels)
}

// cells are the cells of a line; that of a level has its colour.
func (p *printer) cells(s *sheet, l line, colours map[string]string) ([]any, error) {
	fixed, err := p.style(grey, false)
	if err != nil {
		return nil, err
	}
	cells := []any{excelize.Cell{StyleID: fixed, Value: l.file}, excelize.Cell{StyleID: fixed, Value: l.place}}
	for i, c := range s.columns {
		fill := white
		switch {
		case c.fixed:
			fill = grey
		case c.title == levelTitle:
			fill = colours[l.cells[i]]
		}
		id, err := p.style(fill, false)
		if err != nil {
			return nil, err
		}
		cells = append(cells, excelize.Cell{StyleID: id, Value: l.cells[i]})
	}
	return cells, nil
}

// choices offers the levels in their column.
func (p *printer) choices(s *sheet, levels []string) error {
	for i, c := range s.columns {
		if c.title != levelTitle {
			continue
		}
		column, err := excelize.ColumnNumberToName(i + 3)
		if err != nil {
			return err
		}
		v := excelize.NewDataValidation(false)
		v.SetSqref(column + "2:" + column + "9999")
		if err := v.SetDropList(levels); err != nil {
			return err
		}
		return p.book.AddDataValidation(s.name, v)
	}
	return nil
}

// levelColours are the levels that rows can have, and the colours of all, as
// the manifest has them.
func levelColours(manifest *document) (levels []string, colours map[string]string) {
	colours = map[string]string{}
	if manifest == nil {
		return nil, colours
	}
	hex := map[string]string{}
	each := func(list string, f func(at string)) {
		if n := manifest.nodes[list]; n != nil && n.Kind == yaml.SequenceNode {
			for i := range n.Content {
				f(list + "/" + strconv.Itoa(i) + "/")
			}
		}
	}
	text := func(at string) string {
		if n := manifest.nodes[at]; n != nil {
			return n.Value
		}
		return ""
	}
	each("/colors", func(at string) { hex[text(at+"code")] = text(at + "hex") })
	each("/levels", func(at string) {
		id := text(at + "id")
		colours[id] = hex[text(at+"color")]
		if !strings.HasPrefix(id, "U") { // those the program gives
			levels = append(levels, id)
		}
	})
	return levels, colours
}
