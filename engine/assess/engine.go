package assess

import (
	"sync"

	"tijian/engine/derive"
	"tijian/engine/dictionary"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// An Engine answers requests by one rule set. It is safe for concurrent use;
// requests share nothing but pools.
type Engine struct {
	base     *plan
	overlays map[string]*plan
}

// A plan is a rule set compiled for answering, for one namespace.
type plan struct {
	set        *ruleset.Set
	indicators map[string]*indicator
	guards     []decision          // of tables, each once
	choices    [][]int             // the guards of an indicator's tables; many indicators have the same
	required   []*lattice.Decision // of arguments; nil for none
	derived    []*derive.Value
	wants      [][]int // what conditions need of them, each list once
	shown      []*lattice.Decision
	gives      map[int]int // index in derived by slot
	risks      []risk
	patterned  []int    // of risks, those with a pattern
	sending    []string // words that send to a doctor, at once or not
	contexts   []context
	dangers    []otherAge
	lists      [][]int // of risks, as tables name them, each once
	texts      texts
	unassessed []unassessed
	remarks    []remark
	pool       sync.Pool
	compared   func() map[int]comparisons // by slot
}

// An indicator with its tables. What every sample needs stands here itself:
// following pointers costs more than all the rest.
type indicator struct {
	unit      string
	slot      int
	tables    []*table
	choice    int                 // in plan.choices
	facets    []ruleset.FacetSlot // that rules name
	unitSent  bool                // rules ask whether a unit was sent, or which kind
	unitless  bool                // rows see to numbers without a unit themselves
	patterned bool                // a member of some pattern
	circular  bool                // its own value bears on which of its tables is chosen, or on what a table sees beside it
	*dictionary.Indicator
}

// New prepares a rule set for answering: expr is asked in every cell of every
// table and condition, so that requests are answered by looking up.
func New(set *ruleset.Set) *Engine {
	e := &Engine{overlays: map[string]*plan{}}
	e.base = e.plan(set, nil)
	for namespace, o := range set.Overlays {
		e.overlays[namespace] = e.plan(set, o)
	}
	return e
}

// Version that answers a namespace's requests, and its hash.
func (e *Engine) Version(namespace string) (version, hash string) {
	set := e.of(namespace).set
	return set.Version, set.Hash
}

func (e *Engine) of(namespace string) *plan {
	if p, ok := e.overlays[namespace]; ok {
		return p
	}
	return e.base
}

func (e *Engine) plan(set *ruleset.Set, overlay *ruleset.Overlay) *plan {
	b := newBuilder(set)
	b.derived()
	b.arguments()
	b.risks()
	for _, i := range set.Dictionary.All() {
		tables := set.Tables[i.Name]
		if overlay != nil && overlay.Tables[i.Name] != nil {
			tables = overlay.Tables[i.Name]
		}
		b.indicator(i, tables)
	}
	p := b.plan
	p.compared = sync.OnceValue(func() map[int]comparisons { return comparisonsOf(set) })
	p.pool.New = func() any { return newState(p) }
	return p
}

// Assess answers a request. The error, if any, is FieldErrors: samples whose
// unit cannot be converted, wrong or missing additional arguments. Results
// share texts and sources with the engine and each other: read, don't change.
func (e *Engine) Assess(r *Request) (*Result, error) {
	result := &Result{}
	if err := e.AssessInto(r, result); err != nil {
		return nil, err
	}
	return result, nil
}

// AssessInto is Assess for those who ask often: it overwrites an earlier result
// and uses its memory again. With an error the result holds nothing of use.
func (e *Engine) AssessInto(r *Request, result *Result) error {
	p := e.of(r.Namespace)
	s := p.pool.Get().(*state)
	defer func() {
		s.request, s.result = nil, nil // keeps nobody's data
		p.pool.Put(s)
	}()
	s.reset(r, result)
	s.person()
	s.arguments()
	s.samples()
	if len(s.faults) > 0 {
		return s.faults
	}
	s.cohere()
	s.derive()
	result.Version, result.Hash = p.set.Version, p.set.Hash
	for i := range r.Samples {
		s.sample(i, &result.Samples[i])
	}
	if !r.NoDerived {
		s.derived()
	}
	s.assumptions()
	if !r.NoTrace {
		result.Summary = s.summary()
		if len(p.set.Coherence) > 0 {
			result.Doubts = append([]Doubt{}, s.doubts...)
		}
		if r.Seen {
			result.Seen = s.seen()
		}
	}
	return nil
}
