package answer

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/server/console/words"
)

//go:embed glossary.yaml
var glossaryFile []byte

var glossary = sync.OnceValue(func() (all struct {
	Most  int
	Words []struct{ ZH, Says, EN, Explained string }
}) {
	if err := yaml.Unmarshal(glossaryFile, &all); err != nil {
		panic(err) // embedded
	}
	return all
})

// Glossary explains the words that what a patient is told has: of what to do and what
// to heed first.
func (a *Answer) Glossary(lang string) (list []Pair) {
	var text strings.Builder
	if a.Summary != nil {
		for _, e := range a.Summary.Entries {
			text.WriteString(e.Title + "\n" + e.Why + "\n")
		}
	}
	for _, s := range a.Notable {
		text.WriteString(s.Title + "\n" + s.Tip + "\n")
	}
	for _, r := range a.Raised {
		text.WriteString(r.Name + "\n")
	}
	for _, f := range slices.Concat(a.Found.Certain, a.Found.Possible) {
		text.WriteString(f + "\n")
	}
	all := glossary()
	for _, w := range all.Words {
		one, end := Pair{w.ZH, w.Says}, ""
		if lang != words.Languages[0] {
			one, end = Pair{w.EN, w.Explained}, `s?\b` // cystatin is no cyst
		}
		if len(list) < all.Most && regexp.MustCompile(`(?i)`+regexp.QuoteMeta(one.Name)+end).MatchString(text.String()) {
			list = append(list, one)
		}
	}
	return list
}
