// Package filelimits refuses files that would take more memory or time to read than
// any real one needs: what comes from outside is measured before, or while, a
// library reads it. Each refusal is a message.BeyondBounds that names the limit.
package filelimits

import (
	"bytes"
	"io"
	"os"
	"strings"

	"tijian/engine/message"
)

// The limits. A table of 100,000 persons with 20 columns is within them.
const (
	MostBytes    = 32 << 20  // of a file
	MostRows     = 1_048_576 // of a table, as spreadsheets have
	MostCells    = 2_000_000 // of all tables of a file, with the blank ones before the last of a row
	MostText     = 64 << 20  // bytes in all cells, each as often as it stands there
	MostLine     = 1 << 20   // bytes of a request in JSON: its tree takes 70 times of them
	MostFields   = 1_200_000 // of a file in HL7
	MostVersions = 1_000     // results of one item of one person in a file in HL7
	MostPatients = 100       // of a Bundle, each of whom has an answer of its own
	MostPersons  = 100_000   // of a table
	MostTogether = 200_000   // cells of rows that may be of one person: all of these are kept until the last is read
	MostIssues   = 300_000   // of a table's cells, each a sentence or two in two languages
)

// beyond is the error of a limit.
func beyond(what message.Phrase, most int64) error {
	return message.BeyondBounds.Err("what", what, "most", most)
}

// File refuses a file of too many bytes.
func File(bytes int64) error {
	if bytes > MostBytes {
		return beyond(message.BytesOfFile, MostBytes)
	}
	return nil
}

// ReadFile reads a file of no more bytes than there may be.
func ReadFile(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, MostBytes+1))
	if err != nil {
		return nil, err
	}
	return data, File(int64(len(data)))
}

// Line refuses a line that is one request and has too many bytes.
func Line(line []byte) error {
	if len(line) > MostLine {
		return beyond(message.BytesOfLine, MostLine)
	}
	return nil
}

// Separated refuses a text of too many bytes, or of too many parts between the
// separators.
func Separated(data []byte, separators string, parts message.Phrase) error {
	if err := File(int64(len(data))); err != nil {
		return err
	}
	return atMost(data, separators, MostFields, parts)
}

// Cells refuses a text with more separators of cells than there may be cells,
// wherever they stand.
func Cells(text string, separator rune) error {
	if strings.Count(text, string(separator)) > MostCells {
		return beyond(message.CellsOfFile, MostCells)
	}
	return nil
}

// Told refuses a table of too many persons, of whose cells too much has to be said, or with
// too many that belong together.
func Told(persons, issues, together int) error {
	switch {
	case persons > MostPersons:
		return beyond(message.PersonsOfFile, MostPersons)
	case issues > MostIssues:
		return beyond(message.IssuesOfFile, MostIssues)
	case together > MostTogether:
		return beyond(message.CellsTogether, MostTogether)
	}
	return nil
}

func atMost(data []byte, signs string, most int, what message.Phrase) error {
	n := 0
	for _, sign := range []byte(signs) {
		if n += bytes.Count(data, []byte{sign}); n > most {
			return beyond(what, int64(most))
		}
	}
	return nil
}

// A Table counts what has been read of the tables of one file. The zero value has
// read nothing.
type Table struct {
	rows, cells int
	text        int64
}

// Room refuses so many cells before they are kept, where there cannot be as many more.
func (t *Table) Room(cells int) error {
	if t.cells+cells > MostCells {
		return beyond(message.CellsOfFile, MostCells)
	}
	return nil
}

// Row counts a row in, or refuses it.
func (t *Table) Row(cells []string) error {
	if t.rows++; t.rows > MostRows {
		return beyond(message.RowsOfFile, MostRows)
	}
	if err := t.Room(len(cells)); err != nil {
		return err
	}
	t.cells += len(cells)
	for _, cell := range cells {
		t.text += int64(len(cell))
	}
	if t.text > MostText {
		return beyond(message.TextOfFile, MostText)
	}
	return nil
}
