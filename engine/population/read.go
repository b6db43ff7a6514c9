package population

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
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

// Read reads assessment requests, one JSON object on each line; blank lines are
// skipped. Arguments are the additional fields that the rules know. The error
// names the first 20 wrong lines with what is wrong with them.
func Read(r io.Reader, arguments []*ruleset.Argument) ([]*assess.Request, error) {
	var requests []*assess.Request
	var faults []string
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		request, err := decode(line, arguments)
		if err != nil {
			faults = append(faults, fmt.Sprintf("line %d: %v", n, err))
			if len(faults) == 20 {
				break
			}
			continue
		}
		request.NoTrace = true
		requests = append(requests, request)
	}
	if err := lines.Err(); err != nil {
		faults = append(faults, fmt.Sprintf("line %d: %v", n+1, err))
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
