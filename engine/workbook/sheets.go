// Package workbook writes a version of the rules as a workbook of a spreadsheet
// program and reads an edited one back: every changed cell becomes an edit of
// its scalar in the YAML, so that comments, order and spelling of the rest stay.
package workbook

import (
	_ "embed"
	"sync"

	"gopkg.in/yaml.v3"
)

// A sheet shows the entries of some files, one a line.
type sheet struct {
	Name    string
	Tree    string // rules or cases
	Files   []string
	Entries []string // patterns of places: /*/rows/*; * is any key or index
	Columns []column
	Rows    bool // lines without a place are new entries
}

// A column shows one key of an entry, or where the entry is.
type column struct {
	Title string
	Key   string // of the entry; ../ leads up a level first, and "" is the entry itself
	Fixed bool   // for orientation only
	List  bool   // several scalars, joined by "; "
	May   bool   // be left out
	Width float64
}

// The first two columns of every sheet say where an entry is.
const (
	fileTitle  = "文件"
	placeTitle = "位置"
)

//go:embed sheets.yaml
var sheetsFile []byte

// layout is what every workbook looks like.
var layout = sync.OnceValue(func() (l struct {
	Instructions []string
	Sheets       []sheet
}) {
	if err := yaml.Unmarshal(sheetsFile, &l); err != nil {
		panic(err) // it is compiled in
	}
	return l
})

const (
	rulesTree  = "rules"
	casesTree  = "cases"
	levelTitle = "等级 level"
	// caseName is the name of the case that a scalar belongs to.
	caseName = "/cases/*/name"
	// readMe says how to edit, and from which files a workbook was made.
	readMe = "说明"
)
