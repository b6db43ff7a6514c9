package casework

import (
	"slices"
	"strings"
	"time"

	"tijian/engine/dictionary"
	"tijian/server/console/answer"
	"tijian/server/console/lines"
	"tijian/server/console/words"
)

// A Doubt is a value that the rules do not judge, since it can hardly be true or
// contradicts others, with who found that the report has it all the same.
type Doubt struct {
	answer.Sample
	Vouch
}

// A Vouch is who compared a value with the report, and when.
type Vouch struct {
	Value string    `json:"value"` // with its unit: another one is another question
	By    string    `json:"by"`
	At    time.Time `json:"at"`
}

// Doubts are those of the answer in a language.
func (f *File) Doubts(lang string) (all []Doubt) {
	if a := f.Answers[lang]; a != nil {
		for _, s := range a.Notable {
			if s.Unjudged() {
				d := Doubt{Sample: s}
				if v := f.Vouched[s.Name]; v.Value == s.Value+" "+s.Unit {
					d.Vouch = v
				}
				all = append(all, d)
			}
		}
	}
	return all
}

// Unsettled are those that nobody vouches for.
func (f *File) Unsettled(lang string) []Doubt {
	return slices.DeleteFunc(f.Doubts(lang), func(d Doubt) bool { return d.By != "" })
}

// Settle notes that somebody vouches for the value of an indicator; false where it is not
// doubted.
func (f *File) Settle(indicator, by string, at time.Time) bool {
	for _, d := range f.Unsettled(words.Languages[0]) {
		if d.Name == indicator {
			if f.Vouched == nil {
				f.Vouched = map[string]Vouch{}
			}
			f.Vouched[indicator] = Vouch{d.Sample.Value + " " + d.Unit, by, at}
			return true
		}
	}
	return false
}

// Remove takes an indicator's values from the report and the form; false where there are
// none.
func (f *File) Remove(indicator string, dict *dictionary.Dictionary) (removed bool, err error) {
	all, err := f.Lines(words.Languages[0], dict)
	for _, l := range all {
		at := lines.Key{Indicator: l.Indicator, Entry: l.Entry}
		switch {
		case l.Of() != indicator || l.Struck:
			continue
		case l.Added:
			delete(f.Said, at)
		default:
			f.say(at, "")
		}
		removed = true
	}
	names := f.Form["name"]
	for i, name := range names {
		if found := dict.CalledSo(strings.TrimSpace(name)); len(found) != 1 || found[0].Name != indicator || i < len(f.Form["of"]) && f.Form["of"][i] != "" || i >= len(f.Form["value"]) {
			continue
		}
		names[i], f.Form["value"][i] = "", ""
		removed = true
	}
	if removed {
		f.Answers = nil
		f.Saved++
	}
	return removed, err
}

// say notes what a person says of a line.
func (f *File) say(at lines.Key, said string) {
	if f.Said == nil {
		f.Said = map[lines.Key]string{}
	}
	f.Said[at] = said
}
