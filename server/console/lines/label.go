package lines

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
)

// Labelled is one line of the exported data: what was read, and what a person
// says it is.
type Labelled struct {
	Report    string   `json:"report"`
	Picture   *int     `json:"picture"` // null of an added line
	Indicator string   `json:"indicator"`
	Entry     int      `json:"entry"`
	Box       []int    `json:"box"`
	Name      string   `json:"name"`
	Unit      string   `json:"unit"`
	Read      *float64 `json:"read"`
	Label     *float64 `json:"label"`
	Bounds    []string `json:"comparators,omitempty"` // before read and label: <, <=, >, >= or ""
	Corrected bool     `json:"corrected"`
	Confirmed bool     `json:"confirmed"` // somebody says that it was read rightly
	Struck    bool     `json:"struck"`    // the report has no such line
	Added     bool     `json:"added"`     // the line was not read
}

// Label writes lines as labelled data, one a line.
func Label(w io.Writer, all []Line) error {
	out := json.NewEncoder(w)
	for _, l := range all {
		if l.Of() == "" {
			continue
		}
		one := Labelled{Report: l.ID, Indicator: l.Of(), Entry: l.Entry, Name: l.Name, Unit: l.Unit,
			Read: l.WasRead.Standard(l.Known), Label: l.Now.Standard(l.Known), Corrected: l.Corrected || l.Struck, Confirmed: l.Confirmed, Struck: l.Struck, Added: l.Added}
		if read, now := l.WasRead.Sign(), l.Now.Sign(); read+now != "" {
			one.Bounds = []string{read, now}
		}
		if !l.Added {
			one.Picture = &l.Picture
		}
		for _, side := range strings.Fields(l.Box) {
			if n, err := strconv.Atoi(side); err == nil {
				one.Box = append(one.Box, n)
			}
		}
		if err := out.Encode(one); err != nil {
			return err
		}
	}
	return nil
}
