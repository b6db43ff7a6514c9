// Package codetest has the services of tests read PDF with code that is compiled
// once for the user who runs them: a service with a new data folder compiles it
// again, which takes nine seconds of a processor each time.
package codetest

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"tijian/ocr/pdf"
)

// Share compiles the code, unless that was done before, and names its folder to
// the services of this process and of those that it starts. A TestMain calls it.
func Share() {
	folder := pdf.UserFolder()
	if folder == "" {
		return // no home: each service keeps its own
	}
	if err := once(folder); err != nil {
		fmt.Fprintln(os.Stderr, "the reader of PDF is not compiled for all tests:", err)
		return
	}
	if err := os.Setenv(pdf.CodeFolder, folder); err != nil {
		panic(err)
	}
}

// once has the first of several test programs that begin together compile; the others
// wait and find the code there.
func once(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	lock, err := os.Open(folder)
	if err != nil {
		return err
	}
	defer lock.Close() // which frees it
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX); err != nil {
		return err
	}
	return pdf.Compile(folder)
}
