package changes

import (
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/text/width"

	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/problem"
)

var day = regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2}`)

// numbers are those that a text writes out, days aside, and the text without them.
func numbers(text string) (list []string, rest string) {
	text = width.Narrow.String(day.ReplaceAllString(text, ""))
	for {
		at := strings.IndexAny(text, "0123456789")
		if at < 0 {
			return list, rest + text
		}
		n, behind, _ := numeral.Cut(text[at:])
		list, rest, text = append(list, append(n.Readings, n.Plain)[0]), rest+text[:at]+"#", behind
	}
}

// Slips warns of numbers that differ from those before as fingers slip: two digits
// exchanged, one lost or typed twice, the point elsewhere. Other texts aside, the
// rest of the leaf has to be as it was. It warns of two leaves that hold what the other
// one held, too, where nothing between them differs: a line or column was pasted over
// another; and of expressions that differ in nothing but what turns them, a comparison,
// and, or, not or a bracket. What is told of cases and sources is none.
func Slips(before, after fs.FS) (list problem.List) {
	for _, one := range Both(before, after) {
		if folder, _, _ := strings.Cut(one.Name, "/"); one.Before == nil || one.After == nil || folder == "cases" || one.Name == "sources.yaml" {
			continue
		}
		leaves, _ := Leaves(one.Before, one.After)
		for i, l := range leaves {
			if i > 0 && l.From != "" && l.To != "" && l.From == leaves[i-1].To && l.To == leaves[i-1].From {
				list.Add(message.Exchanged.At(problem.Place{File: one.Name, Line: l.ToLine}, "a", l.From, "b", l.To, "line", leaves[i-1].ToLine))
			}
			if turned(l.From, l.To) {
				list.Add(message.Turned.At(problem.Place{File: one.Name, Line: l.ToLine}, "change", Altered(l.From, l.To)))
			}
			was, from := numbers(l.From)
			is, to := numbers(l.To)
			if from != to {
				continue
			}
			for k := range was {
				if slipped(was[k], is[k]) {
					list.Add(message.Slip.At(problem.Place{File: one.Name, Line: l.ToLine}, "from", was[k], "to", is[k]))
				}
			}
		}
	}
	return list
}

var (
	// expression is what texts have that are one, and turning all besides names and numbers.
	expression = regexp.MustCompile(`^[ -~\s]*(?:[<>=]|\b(?:and|or|not)\b)[ -~\s]*$`)
	turning    = regexp.MustCompile(`[\s()<>=!]+|\b(?:and|or|not|has)\b`)
)

// turned reports whether two expressions differ in nothing else, blanks aside.
func turned(from, to string) bool {
	bare := func(text string) string { return turning.ReplaceAllString(text, "") }
	plain := func(text string) string { return strings.Join(strings.Fields(text), "") }
	return expression.MatchString(from) && expression.MatchString(to) && bare(from) == bare(to) && plain(from) != plain(to)
}

func slipped(a, b string) bool {
	digits := func(s string) string { return strings.Trim(strings.Replace(s, ".", "", 1), "0") }
	if len(a) > len(b) {
		a, b = b, a
	}
	x, _ := strconv.ParseFloat(a, 64)
	y, _ := strconv.ParseFloat(b, 64)
	switch {
	case x == y:
		return false
	case digits(a) == digits(b) && digits(a) != "":
		return true
	case len(a)+1 == len(b):
		for i := range b {
			if b[:i]+b[i+1:] == a && len(a) > 1 {
				return true
			}
		}
	case len(a) == len(b) && strings.IndexByte(a, '.') == strings.IndexByte(b, '.'):
		a, b = strings.Replace(a, ".", "", 1), strings.Replace(b, ".", "", 1)
		for i := range len(a) - 1 {
			if a[i] == b[i+1] && a[i+1] == b[i] && a[i] != a[i+1] && a[:i] == b[:i] && a[i+2:] == b[i+2:] {
				return true
			}
		}
	}
	return false
}
