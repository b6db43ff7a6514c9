// Package rules carries the released rule sets inside the binary, so that
// `tijian serve` needs no files beside it.
package rules

import "embed"

// FS is the tree of this folder: current.yaml and one folder per version.
//
//go:embed *.yaml */*
var FS embed.FS
