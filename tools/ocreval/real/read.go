// Package real scores recognition on photographs of real reports whose rows
// somebody has read by eye, and says at which stage each lost value was lost.
//
// A folder holds pairs of files, NAME.jpg or NAME.png and NAME.json. The pictures
// belong to other people: they are given by path and never kept.
package real

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An Item is one printed row as somebody read it.
type Item struct {
	Name     string `json:"printed_name"`
	Code     string `json:"code"`
	Value    string `json:"value"` // as printed
	Unit     string `json:"unit"`
	Interval string `json:"interval"`
	Mark     string `json:"mark"`
	Standard string `json:"name"`     // the indicator's standard name, "" for none of ours
	Doubtful bool   `json:"doubtful"` // counts neither way
	Second   bool   `json:"second"`   // the same indicator once more in another unit
}

// A Report is the truth of one picture.
type Report struct {
	Name    string             // of the files
	Picture string             // its path
	Layout  string             `json:"layout"`
	How     string             `json:"how"` // photograph, scan or screen
	Items   []Item             `json:"items"`
	Truth   map[string]float64 `json:"truth"` // by standard name, in the standard unit
}

// Doubtful reports whether a value read for an indicator counts neither as
// right nor as wrong.
func (r *Report) Doubtful(indicator string) bool {
	if _, ok := r.Truth[indicator]; ok {
		return false
	}
	return slices.ContainsFunc(r.Items, func(i Item) bool { return i.Doubtful && i.Standard == indicator })
}

// later are the pictures that came when recognition had been tuned on the others:
// all of them may be looked at.
var later = []string{"tian1", "wayhoo501", "zhang21", "zhang22", "zw11", "zw12", "zw13", "zw14"}

// Held reports whether a picture belongs to the third that is held back: the
// first byte of its name's SHA-256 is divisible by three, and it is none of the
// later ones. It is measured, and never looked at while recognition is tuned.
func (r *Report) Held() bool {
	return sha256.Sum256([]byte(r.Name))[0]%3 == 0 && !slices.Contains(later, r.Name)
}

// Read reads every report of a folder, sorted by name. It returns an error for
// a folder without reports, a file that is no report and one without picture.
func Read(dir string) ([]*Report, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no reports (NAME.json beside NAME.jpg or NAME.png)", dir)
	}
	var all []*Report
	var faults []error
	for _, file := range files {
		report, err := read(file)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		all = append(all, report)
	}
	return all, errors.Join(faults...)
}

func read(file string) (*Report, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	report := &Report{Name: strings.TrimSuffix(filepath.Base(file), ".json")}
	if err := json.Unmarshal(data, report); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	for _, kind := range []string{".png", ".jpg"} {
		report.Picture = strings.TrimSuffix(file, ".json") + kind
		if _, err = os.Stat(report.Picture); err == nil {
			return report, nil
		}
	}
	return nil, err
}
