package value

import (
	"reflect"

	"tijian/engine/strictyaml"
)

// Shape describes values.yaml.
func Shape() strictyaml.Shape {
	return strictyaml.Shape{Name: "values", Title: "结果的写法", Files: []string{"values.yaml"}, Type: reflect.TypeFor[wordsFile]()}
}
