package numeral

import (
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/width"
)

var (
	inProse = regexp.MustCompile(`[-−]?\d+(?:\.\d+)?`)
	// latinEnd is the beginning of a name that goes on with a number, such as CA125.
	latinEnd = regexp.MustCompile(`[A-Za-zα-ω]-?$`)
	// dashed is what a minus behind it only joins, as in 4.5-6.1.
	dashed = regexp.MustCompile(`[\dA-Za-zα-ω)%]$`)
)

// InProse lists the numbers that a sentence writes out, in characters of any
// width and with their signs. Those that belong to a name are none: the names
// given, such as 糖类抗原125, and words that begin with Latin letters.
func InProse(text string, names []string) []float64 {
	if !strings.ContainsAny(text, "0123456789０１２３４５６７８９") {
		return nil
	}
	for _, name := range names {
		text = strings.ReplaceAll(text, name, " ")
	}
	text = width.Narrow.String(text)
	var all []float64
	for _, at := range inProse.FindAllStringIndex(text, -1) {
		before, written := text[:at[0]], text[at[0]:at[1]]
		if digits := strings.TrimLeft(written, "-−"); digits != written {
			if dashed.MatchString(before) {
				before, written = before+"-", digits
			} else {
				written = "-" + digits
			}
		}
		if latinEnd.MatchString(before) {
			continue
		}
		if x, err := strconv.ParseFloat(written, 64); err == nil {
			all = append(all, x)
		}
	}
	return all
}
