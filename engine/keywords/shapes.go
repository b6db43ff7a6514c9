package keywords

import (
	"reflect"

	"tijian/engine/strictyaml"
)

// Shapes describes the files of the lexicon, below the root of the
// dictionaries. What their keys mean is explained at the head of each file.
func Shapes() []strictyaml.Shape {
	return []strictyaml.Shape{
		{Name: "contexts", Title: "所见的类别", Files: []string{"contexts.yaml"}, Type: reflect.TypeFor[contextsFile]()},
		{Name: "findings", Title: "所见和疾病", Files: []string{"findings/*.yaml"}, Type: reflect.TypeFor[findingsFile]()},
		{Name: "sites", Title: "部位", Files: []string{"sites.yaml"}, Type: reflect.TypeFor[sitesFile]()},
		{Name: "modifiers", Title: "程度和性状", Files: []string{"modifiers.yaml"}, Type: reflect.TypeFor[modifiersFile]()},
		{Name: "characters", Title: "字形", Files: []string{"characters.yaml"}, Type: reflect.TypeFor[charactersFile]()},
		{Name: "cues", Title: "提示词", Files: []string{"cues.yaml"}, Type: reflect.TypeFor[cuesFile]()},
	}
}
