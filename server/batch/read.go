package batch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"tijian/engine"
	"tijian/engine/filelimits"
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

// What a file takes of memory while it is read, in bytes: TestCost holds it against files
// made for the purpose.
const (
	perByte   = 3       // of a file of text, and of that text
	perCell   = 24      // with its row
	perSample = 1000    // of a person of whom more is to come
	perIssue  = 800     // until it is packed
	perPacked = 200     // of a person, of whom nearly everything is as with others
	unpacked  = 2 << 20 // of the persons that are worked on
)

// cost is what reading a file of so many bytes may take, of whose every cell something
// may have to be said.
func (k Kind) cost(bytes int) int64 {
	at := func(per, most int) int64 { return int64(per) * int64(min(bytes, most)) }
	all := perByte*int64(bytes) + at(perPacked, filelimits.MostRows) + unpacked
	if k == NDJSON {
		return all
	}
	if k == XLSX {
		all += 2 * at(filelimits.MostRatio, filelimits.MostUnpacked/filelimits.MostRatio)
	}
	return all + at(perCell, filelimits.MostCells) + at(perSample, filelimits.MostTogether) + at(perIssue/2, filelimits.MostIssues)
}

// held is what persons take who have been read.
func held(persons *intake.Persons) int64 { return persons.Bytes() + unpacked }

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
func read(kind Kind, data []byte, o intake.Options) (persons *intake.Persons, about []intake.Issue, wrong *intake.Issue) {
	if kind == NDJSON {
		persons, wrong = intake.Lines(data)
	} else {
		persons, about, wrong = intake.File(data, o)
	}
	if wrong != nil {
		persons = new(intake.Persons)
	}
	return persons, about, wrong
}

// An Answer is what becomes of a person.
type Answer struct {
	Text   []byte
	Why    message.Phrase // somebody cannot be assessed; blank for who is
	Detail string         // the same, as the API says it
	Err    error          // of the service
}

// Faulty reports whether somebody cannot be assessed.
func (a *Answer) Faulty() bool { return a.Why != (message.Phrase{}) }

// Ledger is what became of everything that is said of a person.
func (a *Answer) Ledger(of *intake.Request) []Line {
	return append(Ledger(of.Issues), lineOf(of.Place.Phrase, !a.Faulty(), a.Why))
}

// Answers assesses persons, several at a time. finish makes the text of an answer what is
// wanted; it is nil where that is the answer itself.
func Answers(s *engine.Snapshot, persons []intake.Request, lang string, most int, form engine.Form, now time.Time, finish func([]byte) ([]byte, error)) []Answer {
	answers := make([]Answer, len(persons))
	var group sync.WaitGroup
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(persons)) {
		group.Go(func() {
			for k := int(next.Add(1)) - 1; k < len(persons); k = int(next.Add(1)) - 1 {
				answers[k] = answerOf(s, &persons[k], lang, most, form, now, finish)
			}
		})
	}
	group.Wait()
	for _, a := range answers {
		if p, was := a.Err.(panicked); was {
			panic(p)
		}
	}
	return answers
}

// panicked is a panic of one of several goroutines, in the one that waits for them.
type panicked struct{ kind, stack string }

func (p panicked) Error() string { return "panic: " + p.kind + "\n" + p.stack }

func answerOf(s *engine.Snapshot, r *intake.Request, lang string, most int, form engine.Form, now time.Time, finish func([]byte) ([]byte, error)) (a Answer) {
	defer func() {
		if p := recover(); p != nil {
			a.Err = panicked{fmt.Sprintf("%T", p), string(debug.Stack())}
		}
	}()
	form.Assumed = r.Assumed
	text, _, err := s.Assessment(r.Body(lang), most, form, now)
	if clients, ok := errors.AsType[interface {
		error
		Detail() string
	}](err); ok {
		return Answer{Why: message.Of(err), Detail: clients.Detail()}
	}
	if err == nil && finish != nil {
		text, err = finish(text)
	}
	return Answer{Text: text, Err: err}
}

// line is a line of the results; that of somebody who cannot be assessed has the reason.
func (a *Answer) line(r *intake.Request) ([]byte, error) {
	if !a.Faulty() {
		return a.Text, nil
	}
	return json.Marshal(struct {
		Place  string `json:"place"`
		Detail string `json:"detail"`
	}{r.Place.EN, a.Detail})
}
