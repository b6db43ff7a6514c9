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
			if line.Request, line.Err = decode(text, arguments); line.Err == nil {
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

// Read reads the requests of Lines. The error names the first 20 wrong lines
// with what is wrong with them.
func Read(r io.Reader, arguments []*ruleset.Argument) ([]*assess.Request, error) {
	var requests []*assess.Request
	var faults []string
	for line := range Lines(r, arguments) {
		if line.Err == nil {
			requests = append(requests, line.Request)
		} else if faults = append(faults, fmt.Sprintf("line %d: %v", line.Number, line.Err)); len(faults) == 20 {
			break
		}
	}
	if len(faults) > 0 {
		return nil, fmt.Errorf("%s", strings.Join(faults, "\n"))
	}
	return requests, nil
}

func decode(line []byte, arguments []*ruleset.Argument) (*assess.Request, error) {
	tree, err := jsontree.Parse(line)
	if err != nil {
		return nil, err
	}
	return wire.Decode(tree, maxSamples, arguments)
}
