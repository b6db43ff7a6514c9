// Package clash looks for answers that reassure about an organ and alarm
// about it at the same time, by the pairs that a version declares.
package clash

import (
	"iter"
	"slices"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A clash is one kind of contradiction: whose words, against which finding.
type clash struct {
	at    problem.Place // of the row that reassures
	words string
	alarm string // the finding's name
}

// Check answers requests and reports each kind of contradiction once, with the
// first person for whom it shows and how many there are.
func Check(set *ruleset.Set, requests iter.Seq[*assess.Request]) problem.List {
	if len(set.Contradictions) == 0 {
		return nil
	}
	engine := assess.New(set)
	of := func(r *assess.Request) []clash {
		r.NoTrace = false // the summary and the places come with it
		result, err := engine.Assess(r)
		if err != nil {
			return nil
		}
		return clashes(set, result)
	}
	count := map[clash]int{}
	first := map[clash]*assess.Request{}
	var order []clash
	for r := range requests {
		for _, c := range of(r) {
			if count[c]++; count[c] == 1 {
				order = append(order, c)
				first[c] = r
			}
		}
	}
	var list problem.List
	for _, c := range order {
		person := population.Shrink(first[c], func(r *assess.Request) bool { return slices.Contains(of(r), c) })
		witness := message.Phrase{ZH: population.Describe(set, person, problem.Chinese), EN: population.Describe(set, person, problem.English)}
		list.Add(message.Contradicts.At(c.at, "words", c.words, "alarm", c.alarm, "count", count[c], "witness", witness))
	}
	list.Sort()
	return list
}

// clashes lists the contradictions of one answer, each once.
func clashes(set *ruleset.Set, result *assess.Result) []clash {
	var found []clash
	for _, c := range set.Contradictions {
		alarm := alarmOf(c, result.Summary)
		if alarm == "" {
			continue
		}
		for i := range result.Samples {
			s := &result.Samples[i]
			for _, words := range c.Reassures {
				k := clash{problem.Place{File: s.Trace.File, Line: s.Trace.Line}, words, alarm}
				if (strings.Contains(s.Tip, words) || strings.Contains(s.Hint, words)) && !slices.Contains(found, k) {
					found = append(found, k)
				}
			}
		}
	}
	return found
}

// alarmOf names the gravest finding of an organ that alarms, "" when none does.
func alarmOf(c *ruleset.Contradiction, s *assess.Summary) string {
	if s == nil || c.Organ == nil {
		return ""
	}
	for _, e := range s.Entries {
		if e.Organ != c.Organ.ID {
			continue
		}
		for _, f := range e.Findings {
			if f.Color >= c.FromColor {
				return f.Title
			}
		}
	}
	return ""
}
