// Package mutate measures how good regression suites are. It makes small wrong
// changes to the compiled rules, as a slip of the hand would (a bound moved by
// one printed step, < for <=, levels swapped, a row lost, a guard changed, a
// factor of ten), throws away those that change no answer, decided cell by cell, and asks the
// suites to find the rest. Each one that no suite finds comes with the case
// that would. (Mutation testing: DeMillo, Lipton, Sayward, Computer 1978.)
package mutate

import (
	"cmp"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

// Kind says what was changed.
type Kind string

// The kinds of mutants.
const (
	Bound    Kind = "bound"    // a bound moved by one step in every row of its table that has it
	Side     Kind = "side"     // the bound itself given to the other side, in every row
	Constant Kind = "constant" // a number moved by one step in one condition only
	Operator Kind = "operator" // < and <=, > and >=, == and != in one condition only
	Word     Kind = "word"     // a text such as a sex, or a yes or no, turned round
	Negated  Kind = "negated"  // a whole guard
	Level    Kind = "level"    // levels, or flags, of neighbouring rows swapped
	Dropped  Kind = "dropped"  // a row
	Factor   Kind = "factor"   // of a unit, ten times as large or as small
	Step     Kind = "step"     // of a unit of steps, begun elsewhere or left out
)

// Kinds in the order of reports.
var Kinds = []Kind{Bound, Side, Constant, Operator, Word, Negated, Level, Dropped, Factor, Step}

// Fate says what became of a mutant.
type Fate string

// The fates.
const (
	Equivalent Fate = "equivalent" // no level, colour or ideal range differs anywhere
	TextOnly   Fate = "text"       // only tips or hints differ, which suites don't look at
	Killed     Fate = "killed"     // a suite finds it
	Survived   Fate = "survived"   // none does
)

// A Mutant is one wrong change.
type Mutant struct {
	Kind     Kind
	Subject  string // indicator, risk and rule, or danger
	Title    string
	At       problem.Place
	From, To string // what stood there and what does now
	Fate     Fate
	Killer   string // of a killed one: suite and case
	// Refused is the code of the fault that rules check finds in it, "" when it
	// finds none: such a change could not go live even without suites. It is asked
	// for survivors only.
	Refused string
	Case    *Case // that would kill a survivor
	// Unproved reports whether it may change no answer after all: cells do not tell
	// everything about it, or no person was found for whom it matters.
	Unproved bool
}

// A Tally counts mutants.
type Tally struct {
	Mutants    int `json:"mutants"`
	Equivalent int `json:"equivalent"`
	TextOnly   int `json:"text_only"`
	Killed     int `json:"killed"`
	Survived   int `json:"survived"`
	Refused    int `json:"refused_by_check"` // by rules check, among survived
	Escaped    int `json:"escaped"`          // survived and not refused: could go live unnoticed
	Unproved   int `json:"unproved"`         // of the escaped ones: perhaps without effect
}

func (t *Tally) add(m *Mutant) {
	t.Mutants++
	switch m.Fate {
	case Equivalent:
		t.Equivalent++
	case TextOnly:
		t.TextOnly++
	case Killed:
		t.Killed++
	case Survived:
		t.Survived++
		if m.Refused == "" {
			t.Escaped++
			if m.Unproved {
				t.Unproved++
			}
		}
	}
	if m.Refused != "" {
		t.Refused++
	}
}

// Score is the share of mutants with another answer that suites find, 1 when
// there are none. Those that may have none count as not found.
func (t *Tally) Score() float64 { return share(t.Killed, t.Killed+t.Survived) }

// Safety is the share that suites or rules check find.
func (t *Tally) Safety() float64 {
	return share(t.Killed+t.Survived-t.Escaped, t.Killed+t.Survived)
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// A Report is the outcome of a run.
type Report struct {
	Version, Hash string
	Root          string // put before the names of rule files
	Words         string // put before the names of dictionary files
	Total         Tally
	ByKind        map[Kind]*Tally
	Survivors     []Mutant // by place; the unproved and then those that rules check refuses last
	Skipped       int      // cases left out because they fail with the rules as they are
}

// Options of a run.
type Options struct {
	Match *regexp.Regexp // only indicators and risks whose name matches; nil for all
	Quick bool           // the score alone: neither what rules check finds nor cases for risks
	// Told is told after each subject (an indicator's tables or units, a risk) how
	// many of how many are done; may be nil.
	Told func(done, all int)
}

// Run mutates every table and risk of the base rules, whom tables of another age
// are lent to, and the factors of the units in use. It compiles into the set's scope:
// nobody else may use the set meanwhile.
func Run(set *ruleset.Set, suites []regress.Suite, options Options) *Report {
	r := &runner{set: set, quick: options.Quick, trials: newTrials(set, suites), report: &Report{Version: set.Version, Hash: set.Hash, ByKind: map[Kind]*Tally{}}}
	for _, kind := range Kinds {
		r.report.ByKind[kind] = &Tally{}
	}
	// What is compiled is compiled here; then the subjects know nothing of each other.
	var work []func()
	left := 0
	subject := func(name string, prepare func() func()) {
		if options.Match == nil || options.Match.MatchString(name) {
			work = append(work, prepare())
		} else {
			left++
		}
	}
	for name, tables := range set.Tables {
		subject(name, func() func() {
			list := mutants(set, tables)
			return func() { r.tables(tables, list) }
		})
	}
	for _, risk := range set.Risks {
		subject(risk.ID, func() func() {
			list := riskMutants(set, risk)
			return func() { r.risk(risk, list) }
		})
	}
	if len(set.OtherAges) > 0 {
		subject(lentSubject, func() func() {
			list := lendings(set)
			return func() { r.lent(list) }
		})
	}
	for _, i := range set.Used() {
		subject(i.Name, func() func() { return func() { r.factors(i) } })
	}
	r.all(work, func(done int) {
		if options.Told != nil {
			options.Told(left+done, left+len(work))
		}
	})
	r.report.Skipped = r.trials.skipped()
	slices.SortFunc(r.report.Survivors, func(a, b Mutant) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), a.At.Compare(b.At), strings.Compare(string(a.Kind)+a.From+a.To, string(b.Kind)+b.From+b.To))
	})
	return r.report
}

// all does the work on every processor, and tells after each part.
func (r *runner) all(work []func(), told func(done int)) {
	var parts errgroup.Group
	parts.SetLimit(runtime.GOMAXPROCS(0))
	done := 0
	for _, part := range work {
		parts.Go(func() error {
			part()
			r.mutex.Lock()
			defer r.mutex.Unlock()
			done++
			told(done)
			return nil
		})
	}
	_ = parts.Wait() // none has errors
}

// rank puts first what deserves a case most.
func (m *Mutant) rank() int {
	switch {
	case m.Refused != "":
		return 2
	case m.Unproved:
		return 1
	}
	return 0
}

type runner struct {
	set    *ruleset.Set
	quick  bool
	trials *trials
	mutex  sync.Mutex // of what follows
	report *Report
}

func (r *runner) add(m *Mutant) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.report.Total.add(m)
	r.report.ByKind[m.Kind].add(m)
	if m.Fate == Survived {
		r.report.Survivors = append(r.report.Survivors, *m)
	}
}
