package review

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	_ "embed"

	"gopkg.in/yaml.v3"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/message"
)

//go:embed words.yaml
var wordsFile []byte

var words = sync.OnceValue(func() (w struct {
	Malignant []string `yaml:"malignant"`
	Codes     []string `yaml:"codes"`
}) {
	if err := yaml.Unmarshal(wordsFile, &w); err != nil {
		panic(err) // it is compiled in
	}
	return w
})

// meanings looks for words that mean something else than what they are written for:
// malignant ones of a term whose code is not, words by which two meanings of an
// abbreviation are told from each other and that both have, and advice that says other
// months than its grade.
func (r *reviewer) meanings() {
	for _, w := range r.words {
		if w.Term >= 0 {
			r.malignant(w)
		}
		r.shared(w)
	}
	for i := range r.lexicon.Terms {
		t := &r.lexicon.Terms[i]
		if a := t.Advised; a != nil && a.Months > 0 {
			if said := months(a.Advice); len(said) > 0 && !slices.Contains(said, a.Months) {
				r.problems.Add(message.OtherMonths.At(t.At, "term", t.Name, "advice", a.Advice, "months", a.Months))
			}
		}
	}
}

func (r *reviewer) malignant(w *lexicon.Word) {
	t := &r.lexicon.Terms[w.Term]
	has := func(ends func(s, part string) bool, text string, list []string) bool {
		return slices.ContainsFunc(list, func(part string) bool { return ends(text, part) })
	}
	if t.ICD10 != "" && has(strings.HasSuffix, w.Text, words().Malignant) && !has(strings.HasPrefix, t.ICD10, words().Codes) {
		r.problems.Add(message.MalignantWord.At(t.At, "word", w.Text, "term", t.Name, "code", t.ICD10))
	}
}

func (r *reviewer) shared(w *lexicon.Word) {
	for i, m := range w.Meanings {
		for _, other := range w.Meanings[:i] {
			for _, near := range m.Near {
				if m.Term != other.Term && slices.ContainsFunc(other.Near, func(n []rune) bool { return slices.Equal(n, near) }) {
					t := &r.lexicon.Terms[m.Term]
					r.problems.Add(message.SharedNear.At(t.At, "word", w.Text, "near", string(near), "term", t.Name, "other", r.lexicon.Terms[other.Term].Name))
				}
			}
		}
	}
}

var monthsIn = regexp.MustCompile(`([0-9]+)个?月`)

// months are those that a text says.
func months(text string) (said []int) {
	for _, m := range monthsIn.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.Atoi(m[1])
		said = append(said, n)
	}
	return said
}
