package main

import (
	"os"
	"strings"
	"testing"
)

// Every fault of the faulty package is found, by go vet's analyzers and by those of
// staticcheck, in tests too.
func TestLook(t *testing.T) {
	want, err := os.ReadFile("testdata/found.txt")
	if err != nil {
		t.Fatal(err)
	}
	found, err := look("", []string{"./testdata/faulty"})
	if got := strings.Join(found, "\n") + "\n"; err != nil || got != string(want) {
		t.Errorf("%v, found\n%s\nwant\n%s", err, got, want)
	}
}

// What cannot be read is told of and not passed.
func TestLookTellsErrors(t *testing.T) {
	if found, err := look("", []string{"./testdata/none"}); err == nil {
		t.Errorf("found %v in what is not there", found)
	}
}
