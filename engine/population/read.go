package population

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/ruleset"
	"tijian/engine/wire"
)

// Limits of a file of requests.
const (
	maxLine    = 4 << 20 // bytes
	maxSamples = 1000    // of one request
)

// A Line is a request read from a file, or why there is none.
type Line struct {
	Number  int // from 1
	Request *assess.Request
	Err     error
}

// Lines yields assessment requests, one JSON object on each line; blank lines
// are skipped. Arguments are the additional fields that the rules know.
func Lines(r io.Reader, arguments []*ruleset.Argument) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		lines := bufio.NewScanner(r)
		lines.Buffer(nil, maxLine)
		n := 0
		for lines.Scan() {
			n++
			text := bytes.TrimSpace(lines.Bytes())
			if len(text) == 0 {
				continue
			}
			line := Line{Number: n}
			tree, err := jsontree.Parse(text)
			if line.Err = err; err == nil {
				line.Request, line.Err = wire.Decode(tree, maxSamples, arguments)
			}
			if line.Err == nil {
				line.Request.NoTrace = true
			}
			if !yield(line) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Line{Number: n + 1, Err: err})
		}
	}
}

// Wrong are lines that are no requests.
type Wrong []Line

func (w Wrong) Error() string {
	var faults []string
	for _, line := range w {
		faults = append(faults, fmt.Sprintf("line %d: %v", line.Number, line.Err))
	}
	return strings.Join(faults, "\n")
}

// Read reads the requests of Lines. The error is a Wrong with the first 20 lines.
func Read(r io.Reader, arguments []*ruleset.Argument) ([]*assess.Request, error) {
	var requests []*assess.Request
	var wrong Wrong
	for line := range Lines(r, arguments) {
		if line.Err == nil {
			requests = append(requests, line.Request)
		} else if wrong = append(wrong, line); len(wrong) == 20 {
			break
		}
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return requests, nil
}
