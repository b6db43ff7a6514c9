package batch

import (
	"bytes"
	"encoding/json"
	"io"

	"tijian/engine"
	"tijian/engine/filelimits"
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

// What a file takes of memory: for each of its bytes while it is read, and for each
// line, or person of a table and issue, once it has been; TestCost holds them against files made for the
// purpose.
const (
	perByte   = 130
	perLine   = 200
	perPerson = 1000
	perIssue  = 800
)

// cost is what reading a file of so many bytes may take, of whose every cell something
// may have to be said.
func (k Kind) cost(bytes int) int64 {
	if k == NDJSON {
		return int64(bytes) + perLine*int64(min(bytes/2, filelimits.MostRows))
	}
	return perByte*int64(bytes) + perIssue*int64(min(bytes/2, filelimits.MostIssues))
}

// held is what persons take who have been read.
func held(persons []person) (bytes int64) {
	for _, p := range persons {
		if p.of == nil {
			bytes += int64(len(p.body)) + perLine
			continue
		}
		bytes += perPerson + int64(p.of.Size()) + perIssue*int64(len(p.of.Issues))
	}
	return bytes
}

// A person of a file, to be assessed.
type person struct {
	place message.Phrase
	body  []byte // of a line; else nil
	of    *intake.Request
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
		var counted filelimits.Table
		for l := range bytes.Lines(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
			if err := counted.Row(nil); err != nil {
				return nil, nil, &intake.Issue{Place: intake.Place{Phrase: message.TheFile}, Reason: message.Of(err)}
			}
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
		persons = append(persons, person{place: r.Place.Phrase, of: &r})
	}
	return persons, about, nil
}

// answer assesses a person: a line of the results, which of somebody who cannot be
// assessed has the reason, and lines of the ledger.
func (p *person) answer(s *engine.Snapshot, b *Batch, maxSamples int) (result []byte, ledger []Line, faulty bool, err error) {
	body, form := p.body, engine.Form{}
	if p.of != nil {
		ledger, body, form.Assumed = Ledger(p.of.Issues), p.of.Body(problem.English), p.of.Assumed
	}
	result, _, err = s.Assessment(body, maxSamples, form, b.CreatedAt)
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
