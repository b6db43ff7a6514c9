//go:build unix

package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The header must be whole, and the file the one that has the name.
func TestIndex(t *testing.T) {
	x := &index{path: filepath.Join(t.TempDir(), "shm")}
	defer x.close()
	replace := func(header []byte) {
		t.Helper()
		_ = os.Remove(x.path) // it may not be there
		if err := os.WriteFile(x.path, header, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, ok := x.state(); ok {
			t.Error("known before the file was opened")
		}
	}
	whole := func(c byte) []byte {
		header := bytes.Repeat([]byte{c}, 96)
		header[12], header[60] = 1, 1
		return header
	}
	if _, ok := x.state(); ok {
		t.Error("known without a file")
	}
	var states []State
	for _, c := range "ab" {
		replace(whole(byte(c)))
		s, ok := x.state()
		if !ok {
			t.Error("a whole header is not known")
		}
		states = append(states, s)
	}
	if states[0] == states[1] {
		t.Error("the file that was deleted still counts")
	}
	for name, header := range map[string][]byte{
		"short": whole('a')[:95], "copies differ": append(whole('a')[:48], whole('b')[48:]...), "not initialised": make([]byte, 96),
	} {
		replace(header)
		if _, ok := x.state(); ok {
			t.Errorf("%s: known", name)
		}
	}
}
