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

// OwnShapes describes the files of a version's own cases, below the folder of the
// versions: what differs from others' expectations, and suites, which are as others.
func OwnShapes() []strictyaml.Shape {
	suites, persons, otherwise := described()
	suites.Files = []string{"*/" + ruleset.CasesFolder + "/*.yaml"}
	persons.Files = []string{"*/" + ruleset.CasesFolder + "/persons/*.yaml"}
	return []strictyaml.Shape{otherwise, suites, persons}
}
