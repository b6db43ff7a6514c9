package ruleset

import (
	_ "embed"
	"reflect"

	"tijian/engine/strictyaml"
)

// The codes of colours, and of signal bars.
var (
	colorCodes = []string{"0", "1", "2", "3", "4", "5"}
	flagCodes  = []string{"0", "1", "2", "3", "4"}
)

//go:embed shapes.yaml
var shapes []byte

// Shapes describes the files of the rules, below the root that holds
// current.yaml.
func Shapes() []strictyaml.Shape {
	return strictyaml.ReadShapes(shapes, map[string]reflect.Type{
		"current":        reflect.TypeFor[currentFile](),
		"manifest":       reflect.TypeFor[manifestFile](),
		"sources":        reflect.TypeFor[strictyaml.Entries[Source]](),
		"constants":      reflect.TypeFor[strictyaml.Entries[constantEntry]](),
		"families":       reflect.TypeFor[[]*familyEntry](),
		"coherence":      reflect.TypeFor[[]*identityEntry](),
		"who":            reflect.TypeFor[[]*contextEntry](),
		"contradictions": reflect.TypeFor[[]*contradictionEntry](),
		"quality":        reflect.TypeFor[qualityFile](),
		"tables":         reflect.TypeFor[[]*tableEntry](),
		"derived":        reflect.TypeFor[[]*derivedEntry](),
		"risks":          reflect.TypeFor[riskEntry](),
		"overlay":        reflect.TypeFor[overlayFile](),
	}, map[string][]string{
		"levels": levelIDs, "acts": actIDs, "colors": colorCodes, "flags": flagCodes,
		"severities": flagCodes, "alerts": alerts, "deliberates": deliberates,
	})
}
