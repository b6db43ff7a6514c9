package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// HistoryName is the file beside current.yaml with one entry a line.
const HistoryName = "history.yaml"

// The acts that an entry can tell of.
const (
	Released   = "release"
	RolledBack = "rollback"
)

// An Entry of the history. Each carries the hash of the line before it, so that
// no line changes, goes or comes in between unnoticed.
type Entry struct {
	Number      int       `json:"number"` // from 1
	Act         string    `json:"act"`
	Version     string    `json:"version"` // in force from Effective on
	From        string    `json:"from"`    // in force before
	At          time.Time `json:"at"`
	By          string    `json:"by"`
	Approved    string    `json:"approved,omitempty"` // by whom
	Reason      string    `json:"reason"`
	Effective   string    `json:"effective,omitempty"` // "" for at once
	Fingerprint string    `json:"fingerprint"`         // of the version's lock
	Effect      *Effect   `json:"effect,omitempty"`
	Signed      []Signed  `json:"signed,omitempty"`  // group by group, by who approved; none in older entries
	OneKey      bool      `json:"one_key,omitempty"` // nobody asked for two people who edit and who accept
	Before      string    `json:"before"`            // hash of the line before, "" for the first
}

// An Effect is what a release changes, in numbers.
type Effect struct {
	Trials          int     `json:"trials"`
	CoverageLeast   float64 `json:"coverage_least"` // percent
	MutationScore   float64 `json:"mutation_score"`
	Differences     int     `json:"differences"`
	Persons         int     `json:"persons"` // of the generated population
	PersonsAffected int     `json:"persons_affected"`
	// Made are persons made for the changed rows; none in older entries.
	Made         int `json:"made,omitempty"`
	MadeAffected int `json:"made_affected,omitempty"` // who get another answer, or other words
	NotTried     int `json:"not_tried,omitempty"`     // changed rows for which nobody could be made
	// Changes of dictionaries, formulas and the like, as the proposer saw them.
	Changes []Change `json:"changes,omitempty"`
}

// A Signed group of changes, as a release's sheet had it.
type Signed struct {
	Group   string    `json:"group"` // the hash of what it says
	What    string    `json:"what"`
	Count   int       `json:"count"`
	Changes []string  `json:"changes"` // the first of them
	Milder  bool      `json:"milder,omitempty"`
	Reason  string    `json:"reason,omitempty"` // why it may be milder, by who proposed
	Comment string    `json:"comment,omitempty"`
	By      string    `json:"by"`
	On      time.Time `json:"on"`
}

// A Change is what one file has otherwise than the version that it came from.
type Change struct {
	File string `json:"file"`
	What string `json:"what"`
}

// A line of the file is an item of a YAML list whose value is JSON.
const linePrefix = "- "

// ReadHistory reads the entries and verifies their chain. The problem names the
// first line that does not follow; entries before it are returned.
func ReadHistory(rules fs.FS) ([]Entry, problem.List) {
	data, err := fs.ReadFile(rules, HistoryName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, problem.List{message.Unreadable.At(problem.Place{File: HistoryName}, "error", err)}
	}
	var entries []Entry
	before := ""
	for i, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		if i == 0 && len(line) == 0 {
			break
		}
		var e Entry
		rest, ok := bytes.CutPrefix(line, []byte(linePrefix))
		if !ok || json.Unmarshal(rest, &e) != nil || e.Number != i+1 || e.Before != before || !bytes.Equal(e.line(), line) {
			return entries, problem.List{message.BrokenChain.At(problem.Place{File: HistoryName, Line: i + 1, Column: 1}, "number", i+1)}
		}
		entries = append(entries, e)
		before = hashOf(line)
	}
	return entries, nil
}

// Append returns the text of the history with one more entry, whose number and
// chain it sets.
func Append(rules fs.FS, e Entry) ([]byte, error) {
	entries, problems := ReadHistory(rules)
	if err := problems.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", HistoryName, err)
	}
	data, err := fs.ReadFile(rules, HistoryName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	e.Number, e.Before = len(entries)+1, ""
	if len(entries) > 0 {
		e.Before = Head(entries)
	}
	e.At = e.At.UTC().Truncate(time.Second)
	return append(append(slices.Clip(data), e.line()...), '\n'), nil
}

// Head is the hash of the last entry: whoever keeps it elsewhere can tell a
// history that was shortened or written anew.
func Head(entries []Entry) string {
	if len(entries) == 0 {
		return ""
	}
	return hashOf(entries[len(entries)-1].line())
}

func (e Entry) line() []byte {
	var b bytes.Buffer
	b.WriteString(linePrefix)
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(e); err != nil {
		panic(err) // an entry has nothing that is no JSON
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func hashOf(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:])
}

// lastRelease is the last entry that released a version; nil for a draft.
func lastRelease(rules fs.FS, version string) *Entry {
	entries, _ := ReadHistory(rules) // what is wrong with it is reported once, not for each version
	for i := len(entries) - 1; i >= 0; i-- {
		if e := &entries[i]; e.Version == version && e.Act == Released {
			return e
		}
	}
	return nil
}
