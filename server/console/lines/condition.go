package lines

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
	"tijian/server/console/words"
)

//go:embed conditions.yaml
var conditionsFile []byte

// A condition is one that an indicator is measured under and reports often do not print.
type condition struct {
	Indicator string
	Says      []string // one of these in what is printed says it
	Instead   []string // what it may be
}

var conditions = sync.OnceValue(func() (all []condition) {
	if err := yaml.Unmarshal(conditionsFile, &all); err != nil {
		panic(err) // embedded
	}
	return all
})

// assume notes that nothing printed says under which condition a value was measured that
// its indicator means, where nobody has said which it is.
func (l *Line) assume(lang string, dict *dictionary.Dictionary) {
	name := dictionary.Fold(l.Name)
	for _, c := range conditions() {
		if c.Indicator != l.Indicator || l.As != "" || l.Now == nil || slices.ContainsFunc(c.Says, func(word string) bool { return strings.Contains(name, word) }) {
			continue
		}
		l.Assumed = true
		for _, other := range c.Instead {
			if i, ok := dict.Lookup(other); ok {
				l.Instead = append(l.Instead, words.Called(lang, i))
			}
		}
	}
}
