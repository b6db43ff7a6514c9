package wire

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
	"tijian/engine/message"
)

//go:embed codes.yaml
var codesYAML []byte

// A Code is one of those that a result was sent as.
type Code struct{ System, Code string }

// A Coded is a result that was sent as codes, with texts that say the same: a
// CodeableConcept of FHIR, a CE or CWE of HL7 v2. The texts stand in the order in
// which they are believed.
type Coded struct {
	Texts []string
	Codes []Code
}

// Says returns the word that says the result, to be read as any printed one. A code
// is never a number, whatever its digits. Where nothing says the result, or two say
// contrary ones, it says why.
func (c *Coded) Says(i *dictionary.Indicator, grades *dictionary.Grades) (word string, why message.Phrase, ok bool) {
	texts := slices.DeleteFunc(slices.Clone(c.Texts), blank)
	if _, graded := i.Graded(); graded {
		said := slices.Clone(texts)
		for _, code := range c.Codes {
			said = append(said, code.word())
		}
		said = slices.DeleteFunc(said, func(word string) bool { _, is := Grade(grades, word); return !is })
		for _, other := range said {
			if word, ok = exact(grades, word, other); !ok {
				return "", message.CodedContrary.With("one", said[0], "other", other), false
			}
		}
		if len(said) > 0 {
			return word, message.Phrase{}, true
		}
	}
	if len(texts) > 0 {
		return texts[0], message.Phrase{}, true
	}
	for _, code := range c.Codes {
		if !blank(code.Code) {
			return "", message.CodeUnread.With("text", message.Plain(code.Code)), false
		}
	}
	return "", message.ObservationEmpty, false
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// exact is the one of two graded words that says more, and whether both can be
// true: 阳性 says no more than that it is not negative.
func exact(grades *dictionary.Grades, one, other string) (string, bool) {
	if one == "" {
		return other, true
	}
	a, _ := Grade(grades, one)
	b, _ := Grade(grades, other)
	switch {
	case a == b:
		return one, true
	case a > 0 && b > 0 && codes().general[plain(one)]:
		return other, true
	case a > 0 && b > 0 && codes().general[plain(other)]:
		return one, true
	}
	return "", false
}

// word is what a code of a known system means, else the code itself, which may be
// a grade such as NEG; blank for a number.
func (c *Code) word() string {
	if word, ok := codes().words[Code{strings.ToLower(c.System), c.Code}]; ok {
		return word
	}
	if digits.MatchString(norm.NFKC.String(c.Code)) {
		return ""
	}
	return c.Code
}

var digits = regexp.MustCompile(`^\s*[+-]?[\d.,]+\s*$`)

// coding is what codes.yaml says.
type coding struct {
	words   map[Code]string // what codes mean, by the system in lower case
	general map[string]bool // words that say nothing of how much
}

// codes are read when they are first asked: most commands never do.
var codes = sync.OnceValue(func() *coding {
	var file struct {
		Codes []struct {
			Systems []string            `yaml:"systems"`
			Words   map[string][]string `yaml:"words"`
		} `yaml:"codes"`
		General []string `yaml:"general"`
	}
	if err := yaml.Unmarshal(codesYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	c := &coding{map[Code]string{}, map[string]bool{}}
	for _, f := range file.Codes {
		for word, list := range f.Words {
			for _, code := range list {
				for _, system := range f.Systems {
					c.words[Code{strings.ToLower(system), code}] = word
				}
			}
		}
	}
	for _, word := range file.General {
		c.general[plain(word)] = true
	}
	return c
})

func plain(word string) string { return strings.ToLower(strings.TrimSpace(norm.NFKC.String(word))) }

// apart is what stands between a word and a number beside it.
const apart = " \t:,;()"

// longestBeside is how many bytes a word with its number has at most; every place in it
// is tried.
const longestBeside = 64

// WordAndNumber takes a word and a number apart that stand beside each other, in either
// order: 5.5(1+), 阳性(+) 356.2, 0.05 S/CO 阴性. A sign alone is a word where something
// parts it from the number: -0.5 is a number.
func WordAndNumber(grades *dictionary.Grades, text string) (word string, number Measured, ok bool) {
	if text = strings.TrimSpace(norm.NFKC.String(text)); len(text) > longestBeside {
		return "", Measured{}, false
	}
	for k := range text {
		parts := [2]string{text[:k], text[k:]}
		for i := range parts {
			word, other := strings.TrimSpace(parts[i]), strings.Trim(parts[1-i], apart)
			parted := len(other) < len(parts[1-i]) || strings.HasSuffix(parts[0], ")")
			if i == 1 && !parted {
				parted = strings.HasPrefix(parts[1], "(")
			}
			if !parted && (!strings.ContainsRune(other, '.') || !strings.ContainsFunc(word, unicode.IsLetter)) {
				continue
			}
			if _, is := grades.Value(word); !is {
				continue
			}
			if _, also := grades.Value(other); also {
				continue
			}
			if number, ok = Measure(other); ok {
				return word, number, true
			}
		}
	}
	return "", Measured{}, false
}

// Grade reads a grade in words, also one with a number beside it, which then says no
// more than the grade does.
func Grade(grades *dictionary.Grades, text string) (float64, bool) {
	if grade, ok := grades.Value(text); ok {
		return grade, true
	}
	word, number, ok := WordAndNumber(grades, text)
	if !ok || number.Rest != "" {
		return 0, false
	}
	return grades.Value(word)
}
