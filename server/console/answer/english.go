package answer

import (
	"slices"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/server/console/words"
)

// Sentences of rules are Chinese. Readers of English are told the item, its level and how
// soon to act in their place, as the API's answers tell them; what only Chinese tells is
// left out.

// inEnglish reports whether a page is for readers of English.
func inEnglish(lang string) bool { return lang == problem.English }

// organName is what readers call an organ; "" for nil.
func organName(lang string, o *ruleset.Organ) string {
	switch {
	case o == nil:
		return ""
	case inEnglish(lang):
		return ruleset.IDInEnglish(o.ID)
	}
	return o.Title
}

// translate tells a sample in English.
func (s *Sample) translate(set *ruleset.Set, got *assess.SampleResult) {
	s.Tip, s.Hint = set.TipInEnglish(s.Title, s.LevelName, got.Act), ""
	s.Ideal, s.Trend = set.IdealInEnglish(got.Ideal), set.IdealInEnglish(got.Trend)
}

// riskName is what readers call a risk, and how high it is.
func riskName(lang string, set *ruleset.Set, id, name string, bars int) (called, flag string) {
	if inEnglish(lang) {
		return ruleset.RiskInEnglish(id), ruleset.FlagInEnglish(bars)
	}
	if f := set.FlagOf(bars); f != nil {
		flag = f.Name
	}
	return name, flag
}

// translate tells what stands out of an organ in English: its most urgent finding.
func (e *Entry) translate(a *engine.Answer, of *assess.Entry) {
	n := max(0, slices.IndexFunc(of.Findings, func(f assess.Finding) bool { return f.Act == of.Act }))
	f := &of.Findings[n]
	level := words.Level(problem.English, a.Rules.Level(f.Level))
	if f.Sample < 0 {
		level = ruleset.FlagInEnglish(f.Flag)
	}
	e.Title, e.Department = e.Findings[n].Title, ""
	e.Why = a.Rules.TipInEnglish(e.Title, level, e.ActID)
	if of.Organ != f.Name { // which stands for one that no organ is named for
		e.Title = ruleset.IDInEnglish(of.Organ)
	}
}

// sentences of the rules that only Chinese tells are said to be so where they are needed.
func sentences(lang string, all []string) (list []string) {
	for _, text := range all {
		if inEnglish(lang) {
			text = words.In(lang).Say("answer.chinese", text)
		}
		list = append(list, text)
	}
	return list
}

// findingsIn are the terms of findings as readers know them; those that have no English
// name stay as they are.
func findingsIn(lang string, terms []string) (list []string) {
	for _, term := range terms {
		if name, ok := dictionary.FindingInEnglish(term); ok && inEnglish(lang) {
			term = name
		}
		list = append(list, term)
	}
	return list
}
