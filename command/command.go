// Package command holds the subcommands of tijian. Those that run the service
// are serve, worker, user and db; people who edit and test rules use rules,
// keywords, ocr and version.
//
// Recognition needs C. Where there is no cgo, as in the builds for the
// computers of people who edit rules, the package has neither it nor the
// service.
package command

import (
	"errors"
	"fmt"
	"io"

	"tijian/engine/message"
)

// Streams are where a command reads and writes, and in which language.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Lang     string // problem.English, or Chinese
}

// in chooses the text of the reader's language.
func (s Streams) in(zh, en string) string { return message.Pick(s.Lang, zh, en) }

// Exit codes with a meaning for scripts.
const (
	exitFailure = 1 // something went wrong that is not the input's fault
	exitInvalid = 3 // rule files or dictionaries are invalid
	exitTests   = 4 // a regression test failed, or more differs than was allowed
)

// failure is an error with its own exit code. Its message may be empty when
// the command has already said everything.
type failure struct {
	code    int
	message string
}

func (f failure) Error() string { return f.message }

// exitCode prints err, if it has something to say, and returns the code that
// the process should exit with: 0 without an error.
func exitCode(s Streams, err error) int {
	if err == nil {
		return 0
	}
	var f failure
	if !errors.As(err, &f) {
		f = failure{exitFailure, message.Localise(err, s.Lang)}
	}
	if f.message != "" {
		fmt.Fprintln(s.Err, "tijian:", f.message)
	}
	return f.code
}
