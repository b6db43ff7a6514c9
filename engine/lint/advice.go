package lint

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/sense"
)

// advice looks for what a doctor alone says: a dose, a medicine to take or to leave
// without any word of a doctor, and what a person has for certain.
func (s *reading) advice(at problem.Place, name, row message.Phrase, texts ...string) {
	for _, text := range texts {
		for sentence := range strings.SplitSeq(text, "；") {
			if word := s.dose(sentence); word != "" {
				s.list.Add(message.DoseTold.At(at, "indicator", name, "when", row, "word", word))
			}
		}
		for _, word := range words().Claims {
			if i := strings.Index(text, word); i >= 0 && !strings.ContainsAny(clauseBefore(text[:i]), words().Doubts) {
				s.list.Add(message.Claims.At(at, "indicator", name, "when", row, "word", word))
			}
		}
	}
}

func (s *reading) dose(sentence string) string {
	facts := s.reader.Read(sentence)
	has := func(kind string, of ...string) bool {
		return slices.ContainsFunc(facts, func(f sense.Fact) bool {
			return f.Kind == kind && (len(of) == 0 || slices.Contains(of, f.Of))
		})
	}
	takes := has(sense.Drug, "take")
	for _, f := range facts {
		switch {
		case f.Kind == sense.Dose && f.Of == "dose" && (takes || has(sense.Drug)), sense.IsDose(f) && (takes || has(sense.Dose, "each")):
			return f.Word
		case f.Kind == sense.Drug && f.Of == "medicine" && takes && !has(sense.Negation) && !has(sense.Ask) && !has(sense.Department) && !has("certainty"):
			return f.Word
		case (f.Kind == sense.Drug && f.Of == "medicine" || sense.IsDose(f)) && !has(sense.Ask) && oneself().MatchString(clauseBefore(sentence[:f.At])):
			return f.Word
		}
	}
	return ""
}

// oneself is how a clause begins that has people take, change or leave something by
// themselves, and does not forbid it.
var oneself = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(words().Oneself) })

// clauseBefore is the part of a clause that stands before something.
func clauseBefore(before string) string {
	return before[max(0, strings.LastIndexAny(before, "，。；、：！？,;（(")):]
}
