package vocabulary

import (
	"regexp"
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// Print is a thing that a report prints: the letter by which patterns of cells know
// it.
type Print byte

// What is printed, as report.yaml calls it.
const (
	PrintedName      Print = 'n' // name
	PrintedNumber    Print = 'o' // number: of a row
	PrintedLabel     Print = 'l' // label: what the next thing is, as 参考值: says
	PrintedResult    Print = 'v' // result
	PrintedMark      Print = 'm' // mark
	PrintedUnit      Print = 'u' // unit
	PrintedRemark    Print = 'w' // remark: what a result means, in words
	PrintedReference Print = 'r' // reference
)

var prints = map[string]Print{
	"name": PrintedName, "number": PrintedNumber, "label": PrintedLabel, "result": PrintedResult, "mark": PrintedMark,
	"unit": PrintedUnit, "remark": PrintedRemark, "reference": PrintedReference,
}

// Silent reports whether a thing tells nothing once what stands around it is known.
func (p Print) Silent() bool {
	return p == PrintedNumber || p == PrintedLabel || p == PrintedRemark
}

// May reports whether a thing may have a role.
func (p Print) May(role Role) bool {
	switch role {
	case ReferenceRole:
		return p == PrintedReference
	case ResultRole, PreviousRole:
		return p == PrintedResult
	case UnitRole:
		return p == PrintedUnit
	case MarkRole:
		return p == PrintedMark || p == PrintedRemark
	}
	return false
}

var word = regexp.MustCompile(`[a-z]+`)

// labelled is what blocks hold by versions without patterns: 参考值:3.9-6.1.
const labelled = "l(r|v)(u|m)*"

// compileCells makes one pattern of those of report.yaml, in which words stand for
// things and ( ) | ? * for what they stand for in regular expressions.
func compileCells(patterns []strictyaml.Text, list *problem.List) *regexp.Regexp {
	var all []string
	for _, p := range patterns {
		unknown := ""
		letters := word.ReplaceAllStringFunc(p.Value, func(s string) string {
			letter, ok := prints[s]
			if !ok {
				unknown = s
			}
			return string(letter)
		})
		letters = strings.ReplaceAll(letters, " ", "")
		_, err := regexp.Compile(letters)
		if unknown != "" || err != nil || strings.Trim(letters, "nolvmuwr()|?*") != "" {
			list.Add(message.CellPattern.At(p.At, "pattern", p.Value))
			continue
		}
		all = append(all, letters)
	}
	if len(all) == 0 {
		all = []string{labelled}
	}
	return regexp.MustCompile("^(?:" + strings.Join(all, "|") + ")$")
}

// Printed reports whether one block may hold these things, in their order.
func (w *Words) Printed(kinds []Print) bool {
	letters := make([]byte, len(kinds))
	for i, k := range kinds {
		letters[i] = byte(k)
	}
	return w.cells.Match(letters)
}

// IsRemark reports whether a text says what a result means: 偏高, 收缩压正常.
func (w *Words) IsRemark(text string) bool {
	key := Key(text)
	return HasHan(key) && !strings.ContainsAny(key, "0123456789") && slices.ContainsFunc(w.remarks, func(s string) bool { return strings.HasSuffix(key, s) })
}
