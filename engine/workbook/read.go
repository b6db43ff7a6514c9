package workbook

import (
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"tijian/engine/filelimits"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// A Change is a file that an edited workbook changes.
type Change struct {
	File          string // rules/… below the version's folder, cases/… below that of the suites
	Before, After []byte
}

// Read works out what an edited workbook changes, sorted by file. With any
// problem, whose places name sheets and cells, there are no changes.
func Read(r io.Reader, src Source) ([]Change, problem.List) {
	in := &reader{edits: map[string][]edit{}, first: map[string]string{}, want: map[string][]string{}}
	data, err := io.ReadAll(io.LimitReader(r, filelimits.MostBytes+1))
	if err == nil {
		in.book, err = filelimits.Workbook(data, excelize.Options{RawCellValue: true})
	}
	if err == nil {
		defer in.book.Close()
		in.all, err = load(src)
	}
	if err != nil {
		return nil, problem.List{message.NoWorkbook.At(problem.Place{}, "error", err)}
	}
	prints := in.guide(src.Version)
	for i := range layout().Sheets {
		if prints != nil {
			in.sheet(&layout().Sheets[i], prints)
		}
	}
	for _, file := range slices.Sorted(maps.Keys(in.edits)) {
		if prints[file] != fingerprint(in.all[file].data) {
			in.list.Add(message.WorkbookOld.At(problem.Place{File: in.first[file]}, "file", file))
		}
	}
	if len(in.list) > 0 {
		return nil, in.list
	}
	changes := in.changes()
	if len(in.list) > 0 {
		return nil, in.list
	}
	return changes, nil
}

type reader struct {
	book    *excelize.File
	counted filelimits.Table // rows that were read
	all     map[string]*document
	edits   map[string][]edit   // by file
	first   map[string]string   // the first cell that changes a file
	want    map[string][]string // by file and sheet: the lines that must come of it
	list    problem.List
}

func (in *reader) rows(sheet string) [][]string {
	var rows [][]string
	err := in.counted.Rows(in.book, sheet, func(_, row []string) {
		for i := range row {
			row[i] = strings.ReplaceAll(row[i], "\r\n", "\n")
		}
		rows = append(rows, row)
	})
	if _, missing := errors.AsType[excelize.ErrSheetNotExist](err); err != nil && !missing {
		in.list.Add(message.NoWorkbook.At(problem.Place{File: sheet}, "error", err))
	}
	if err != nil {
		return nil
	}
	return rows
}

// guide reads the first sheet: the fingerprints of the files; nil when the
// workbook is of another version.
func (in *reader) guide(version string) map[string]string {
	rows := in.rows(readMe)
	if len(rows) == 0 {
		in.list.Add(message.WorkbookSheet.At(problem.Place{File: readMe}))
		return nil
	}
	if got := cell(rows[0], 1); got != version {
		in.list.Add(message.WorkbookVersion.At(problem.Place{File: at(readMe, 1, 0)}, "name", got, "version", version))
		return nil
	}
	prints := map[string]string{}
	for _, row := range rows {
		prints[cell(row, 0)] = cell(row, 1)
	}
	return prints
}

func cell(row []string, i int) string {
	if i < len(row) {
		return row[i]
	}
	return ""
}

// at names a cell: the column counted from 0, the row as the program shows it.
func at(sheet string, column, row int) string {
	name, err := excelize.CoordinatesToCellName(column+1, row+1)
	if err != nil {
		return sheet
	}
	return sheet + "!" + name
}

// sheet reads one sheet.
func (in *reader) sheet(s *sheet, prints map[string]string) {
	rows := in.rows(s.Name)
	if len(rows) == 0 {
		for file := range prints {
			if strings.HasPrefix(file, s.Tree+"/") {
				in.list.Add(message.WorkbookSheet.At(problem.Place{File: s.Name}))
				return
			}
		}
		return // exported without these files
	}
	if !in.head(s, rows[0]) {
		return
	}
	known := map[string]line{}
	for _, file := range s.of(in.all) {
		for _, l := range s.lines(file, in.all[file]) {
			known[file+" "+l.place] = l
		}
	}
	seen := map[string]int{}
	var above line
	for r := 1; r < len(rows); r++ {
		file, place := cell(rows[r], 0), cell(rows[r], 1)
		if strings.Join(rows[r], "") == "" {
			continue
		}
		cells := make([]string, len(s.Columns))
		for i := range cells {
			cells[i] = cell(rows[r], i+2)
		}
		l, ok := known[file+" "+place]
		switch {
		case in.all[file] == nil:
			in.list.Add(message.WorkbookFile.At(problem.Place{File: at(s.Name, 0, r)}, "name", file))
			continue
		case place == "":
			in.added(s, r, file, cells, above)
			continue
		case !ok:
			in.list.Add(message.WorkbookPlace.At(problem.Place{File: at(s.Name, 1, r)}, "file", file, "name", place))
			continue
		case seen[file+" "+place] > 0:
			in.list.Add(message.WorkbookTwice.At(problem.Place{File: at(s.Name, 1, r)}, "line", seen[file+" "+place]))
			continue
		}
		seen[file+" "+place], above = r+1, l
		in.want[file+" "+s.Name] = append(in.want[file+" "+s.Name], s.editable(cells))
		for i := range s.Columns {
			if cells[i] != l.cells[i] {
				in.cell(s, i, r, l, cells[i])
			}
		}
	}
	for key, l := range known {
		if seen[key] == 0 {
			in.list.Add(message.WorkbookLost.At(problem.Place{File: s.Name}, "file", l.file, "name", l.place))
		}
	}
	in.list.Sort()
}

func (in *reader) head(s *sheet, row []string) bool {
	titles := []string{fileTitle, placeTitle}
	for _, c := range s.Columns {
		titles = append(titles, c.Title)
	}
	for i, want := range titles {
		if cell(row, i) != want {
			in.list.Add(message.WorkbookHead.At(problem.Place{File: at(s.Name, i, 0)}, "want", want))
			return false
		}
	}
	return true
}

// editable joins the cells that can be edited, lists as they will be shown.
func (s *sheet) editable(cells []string) string {
	var parts []string
	for i, c := range s.Columns {
		switch {
		case c.Fixed:
		case c.List:
			parts = append(parts, strings.Join(split(cells[i]), separator))
		default:
			parts = append(parts, cells[i])
		}
	}
	return strings.Join(parts, "\x00")
}

// cell turns a changed cell into edits.
func (in *reader) cell(s *sheet, k, row int, l line, value string) {
	c, d := &s.Columns[k], in.all[l.file]
	here := problem.Place{File: at(s.Name, k+2, row)}
	if c.Fixed {
		in.list.Add(message.WorkbookFixed.At(here, "value", l.cells[k]))
		return
	}
	edits, why := d.change(s, k, l.place, value)
	switch why {
	case nil:
		in.note(here, l.file, edits, nil)
	case &message.WorkbookRequired:
		in.list.Add(why.At(here))
	default:
		in.note(here, l.file, nil, errShape)
	}
}

func (in *reader) note(here problem.Place, file string, edits []edit, err error) {
	if err != nil {
		in.list.Add(message.WorkbookShape.At(here, "file", file))
		return
	}
	if in.first[file] == "" {
		in.first[file] = here.File
	}
	in.edits[file] = append(in.edits[file], edits...)
}

// added turns a line without a place into a new entry behind the one above.
func (in *reader) added(s *sheet, row int, file string, cells []string, above line) {
	here := problem.Place{File: at(s.Name, 1, row)}
	if !s.Rows {
		in.list.Add(message.WorkbookNew.At(here))
		return
	}
	if above.file != file {
		in.list.Add(message.WorkbookBehind.At(here))
		return
	}
	for i, c := range s.Columns {
		switch {
		case c.Fixed && cells[i] != "" && cells[i] != above.cells[i]:
			in.list.Add(message.WorkbookBehind.At(problem.Place{File: at(s.Name, i+2, row)}))
			return
		case !c.Fixed && !c.May && strings.TrimSpace(cells[i]) == "":
			in.list.Add(message.WorkbookRequired.At(problem.Place{File: at(s.Name, i+2, row)}))
			return
		}
	}
	in.want[file+" "+s.Name] = append(in.want[file+" "+s.Name], s.editable(cells))
	edits, err := in.all[file].row(s, above.place, cells)
	in.note(here, file, edits, err)
}

// changes makes the edits, and makes sure that every file then says what the
// workbook says.
func (in *reader) changes() []Change {
	var changes []Change
	for _, file := range slices.Sorted(maps.Keys(in.edits)) {
		before := in.all[file].data
		c := Change{file, before, apply(before, in.edits[file])}
		after, err := parse(c.After)
		if err != nil || !in.says(file, after) {
			in.list.Add(message.WorkbookResult.At(problem.Place{File: in.first[file]}, "file", file))
			continue
		}
		changes = append(changes, c)
	}
	return changes
}

// says reports whether a file has just the lines that the workbook has of it.
func (in *reader) says(file string, d *document) bool {
	for i := range layout().Sheets {
		s := &layout().Sheets[i]
		want, ok := in.want[file+" "+s.Name]
		if !ok {
			continue
		}
		var got []string
		for _, l := range s.lines(file, d) {
			got = append(got, s.editable(l.cells))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			return false
		}
	}
	return true
}
