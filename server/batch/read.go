package batch

import (
	"bytes"
	"encoding/json"
	"io"

	"tijian/engine"
	"tijian/engine/intake"
	"tijian/engine/message"
	"tijian/engine/problem"
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

// A Line of the ledger says of something in the file what became of it.
type Line struct {
	Place   string `json:"place,omitempty"`
	English string `json:"place_en,omitempty"`
	Used    bool   `json:"used"`
	Reason  string `json:"reason,omitempty"`
	Why     string `json:"reason_en,omitempty"`
}

func lineOf(place message.Phrase, used bool, reason message.Phrase) Line {
	return Line{place.ZH, place.EN, used, reason.ZH, reason.EN}
}

// Ledger is what issues say.
func Ledger(issues []intake.Issue) (lines []Line) {
	for _, i := range issues {
		lines = append(lines, lineOf(i.Place.Phrase, i.Used, i.Reason))
	}
	return lines
}

// Person is the line of a person, who is assessed unless there is a reason.
func Person(place, reason message.Phrase) Line {
	return lineOf(place, reason == (message.Phrase{}), reason)
}

// Write writes lines of a ledger as NDJSON.
func Write(w io.Writer, lines []Line) error {
	e := json.NewEncoder(w)
	for _, l := range lines {
		if err := e.Encode(l); err != nil {
			return err
		}
	}
	return nil
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
	requests, about, wrong := intake.File(data, kind == XLSX, o)
	if wrong != nil {
		return nil, about, wrong
	}
	for _, r := range requests {
		persons = append(persons, person{r.Place.Phrase, r.Body(problem.English), r.Issues, r.Assumed})
	}
	return persons, about, nil
}

// answer assesses a person: a line of the results, which of somebody who cannot be
// assessed has the reason, and lines of the ledger.
func (p *person) answer(s *engine.Snapshot, b *Batch, maxSamples int) (result []byte, ledger []Line, faulty bool, err error) {
	ledger = Ledger(p.issues)
	result, _, err = s.Assessment(p.body, maxSamples, engine.Form{Assumed: p.assumed}, b.CreatedAt)
	if err == nil {
		return result, append(ledger, Person(p.place, message.Phrase{})), false, nil
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
	return result, append(ledger, Person(p.place, why)), true, err
}
