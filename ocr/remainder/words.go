package remainder

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"
)

//go:embed words.yaml
var file []byte

type words struct {
	Titles  []string `yaml:"titles"`
	Ends    []string `yaml:"ends"`
	Grades  []string `yaml:"grades"`
	Prose   int      `yaml:"prose"`
	Passage int      `yaml:"passage"`
	Most    int      `yaml:"most"`
}

var known = sync.OnceValue(func() *words {
	w := &words{}
	if err := yaml.Unmarshal(file, w); err != nil {
		panic(err) // the tests read it
	}
	return w
})

// numbering stands before a title: 一、 2. (3) 【
var numbering = regexp.MustCompile(`^[\s\d一二三四五六七八九十.,、:()（）\[\]【】*★●■◆-]+`)

// title takes a heading off a text: what it is called, and what follows it. A word
// that the text goes on after without a colon or a bracket is none.
func (w *words) title(text string) (title, rest string, ok bool) {
	bare := strings.ReplaceAll(numbering.ReplaceAllString(text, ""), " ", "")
	for _, t := range w.Titles {
		after, found := strings.CutPrefix(bare, t)
		if !found || len(t) <= len(title) {
			continue
		}
		trimmed := strings.TrimLeft(after, ":：】])）")
		if after == "" || trimmed != after {
			title, rest, ok = t, trimmed, true
		}
	}
	return title, rest, ok
}

func (w *words) ends(text string) bool {
	bare := strings.ReplaceAll(text, " ", "")
	return slices.ContainsFunc(w.Ends, func(end string) bool { return strings.HasPrefix(bare, end) })
}

var (
	number   = regexp.MustCompile(`^[<>≤≥=*]*\d{1,6}(?:\.\d{1,4})?[↑↓*HL]?$`)
	sign     = regexp.MustCompile(`^(?:[-+±]{1,4}|\([-+±]{1,4}\)|\d\+)$`)
	interval = regexp.MustCompile(`^\(?(?:[<>≤≥]=?)?\d[\d.]*(?:(?:-{1,2}|~|—|至)\d[\d.]*)?\)?$`)
)

// value tells a number or a grade that a row may print as its result.
func (w *words) value(text string) bool {
	bare := strings.ToLower(strings.ReplaceAll(norm.NFKC.String(text), " ", ""))
	return number.MatchString(strings.ToUpper(bare)) || sign.MatchString(bare) || slices.Contains(w.Grades, strings.Trim(bare, "()"))
}
