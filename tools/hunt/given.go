package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// given reads edits from a file instead of drawing them: a list of
// {id, kind, file, old, new}, each of one place of one file.
func given(j *judge, file string) ([]edit, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list []struct {
		ID                   int
		Kind, File, Old, New string
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	var edits []edit
	for _, g := range list {
		name := j.own(g.File)
		if j.files[name] == nil || strings.Count(string(j.files[name].Data), g.Old) != 1 {
			return nil, fmt.Errorf("edit %d: %s does not have its old text once", g.ID, name)
		}
		before, after, _ := strings.Cut(string(j.files[name].Data), g.Old)
		edits = append(edits, edit{ID: g.ID, File: name, Line: 1 + strings.Count(before, "\n"), Slip: g.Kind, Before: g.Old, After: g.New, data: []byte(before + g.New + after)})
	}
	return edits, nil
}

// own is a file's name in the judge's version, whichever its edit was made for.
func (j *judge) own(name string) string {
	parts := strings.SplitN(name, "/", 3)
	return strings.Join([]string{parts[0], j.version, parts[len(parts)-1]}, "/")
}
