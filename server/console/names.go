package console

import (
	"tijian/engine/dictionary"
	"tijian/engine/problem"
)

// called is what readers of a language call an indicator.
func called(lang string, i *dictionary.Indicator) string {
	if lang == problem.English {
		return i.InEnglish()
	}
	return i.Title
}
