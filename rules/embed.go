// Package rules carries the released rule sets inside the binary, so that
// `tijian serve` needs no files beside it.
package rules

import (
	"embed"
	"io/fs"

	"gopkg.in/yaml.v3"

	"tijian/internal/sealed"
)

// Files are those of this folder: current.yaml, the history, the version in force
// and a draft as folders, older versions as packages.
//
//go:embed *.yaml *.zip [0-9]*/*
var Files embed.FS

// FS shows every version as a folder.
var FS fs.FS = sealed.Tree(Files)

// Active returns the version that the embedded current.yaml names, for tools
// and tests; what serves reads the file with all its checks.
func Active() string {
	var current struct{ Active string }
	data, err := Files.ReadFile("current.yaml")
	if err == nil {
		err = yaml.Unmarshal(data, &current)
	}
	if err != nil {
		panic(err) // a test of the embedded rules fails before this is built
	}
	return current.Active
}
