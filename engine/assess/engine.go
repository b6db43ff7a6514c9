package assess

import (
	"sync"

	"tijian/engine/ruleset"
)

// An Engine answers requests by one rule set. It is safe for concurrent use;
// requests share nothing but pools.
type Engine struct {
	base     *plan
	overlays map[string]*plan
}

// A plan is a rule set made ready for answering, for one namespace.
type plan struct {
	set    *ruleset.Set
	tables map[string][]*table
	risks  map[string]int // index in set.Risks by id
	gives  map[int]*ruleset.Derived
	pool   sync.Pool
}

// New makes a rule set ready for answering.
func New(set *ruleset.Set) *Engine {
	e := &Engine{base: newPlan(set, nil), overlays: map[string]*plan{}}
	for namespace, o := range set.Overlays {
		if o.Pinned != nil {
			// The pinned version's own overlay of that namespace applies.
			e.overlays[namespace] = newPlan(o.Pinned, o.Pinned.Overlays[namespace])
			continue
		}
		e.overlays[namespace] = newPlan(set, o)
	}
	return e
}

// Version that answers a namespace's requests, and its hash.
func (e *Engine) Version(namespace string) (version, hash string) {
	set := e.plan(namespace).set
	return set.Version, set.Hash
}

func (e *Engine) plan(namespace string) *plan {
	if p, ok := e.overlays[namespace]; ok {
		return p
	}
	return e.base
}

func newPlan(set *ruleset.Set, overlay *ruleset.Overlay) *plan {
	p := &plan{set: set, tables: map[string][]*table{}, risks: map[string]int{}, gives: map[int]*ruleset.Derived{}}
	for name, tables := range set.Tables {
		p.tables[name] = compile(set, tables)
	}
	if overlay != nil {
		for name, tables := range overlay.Tables {
			p.tables[name] = compile(set, tables)
		}
	}
	for i, r := range set.Risks {
		p.risks[r.ID] = i
	}
	for _, d := range set.Derived {
		p.gives[d.Slot] = d
		if d.Supplies != nil {
			p.gives[d.SuppliesSlot] = d
		}
	}
	p.pool.New = func() any { return newState(p) }
	return p
}

func compile(set *ruleset.Set, tables []*ruleset.Table) []*table {
	compiled := make([]*table, len(tables))
	for i, t := range tables {
		compiled[i] = newTable(set, t)
	}
	return compiled
}

// Assess answers a request. The error, if any, is FieldErrors: samples whose
// unit cannot be converted, wrong or missing additional arguments.
func (e *Engine) Assess(r *Request) (*Result, error) {
	p := e.plan(r.Namespace)
	s := p.pool.Get().(*state)
	defer func() {
		s.request = nil // keeps nobody's data
		p.pool.Put(s)
	}()
	s.reset(r)
	s.person()
	s.arguments()
	s.samples()
	if len(s.faults) > 0 {
		return nil, s.faults
	}
	s.derive()
	result := &Result{Version: p.set.Version, Hash: p.set.Hash, Samples: make([]SampleResult, len(r.Samples)), Derived: s.derived}
	for i := range r.Samples {
		s.sample(i, &result.Samples[i])
	}
	result.Assumptions = s.assumptions()
	return result, nil
}
