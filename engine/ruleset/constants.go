package ruleset

import (
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A Constant is a number with a name: a bound that tables, formulas, risks and
// texts have in common, so that it is moved in one place.
type Constant struct {
	Name, Title string
	Indicator   string // whose values it bounds; "" for none
	Value       float64
	Written     string // as it stands in the file, and in texts
	Sources     []Citation
	Uses        []problem.Place
	At          problem.Place
}

type constantEntry struct {
	Value     strictyaml.Text   `yaml:"value,required"`
	Unit      string            `yaml:"unit"`
	Indicator strictyaml.Text   `yaml:"indicator"`
	Title     string            `yaml:"zh,required"`
	Source    []strictyaml.Text `yaml:"source,required"`
	At        problem.Place
}

// constants reads constants.yaml, which a version need not have. The names of
// everything else are declared before.
func (l *loader) constants() {
	var entries strictyaml.Entries[constantEntry]
	if l.has("constants.yaml") {
		l.read("constants.yaml", &entries)
	}
	for _, e := range entries {
		if e.Value.Value.Set() {
			l.constant(e.Key, &e.Value)
		}
	}
}

func (l *loader) constant(name strictyaml.Text, e *constantEntry) {
	c := &Constant{Name: name.Value, Title: e.Title, Indicator: e.Indicator.Value, Written: e.Value.Value, Sources: l.citations(e.Source), At: name.At}
	if !identifier.MatchString(c.Name) {
		l.list.Add(message.BadName.At(name.At, "name", c.Name))
		return
	}
	if _, taken := l.set.Scope.Lookup(c.Name); taken {
		l.list.Add(message.NameTaken.At(name.At, "name", c.Name))
		return
	}
	var err error
	if c.Value, err = strconv.ParseFloat(c.Written, 64); err != nil || !plainNumber.MatchString(c.Written) {
		l.list.Add(message.NotANumber.At(e.Value.At, "found", c.Written))
		return
	}
	if e.Indicator.Set() {
		i, ok := l.set.Dictionary.Lookup(c.Indicator)
		switch {
		case !ok:
			l.unknownIndicator(e.Indicator)
		case e.Unit != i.Unit:
			l.list.Add(message.ConstantUnit.At(e.At, "name", c.Name, "unit", e.Unit, "want", i.Unit))
		case c.Value < i.Plausible[0] || c.Value > i.Plausible[1]:
			l.list.Add(message.ConstantImplausible.At(e.Value.At, "name", c.Name, "low", i.Plausible[0], "high", i.Plausible[1]))
		}
	}
	l.set.Constants[c.Name] = c
}

var (
	plainNumber = regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?$`)
	// inBraces are the constants of a text for readers.
	inBraces = regexp.MustCompile(`\{([^{}]*)\}`)
)

// filled writes the numbers of constants into an expression.
func (l *loader) filled(text strictyaml.Text) strictyaml.Text {
	if len(l.set.Constants) == 0 || !text.Set() {
		return text
	}
	return text.Replace(wordsOf(text.Value), func(word string) string {
		c := l.set.Constants[word]
		if c == nil {
			return word
		}
		c.Uses = append(c.Uses, text.At)
		return c.Written
	})
}

// wordsOf gives where the names in an expression begin and end. Those in quoted
// texts are passed over.
func wordsOf(text string) iter.Seq2[int, int] {
	first := func(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' }
	return func(yield func(from, to int) bool) {
		for i := 0; i < len(text); i++ {
			switch c := text[i]; {
			case c == '"' || c == '\'':
				if end := strings.IndexByte(text[i+1:], c); end >= 0 {
					i += end + 1
				}
			case first(c):
				from := i
				for i+1 < len(text) && (first(text[i+1]) || '0' <= text[i+1] && text[i+1] <= '9') {
					i++
				}
				if !yield(from, i+1) {
					return
				}
			}
		}
	}
}

// told writes the numbers of constants into a text for readers. Some words in
// braces are kept for the answer.
func (l *loader) told(text strictyaml.Text, kept ...string) string {
	if !strings.ContainsAny(text.Value, "{}｛｝") {
		return text.Value
	}
	if strings.ContainsAny(inBraces.ReplaceAllString(text.Value, ""), "{}｛｝") {
		l.list.Add(message.LoneBrace.At(text.At))
	}
	return inBraces.ReplaceAllStringFunc(text.Value, func(braces string) string {
		name := braces[1 : len(braces)-1]
		if slices.Contains(kept, name) {
			return braces
		}
		c := l.set.Constants[name]
		if c == nil {
			known := slices.Sorted(maps.Keys(l.set.Constants))
			l.list.Add(message.UnknownConstant.At(text.At, "name", name, "fix", message.Suggest(name, known)))
			return braces
		}
		c.Uses = append(c.Uses, text.At)
		return c.Written
	})
}

// condition compiles a condition, its constants filled in.
func (l *loader) condition(text strictyaml.Text, options expression.Options) *expression.Condition {
	return expression.CompileCondition(l.filled(text), l.set.Scope, options, l.list)
}

// guard compiles the condition of an entry that need not have one; nil without.
func (l *loader) guard(text strictyaml.Text, options expression.Options) *expression.Condition {
	if !text.Set() {
		return nil
	}
	return l.condition(text, options)
}

// formula compiles a formula, its constants filled in.
func (l *loader) formula(text strictyaml.Text, want expression.Type, options expression.Options) *expression.Formula {
	return expression.CompileFormula(l.filled(text), l.set.Scope, want, options, l.list)
}
