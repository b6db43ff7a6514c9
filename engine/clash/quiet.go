package clash

import (
	"iter"
	"slices"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// An alarm is a rule of a risk with the signal bars that it gives.
type alarm struct {
	risk, rule string
	flag       int
}

// Quiet makes n persons for each risk, with all that it looks at, as far as that is
// normal, and reports the rules that stand out nevertheless, unless they say why:
// ratios and patterns of what is ordinary mean nothing.
func Quiet(set *ruleset.Set, n int) problem.List {
	if set.Summary == nil {
		return nil
	}
	var list problem.List
	engine := assess.New(set)
	for _, risk := range set.Risks {
		first := map[alarm]*assess.Request{}
		next, stop := iter.Pull(population.About(1, set, risk))
		for range n {
			r, _ := next()
			one := ordinary(engine, r)
			for _, a := range alarms(set, engine, one) {
				if first[a] == nil && a.risk == risk.ID {
					first[a] = one
				}
			}
		}
		stop()
		for _, rule := range risk.Rules {
			for _, row := range slices.Concat(rule.Rows, rule.AtLeast) {
				a := alarm{risk.ID, rule.ID, row.Flag}
				if first[a] == nil || rule.Ordinary != "" {
					continue
				}
				person := population.Shrink(first[a], func(r *assess.Request) bool {
					return slices.Contains(alarms(set, engine, r), a) && len(ordinary(engine, r).Samples) == len(r.Samples)
				})
				delete(first, a)
				witness := message.Phrase{ZH: population.Describe(set, person, problem.Chinese), EN: population.Describe(set, person, problem.English)}
				list.Add(message.OrdinaryAlarm.At(row.At, "risk", risk.Name, "witness", witness))
			}
		}
	}
	return list
}

// ordinary is a person with the results that are normal beside each other, and without
// what they were before or what another range makes of them.
func ordinary(engine *assess.Engine, r *assess.Request) *assess.Request {
	one := *r
	one.Samples = slices.Clone(r.Samples)
	for i := range one.Samples {
		one.Samples[i].Reference, one.Samples[i].Previous = nil, nil
	}
	for {
		result, err := engine.Assess(&one)
		if err != nil {
			return &assess.Request{Person: r.Person}
		}
		kept := make([]assess.Sample, 0, len(one.Samples))
		for i := range one.Samples {
			if result.Samples[i].Level[0] == 'N' {
				kept = append(kept, one.Samples[i])
			}
		}
		if len(kept) == len(one.Samples) {
			return &one
		}
		one.Samples = kept
	}
}

// alarms lists what stands out of risks.
func alarms(set *ruleset.Set, engine *assess.Engine, r *assess.Request) (list []alarm) {
	one := *r
	one.NoTrace = false
	result, err := engine.Assess(&one)
	if err != nil || result.Summary == nil {
		return nil
	}
	rules := map[string]string{}
	for i := range result.Samples {
		for _, t := range result.Samples[i].Trace.Risks {
			rules[t.ID] = t.Rule
		}
	}
	for _, e := range result.Summary.Entries {
		for _, f := range e.Findings {
			if f.Sample < 0 && f.Color >= set.Summary.FromColor {
				list = append(list, alarm{f.Name, rules[f.Name], f.Flag})
			}
		}
	}
	return list
}
