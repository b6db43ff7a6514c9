// Package truth is what a drawn report page says: the values by indicator and
// every printed line with its place.
package truth

import (
	"encoding/json"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Conditions a page can be in.
const (
	Clean        = "clean"
	Scanned      = "scanned"
	Photographed = "photographed"
)

// Conditions lists them all.
var Conditions = []string{Clean, Scanned, Photographed}

// A Box is left, top, right, bottom in pixels of the picture.
type Box [4]int

// Rect is the same area.
func (b Box) Rect() image.Rectangle { return image.Rect(b[0], b[1], b[2], b[3]) }

// A Line is one printed result.
type Line struct {
	Name      string  `json:"name"`           // as printed; shorter where cut off by its column
	Code      string  `json:"code,omitempty"` // printed abbreviation
	Indicator string  `json:"indicator"`      // "" for lines of no known indicator
	Printed   string  `json:"printed"`        // the result as printed, without its mark
	Value     float64 `json:"value"`          // in the standard unit
	Unit      string  `json:"unit"`           // as printed
	Reference string  `json:"reference"`      // as printed
	Flag      string  `json:"flag"`           // H, L, A or "", from the mark printed
	Mark      string  `json:"mark,omitempty"` // the mark as printed
	Box       Box     `json:"box"`            // of the whole line
	NameBox   Box     `json:"name_box"`       // of the name
	ResultBox Box     `json:"result_box"`     // of the result
}

// A Page is the truth of one picture.
type Page struct {
	Picture   string             `json:"picture"` // file name beside the truth
	Seed      uint64             `json:"seed"`
	Layout    string             `json:"layout"` // SINGLE, DOUBLE or TABLE
	Condition string             `json:"condition"`
	Style     string             `json:"style"` // hospital
	Form      string             `json:"form"`  // which drawing of the layout
	Traits    []string           `json:"traits,omitempty"`
	Size      [2]int             `json:"size"` // width and height in pixels
	Values    map[string]float64 `json:"values"`
	Lines     []Line             `json:"lines"`
}

// Suffix ends the name of every truth file.
const Suffix = ".truth.json"

// Encode returns the text of a truth file.
func (p *Page) Encode() ([]byte, error) {
	data, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		return nil, err
	}
	return append(data, '\n'), nil
}

// Read reads one truth file.
func Read(path string) (*Page, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var page Page
	if err := json.Unmarshal(data, &page); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &page, nil
}

// Find lists the truth files in dir and its subfolders, sorted.
func Find(dir string) ([]string, error) {
	var paths []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, Suffix) {
			paths = append(paths, path)
		}
		return err
	})
	slices.Sort(paths)
	return paths, err
}
