package intake

import (
	"cmp"
	"encoding/csv"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"tijian/engine/filelimits"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/spreadsheet"
)

// CSV reads a table in UTF-8, UTF-16 or GB18030, separated by commas, semicolons or
// tabs.
func CSV(data []byte) ([][]string, error) {
	if err := filelimits.File(int64(len(data))); err != nil {
		return nil, err
	}
	text, ok := decoded(data)
	if !ok {
		return nil, message.EncodingUnknown.Err()
	}
	if !strings.Contains(text, "\n") { // lines as old Macintoshes end them
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	var rows [][]string
	var counted filelimits.Table
	r.Comma = separator(text)
	if err := filelimits.Cells(text, r.Comma); err != nil {
		return nil, err
	}
	for {
		row, err := r.Read()
		if err == io.EOF {
			if r.Comma != ',' {
				pointed(rows, r.Comma == ';')
			}
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := r.FieldPos(0)
		for len(rows) < line-1 {
			if err := counted.Row(nil); err != nil {
				return nil, err
			}
			rows = append(rows, nil) // blank lines, so that rows count as lines
		}
		if err := counted.Row(row); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
}

// separator is what separates the cells of a table: of the first lines, the character
// that a line has most often, for titles may stand above a header.
func separator(text string) (found rune) {
	const lines = 20
	most := 0
	for _, of := range ",\t;" {
		n := 0
		for line := range strings.SplitSeq(text, "\n") {
			if n++; n > lines {
				break
			}
			if times := strings.Count(line, string(of)); times > most {
				most, found = times, of
			}
		}
	}
	return cmp.Or(found, ',')
}

var (
	// commaNumber is a number with a comma, perhaps behind a comparison.
	commaNumber = regexp.MustCompile(`^\s*[<>=≤≥]*\s*[+-]?\d+,\d+\s*$`)
	// commaNumbers is what begins with one, such as a range.
	commaNumbers = regexp.MustCompile(`^\s*[<>=≤≥]*\s*[+-]?\d+,\d`)
	pointNumber  = regexp.MustCompile(`^\s*[<>=≤≥]*\s*[+-]?\d+\.\d+\s*$`)
	pointGroups  = regexp.MustCompile(`^(\s*[<>=≤≥]*\s*[1-9]\d{0,2})((?:\.\d{3})+)\s*$`)
	blankGroups  = regexp.MustCompile(`^\s*[<>=≤≥]*\s*[1-9]\d{0,2}(?:[ \x{a0}\x{202f}]\d{3})+(?:,\d+)?\s*$`)
	blanks       = strings.NewReplacer(" ", "", "\u00a0", "", "\u202f", "")
)

// pointed gives numbers a decimal point where the table has decimal commas: that is why
// semicolons separate it, unless no number says so. A table without any decimal point has
// its thousands in groups with points or blanks; one group behind a point may be decimals
// all the same, and counts as one behind a comma does elsewhere.
func pointed(rows [][]string, semicolons bool) {
	has := func(is func(string) bool) bool {
		return slices.ContainsFunc(rows, func(row []string) bool { return slices.ContainsFunc(row, is) })
	}
	points := has(func(cell string) bool { return pointNumber.MatchString(cell) && !pointGroups.MatchString(cell) })
	decimals := has(func(cell string) bool {
		plain := blanks.Replace(cell)
		return commaNumbers.MatchString(plain) && numeral.Pointed(plain) != plain
	})
	if !decimals || points && !semicolons {
		return
	}
	for _, row := range rows {
		for i, cell := range row {
			switch {
			case commaNumber.MatchString(cell), !points && commaNumbers.MatchString(cell):
				row[i] = numeral.Pointed(cell)
			case !points && pointGroups.MatchString(cell):
				row[i] = strings.ReplaceAll(cell, ".", ",")
			case !points && blankGroups.MatchString(cell):
				row[i] = numeral.Pointed(blanks.Replace(cell))
			}
		}
	}
}

// exact is a cell as it is shown, or its number where that is shown rounded, with
// commas that may be either, or as a percentage: the workbook knows that 5.6 is 5.567,
// 1,234 is 1234 and 34% is 33.7%. Numbers of identifiers stay as they are shown.
func exact(shown, raw string) string {
	number, err := strconv.ParseFloat(raw, 64)
	text := strings.ReplaceAll(strings.TrimSpace(shown), ",", "")
	digits, percent := strings.CutSuffix(text, "%")
	seen, notNumber := strconv.ParseFloat(digits, 64)
	switch {
	case err != nil || notNumber != nil || math.Abs(number) >= identifiers || spreadsheet.Padded(digits):
		return shown
	case percent:
		number *= 100
	}
	if seen == number && text == strings.TrimSpace(shown) {
		return shown
	}
	written := spreadsheet.Written(number)
	if percent {
		written += "%"
	}
	return written
}

const identifiers = 1e9 // from there on numbers name somebody, and are no values

// looksDated are the forms in which spreadsheets show dates.
var looksDated = regexp.MustCompile(`(?i)\d[-/.]\d+[-/.]\d|\d[年月]\d|(^|[-/ ])(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d:\d\d`)

// dated is a cell as it is shown, or, where a number is shown as a date, the
// date itself: formats with two digits of the year, or without one, would lose
// the century.
func dated(shown, raw string, since1904 bool) string {
	number, err := strconv.ParseFloat(raw, 64)
	if err != nil || shown == raw || number < 1 || number > 100_000 || !looksDated.MatchString(shown) {
		return shown
	}
	if _, err := strconv.ParseFloat(strings.ReplaceAll(shown, ",", ""), 64); err == nil {
		return shown
	}
	at, err := excelize.ExcelDateToTime(number, since1904)
	if err != nil {
		return shown
	}
	if number == math.Trunc(number) {
		return at.Format(time.DateOnly)
	}
	return at.Round(time.Second).Format(time.DateTime)
}
