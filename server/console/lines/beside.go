package lines

import (
	"encoding/json"
	"slices"
	"strings"

	"tijian/engine/units"
	"tijian/ocr/merge"
	"tijian/ocr/result"
)

// A Beside is what a report tells besides values.
type Beside struct {
	Day       string  `json:"day,omitempty"`       // as printed, where all sheets agree
	Texts     string  `json:"texts,omitempty"`     // passages that were read
	Apart     bool    `json:"apart,omitempty"`     // sheets are of several days
	Skipped   bool    `json:"skipped,omitempty"`   // a page of a file was not read
	Unmatched []Other `json:"unmatched,omitempty"` // rows that are none of the indicators
	Sheets    []Sheet `json:"sheets,omitempty"`
}

// An Other is a row with a name and a value that is none of the indicators.
type Other struct {
	result.Unmatched
	Picture int `json:"picture"`
	Page    int `json:"page,omitempty"`
	Sheet   int `json:"sheet,omitempty"`
}

// BesideOf reads it from a task's report; what is none tells nothing.
func BesideOf(report json.RawMessage, known *units.Registry) (b Beside) {
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
	for _, u := range r.Unmatched {
		if u.Reference == "" && len(known.Candidates(u.Unit)) == 0 { // as likely the head of the sheet, with a name
			continue
		}
		o := Other{Unmatched: u.Unmatched, Sheet: u.Sheet}
		if u.Sheet < len(r.Sheets) {
			o.Picture, o.Page = r.Sheets[u.Sheet].Image, r.Sheets[u.Sheet].Page
		}
		b.Unmatched = append(b.Unmatched, o)
	}
	b.Texts = passages(r.Texts, func(int) bool { return true })
	for n, s := range r.Sheets {
		b.Sheets = append(b.Sheets, Sheet{s, passages(r.Texts, func(of int) bool { return of == n })})
	}
	return b
}

// passages are those of the sheets that are chosen.
func passages(all []merge.Text, chosen func(sheet int) bool) string {
	var texts []string
	for _, t := range all {
		if chosen(t.Sheet) {
			texts = append(texts, strings.TrimSpace(t.Title+"\n"+t.Text.Text))
		}
	}
	return strings.Join(texts, "\n\n")
}
