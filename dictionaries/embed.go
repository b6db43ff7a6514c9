// Package dictionaries carries the names of things inside the binary, one
// folder for each version of the rules: indicators, units, grades, findings,
// cues and body sites.
package dictionaries

import (
	"embed"
	"io/fs"

	"tijian/internal/sealed"
	"tijian/rules"
)

// Files are those of this folder: the version in force and a draft as folders,
// older versions as packages.
//
//go:embed *.zip [0-9]*/*
var Files embed.FS

// FS shows every version as a folder.
var FS fs.FS = sealed.Tree(Files)

// Active returns the tree of the version that the embedded rules have in force.
func Active() fs.FS {
	tree, err := fs.Sub(FS, rules.Active())
	if err != nil {
		panic(err) // the name of a folder that current.yaml gives is a valid path
	}
	return tree
}
