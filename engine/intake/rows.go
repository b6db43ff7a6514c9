package intake

import (
	"encoding/csv"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"tijian/engine/bounds"
	"tijian/engine/message"
	"tijian/engine/numeral"
)

// CSV reads a table in UTF-8, UTF-16 or GB18030, separated by commas, semicolons or
// tabs.
func CSV(data []byte) ([][]string, error) {
	if err := bounds.File(int64(len(data))); err != nil {
		return nil, err
	}
	text, ok := decoded(data)
	if !ok {
		return nil, message.EncodingUnknown.Err()
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	first, _, _ := strings.Cut(text, "\n")
	var rows [][]string
	var counted bounds.Table
	for _, separator := range "\t;" {
		if strings.Count(first, string(separator)) > strings.Count(first, ",") {
			r.Comma = separator
		}
	}
	if err := bounds.Cells(text, r.Comma); err != nil {
		return nil, err
	}
	for {
		row, err := r.Read()
		if err == io.EOF {
			if r.Comma == ';' {
				pointed(rows)
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

// commaNumber is a number with a comma, perhaps behind a comparison.
var commaNumber = regexp.MustCompile(`^\s*[<>=≤≥]*\s*[+-]?\d+,\d+\s*$`)

// pointed gives numbers a decimal point where the table has decimal commas:
// that is why semicolons separate it, unless no number says so.
func pointed(rows [][]string) {
	decimals := slices.ContainsFunc(rows, func(row []string) bool { return slices.ContainsFunc(row, numeral.HasDecimalComma) })
	for _, row := range rows {
		for i, cell := range row {
			if decimals && commaNumber.MatchString(cell) {
				row[i] = numeral.Pointed(cell)
			}
		}
	}
}

// ungrouped is a cell as it is shown, or its number where it is shown with a comma
// that may be either: the workbook knows that 1,234 is 1234.
func ungrouped(shown, raw string) string {
	n, rest, ok := numeral.Cut(strings.TrimSpace(shown))
	if _, isNumber := numeral.Float(raw); ok && rest == "" && n.Plain == "" && strings.Contains(shown, ",") && isNumber {
		return raw
	}
	return shown
}

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
