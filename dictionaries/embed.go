// Package dictionaries carries the names of things inside the binary, one
// folder for each version of the rules: indicators, units, grades, findings,
// cues and body sites.
package dictionaries

import (
	"embed"
	"io/fs"

	"tijian/rules"
)

// FS is the tree of this folder: one folder per version.
//
//go:embed */*
var FS embed.FS

// Active returns the tree of the version that the embedded rules have in force.
func Active() fs.FS {
	tree, err := fs.Sub(FS, rules.Active())
	if err != nil {
		panic(err) // the name of a folder that current.yaml gives is a valid path
	}
	return tree
}
