package console

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/width"

	"tijian/engine/dictionary"
)

// A lookup finds indicators by whatever people call them.
type lookup struct {
	dict *dictionary.Dictionary
	by   map[string][]*dictionary.Indicator
}

// lookups keeps the lookup of the dictionary in force.
type lookups struct {
	mu   sync.Mutex
	last *lookup
}

func (l *lookups) of(dict *dictionary.Dictionary) *lookup {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil || l.last.dict != dict {
		l.last = newLookup(dict)
	}
	return l.last
}

func newLookup(dict *dictionary.Dictionary) *lookup {
	l := &lookup{dict, map[string][]*dictionary.Indicator{}}
	// A title or standard name outweighs what others are also called.
	for _, i := range dict.All() {
		for _, name := range []string{i.Name, i.Title} {
			l.add(name, i)
		}
	}
	own := make(map[string]bool, len(l.by))
	for name := range l.by {
		own[name] = true
	}
	for _, i := range dict.All() {
		for _, name := range slices.Concat(i.Aliases, i.Abbreviations) {
			if !own[folded(name)] {
				l.add(name, i)
			}
		}
	}
	return l
}

func (l *lookup) add(name string, i *dictionary.Indicator) {
	if key := folded(name); !slices.Contains(l.by[key], i) {
		l.by[key] = append(l.by[key], i)
	}
}

// find returns the indicators of a name: none, one, or those to choose from.
func (l *lookup) find(name string) []*dictionary.Indicator { return l.by[folded(name)] }

// folded takes what makes no difference out of a name.
func folded(name string) string {
	return strings.ToLower(strings.Join(strings.Fields(width.Narrow.String(name)), ""))
}

// called is what readers of a language call an indicator.
func called(lang string, i *dictionary.Indicator) string { return i.Called().In(lang) }
