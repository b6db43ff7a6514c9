package regress

import (
	_ "embed"
	"reflect"

	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
)

//go:embed shapes.yaml
var shapes []byte

func described() (suites, persons, otherwise strictyaml.Shape) {
	all := strictyaml.ReadShapes(shapes, map[string]reflect.Type{
		"suites": reflect.TypeFor[suiteFile](), "persons": reflect.TypeFor[personsFile](), "otherwise": reflect.TypeFor[[]*changedEntry](),
	}, nil)
	return all[0], all[1], all[2]
}

// Shapes describes the files of suites, below their folder.
func Shapes() []strictyaml.Shape {
	suites, persons, _ := described()
	return []strictyaml.Shape{suites, persons}
}

// OwnShapes describes the files of a version's own cases that programs write,
// below the folder of the versions. Suites that people write there are as others.
func OwnShapes() []strictyaml.Shape {
	added, _, otherwise := described()
	added.Files = []string{"*/" + ruleset.CasesFolder + "/" + AddedName}
	return []strictyaml.Shape{added, otherwise}
}
