package intake

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/xuri/excelize/v2"

	"tijian/engine/filelimits"
	"tijian/engine/message"
	"tijian/engine/spreadsheet"
)

// A Sheet is a table of a file; of several at most one has no name.
type Sheet struct {
	Name string
	Rows [][]string
	// Since1904 is, of a workbook, whether its days are counted from 1904; else nil.
	Since1904 *bool
	// Lost are the cells, by row and column from 0, whose formula has no stored
	// value: what it comes to only a spreadsheet knows.
	Lost map[[2]int]bool
}

// plain takes out of cells what nobody sees: characters without width, and the apostrophe
// before a number that spreadsheets keep as a text.
func (s *Sheet) plain() {
	for _, row := range s.Rows {
		for i, cell := range row {
			if len(cell) > 1 && cell[0] == '\'' && unicode.IsDigit(rune(cell[1])) {
				cell = cell[1:]
			}
			row[i] = strings.Map(func(r rune) rune {
				if unicode.Is(unicode.Cf, r) {
					return -1
				}
				return r
			}, cell)
		}
	}
}

// IsWorkbook reports whether a table is a workbook (xlsx, xls, ods), whatever its file is
// called: laboratories export text, and workbooks, under any ending of a table.
func IsWorkbook(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) || spreadsheet.IsExcel97(data)
}

// others are files in forms that are not read, by what they begin with.
var others = map[string]message.Phrase{"<": message.MarkupTable, "%PDF": message.NotATableFile}

// Read reads a table: all sheets of a workbook, the only one of any other file.
// unread are sheets that are hidden.
func Read(data []byte) (sheets []Sheet, unread []Issue, err error) {
	text := bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	for begins, reason := range others {
		if bytes.HasPrefix(text, []byte(begins)) {
			return nil, nil, reason.Err()
		}
	}
	switch {
	case spreadsheet.IsOpenDocument(data):
		return thoseShown(spreadsheet.OpenDocument(data))
	case spreadsheet.IsExcel97(data):
		return thoseShown(spreadsheet.Excel97(data))
	case IsWorkbook(data):
		return Sheets(data)
	}
	rows, err := CSV(data)
	return []Sheet{{Rows: rows}}, nil, err
}

// File makes requests of a table as Read reads it. about is all that is said of the file
// itself; wrong is why it cannot be used at all.
func File(data []byte, o Options) (requests *Persons, about []Issue, wrong *Issue) {
	whole := Place{Phrase: message.TheFile}
	sheets, unread, err := Read(data)
	if err != nil {
		return nil, nil, &Issue{Place: whole, Reason: message.NotASheet.With("reason", err)}
	}
	requests = new(Persons)
	about, missing, wrong := tables(slices.Concat(o.Persons, sheets), o, requests.Add)
	about = append(unread, about...)
	if len(missing) > 0 {
		about = append(about, Issue{Place: whole, Reason: Missing(missing), Used: true})
	}
	return requests, about, wrong
}

// Sheets reads the sheets of a workbook of Excel that are shown and say something.
// unread are those that are hidden: they may be what somebody put away.
func Sheets(data []byte) (sheets []Sheet, unread []Issue, err error) {
	book, err := filelimits.Workbook(data, excelize.Options{})
	if err != nil {
		return nil, nil, err
	}
	defer book.Close()
	properties, err := book.GetWorkbookProps()
	if err != nil {
		return nil, nil, err
	}
	lost, err := unstored(data)
	if err != nil {
		return nil, nil, err
	}
	var all []spreadsheet.Sheet
	var counted filelimits.Table
	since1904 := properties.Date1904 != nil && *properties.Date1904
	for _, name := range book.GetSheetList() {
		visible, err := book.GetSheetVisible(name)
		if err != nil {
			return nil, nil, err
		}
		s, err := sheetOf(book, name, since1904, &counted)
		if err != nil {
			return nil, nil, err
		}
		s.Lost, s.Hidden = lost[name], !visible
		all = append(all, s)
	}
	return thoseShown(all, nil)
}

// thoseShown are the sheets of a workbook that are shown and say something.
func thoseShown(all []spreadsheet.Sheet, err error) (sheets []Sheet, unread []Issue, _ error) {
	for _, of := range all {
		s := Sheet{Name: of.Name, Rows: of.Rows, Since1904: &of.Since1904, Lost: of.Lost}
		switch {
		case s.blank():
		case of.Hidden:
			unread = append(unread, Issue{Place: Place{Phrase: message.SheetAt.With("sheet", message.Plain(of.Name))}, Reason: message.SheetHidden, Unread: true})
		default:
			sheets = append(sheets, s)
		}
	}
	return sheets, unread, err
}

// sheetOf reads a sheet: its rows as they are shown, or the numbers behind that.
func sheetOf(book *excelize.File, name string, since1904 bool, counted *filelimits.Table) (spreadsheet.Sheet, error) {
	s := spreadsheet.Sheet{Name: name, Since1904: since1904}
	err := counted.Rows(book, name, func(shown, raw []string) {
		for k := range shown {
			if k < len(raw) {
				shown[k] = exact(dated(shown[k], raw[k], since1904), raw[k])
			}
		}
		s.Rows = append(s.Rows, shown)
	})
	return s, err
}

// width is how many cells the longest row has.
func (s *Sheet) width() (most int) {
	for _, row := range s.Rows {
		most = max(most, len(row))
	}
	return most
}

// onItsSide is the sheet with its columns as rows, all of one length: rows of which one
// is very long make many more cells than there were.
func (s *Sheet) onItsSide() *Sheet {
	turned := *s
	turned.Rows, turned.Lost = make([][]string, s.width()), map[[2]int]bool{}
	for k := range turned.Rows {
		turned.Rows[k] = make([]string, len(s.Rows))
	}
	for i, row := range s.Rows {
		for k, cell := range row {
			turned.Rows[k][i] = cell
		}
	}
	for at := range s.Lost {
		turned.Lost[[2]int{at[1], at[0]}] = true
	}
	return &turned
}

func (s *Sheet) blank() bool {
	for i := range s.Rows {
		if !s.blankRow(i) {
			return false
		}
	}
	return true
}

// blankRow reports whether a row says nothing, not even by a formula.
func (s *Sheet) blankRow(i int) bool {
	for k := range s.Rows[i] {
		if s.Lost[[2]int{i, k}] {
			return false
		}
	}
	return blank(s.Rows[i])
}
