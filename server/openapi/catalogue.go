package openapi

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// A Catalogue is what the rules in force know by name.
type Catalogue struct {
	Hash       string // tells one state of rules and dictionaries from another
	Indicators []Indicator
	Risks      []Risk
}

// An Indicator can be sent for assessment and found by recognition.
type Indicator struct {
	Name  string   // standard name
	Title string   // in Chinese
	Units []string // the standard unit first, "" for grades and pure numbers
}

// A Risk can stand beside an assessed sample.
type Risk struct{ ID, Name string }

// addTo lists the catalogue where the document describes its names.
func (c Catalogue) addTo(root *yaml.Node) {
	var indicators, risks strings.Builder
	for _, i := range c.Indicators {
		fmt.Fprintf(&indicators, "| `%s` | %s | %s | %s |\n", i.Name, cell(i.Title), cell(i.Units[0]), cell(strings.Join(i.Units[1:], ", ")))
	}
	for _, r := range c.Risks {
		fmt.Fprintf(&risks, "| `%s` | %s |\n", r.ID, cell(r.Name))
	}
	describeRows(root, "IndicatorName", "| name | 名称 | standard unit 标准单位 | other units 其他单位 |\n|---|---|---|---|\n", indicators.String())
	describeRows(root, "RiskID", "| id | 名称 |\n|---|---|\n", risks.String())
}

func describeRows(root *yaml.Node, schema, head, rows string) {
	if rows != "" {
		describe(child(root, "components", "schemas", schema), head+rows)
	}
}

// cell keeps a text from ending its cell of a table or starting markup.
var cell = strings.NewReplacer("|", `\|`, "*", `\*`, "_", `\_`, "<", "&lt;").Replace
