package answer

import (
	"regexp"
	"strconv"
	"strings"
)

var daysAgo = regexp.MustCompile(`\d+天前`)

// since has a sentence tell times of long ago as people do: 3043天前 is 8年前.
func since(text string) string {
	return daysAgo.ReplaceAllStringFunc(text, func(found string) string {
		const month, year = 30.44, 365.25
		days, err := strconv.ParseFloat(strings.TrimSuffix(found, "天前"), 64)
		switch {
		case err != nil || days < 2*month:
			return found
		case days < 2*year:
			return strconv.Itoa(int(days/month)) + "个月前"
		}
		return strconv.Itoa(int(days/year)) + "年前"
	})
}
