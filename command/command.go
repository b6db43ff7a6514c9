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
)

// Streams are where a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

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

// ExitCode prints err, if it has something to say, and returns the code that
// the process should exit with: 0 without an error.
func ExitCode(w io.Writer, err error) int {
	if err == nil {
		return 0
	}
	var f failure
	if !errors.As(err, &f) {
		f = failure{exitFailure, err.Error()}
	}
	if f.message != "" {
		fmt.Fprintln(w, "tijian:", f.message)
	}
	return f.code
}
