package spreadsheet

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"tijian/engine/filelimits"
)

// isOpenDocument is what stands in the first bytes of a table of OpenDocument.
const isOpenDocument = "mimetypeapplication/vnd.oasis.opendocument"

// IsOpenDocument reports whether a file is of OpenDocument.
func IsOpenDocument(data []byte) bool {
	const at = 30 // the length of the header of a part
	return len(data) > at && bytes.HasPrefix(data, []byte("PK\x03\x04")) && bytes.HasPrefix(data[at:], []byte(isOpenDocument))
}

// OpenDocument reads a table of OpenDocument (.ods).
func OpenDocument(data []byte) ([]Sheet, error) {
	archive, err := filelimits.Archive(data)
	if err != nil {
		return nil, err
	}
	part, err := archive.Open("content.xml")
	if err != nil {
		return nil, err
	}
	defer part.Close()
	b := openDocument{Decoder: xml.NewDecoder(part), hidden: map[string]bool{}}
	for {
		token, err := b.Token()
		if errors.Is(err, io.EOF) {
			return b.sheets, nil
		}
		if err != nil {
			return nil, err
		}
		start, ok := token.(xml.StartElement)
		switch {
		case !ok:
		case start.Name.Local == "style":
			b.style = attribute(start, "name")
		case start.Name.Local == "table-properties":
			b.hidden[b.style] = attribute(start, "display") == "false"
		case start.Name.Local == "table":
			b.sheets = append(b.sheets, Sheet{Name: attribute(start, "name"), Hidden: b.hidden[attribute(start, "style-name")], Lost: map[[2]int]bool{}})
			b.grid = grid{Sheet: &b.sheets[len(b.sheets)-1], counted: &b.counted}
		case start.Name.Local == "table-row" && b.Sheet != nil:
			if err := b.row(start); err != nil {
				return nil, err
			}
		}
	}
}

type openDocument struct {
	*xml.Decoder
	grid
	sheets  []Sheet
	counted filelimits.Table
	style   string
	hidden  map[string]bool // tables, by their styles
}

// row reads a row. Blank cells and rows are repeated to the end of the sheet: only what
// comes before a further one counts.
func (b *openDocument) row(of xml.StartElement) error {
	var row []string
	blank := 0
	for {
		token, err := b.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.EndElement:
			if t.Name == of.Name {
				return b.add(row, repeated(of, "number-rows-repeated"))
			}
		case xml.StartElement:
			if t.Name.Local != "table-cell" && t.Name.Local != "covered-table-cell" {
				continue
			}
			text, lost, err := b.cell(t)
			if err != nil {
				return err
			}
			times := repeated(t, "number-columns-repeated")
			if text == "" && !lost {
				blank += min(times, filelimits.MostCells)
				continue
			}
			if err := b.counted.Room(len(row) + blank + times); err != nil {
				return err
			}
			row = append(row, make([]string, blank)...)
			blank = 0
			for ; times > 0; times-- {
				if lost {
					b.Lost[[2]int{len(b.Rows) + b.blank, len(row)}] = true
				}
				row = append(row, text)
			}
		}
	}
}

// cell reads what a cell says: its value, else its text, in which notes of people are no part.
func (b *openDocument) cell(of xml.StartElement) (text string, lost bool, err error) {
	var said strings.Builder
	for depth, paragraphs := 1, 0; depth > 0; {
		token, err := b.Token()
		if err != nil {
			return "", false, err
		}
		switch t := token.(type) {
		case xml.EndElement:
			depth--
		case xml.StartElement:
			switch t.Name.Local {
			case "annotation", "table", "shapes":
				if err := b.Skip(); err != nil {
					return "", false, err
				}
				continue
			case "p":
				if paragraphs++; paragraphs > 1 {
					said.WriteByte('\n')
				}
			case "s", "tab":
				said.WriteByte(' ')
			case "line-break":
				said.WriteByte('\n')
			}
			depth++
		case xml.CharData:
			if depth > 1 { // within a paragraph
				said.Write(t)
			}
		}
	}
	text = said.String()
	number, notNumber := strconv.ParseFloat(attribute(of, "value"), 64)
	switch kind := attribute(of, "value-type"); {
	case kind == "date":
		at, time, _ := strings.Cut(attribute(of, "date-value"), "T")
		text = strings.TrimSpace(at + " " + time)
	case notNumber != nil || math.IsInf(number, 0) || math.IsNaN(number):
		lost = text == "" && kind == "" && attribute(of, "formula") != ""
	case kind == "percentage":
		text = Written(number*100) + "%"
	case !Padded(text):
		text = Written(number)
	}
	return text, lost, nil
}

// Padded reports whether a number is shown with noughts before it, as identifiers are.
func Padded(text string) bool {
	return len(text) > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9'
}

// repeated is how often a row or a cell stands there.
func repeated(of xml.StartElement, name string) int {
	n, err := strconv.Atoi(attribute(of, name))
	if err != nil || n < 1 {
		return 1
	}
	return min(n, filelimits.MostCells+1)
}

func attribute(of xml.StartElement, name string) string {
	for _, a := range of.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
