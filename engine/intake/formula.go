package intake

import (
	"archive/zip"
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// unstored finds, by sheet, row and column from 0, the cells of a workbook whose
// formula has no stored value. Excel stores one for each formula, if only an empty
// text; programs that write workbooks often do not. The library tells neither.
func unstored(data []byte) (map[string]map[[2]int]bool, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, err
	}
	book := ""
	for _, target := range related(archive, "") {
		if path.Base(target) == "workbook.xml" {
			book = target
		}
	}
	var sheets struct {
		List []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"id,attr"`
		} `xml:"sheets>sheet"`
	}
	text, err := partOf(archive, cmp.Or(book, "xl/workbook.xml"))
	if err != nil {
		return nil, err
	}
	if err := xml.Unmarshal(text, &sheets); err != nil {
		return nil, err
	}
	targets := related(archive, cmp.Or(book, "xl/workbook.xml"))
	lost := map[string]map[[2]int]bool{}
	for _, s := range sheets.List {
		text, err := partOf(archive, targets[s.ID])
		if err != nil || !aFormula.Match(text) {
			continue // what cannot be read, the library says
		}
		if lost[s.Name], err = unstoredIn(text); err != nil {
			return nil, err
		}
	}
	return lost, nil
}

var aFormula = regexp.MustCompile(`<(?:\w+:)?f[\s/>]`)

// unstoredIn are such cells of a sheet.
func unstoredIn(text []byte) (map[[2]int]bool, error) {
	lost := map[[2]int]bool{}
	row, column := -1, -1
	for d := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return lost, nil
		}
		if err != nil {
			return nil, err
		}
		start, ok := token.(xml.StartElement)
		switch {
		case !ok:
		case start.Name.Local == "row":
			row, column = row+1, -1
			for _, a := range start.Attr {
				if n, err := strconv.Atoi(a.Value); a.Name.Local == "r" && err == nil {
					row = n - 1
				}
			}
		case start.Name.Local == "c":
			var c struct {
				At      string    `xml:"r,attr"`
				Type    string    `xml:"t,attr"`
				Formula *struct{} `xml:"f"`
				Value   *string   `xml:"v"`
			}
			if err := d.DecodeElement(&c, &start); err != nil {
				return nil, err
			}
			column++
			if x, y, err := excelize.CellNameToCoordinates(c.At); err == nil {
				column, row = x-1, y-1
			}
			if c.Formula != nil && (c.Value == nil || *c.Value == "" && c.Type != "str") {
				lost[[2]int{row, column}] = true
			}
		}
	}
}

// related are the parts that a part names, by their ids; of "" those of the archive.
func related(archive *zip.Reader, part string) map[string]string {
	folder := path.Dir(part)
	text, err := partOf(archive, path.Join(folder, "_rels", strings.TrimPrefix(path.Base(part), ".")+".rels"))
	if err != nil {
		return nil
	}
	var rels struct {
		List []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if xml.Unmarshal(text, &rels) != nil {
		return nil
	}
	by := map[string]string{}
	for _, r := range rels.List {
		by[r.ID] = strings.TrimPrefix(r.Target, "/")
		if !strings.HasPrefix(r.Target, "/") {
			by[r.ID] = path.Join(folder, r.Target)
		}
	}
	return by
}

func partOf(archive *zip.Reader, name string) ([]byte, error) {
	file, err := archive.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}
