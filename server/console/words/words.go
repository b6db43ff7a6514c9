// Package words has what the pages of the console say, in Chinese and in English.
package words

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"

	"gopkg.in/yaml.v3"

	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/server/user"
)

//go:embed words.yaml
var file []byte

// Languages are those of the pages, the first for who did not choose.
var Languages = []string{problem.Chinese, problem.English}

// A Catalogue has the words of the pages in one language by key.
type Catalogue map[string]string

// In is the catalogue of a language.
func In(lang string) Catalogue { return catalogues()[lang] }

// catalogues are read when a page is first shown: most commands show none.
var catalogues = sync.OnceValue(func() map[string]Catalogue {
	var all map[string]struct{ ZH, EN string }
	if err := yaml.Unmarshal(file, &all); err != nil {
		panic(fmt.Errorf("words.yaml: %w", err)) // embedded: the tests read it
	}
	zh, en := Catalogue{}, Catalogue{}
	for key, w := range all {
		zh[key], en[key] = w.ZH, w.EN
	}
	return map[string]Catalogue{problem.Chinese: zh, problem.English: en}
})

// Say returns the words of a key, with the arguments in their places.
func (c Catalogue) Say(key string, args ...any) string {
	text, ok := c[key]
	if !ok {
		panic("no words for " + key) // the tests look for every key
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// Word is what readers call a value that requests write in one word, such as
// male, where the pages know one.
func Word(lang, value string) string { return cmp.Or(In(lang)["value."+value], value) }

// Remedy says what can be done about a kind of failure: for those who run the service
// where that is something else than for those who sent the picture.
func Remedy(lang, kind string) string {
	return cmp.Or(In(lang)["operation.error."+kind], In(lang)["report.error."+kind], In(lang).Say("operation.fix"))
}

// measured is the most digits that somebody measures or types; what is worked out has more.
const measured = 9

// plainNumber writes a number without a power of ten: as it was measured, or with five
// digits, and all before the point, where it was worked out.
func plainNumber(x float64) string {
	if numeral.Significant(x, measured) != x {
		before := len(strconv.Itoa(int(math.Abs(x))))
		x = numeral.Significant(x, max(5, before))
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// Plain writes a value as people read it.
func Plain(lang string, value any) string {
	switch x := value.(type) {
	case float64:
		return plainNumber(x)
	case bool:
		if x {
			return In(lang).Say("yes")
		}
		return In(lang).Say("no")
	}
	return Word(lang, fmt.Sprint(value))
}

// Called is what readers of a language call an indicator.
func Called(lang string, i *dictionary.Indicator) string {
	if lang == problem.English {
		return i.InEnglish()
	}
	return i.Title
}

// Grade is what readers call a grade, false for a number that is none.
func Grade(lang string, grades *dictionary.Grades, value float64) (name string, ok bool) {
	switch name, ok = grades.Display(value); {
	case !ok || lang != problem.English:
	case value <= 0:
		name = message.GradeNone.EN
	case value < 1:
		name = message.GradeTrace.EN
	default:
		name, _ = grades.Short(value)
	}
	return name, ok
}

// Level is what readers call a level; "" for nil.
func Level(lang string, l *ruleset.Level) string {
	if l == nil {
		return ""
	}
	if lang == problem.English {
		return l.InEnglish()
	}
	return l.Name
}

// NameOf is what readers call an indicator, a risk or a derived value of a set; ""
// for what is none of them.
func NameOf(lang string, set *ruleset.Set, id string) string {
	if i, ok := set.Dictionary.Lookup(id); ok {
		return Called(lang, i)
	}
	for _, r := range set.Risks {
		if r.ID == id {
			return r.Name
		}
	}
	for _, d := range set.Derived {
		if d.ID == id {
			return d.Title
		}
	}
	return ""
}

// Bound is a comparison as reports print it.
func Bound(sign string) string {
	return strings.NewReplacer("<=", "≤", ">=", "≥").Replace(sign)
}

// Unitless reports whether a unit is a word that reports do not print: that of
// grades and ratios.
func Unitless(i *dictionary.Indicator, unit string) bool {
	number := i.UCUM == "1" || strings.HasPrefix(i.UCUM, "{") && strings.HasSuffix(i.UCUM, "}")
	return i.Worded(unit) || number && unit == i.Unit
}

// Role is what readers call a role.
func Role(lang string, r user.Role) string {
	return cmp.Or(In(lang)["role."+string(r)], string(r))
}

// Moment writes when something was, in this machine's zone.
func Moment(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }

// Lasted writes a duration to three digits or so.
func Lasted(d time.Duration) string {
	switch {
	case d >= time.Minute:
		return d.Round(time.Second).String()
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	}
	return d.Round(time.Millisecond).String()
}
