package command

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"tijian/engine"
	"tijian/engine/dictionary"
	"tijian/engine/keywords/lexicon"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
	"tijian/engine/values"
	"tijian/ocr/match"
	"tijian/ocr/value"
)

// dictionaryChecks are what rules check, the start of the service and each
// reload demand of the dictionaries beyond what the engine reads itself.
var dictionaryChecks = []engine.Check{recognitionWords, strayDictionaries}

// recognitionWords checks the words of printed reports, which only recognition
// reads.
func recognitionWords(dictionaries fs.FS, dict *dictionary.Dictionary) problem.List {
	_, list := match.New(dictionaries, dict)
	return list
}

// strayDictionaries reports files that nothing would read: a mistyped name
// must not silently take words out of force.
func strayDictionaries(dictionaries fs.FS, _ *dictionary.Dictionary) problem.List {
	var list problem.List
	_ = fs.WalkDir(dictionaries, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			list.Add(message.Unreadable.At(problem.Place{File: name}, "error", err))
			return nil
		case entry.IsDir(), strings.HasPrefix(entry.Name(), "."), slices.Contains([]string{".go", ".md"}, path.Ext(name)):
			return nil
		}
		for _, s := range dictionaryShapes() {
			for _, pattern := range s.Files {
				if matched, _ := path.Match(pattern, name); matched {
					return nil
				}
			}
		}
		list.Add(message.StrayDictionary.At(problem.Place{File: name}))
		return nil
	})
	return list
}

// dictionaryShapes returns the kinds of file that a folder of dictionaries has.
func dictionaryShapes() []strictyaml.Shape {
	return slices.Concat(dictionary.Shapes(), lexicon.Shapes(), match.Shapes(), []strictyaml.Shape{value.Shape(), values.Shape()})
}
