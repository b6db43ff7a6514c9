package isolate

import (
	"bytes"
	"regexp"
	"strings"
)

// Bounds on what is kept of a child's standard error.
const (
	keptLines = 12
	keptLine  = 300 // bytes of each
)

// goDied matches the line with which Go says why it ends; stacks follow.
var goDied = regexp.MustCompile(`^(panic: |fatal error: |runtime: |SIG[A-Z]+: )`)

// lastWords keeps what a child wrote on its standard error: the last lines, or
// the first ones of Go's account of a crash. It is written by one goroutine
// and read once that has ended.
type lastWords struct {
	lines   []string
	partial []byte
	crashed bool
}

// Write implements io.Writer; it never fails.
func (w *lastWords) Write(data []byte) (int, error) {
	for rest := data; len(rest) > 0; {
		line, after, whole := bytes.Cut(rest, []byte("\n"))
		w.partial = append(w.partial, line[:min(len(line), keptLine-len(w.partial))]...)
		if rest = after; whole {
			w.add(string(w.partial))
			w.partial = w.partial[:0]
		}
	}
	return len(data), nil
}

func (w *lastWords) add(line string) {
	if line = strings.ToValidUTF8(strings.TrimSpace(line), "?"); line == "" {
		return
	}
	if !w.crashed && goDied.MatchString(line) {
		w.crashed, w.lines = true, nil
	}
	if len(w.lines) == keptLines {
		if w.crashed {
			return
		}
		w.lines = w.lines[1:]
	}
	w.lines = append(w.lines, line)
}

// String returns the lines kept, "" when the child said nothing.
func (w *lastWords) String() string {
	w.add(string(w.partial))
	w.partial = nil
	return strings.Join(w.lines, "\n")
}
