// Package dictionaries carries the names of things inside the binary:
// indicators, units, grades, findings, cues and body sites.
package dictionaries

import "embed"

// FS is the tree of this folder's YAML files.
//
//go:embed *.yaml */*.yaml
var FS embed.FS
