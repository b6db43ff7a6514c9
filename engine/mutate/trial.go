package mutate

import (
	"strings"
	"sync"

	"tijian/engine/assess"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// trials are those of the suites, with what the rules as they are answer.
type trials struct {
	set         *ruleset.Set
	engine      func() *assess.Engine // once it is asked
	byIndicator map[string][]*trial
	byRisk      map[string][]*trial
	all         []*trial
}

type trial struct {
	*regress.Trial
	suite string
	asked sync.Once
	right *assess.Result // with what the rules saw; nil until asked for
	fails bool           // with the rules as they are
}

func newTrials(set *ruleset.Set, suites []regress.Suite) *trials {
	t := &trials{set: set, engine: sync.OnceValue(func() *assess.Engine { return assess.New(set) }), byIndicator: map[string][]*trial{}, byRisk: map[string][]*trial{}}
	for s := range suites {
		for i := range suites[s].Trials {
			one := &trial{Trial: &suites[s].Trials[i], suite: suites[s].Title}
			t.all = append(t.all, one)
			seen := map[string]bool{}
			risks := false
			for _, c := range one.Checks {
				risks = risks || c.Kind == regress.Risk
				if c.Kind == regress.Risk && !seen["risk "+c.Name] {
					seen["risk "+c.Name] = true
					t.byRisk[c.Name] = append(t.byRisk[c.Name], one)
				}
			}
			for _, sample := range one.Request.Samples {
				looked := risks
				for _, c := range one.Checks {
					looked = looked || c.Name == sample.Name && (c.Kind == regress.Level || c.Kind == regress.Color || c.Kind == regress.Ideal)
				}
				if looked && !seen[sample.Name] {
					seen[sample.Name] = true
					t.byIndicator[sample.Name] = append(t.byIndicator[sample.Name], one)
				}
			}
		}
	}
	return t
}

// fixed answers every request alike.
type fixed struct{ *assess.Result }

func (f fixed) Assess(*assess.Request) (*assess.Result, error) { return f.Result, nil }

func (t *trial) passes(result *assess.Result, checks []regress.Check) bool {
	one := *t.Trial
	one.Checks = checks
	return regress.Run(fixed{result}, []regress.Suite{{Title: t.suite, Trials: []regress.Trial{one}}}, nil).OK()
}

// ready works out the right answer once; false when the trial is of no use.
func (t *trials) ready(one *trial) bool {
	one.asked.Do(func() {
		request := one.Request
		request.Seen = true
		right, err := t.engine().Assess(&request)
		one.right, one.fails = right, err != nil || !one.passes(right, one.Checks)
	})
	return !one.fails
}

// overlaid reports whether a namespace answers an indicator of a trial by tables
// of its own, which are not mutated.
func (t *trials) overlaid(one *trial, name string) bool {
	o := t.set.Overlays[one.Request.Namespace]
	return o != nil && len(o.Tables[name]) > 0
}

func (t *trials) skipped() int {
	n := 0
	for _, one := range t.all {
		if one.fails {
			n++
		}
	}
	return n
}

// try runs the trials that can still find a mutant until one does. Only this
// indicator's samples can be answered otherwise.
func (t *trials) try(m *changed, set *ruleset.Set) {
	m.Fate = Survived
	if len(m.left) == 0 {
		return
	}
	engine := assess.New(set)
	for _, one := range m.left {
		request := one.Request
		got, err := engine.Assess(&request)
		if err != nil || !one.passes(spliced(one.right, got, &request, m.Subject), one.Checks) {
			m.kill(one)
			return
		}
	}
}

// spliced puts the mutant's answers for one indicator among the right ones.
// What is not assessed shows no risks.
func spliced(right, got *assess.Result, request *assess.Request, indicator string) *assess.Result {
	out := *right
	out.Samples = append([]assess.SampleResult(nil), right.Samples...)
	for i, s := range request.Samples {
		if s.Name != indicator {
			continue
		}
		risks := out.Samples[i].Risks
		out.Samples[i] = got.Samples[i]
		if !strings.HasPrefix(got.Samples[i].Level, "U") {
			out.Samples[i].Risks = risks
		}
	}
	return &out
}
