// Package person reads the sex and age that a report prints, so that whoever has
// it assessed need not type them, and its dates, by which reports of two days are
// told apart. Names and numbers are not read.
package person

import (
	_ "embed"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"

	"tijian/engine/ruleset"
	"tijian/ocr/block"
	"tijian/ocr/result"
)

//go:embed words.yaml
var file []byte

// patterns are made of the words of words.yaml.
type patterns struct {
	sex, age, both *regexp.Regexp
	named, bare    *regexp.Regexp // what stands before a sex and an age without labels: whose, or a name at most
	taken, told    *regexp.Regexp // a label and its date
	alone          *regexp.Regexp // a date, with what stands before it
	words          struct {
		Sex    []string `yaml:"sex"`
		Age    []string `yaml:"age"`
		Name   []string `yaml:"name"`
		Male   []string `yaml:"male"`
		Female []string `yaml:"female"`
		Years  []string `yaml:"years"`
		Whose  []string `yaml:"whose"`
		Range  []string `yaml:"range"`
		Less   []string `yaml:"less"`
		Bare   int      `yaml:"bare"`

		Taken    []string `yaml:"taken"`
		Reported []string `yaml:"reported"`
		Sampled  []string `yaml:"sampled"`

		Otherwise []string `yaml:"otherwise"`
		Late      int      `yaml:"late"`
	}
}

var known = sync.OnceValue(func() *patterns {
	p := &patterns{}
	if err := yaml.Unmarshal(file, &p.words); err != nil {
		panic(err) // the tests read it
	}
	w := &p.words
	// Readers and forms put blanks between characters: 性 别.
	any := func(blank string, lists ...[]string) string {
		var all []string
		for _, word := range slices.Concat(lists...) {
			var letters []string
			for _, r := range word {
				letters = append(letters, regexp.QuoteMeta(string(r)))
			}
			all = append(all, strings.Join(letters, blank))
		}
		return `(?:` + strings.Join(all, `|`) + `)`
	}
	const within, apart = ` *`, `[ |]*` // a cell, a line
	const between, end = `[ :|._]*`, `(?:$|[^\p{Latin}])`
	sexes := `(` + any(within, w.Male, w.Female) + `)`
	years := `(\d{1,3})(?:[ |]*(` + any(within, w.Years) + `))`
	p.sex = regexp.MustCompile(any(apart, w.Sex) + between + sexes + end)
	p.age = regexp.MustCompile(any(apart, w.Age) + between + years + `?`)
	p.both = regexp.MustCompile(`[ :|,(]` + sexes + `[ :|,/]*` + years)
	p.named = regexp.MustCompile(any(apart, w.Name, w.Whose))
	p.bare = regexp.MustCompile(`^[ |]*(?:\p{Han}{2,3}[ |]*)?$`)
	const day = `(\d{4}) *[-/.年] *(\d{1,2}) *[-/.月] *(\d{1,2})(?:$|\D)`
	p.taken = regexp.MustCompile(`(` + any(apart, w.Taken) + `)` + between + day)
	p.told = regexp.MustCompile(`(` + any(apart, w.Reported) + `)` + between + day)
	p.alone = regexp.MustCompile(`(^.*?(?:^|\D))` + day)
	return p
})

// A fact is a sex or an age that one reader saw.
type fact struct {
	value string
	sure  float64 // of the least sure block that it was read in
}

// How sure the compact reader must be by itself, and each of two readers that
// agree.
const (
	alone    = 0.9
	together = 0.3
)

// Read returns what the lines of a page print of a person. A value that readers
// see differently is left out.
func Read(lines []block.Line) result.Person {
	pages := make([]result.Person, 0, len(lines))
	for i := range lines {
		sex, age := known().line(&lines[i])
		p := result.Person{Sex: sex}
		if years, err := strconv.Atoi(age); err == nil && years <= ruleset.MaxAge {
			p.Age = &years
		}
		pages = append(pages, p)
	}
	return result.Persons(pages...)
}

// line reads one line as each of its readers saw it.
func (p *patterns) line(line *block.Line) (sex, age string) {
	var sexes, ages []fact
	for _, reader := range []block.Reader{block.Compact, block.ChiSim, block.Eng} {
		s, a := p.as(line, reader)
		sexes, ages = append(sexes, s), append(ages, a)
	}
	return agreed(sexes), agreed(ages)
}

// agreed is the value that readers agree on, the compact one first: "" where one
// saw something else, or too few saw it.
func agreed(facts []fact) string {
	value, times := "", 0
	for _, f := range facts {
		switch {
		case f.value == "" || f.sure < together:
			continue
		case value != "" && f.value != value:
			return ""
		}
		value = f.value
		times++
	}
	if times < 2 && facts[0].sure < alone {
		return ""
	}
	return value
}

// A lineText is a line as one reader saw it; what that one did not read as its best
// reader did.
type lineText struct {
	text string
	ends []int // of its blocks
	sure []float64
	own  []bool // read by this reader
}

// readBy is a line as one reader saw it, and whether that read any of it.
func readBy(line *block.Line, reader block.Reader) (l lineText, read bool) {
	var text strings.Builder
	for i := range line.Blocks {
		b := &line.Blocks[i]
		at := slices.IndexFunc(b.Readings, func(r block.Reading) bool { return r.Reader == reader })
		read = read || at >= 0
		if at < 0 && len(b.Readings) > 0 {
			at = 0
		}
		text.WriteByte('|')
		s := 0.0
		if at >= 0 {
			text.WriteString(fold(b.Readings[at].Text))
			s = b.Readings[at].Sureness()
		}
		l.ends, l.sure, l.own = append(l.ends, text.Len()), append(l.sure, s), append(l.own, at >= 0 && b.Readings[at].Reader == reader)
	}
	l.text = text.String()
	return l, read
}

// part is a part of the line with how sure its blocks are; nothing where this
// reader did not read them.
func (l *lineText) part(from, to int) fact {
	f := fact{l.text[from:to], 1}
	for i, end := range l.ends {
		begin := 0
		if i > 0 {
			begin = l.ends[i-1]
		}
		if from < end && begin < to {
			if f.sure = min(f.sure, l.sure[i]); !l.own[i] {
				return fact{}
			}
		}
	}
	return f
}

// as finds sex and age in a line as one reader saw it.
func (p *patterns) as(line *block.Line, reader block.Reader) (sex, age fact) {
	l, read := readBy(line, reader)
	if !read {
		return fact{}, fact{}
	}
	whole, found := l.text, l.part
	if m := p.sex.FindStringSubmatchIndex(whole); m != nil && !p.choice(whole[m[3]:]) {
		sex = found(m[2], m[3])
	}
	if m := p.age.FindStringSubmatchIndex(whole); m != nil && p.ofPerson(whole[:m[0]]) && p.whole(whole[m[1]:], m[4] >= 0) && (m[4] >= 0 || p.years(whole[m[2]:m[3]])) {
		age = found(m[2], m[3])
	}
	if m := p.both.FindStringSubmatchIndex(whole); m != nil && p.whole(whole[m[1]:], true) &&
		(p.named.MatchString(whole[:m[0]]) || p.bare.MatchString(whole[:m[0]]) && !p.both.MatchString(whole[m[1]:])) {
		if sex.value == "" {
			sex = found(m[2], m[3])
		}
		if age.value == "" {
			age = found(m[4], m[5])
		}
	}
	sex.value, age.value = p.sexOf(sex.value), strings.TrimLeft(age.value, "0")
	if age.value == "" && age.sure > 0 {
		age.value = "0"
	}
	return sex, age
}

// fold writes a text in half width and lower case.
func fold(text string) string {
	return strings.ReplaceAll(strings.ToLower(norm.NFKC.String(text)), "|", " ")
}

func (p *patterns) sexOf(word string) string {
	word = strings.ReplaceAll(word, " ", "")
	switch {
	case word == "":
		return ""
	case slices.Contains(p.words.Male, word):
		return "male"
	}
	return "female"
}

// choice reports whether what stands behind a sex offers the other one, too, as
// empty forms do.
func (p *patterns) choice(behind string) bool {
	behind = strings.TrimLeftFunc(behind, func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(slices.Concat(p.words.Male, p.words.Female), func(word string) bool {
		return len(word) > 1 && strings.HasPrefix(behind, word)
	})
}

// ofPerson reports whether the age behind a text is the person's own.
func (p *patterns) ofPerson(before string) bool {
	before = strings.TrimRight(before, " ")
	if last, _ := utf8.DecodeLastRuneInString(before); !unicode.IsLetter(last) {
		return true
	}
	return slices.ContainsFunc(slices.Concat(p.words.Whose, p.words.Male, p.words.Female), func(word string) bool { return strings.HasSuffix(before, word) })
}

// years reports whether a number without a unit can only be years.
func (p *patterns) years(digits string) bool {
	n, err := strconv.Atoi(digits)
	return err == nil && n >= p.words.Bare
}

// whole reports whether an age ends where it was read to.
func (p *patterns) whole(behind string, unit bool) bool {
	next := strings.TrimLeft(behind, " |")
	if slices.ContainsFunc(p.words.Range, func(word string) bool { return strings.HasPrefix(next, word) }) {
		return false
	}
	if unit {
		return true
	}
	// 45-60, 4 5 and 8个月 are no ages in years.
	first := []rune(next + " ")[0]
	joined := behind != "" && behind[0] != '|' && behind[0] != ' '
	return !unicode.IsDigit(first) && !strings.ContainsRune(".-~,/", first) && !(joined && unicode.IsLetter(first)) &&
		!slices.ContainsFunc(p.words.Less, func(word string) bool { return strings.HasPrefix(next, word) })
}
