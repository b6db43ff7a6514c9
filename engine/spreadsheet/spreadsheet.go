// Package spreadsheet reads the workbooks that no library we keep reads: those of
// OpenDocument (.ods) and of Excel before 2007 (.xls). What a file says of its own size is
// not believed: cells and rows are counted as package filelimits has them.
package spreadsheet

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/xuri/excelize/v2"

	"tijian/engine/filelimits"
	"tijian/engine/numeral"
)

// A Sheet is one of a workbook.
type Sheet struct {
	Name   string
	Hidden bool
	Rows   [][]string // numbers with all their digits, days as 2006-01-02
	// Lost are the cells, by row and column from 0, whose formula has no stored value.
	Lost map[[2]int]bool
	// Since1904 is whether days are counted from 1904.
	Since1904 bool
}

// grid collects the rows of a sheet; blank ones count where something follows.
type grid struct {
	*Sheet
	counted *filelimits.Table
	blank   int
}

// add takes in a row, so often.
func (g *grid) add(row []string, times int) error {
	for len(row) > 0 && row[len(row)-1] == "" && !g.Lost[[2]int{len(g.Rows) + g.blank, len(row) - 1}] {
		row = row[:len(row)-1]
	}
	if len(row) == 0 {
		g.blank = min(g.blank+times, filelimits.MostRows)
		return nil
	}
	for ; g.blank > 0; g.blank-- {
		if err := g.one(nil); err != nil {
			return err
		}
	}
	for ; times > 0; times-- {
		if err := g.one(row); err != nil {
			return err
		}
	}
	return nil
}

func (g *grid) one(row []string) error {
	g.Rows = append(g.Rows, slices.Clone(row))
	return g.counted.Row(row)
}

// Written is a number with as many digits as a spreadsheet keeps. Of longer ones, such as
// identity numbers, digits are lost: they stay recognisable as that.
func Written(number float64) string {
	const digits, most = 15, 1e15
	if math.Abs(number) < most {
		return strconv.FormatFloat(numeral.Significant(number, digits), 'f', -1, 64)
	}
	return strconv.FormatFloat(number, 'g', digits, 64)
}

// day is the moment of a number of days, as a date where it is a whole one.
func day(number float64, since1904 bool) string {
	at, err := excelize.ExcelDateToTime(number, since1904)
	if err != nil {
		return Written(number)
	}
	switch at = at.Round(time.Second); {
	case number < 1:
		return at.Format(time.TimeOnly)
	case number == math.Trunc(number):
		return at.Format(time.DateOnly)
	}
	return at.Format(time.DateTime)
}
