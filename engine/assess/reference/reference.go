// Package reference assesses requests by expr alone: every guard and every row
// of a table is asked one after the other, every formula evaluated as written.
// It is plain and slow, and what the compiled answers of package assess are
// compared with.
package reference

import (
	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// An Engine answers requests by one rule set. It is not safe for concurrent
// use.
type Engine struct {
	base     *plan
	overlays map[string]*plan
}

// A plan is the rule set that answers a namespace, with its tables.
type plan struct {
	set    *ruleset.Set
	env    *expression.Env
	tables map[string][]*table
	gives  map[int]*ruleset.Derived
}

// New makes an engine of a rule set.
func New(set *ruleset.Set) *Engine {
	e := &Engine{base: newPlan(set, nil), overlays: map[string]*plan{}}
	for namespace, o := range set.Overlays {
		if o.Pinned != nil {
			e.overlays[namespace] = newPlan(o.Pinned, o.Pinned.Overlays[namespace])
			continue
		}
		e.overlays[namespace] = newPlan(set, o)
	}
	return e
}

func newPlan(set *ruleset.Set, overlay *ruleset.Overlay) *plan {
	p := &plan{set: set, env: set.Scope.NewEnv(), tables: map[string][]*table{}, gives: map[int]*ruleset.Derived{}}
	for name, tables := range set.Tables {
		p.tables[name] = newTables(set, tables)
	}
	if overlay != nil {
		for name, tables := range overlay.Tables {
			p.tables[name] = newTables(set, tables)
		}
	}
	for _, d := range set.Derived {
		p.gives[d.Slot] = d
		if d.Supplies != nil {
			p.gives[d.SuppliesSlot] = d
		}
	}
	return p
}

// Assess answers a request as package assess does.
func (e *Engine) Assess(r *assess.Request) (*assess.Result, error) {
	p, ok := e.overlays[r.Namespace]
	if !ok {
		p = e.base
	}
	s := newState(p, r)
	s.person()
	s.arguments()
	s.samples()
	if len(s.faults) > 0 {
		return nil, s.faults
	}
	s.derive()
	result := &assess.Result{Version: p.set.Version, Hash: p.set.Hash, Samples: make([]assess.SampleResult, len(r.Samples)), Derived: s.derived}
	for i := range r.Samples {
		s.sample(i, &result.Samples[i])
	}
	result.Assumptions = s.assumptions()
	return result, nil
}
