package ruleset

import (
	"cmp"
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"gopkg.in/yaml.v3"

	"tijian/engine/message"
)

// Sentences of rules are Chinese. A reader of English is told what stands behind them
// instead: the item, its level and how soon to act, of a risk its name and how likely it
// is.

// englishYAML has the English names of what the rules name in Chinese only.
//
//go:embed english.yaml
var englishYAML []byte

var english = sync.OnceValue(func() (file struct {
	Risks  map[string]string `yaml:"risks"`
	Levels map[string]string `yaml:"levels"` // of versions that have none
}) {
	if err := yaml.Unmarshal(englishYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	return file
})

// RiskInEnglish is what a risk is called: one that is not listed by the words of its id.
func RiskInEnglish(id string) string {
	if name := english().Risks[id]; name != "" {
		return name
	}
	return IDInEnglish(id)
}

// IDInEnglish is what something without a name in English is called: the words of its id.
func IDInEnglish(id string) string {
	name := strings.ReplaceAll(id, "_", " ")
	return strings.ToUpper(name[:1]) + name[1:]
}

// FlagInEnglish is what a number of signal bars means.
func FlagInEnglish(flag int) string {
	return []message.Phrase{message.FlagNone, message.FlagLow, message.FlagModerate, message.FlagHigh, message.FlagVeryHigh}[flag].EN
}

// IdealInEnglish is an ideal range in words; blank for one that only Chinese tells.
func (s *Set) IdealInEnglish(text string) string {
	text = strings.NewReplacer(" "+s.Texts.And+" ", " and ", " "+s.Texts.Or+" ", " or ").Replace(text)
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		return ""
	}
	return text
}

// InEnglish is what a level is called.
func (l *Level) InEnglish() string { return cmp.Or(l.English, english().Levels[l.ID], l.Name) }

// TipInEnglish stands for the tip of what is called title: what its level says, and when
// to act where that is not as usual.
func (s *Set) TipInEnglish(title, level, act string) string {
	for i, a := range s.Acts {
		if a.ID == act && a.English != "" && i < len(s.Acts)-1 { // the last is nothing to do
			return message.LevelAndAct.With("name", title, "level", level, "act", a.English).EN
		}
	}
	return message.LevelOnly.With("name", title, "level", level).EN
}
