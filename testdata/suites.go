// Package testdata carries the suites that the rules and the lexicon have to pass, for
// whoever edits these with nothing but the program.
package testdata

import "embed"

// Suites are the folders rules and keywords.
//
//go:embed rules keywords
var Suites embed.FS
