// Package spreadsheet reads the workbooks that no library we keep reads: those of
// OpenDocument (.ods) and of Excel before 2007 (.xls). What a file says of its own size is
// not believed: cells and rows are counted as package filelimits has them.
package spreadsheet

import (
	"math"
	"slices"
	"strconv"
	"time"

	"tijian/engine/filelimits"
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

// written is a number with as many digits as a spreadsheet keeps. Of longer ones, such as
// identity numbers, digits are lost: they stay recognisable as that.
func written(number float64) string {
	const digits, most = 15, 1e15
	text := strconv.FormatFloat(number, 'g', digits, 64)
	if rounded, err := strconv.ParseFloat(text, 64); err == nil && math.Abs(number) < most {
		text = strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	return text
}

// day is the moment of a number of days, as a date where it is a whole one.
func day(number float64, since1904 bool) string {
	begin := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if since1904 {
		begin = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	whole, part := math.Modf(number)
	at := begin.AddDate(0, 0, int(whole)).Add(time.Duration(part * float64(24*time.Hour))).Round(time.Second)
	switch {
	case whole == 0:
		return at.Format(time.TimeOnly)
	case part == 0:
		return at.Format(time.DateOnly)
	}
	return at.Format(time.DateTime)
}
