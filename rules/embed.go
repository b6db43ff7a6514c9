// Package rules carries the released rule sets inside the binary, so that
// `tijian serve` needs no files beside it.
package rules

import (
	"embed"

	"gopkg.in/yaml.v3"
)

// FS is the tree of this folder: current.yaml and one folder per version.
//
//go:embed *.yaml */*
var FS embed.FS

// Active returns the version that the embedded current.yaml names, for tools
// and tests; what serves reads the file with all its checks.
func Active() string {
	var current struct{ Active string }
	data, err := FS.ReadFile("current.yaml")
	if err == nil {
		err = yaml.Unmarshal(data, &current)
	}
	if err != nil {
		panic(err) // a test of the embedded rules fails before this is built
	}
	return current.Active
}
