// Package codetest has the services of tests read PDF with code that is compiled
// once for the user who runs them: a service with a new data folder compiles it
// again, which takes nine seconds of a processor each time.
package codetest

import (
	"fmt"
	"os"

	"tijian/ocr/pdf"
)

// Share compiles the code, unless that was done before, and names its folder to
// the services of this process and of those that it starts. A TestMain calls it.
func Share() {
	folder := pdf.UserFolder()
	if folder == "" {
		return // no home: each service keeps its own
	}
	if err := pdf.Compile(folder); err != nil {
		fmt.Fprintln(os.Stderr, "the reader of PDF is not compiled for all tests:", err)
		return
	}
	if err := os.Setenv(pdf.CodeFolder, folder); err != nil {
		panic(err)
	}
}
