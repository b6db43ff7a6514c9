package intake

import (
	"fmt"
	"regexp"
	"strconv"
)

// yearLast is a day written with the year last: 4/12/1966, 03.02.1951, perhaps with a
// time behind.
var yearLast = regexp.MustCompile(`^\s*(\d{1,2})([/.\-])(\d{1,2})[/.\-]((?:19|20)\d\d)(\s.*)?$`)

// ordered writes the days of a table's columns as YYYY-MM-DD where they have the year
// last. Whether day or month comes first the table says itself: somewhere one of them is
// above 12, or points part them, which only those do who write the day first. A table
// that says neither, or both, is left as it is: its days are not read.
func (t *table) ordered(rows [][]string) {
	dayFirst, monthFirst := false, false
	dates := func(do func(row []string, column int, m []string)) {
		for _, row := range rows {
			for i, c := range t.columns {
				if (c.field == "datetime" || c.field == "profile.dob") && filled(row, i) {
					if m := yearLast.FindStringSubmatch(row[i]); m != nil {
						do(row, i, m)
					}
				}
			}
		}
	}
	dates(func(_ []string, _ int, m []string) {
		const months = 12
		first, _ := strconv.Atoi(m[1])
		second, _ := strconv.Atoi(m[3])
		dayFirst = dayFirst || first > months || m[2] == "."
		monthFirst = monthFirst || second > months
	})
	if dayFirst == monthFirst {
		return
	}
	dates(func(row []string, column int, m []string) {
		day, month := m[1], m[3]
		if monthFirst {
			day, month = month, day
		}
		row[column] = fmt.Sprintf("%s-%02s-%02s%s", m[4], month, day, m[5])
	})
}
