package draft

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"maps"
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

// item writes something as YAML, an item of a list where indent is "- ".
func item(what any, list bool) []byte {
	if list {
		what = []any{what}
	}
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
	return slices.Concat(bytes.TrimRight(data, "\n"), []byte("\n\n"), item(what, true))
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
	return b.judged(ctx, version, files, home)
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
	text := item(struct {
		ID         string   `yaml:"id"`
		Name       string   `yaml:"name"`
		Organ      string   `yaml:"organ,omitempty"`
		Department string   `yaml:"department,omitempty"`
		Source     []string `yaml:"source,flow"`
		Rules      []rule   `yaml:"rules"`
	}{n.ID, n.Name, n.Organ, n.Department, n.Sources, []rule{{"main", n.When, []row{{"true", n.Flag, n.Tip}}}}}, false)
	return b.judged(ctx, version, map[string][]byte{file: text}, file)
}

func (b *Book) judged(ctx context.Context, version string, files map[string][]byte, about string) (New, error) {
	return New{files, b.Judge(ctx, version, about, files).Errors()}, nil
}

// WriteNew writes what was worked out.
func (b *Book) WriteNew(version, by string, n New) error {
	for _, file := range slices.Sorted(maps.Keys(n.Files)) {
		if err := b.Write(version, by, file, n.Files[file]); err != nil {
			return err
		}
	}
	return nil
}

// Ranges are the conditions of rows that have bounds between them, from below: each
// bound belongs to the row above it.
func Ranges(bounds []string) (conditions []string) {
	for i := range len(bounds) + 1 {
		switch {
		case len(bounds) == 0:
			conditions = append(conditions, "true")
		case i == 0:
			conditions = append(conditions, "value < "+bounds[0])
		case i == len(bounds):
			conditions = append(conditions, "value >= "+bounds[i-1])
		default:
			conditions = append(conditions, bounds[i-1]+" <= value < "+bounds[i])
		}
	}
	return conditions
}

// Beside are a bound and the numbers right below and above it, as laboratories write
// them.
func Beside(bound string, decimals int) []string {
	x, err := strconv.ParseFloat(strings.TrimSpace(bound), 64)
	if err != nil {
		return nil
	}
	step := 1.0
	for range decimals {
		step /= 10
	}
	var list []string
	for _, y := range []float64{x - step, x, x + step} {
		list = append(list, strconv.FormatFloat(y, 'f', decimals, 64))
	}
	return list
}
