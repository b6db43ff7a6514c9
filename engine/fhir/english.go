package fhir

import (
	_ "embed"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// What of an answer can only be told in Chinese, such as a department, is left out for
// readers of English.

// maker is who answers.
func maker(english bool) string {
	if english {
		return "Tijian"
	}
	return "Tijian 体检"
}

// notes are what an observation says in words.
func (w *answer) notes(title string, result *assess.SampleResult) (list []Note) {
	if !w.English {
		for _, text := range []string{result.Tip, result.Hint} {
			if text != "" {
				list = append(list, Note{text})
			}
		}
		return list
	}
	return []Note{{w.Rules.TipInEnglish(title, w.meaning(w.Rules.Level(result.Level)).Text, result.Act)}}
}

// ideal is an ideal range in words; blank for none that can be told.
func (w *answer) ideal(text string) string {
	if w.English {
		return w.Rules.IdealInEnglish(text)
	}
	return text
}

// risen is what a risk is called, and how high it is.
func (w *answer) risen(r assess.Risk) (name, flag string) {
	if !w.English {
		return r.Name, w.Rules.FlagOf(r.Flag).Name
	}
	return ruleset.RiskInEnglish(r.ID), ruleset.FlagInEnglish(r.Flag)
}

// found is what an urgent finding is called and says.
func (w *answer) found(f *assess.Finding) (title, detail string) {
	if f.Sample < 0 {
		title, flag := w.risen(assess.Risk{ID: f.Name, Flag: f.Flag})
		return title, w.Rules.TipInEnglish(title, flag, f.Act.Told())
	}
	title = w.Request.Samples[f.Sample].Name
	if i, ok := w.Dictionary.Lookup(title); ok {
		title = i.InEnglish()
	}
	return title, w.Rules.TipInEnglish(title, w.meaning(w.Rules.Level(f.Level)).Text, f.Act.Told())
}

// gradeInEnglish is what the grade of a qualitative result is called.
func gradeInEnglish(grade float64) string {
	switch {
	case grade <= 0:
		return message.GradeNone.EN
	case grade < 1:
		return message.GradeTrace.EN
	}
	return message.GradePositive.With("n", number(grade).String()).EN
}

// englishYAML has the English words that stand beside findings.
//
//go:embed english.yaml
var englishYAML []byte

var modifiers = sync.OnceValue(func() map[string]string {
	var file struct {
		Modifiers map[string]string `yaml:"modifiers"`
	}
	if err := yaml.Unmarshal(englishYAML, &file); err != nil {
		panic(err) // it is embedded
	}
	return file.Modifiers
})

// modifierInEnglish is a side or a severity in English, false for one that is not known.
func modifierInEnglish(text string) (string, bool) {
	name, ok := modifiers()[text]
	return name, ok
}

// siteInEnglish is a part of the body with its side in English: Left kidney. False where
// either is not known: half of it in each language reads worse than all in one.
func siteInEnglish(side, site string) (string, bool) {
	name, known := dictionary.SiteInEnglish(site)
	where, sided := modifierInEnglish(side)
	switch {
	case !known:
		return "", false
	case side == "":
		return capital(name), true
	}
	return where + " " + name, sided
}
