package match

import (
	"tijian/engine/strictyaml"
	"tijian/ocr/names"
	"tijian/ocr/vocabulary"
)

// Shapes describes the files of printed words that New reads, values.yaml
// aside, below the root of the dictionaries.
func Shapes() []strictyaml.Shape {
	return []strictyaml.Shape{vocabulary.Shape(), names.Shape(), names.NeighboursShape()}
}
