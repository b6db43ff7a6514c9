package lines

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
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

// BesideOf reads it from a task's report; what is none tells nothing. Entries of indicators
// of another specimen than the paper says go from what was read: they are rows of none of ours.
func BesideOf(read *json.RawMessage, report json.RawMessage, dict *dictionary.Dictionary) (b Beside) {
	var r merge.Report
	if json.Unmarshal(report, &r) != nil {
		return b
	}
	var full merge.Full
	ours, told := map[string]bool{}, map[string]bool{}
	if json.Unmarshal(*read, &full) == nil {
		rows := full.Foreign(dict)
		for _, u := range rows {
			ours[fmt.Sprint(u.Sheet, u.Idx, u.Coords)] = true
		}
		r.Unmatched = append(r.Unmatched, rows...) // behind those whose result was read
		*read, _ = json.Marshal(full)              // which was JSON
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
		at := fmt.Sprint(u.Sheet, u.Idx, u.Coords)
		if told[at] {
			continue
		}
		told[at] = ours[at]
		o := Other{Unmatched: u.Unmatched, Sheet: u.Sheet}
		if u.Sheet < len(r.Sheets) {
			o.Picture, o.Page = r.Sheets[u.Sheet].Image, r.Sheets[u.Sheet].Page
		}
		b.Unmatched = append(b.Unmatched, o)
	}
	b.Texts = passages(&r, func(int) bool { return true })
	for n, s := range r.Sheets {
		b.Sheets = append(b.Sheets, Sheet{s, passages(&r, func(of int) bool { return of == n })})
	}
	return b
}

//go:embed conclusions.yaml
var conclusionsFile []byte

// conclusions are what headings of passages have that conclude: what was seen, advice, and
// scraps without a heading are not for the form.
var conclusions = sync.OnceValue(func() (all struct {
	Titles, But  []string
	ButOfResults []string `yaml:"but_of_results"` // are fields of the head of a sheet with results, as a whole
}) {
	if err := yaml.Unmarshal(conclusionsFile, &all); err != nil {
		panic(err) // embedded
	}
	return all
})

func concludes(title string, measured bool) bool {
	in := func(words []string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(title, word) })
	}
	return in(conclusions().Titles) && !in(conclusions().But) && !(measured && slices.Contains(conclusions().ButOfResults, title))
}

// passages are those that conclude, of the sheets that are chosen.
func passages(r *merge.Report, chosen func(sheet int) bool) string {
	var texts []string
	for _, t := range r.Texts {
		if measured := t.Sheet < len(r.Sheets) && len(r.Sheets[t.Sheet].Values) > 0; chosen(t.Sheet) && concludes(t.Title, measured) {
			texts = append(texts, strings.TrimSpace(t.Title+"\n"+t.Text.Text))
		}
	}
	return strings.Join(texts, "\n\n")
}
