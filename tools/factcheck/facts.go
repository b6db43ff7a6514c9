package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// A fact is what a compilation of standards and guidelines says about one
// indicator. Fields that the service has no use for are left out.
type fact struct {
	Name       string     `yaml:"name"`
	Title      string     `yaml:"zh"`
	Aliases    []string   `yaml:"aliases"`
	Category   string     `yaml:"category"`
	Kind       string     `yaml:"kind"`
	LOINC      string     `yaml:"loinc"`
	Unit       string     `yaml:"unit"`
	UCUM       string     `yaml:"ucum"`
	OtherUnits []factUnit `yaml:"other_units"`
	Plausible  []float64  `yaml:"plausible"`
	Reference  struct {
		Male, Female []*float64
		Notes        string
		AgeBands     []struct {
			Sex   string     `yaml:"sex"`
			Age   []int      `yaml:"age"`
			Range []*float64 `yaml:"range"`
		} `yaml:"age_bands"`
	} `yaml:"reference"`
	Thresholds []threshold `yaml:"thresholds"`
	Conflict   string      `yaml:"conflict"`
}

type factUnit struct {
	Unit   string  `yaml:"unit"`
	Factor float64 `yaml:"factor"`
	Offset float64 `yaml:"offset"`
}

// A threshold is a value at which a document says that the meaning changes:
// op lt, le, gt or ge. Without a sex it is for both.
type threshold struct {
	At       string `yaml:"at"` // a number, or a multiple of the upper limit ("3xULN")
	Op       string `yaml:"op"`
	Sex      string `yaml:"sex"`
	Critical bool   `yaml:"critical"`
	Meaning  string `yaml:"meaning"`
}

func (t threshold) String() string {
	text := map[string]string{"lt": "<", "le": "<=", "gt": ">", "ge": ">="}[t.Op] + t.At
	if t.Sex != "" {
		text += " " + t.Sex
	}
	return text
}

// value of a threshold for a sex; not ok when it has no number.
func (t threshold) value(sex string, f fact) (x float64, ok bool) {
	if times, is := strings.CutSuffix(t.At, "xULN"); is {
		x, err := strconv.ParseFloat(times, 64)
		ends := map[string][]*float64{"male": f.Reference.Male, "female": f.Reference.Female}[sex]
		if err != nil || len(ends) < 2 || ends[1] == nil {
			return 0, false
		}
		return x * *ends[1], true
	}
	x, err := strconv.ParseFloat(t.At, 64)
	return x, err == nil
}

// numbers are all values at which the facts put anything, also in words.
func (f fact) numbers() []float64 {
	var list []float64
	ends := slices.Concat(f.Reference.Male, f.Reference.Female)
	for _, band := range f.Reference.AgeBands {
		ends = append(ends, band.Range...)
	}
	for _, end := range ends {
		if end != nil {
			list = append(list, *end)
		}
	}
	texts := []string{f.Reference.Notes, f.Conflict}
	for _, t := range f.Thresholds {
		texts = append(texts, t.Meaning)
		if x, err := strconv.ParseFloat(strings.TrimSuffix(t.At, "xULN"), 64); err == nil {
			list = append(list, multiples(x, t.At, ends)...)
		}
	}
	for _, word := range number.FindAllString(strings.Join(texts, " "), -1) {
		if x, err := strconv.ParseFloat(word, 64); err == nil {
			list = append(list, x)
		}
	}
	return list
}

// multiples of the upper limits (each second end), or the number itself.
func multiples(x float64, at string, ends []*float64) []float64 {
	if !strings.HasSuffix(at, "xULN") {
		return []float64{x}
	}
	var list []float64
	for k := 1; k < len(ends); k += 2 {
		if ends[k] != nil {
			list = append(list, x**ends[k])
		}
	}
	return list
}

var number = regexp.MustCompile(`[0-9]+(\.[0-9]+)?`)

func readFacts(path string) ([]fact, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var facts []fact
	if err := yaml.Unmarshal(data, &facts); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return facts, nil
}

// A deliberate difference has its reason beside it.
type deliberate struct {
	Indicator string `yaml:"indicator"` // "*" for all
	What      string `yaml:"what"`      // as the program names it
	Reason    string `yaml:"reason"`
}

func readDeliberate(data []byte) ([]deliberate, error) {
	var list []deliberate
	if err := yaml.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	for _, d := range list {
		if d.Indicator == "" || d.What == "" || d.Reason == "" {
			return nil, fmt.Errorf("each entry needs indicator, what and reason: %+v", d)
		}
	}
	return list, nil
}
