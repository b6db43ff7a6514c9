package match

import (
	"reflect"

	"tijian/engine/strictyaml"
)

// Shapes describes the files of printed words that New reads, values.yaml
// aside, below the root of the dictionaries.
func Shapes() []strictyaml.Shape {
	return []strictyaml.Shape{
		{Name: "report", Title: "报告版面的用词", Files: []string{"report.yaml"}, Type: reflect.TypeFor[reportFile]()},
		{Name: "confusions", Title: "容易读错的字", Files: []string{"confusions.yaml"}, Type: reflect.TypeFor[[]confusionGroup]()},
	}
}
