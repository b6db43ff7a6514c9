// Package sense reads what sentences for people tell, as facts: about whom and
// what, which way, how soon, where to go, what to do and what to leave. It knows
// no grammar but the longest word and the number with its unit, so that a fact
// that an edit takes out, puts in or turns round is seen whatever its place.
// The words are data: words.yaml, the names of the dictionary, the acts and
// departments of the manifest.
package sense

import (
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// Kinds of facts whose words are not in words.yaml.
const (
	Indicator  = "indicator"   // its name
	Act        = "act"         // its id
	Department = "department"  // as written
	Term       = "term"        // a time: its days
	Amount     = "count"       // a number, with what it counts
	Finding    = "finding"     // as written
	Unit       = "unit"        // canonical
	Filled     = "placeholder" // its name
)

// Kinds of facts that rules hold sentences to.
const (
	Direction = "direction"
	Negation  = "negation"
	Ask       = "ask"
	Person    = "person"
	Organ     = "organ"
	Drug      = "drug"
	Dose      = "dose"
)

// A Fact is one thing that a sentence tells.
type Fact struct {
	Kind, Of string // such as direction, low
	Word     string // as written
	At       int    // where it stands, in bytes
}

// A Reader knows the words of one version of the rules. It is safe for
// concurrent use.
type Reader struct {
	words   map[string]Fact
	longest int // of them, in bytes
}

//go:embed words.yaml
var wordsFile []byte

type vocabulary struct {
	Kinds []struct {
		ID, ZH, EN string
		Words      map[string][]string
	}
	Departments     []string
	Elsewhere       string
	Except          []string
	Doses, Needless []string
	Units           struct {
		Days, Hours map[string]float64
		Others      []string
	}
	Numerals map[string]float64
}

var known = sync.OnceValue(func() (v vocabulary) {
	if err := yaml.Unmarshal(wordsFile, &v); err != nil {
		panic(err) // it is compiled in
	}
	return v
})

var elsewhere = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(known().Elsewhere) })

// NewReader makes a reader of a version's sentences. Findings are words for
// diseases and findings besides those of words.yaml, such as the lexicon's
// terms; of a word with two meanings the first counts: its own, the manifest's,
// an indicator's, a finding's.
func NewReader(set *ruleset.Set, findings []string) *Reader {
	r := &Reader{words: map[string]Fact{}}
	for _, word := range known().Except {
		r.add(word, Fact{})
	}
	for _, k := range known().Kinds {
		for _, of := range slices.Sorted(maps.Keys(k.Words)) {
			for _, word := range k.Words[of] {
				r.add(word, Fact{Kind: k.ID, Of: of})
			}
		}
	}
	for _, a := range set.Acts {
		for _, word := range a.Says {
			r.add(word, Fact{Kind: Act, Of: a.ID})
		}
	}
	for _, d := range slices.Concat(departments(set), known().Departments) {
		r.add(d, Fact{Kind: Department, Of: d})
	}
	for _, i := range set.Dictionary.All() {
		for _, name := range slices.Concat([]string{i.Title}, i.Aliases, i.Abbreviations) {
			r.add(name, Fact{Kind: Indicator, Of: i.Name})
		}
	}
	for _, u := range set.Dictionary.Units().Names() {
		r.add(u, Fact{Kind: Unit, Of: u})
	}
	for _, f := range findings {
		r.add(f, Fact{Kind: Finding, Of: f})
	}
	return r
}

// add makes a word known unless it is; a single character only where it is one
// of words.yaml.
func (r *Reader) add(word string, f Fact) {
	if _, taken := r.words[word]; taken || word == "" {
		return
	}
	if utf8.RuneCountInString(word) < 2 && (f.Kind == Indicator || f.Kind == Finding || f.Kind == Unit) {
		return
	}
	f.Word = word
	r.words[word] = f
	r.longest = max(r.longest, len(word))
}

// departments are those that rows, risks and organs send people to.
func departments(set *ruleset.Set) []string {
	seen := map[string]bool{}
	note := func(text string) {
		for one := range strings.SplitSeq(text, "或") {
			seen[one] = true
		}
	}
	for _, o := range set.Organs {
		note(o.Department)
	}
	for t := range set.EveryTable() {
		for _, row := range t.Rows {
			note(row.Department)
		}
	}
	for _, row := range set.EveryRiskRow() {
		note(row.Department)
	}
	delete(seen, "")
	return slices.Sorted(maps.Keys(seen))
}

// Read gives the facts of a text, in order.
func (r *Reader) Read(text string) []Fact {
	var facts []Fact
	for at := 0; at < len(text); {
		if end := strings.IndexByte(text[at:], '}'); text[at] == '{' && end > 0 {
			facts = append(facts, Fact{Filled, text[at+1 : at+end], text[at : at+end+1], at})
			at += end + 1
			continue
		}
		if f, length := quantity(text[at:]); length > 0 {
			f.At = at
			// 今天或明天 and 一周内 are how soon, as the acts have them.
			if word, longer := r.word(text[at:]); longer >= length {
				f, length = word, longer
				f.At = at
			}
			facts = append(facts, f)
			at += length
			continue
		}
		f, length := r.word(text[at:])
		if m := elsewhere().FindStringSubmatch(text[at:]); m != nil {
			if !r.endsWithWord(m[1]) { // 到本院肾内科
				f, length = Fact{Kind: Department, Of: m[1], Word: m[1]}, len(m[0])
			}
		}
		if length == 0 {
			_, length = utf8.DecodeRuneInString(text[at:])
		} else if f.Kind != "" {
			f.At = at
			facts = append(facts, f)
		}
		at += length
	}
	return facts
}

// endsWithWord reports whether a text ends with a known word.
func (r *Reader) endsWithWord(text string) bool {
	for at := range text {
		if _, known := r.words[text[at:]]; known {
			return true
		}
	}
	return false
}

// word is the longest known word that a text begins with.
func (r *Reader) word(text string) (Fact, int) {
	for n := min(r.longest, len(text)); n > 0; n-- {
		if n < len(text) && !utf8.RuneStart(text[n]) {
			continue
		}
		if f, is := r.words[text[:n]]; is {
			return f, n
		}
	}
	return Fact{}, 0
}

// Called is what readers call a kind of fact.
func Called(kind string) message.Phrase {
	for _, k := range known().Kinds {
		if k.ID == kind {
			return message.Phrase{ZH: k.ZH, EN: k.EN}
		}
	}
	return message.Plain(kind)
}
