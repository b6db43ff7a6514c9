package draft

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A NewIndicator is an indicator to be added, with one table. What it shares with its
// neighbour need not be said: category and specimen.
type NewIndicator struct {
	Name, Title, English   string
	Aliases, Abbreviations []string
	Neighbour              string // the standard name of one of its kind
	Unit                   string
	Units                  []UnitFactor
	Decimals               int
	Plausible              [2]float64
	Usual                  map[string]float64 // low, high: what laboratories print
	For, Organ             string
	Sources                []string
	Rows                   []NewRowOf
}

// A UnitFactor is another unit, and what its numbers are multiplied with.
type UnitFactor struct {
	Unit   string  `yaml:"unit"`
	Factor float64 `yaml:"factor"`
}

// A NewRowOf is a row of a new table.
type NewRowOf struct {
	When  string `yaml:"when"`
	Level string `yaml:"level"`
	Tip   string `yaml:"tip"`
	Hint  string `yaml:"hint"`
}

// A NewRisk is a risk to be added, of one rule.
type NewRisk struct {
	ID, Name, Organ, Department string
	Sources                     []string
	When, Tip                   string
	Flag                        int
}

// New is what is written for something that is new: files as they would be.
type New struct {
	Files  map[string][]byte
	Faults problem.List // what speaks against it
}

// written is something as YAML.
func written(what any) []byte {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(what); err != nil {
		panic(err) // texts and numbers
	}
	return b.Bytes()
}

// behind is a file with an item more at its end.
func behind(data []byte, what any) []byte {
	return slices.Concat(bytes.TrimRight(data, "\n"), []byte("\n\n"), written([]any{what}))
}

// AddIndicator works out the files of a draft with an indicator more: the dictionary
// that has its neighbour, and the file with that one's first table. The error is that
// of the file system.
func (b *Book) AddIndicator(ctx context.Context, version string, set *ruleset.Set, n NewIndicator) (New, error) {
	like, ok := set.Dictionary.Lookup(n.Neighbour)
	if !ok || len(set.Tables[like.Name]) == 0 {
		return New{Faults: problem.List{message.NewNeighbour.With("name", n.Neighbour).Fault()}}, nil
	}
	if _, known := set.Dictionary.Lookup(n.Name); known {
		return New{Faults: problem.List{message.NewKnown.With("name", n.Name).Fault()}}, nil
	}
	table := set.Tables[like.Name][0]
	files := map[string][]byte{}
	var home string
	err := b.dictionaryFiles(version, "indicators/*.yaml", func(name string, data []byte) bool {
		var all []struct{ Name string }
		if yaml.Unmarshal(data, &all) == nil && slices.ContainsFunc(all, func(one struct{ Name string }) bool { return one.Name == like.Name }) {
			home = name
			files[name] = behind(data, entry{n.Name, n.Title, n.English, n.Aliases, n.Abbreviations, like.Category, like.Specimen, string(dictionary.Quantitative), n.Unit, n.Units, n.Decimals, n.Plausible, n.Usual})
		}
		return home == ""
	})
	if err != nil {
		return New{}, err
	}
	rules := path.Join(b.Files.RulesFolder(), table.At.File)
	data, err := fs.ReadFile(b.Files, rules)
	if err != nil {
		return New{}, err
	}
	files[rules] = behind(data, tableOf{n.Name, n.For, n.Organ, n.Sources, n.Rows})
	return New{files, b.Judge(ctx, version, home, files).Errors()}, nil
}

// entry is an indicator as dictionaries write it.
type entry struct {
	Name          string       `yaml:"name"`
	ZH            string       `yaml:"zh"`
	EN            string       `yaml:"en,omitempty"`
	Aliases       []string     `yaml:"aliases,flow"`
	Abbreviations []string     `yaml:"abbreviations,flow,omitempty"`
	Category      string       `yaml:"category"`
	Specimen      string       `yaml:"specimen"`
	Kind          string       `yaml:"kind"`
	Unit          string       `yaml:"unit"`
	Units         []UnitFactor `yaml:"units,flow,omitempty"`
	Decimals      int          `yaml:"decimals"`
	Plausible     [2]float64   `yaml:"plausible,flow"`

	Usual map[string]float64 `yaml:"usual,flow,omitempty"`
}

// tableOf is a table as rules write it.
type tableOf struct {
	Indicator string     `yaml:"indicator"`
	For       string     `yaml:"for,omitempty"`
	Organ     string     `yaml:"organ,omitempty"`
	Source    []string   `yaml:"source,flow"`
	Rows      []NewRowOf `yaml:"rows"`
}

// AddRisk works out the file of a risk that a draft does not have. The error is that
// of the file system.
func (b *Book) AddRisk(ctx context.Context, version string, set *ruleset.Set, n NewRisk) (New, error) {
	file := path.Join(b.Files.RulesFolder(), version, "risks", n.ID+".yaml")
	_, err := fs.Stat(b.Files, file)
	if err == nil || slices.ContainsFunc(set.Risks, func(r *ruleset.Risk) bool { return r.ID == n.ID }) {
		return New{Faults: problem.List{message.NewKnown.With("name", n.ID).Fault()}}, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return New{}, err
	}
	type row struct {
		When string `yaml:"when"`
		Flag int    `yaml:"flag"`
		Tip  string `yaml:"tip,omitempty"`
	}
	type rule struct {
		ID   string `yaml:"id"`
		When string `yaml:"when"`
		Rows []row  `yaml:"rows"`
	}
	text := written(struct {
		ID         string   `yaml:"id"`
		Name       string   `yaml:"name"`
		Organ      string   `yaml:"organ,omitempty"`
		Department string   `yaml:"department,omitempty"`
		Source     []string `yaml:"source,flow"`
		Rules      []rule   `yaml:"rules"`
	}{n.ID, n.Name, n.Organ, n.Department, n.Sources, []rule{{"main", n.When, []row{{"true", n.Flag, n.Tip}}}}})
	files := map[string][]byte{file: text}
	return New{files, b.Judge(ctx, version, file, files).Errors()}, nil
}

// Ranges are the conditions of rows that have bounds between them, from below: each
// bound belongs to the row above it.
func Ranges(bounds []string) []string {
	conditions := []string{"value < " + bounds[0]}
	for i, bound := range bounds[1:] {
		conditions = append(conditions, bounds[i]+" <= value < "+bound)
	}
	return append(conditions, "value >= "+bounds[len(bounds)-1])
}

// Beside are the numbers right below a bound, at it and right above, as laboratories
// write them; as fine as the bound itself where that is finer.
func Beside(bound string, decimals int) (list []string) {
	x, err := strconv.ParseFloat(bound, 64)
	if err != nil {
		return nil
	}
	_, fraction, _ := strings.Cut(bound, ".")
	decimals = max(decimals, len(fraction))
	step := math.Pow10(-decimals)
	for _, y := range []float64{x - step, x, x + step} {
		list = append(list, strconv.FormatFloat(y, 'f', decimals, 64))
	}
	return list
}
