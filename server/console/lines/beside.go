package lines

import (
	"encoding/json"
	"slices"
	"strings"

	"tijian/ocr/merge"
)

// A Beside is what a report tells besides values.
type Beside struct {
	Day     string `json:"day,omitempty"`     // as printed, where all sheets agree
	Texts   string `json:"texts,omitempty"`   // passages that were read
	Apart   bool   `json:"apart,omitempty"`   // sheets are of several days
	Skipped bool   `json:"skipped,omitempty"` // a page of a file was not read
}

// BesideOf reads it from a task's report; what is none tells nothing.
func BesideOf(report json.RawMessage) (b Beside) {
	var r merge.Report
	if json.Unmarshal(report, &r) != nil {
		return b
	}
	warned := func(kind string) bool {
		return slices.ContainsFunc(r.Warnings, func(text string) bool { return strings.HasPrefix(text, kind+":") })
	}
	b.Apart, b.Skipped = warned(merge.MixedDays), warned(merge.PageSkipped)
	for i, s := range r.Sheets {
		if i == 0 {
			b.Day = s.Date
		} else if s.Date != "" && s.Date != b.Day {
			b.Day = ""
			break
		}
	}
	var texts []string
	for _, t := range r.Texts {
		texts = append(texts, strings.TrimSpace(t.Title+"\n"+t.Text.Text))
	}
	b.Texts = strings.Join(texts, "\n\n")
	return b
}
