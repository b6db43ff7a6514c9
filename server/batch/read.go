package batch

import (
	"bytes"
	"encoding/json"

	"tijian/engine"
	"tijian/engine/intake"
	"tijian/engine/message"
)

// A Kind of file.
type Kind string

// The kinds of files that are taken.
const (
	NDJSON Kind = "ndjson" // assessment requests, one a line
	CSV    Kind = "csv"    // a table; also with tabs
	XLSX   Kind = "xlsx"
)

// A person of a file, to be assessed.
type person struct {
	place   message.Phrase
	body    []byte
	issues  []intake.Issue
	assumed []string
}

// A line of the ledger says of something in the file what became of it.
type line struct {
	Place   string `json:"place,omitempty"`
	English string `json:"place_en,omitempty"`
	Used    bool   `json:"used"`
	Reason  string `json:"reason,omitempty"`
	Why     string `json:"reason_en,omitempty"`
}

func lineOf(place message.Phrase, used bool, reason message.Phrase) line {
	return line{place.ZH, place.EN, used, reason.ZH, reason.EN}
}

// read lists the persons of a file, with what of it is of nobody. wrong is why it
// cannot be read at all.
func read(kind Kind, data []byte, o intake.Options) (persons []person, about []intake.Issue, wrong *intake.Issue) {
	if kind == NDJSON {
		number := 0
		for l := range bytes.Lines(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
			if number++; len(bytes.TrimSpace(l)) > 0 {
				persons = append(persons, person{place: message.RowAt.With("row", number), body: l})
			}
		}
		return persons, nil, nil
	}
	var sheets []intake.Sheet
	var unread []intake.Issue
	var err error
	if kind == XLSX {
		sheets, unread, err = intake.Sheets(data)
	} else {
		var rows [][]string
		rows, err = intake.CSV(data)
		sheets = []intake.Sheet{{Rows: rows}}
	}
	if err != nil {
		return nil, nil, &intake.Issue{Place: message.TheFile, Reason: message.NotASheet.With("reason", err)}
	}
	requests, about, missing, wrong := intake.Tables(sheets, o)
	about = append(unread, about...)
	if len(missing) > 0 {
		about = append(about, intake.Issue{Place: message.TheFile, Reason: intake.Missing(missing)})
	}
	if wrong != nil {
		return nil, about, wrong
	}
	for _, r := range requests {
		persons = append(persons, person{r.Place, r.Tree.Append(nil), r.Issues, r.Assumed})
	}
	return persons, about, nil
}

// answer assesses a person: a line of the results, which of somebody who cannot be
// assessed has the reason, and lines of the ledger.
func (p *person) answer(s *engine.Snapshot, b *Batch, maxSamples int) (result []byte, ledger []line, faulty bool, err error) {
	for _, i := range p.issues {
		ledger = append(ledger, lineOf(i.Place, false, i.Reason))
	}
	result, _, err = s.Assessment(p.body, maxSamples, engine.Form{Assumed: p.assumed}, b.CreatedAt)
	if err == nil {
		return result, append(ledger, lineOf(p.place, true, message.Phrase{})), false, nil
	}
	clients, ok := err.(interface{ Detail() string })
	if !ok {
		return nil, nil, false, err
	}
	why := message.Of(err)
	result, err = json.Marshal(struct {
		Place  string `json:"place"`
		Detail string `json:"detail"`
	}{p.place.EN, clients.Detail()})
	return result, append(ledger, lineOf(p.place, false, why)), true, err
}
