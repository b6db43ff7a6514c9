// Package impact answers a population by two versions of the rules and counts
// who gets another level, colour or risk: what a change means for people
// before it goes live.
package impact

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strconv"

	"golang.org/x/sync/errgroup"

	"tijian/engine/assess"
	"tijian/engine/change"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// Ages are those of a group, From up to Below, which is 0 for no end.
type Ages struct {
	From  int `json:"age_from"`
	Below int `json:"age_below,omitempty"`
}

// AgeGroups are the groups of reports.
var AgeGroups = []Ages{{0, 18}, {18, 30}, {30, 40}, {40, 50}, {50, 60}, {60, 70}, {70, 0}}

// Sexes in the order of reports.
var Sexes = []assess.Sex{assess.Male, assess.Female}

// A Count is of values, or of persons.
type Count struct {
	All     int `json:"all"`
	Changed int `json:"changed"` // another level, colour or flag
	Worse   int `json:"worse"`   // of the changed ones
	Milder  int `json:"milder"`
}

func (c *Count) add(d direction) {
	c.All++
	switch d {
	case same:
		return
	case worse:
		c.Worse++
	case milder:
		c.Milder++
	}
	c.Changed++
}

// Share of the changed ones, 0 to 1.
func (c Count) Share() float64 {
	if c.All == 0 {
		return 0
	}
	return float64(c.Changed) / float64(c.All)
}

// A direction in which an answer moved. Answers that are new or no more, or as
// grave as before, are other.
type direction int

const (
	same direction = iota
	worse
	milder
	other
)

// A Move counts the values that went from one answer to another.
type Move struct {
	From, To change.Grade
	N        int
	First    int    // the number of the first request in which it is, from 1
	Example  string // where that request stands, for machines
}

// A Held answer is that of N values.
type Held struct {
	change.Grade
	N int
}

// A Subject is an indicator or a risk.
type Subject struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Count
	Ideals int      `json:"ideals"` // values whose ideal range differs
	Moves  []Move   `json:"moves"`  // most frequent first
	Before []Held   `json:"-"`      // what the one version answers, sorted by level and colour
	After  []Held   `json:"-"`      // and the other
	Groups []*Group `json:"groups"` // by sex, then age; those that occur
}

// A Group is the people of one sex and age group.
type Group struct {
	Sex assess.Sex `json:"sex"`
	Ages
	Count
}

// Unseen is what the requests say nothing about: namespaces with an overlay but
// without a person, and indicators with tables but without a value.
type Unseen struct {
	Namespaces []string `json:"namespaces"`
	Indicators []string `json:"indicators"`
	titles     []string // of the indicators
}

// Failures are the first few reasons why requests are refused.
type Failures []error

// In says them in a language.
func (f Failures) In(lang string) []string {
	texts := make([]string, len(f))
	for i, err := range f {
		texts[i] = message.Localise(err, lang)
	}
	return texts
}

// A Report is what a change of rules means for a population.
type Report struct {
	From       change.Version           `json:"from"`
	To         change.Version           `json:"to"`
	Persons    Count                    `json:"persons"` // changed: any level, colour or flag; worse and milder: anything that became so
	Values     int                      `json:"values"`
	Failed     int                      `json:"failed"` // requests that one of the versions refuses
	Failures   Failures                 `json:"failures"`
	Groups     []*Group                 `json:"groups"`
	Indicators []*Subject               `json:"indicators"` // with any change, most changed first
	Risks      []*Subject               `json:"risks"`
	Added      []*Subject               `json:"risks_added"`          // risks that only To has; they count for no person's change
	Removed    []*Subject               `json:"risks_removed"`        // and that only From has
	Unchanged  int                      `json:"indicators_unchanged"` // indicators measured without any change
	Cohorts    []*Cohort                `json:"namespaces"`           // persons by whose rules answered them
	Unseen     Unseen                   `json:"not_replayed"`
	Made       *Constructed             `json:"constructed,omitempty"` // persons made for the change; nil where none were asked for
	Place      func(request int) string `json:"-"`                     // says where a request stands; nil where none stands anywhere
	colors     map[int]ruleset.Color
	flags      map[string]string // names by flag
}

// keptFailures is how many reasons of failure a report keeps.
const keptFailures = 5

// Run answers every request by both versions.
func Run(from, to *ruleset.Set, requests iter.Seq[*assess.Request]) *Report {
	c := &counter{
		from: from, to: to, before: assess.New(from), after: assess.New(to), overlaid: change.Names(from.Overlays, to.Overlays),
		indicators: map[string]*tally{}, risks: map[string]*tally{}, people: newTally("", ""),
		report: &Report{Groups: []*Group{}, Indicators: []*Subject{}, Risks: []*Subject{}, Added: []*Subject{}, Removed: []*Subject{}, Cohorts: []*Cohort{}, Unseen: Unseen{Namespaces: []string{}, Indicators: []string{}}, From: change.VersionOf(from), To: change.VersionOf(to), colors: map[int]ruleset.Color{}, flags: map[string]string{}},
	}
	for _, set := range []*ruleset.Set{from, to} {
		for _, color := range set.Colors {
			c.report.colors[color.Code] = color
		}
		for _, f := range set.Flags {
			c.report.flags[strconv.Itoa(f.Flag)] = f.Name
		}
	}
	c.all(requests)
	return c.finish()
}

// together is how many requests are answered before they are counted.
const together = 512

// all answers requests on every processor and counts them in their order.
func (c *counter) all(requests iter.Seq[*assess.Request]) {
	batch := make([]answered, 0, together)
	count := func() {
		var work errgroup.Group
		work.SetLimit(runtime.GOMAXPROCS(0))
		for i := range batch {
			work.Go(func() error {
				c.answer(&batch[i])
				return nil
			})
		}
		_ = work.Wait() // requests have errors of their own
		for i := range batch {
			c.count(&batch[i])
		}
		batch = batch[:0]
	}
	for r := range requests {
		one := answered{request: *r}
		one.request.NoTrace, one.request.NoDerived = true, true
		if batch = append(batch, one); len(batch) == together {
			count()
		}
	}
	count()
}

// answered is a request with what both versions answer.
type answered struct {
	request       assess.Request
	before, after *assess.Result
	err           error
}

func (c *counter) answer(a *answered) {
	if a.before, a.err = c.before.Assess(&a.request); a.err == nil {
		a.after, a.err = c.after.Assess(&a.request)
	}
}

type counter struct {
	from, to          *ruleset.Set
	before, after     *assess.Engine
	overlaid          []string // namespaces
	indicators, risks map[string]*tally
	people            *tally
	report            *Report
	requests          int // so far
}

// A tally is a subject being counted.
type tally struct {
	Subject
	moves         map[[2]change.Grade]Move
	groups        map[Group]*Group // by sex and ages
	before, after map[change.Grade]int
}

func newTally(name, title string) *tally {
	return &tally{Subject: Subject{Name: name, Title: title}, moves: map[[2]change.Grade]Move{}, groups: map[Group]*Group{}, before: map[change.Grade]int{}, after: map[change.Grade]int{}}
}

func find(m map[string]*tally, name, title string) *tally {
	if m[name] == nil {
		m[name] = newTally(name, title)
	}
	return m[name]
}

func (t *tally) add(request int, g Group, from, to change.Grade, d direction) {
	t.Count.add(d)
	t.before[from]++
	t.after[to]++
	if t.groups[g] == nil {
		t.groups[g] = &Group{Sex: g.Sex, Ages: g.Ages}
	}
	t.groups[g].add(d)
	if d != same {
		key := [2]change.Grade{from, to}
		m, known := t.moves[key]
		if !known {
			m = Move{From: from, To: to, First: request}
		}
		m.N++
		t.moves[key] = m
	}
}

// held sorts answers: none at all, then levels and flags as they are written.
func held(counts map[change.Grade]int) []Held {
	var list []Held
	for a, n := range counts {
		list = append(list, Held{a, n})
	}
	slices.SortFunc(list, func(a, b Held) int { return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.Color, b.Color)) })
	return list
}

func (t *tally) done() *Subject {
	t.Before, t.After = held(t.before), held(t.after)
	t.Moves, t.Groups = slices.AppendSeq([]Move{}, maps.Values(t.moves)), slices.AppendSeq([]*Group{}, maps.Values(t.groups))
	slices.SortFunc(t.Moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.From.Level+" "+a.To.Level, b.From.Level+" "+b.To.Level), cmp.Compare(a.From.Color, b.From.Color), cmp.Compare(a.To.Color, b.To.Color))
	})
	slices.SortFunc(t.Groups, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(slices.Index(Sexes, a.Sex), slices.Index(Sexes, b.Sex)), cmp.Compare(a.From, b.From))
	})
	return &t.Subject
}

// groupOf is a person's group, of which nobody is counted yet.
func groupOf(r *assess.Request) Group {
	age := r.Age()
	i := len(AgeGroups) - 1
	for i > 0 && age < AgeGroups[i].From {
		i--
	}
	return Group{Sex: Sexes[max(0, slices.Index(Sexes, r.Sex))], Ages: AgeGroups[i]}
}

func (c *counter) count(one *answered) {
	c.requests++
	request, x, y := &one.request, one.before, one.after
	if one.err != nil {
		c.report.Failed++
		if len(c.report.Failures) < keptFailures {
			c.report.Failures = append(c.report.Failures, one.err)
		}
		return
	}
	group := groupOf(request)
	var any [other + 1]bool
	for i, s := range request.Samples {
		a, b := x.Samples[i], y.Samples[i]
		title := s.Name
		if indicator, ok := c.to.Dictionary.Lookup(s.Name); ok {
			title = indicator.Title
		}
		t := find(c.indicators, s.Name, title)
		from, to := gradeOf(a), gradeOf(b)
		d := c.levels(from, to)
		t.add(c.requests, group, from, to, d)
		if a.Ideal != b.Ideal {
			t.Ideals++
		}
		any[d] = true
		c.report.Values++
	}
	for _, k := range risksOf(x, y) {
		t := find(c.risks, k.id, k.name)
		from, to := flag(k.from), flag(k.to)
		d := flags(k.from, k.to)
		t.add(c.requests, group, from, to, d)
		if hasRisk(c.from, k.id) && hasRisk(c.to, k.id) {
			any[d] = true
		}
	}
	c.person(group, request.Namespace, any)
}

func hasRisk(s *ruleset.Set, id string) bool {
	return slices.ContainsFunc(s.Risks, func(r *ruleset.Risk) bool { return r.ID == id })
}

// person counts a person once, as worse as well as milder if both occur.
func (c *counter) person(group Group, namespace string, any [other + 1]bool) {
	d := same
	for _, k := range []direction{other, milder, worse} {
		if any[k] {
			d = k
		}
	}
	c.people.add(c.requests, group, change.Grade{}, change.Grade{}, d)
	c.inSpace(namespace, d)
	if any[worse] && any[milder] {
		c.people.Milder++
		c.people.groups[group].Milder++
	}
}

// levels compares severities, then colours.
func (c *counter) levels(from, to change.Grade) direction {
	if from == to {
		return same
	}
	a, b := c.from.Level(from.Level), c.to.Level(to.Level)
	if a == nil || b == nil || from.Level[0] == 'U' || to.Level[0] == 'U' {
		return other
	}
	return byOrder(cmp.Or(cmp.Compare(a.Severity, b.Severity), cmp.Compare(from.Color, to.Color)))
}

func byOrder(order int) direction {
	switch {
	case order < 0:
		return worse
	case order > 0:
		return milder
	}
	return other
}

// noFlag stands for a risk that is not shown.
const noFlag = -1

func flags(from, to int) direction {
	switch {
	case from == to:
		return same
	case from == noFlag || to == noFlag:
		return other
	}
	return byOrder(cmp.Compare(from, to))
}

func flag(f int) change.Grade {
	if f == noFlag {
		return change.Grade{Color: -1}
	}
	return change.Grade{Level: strconv.Itoa(f), Color: -1}
}

type riskPair struct {
	id, name string
	from, to int
}

// risksOf pairs the risks that either answer shows, sorted by id.
func risksOf(x, y *assess.Result) []riskPair {
	var pairs []riskPair
	put := func(k assess.Risk, side int) {
		i := slices.IndexFunc(pairs, func(p riskPair) bool { return p.id == k.ID })
		if i < 0 {
			i = len(pairs)
			pairs = append(pairs, riskPair{id: k.ID, from: noFlag, to: noFlag})
		}
		pairs[i].name = k.Name
		if side == 0 {
			pairs[i].from = k.Flag
		} else {
			pairs[i].to = k.Flag
		}
	}
	for side, result := range []*assess.Result{x, y} {
		for _, s := range result.Samples {
			for _, k := range s.Risks {
				put(k, side)
			}
		}
	}
	slices.SortFunc(pairs, func(a, b riskPair) int { return cmp.Compare(a.id, b.id) })
	return pairs
}

func (c *counter) finish() *Report {
	r := c.report
	people := c.people.done()
	r.Persons, r.Groups = people.Count, people.Groups
	slices.SortFunc(r.Cohorts, func(a, b *Cohort) int { return cmp.Compare(a.Name, b.Name) })
	c.unseen()
	for _, t := range c.indicators {
		if t.Changed+t.Ideals == 0 {
			r.Unchanged++
			continue
		}
		r.Indicators = append(r.Indicators, t.done())
	}
	for _, t := range c.risks {
		switch {
		case !hasRisk(c.from, t.Name):
			r.Added = append(r.Added, t.done())
		case !hasRisk(c.to, t.Name):
			r.Removed = append(r.Removed, t.done())
		case t.Changed > 0:
			r.Risks = append(r.Risks, t.done())
		}
	}
	for _, list := range [][]*Subject{r.Indicators, r.Risks, r.Added, r.Removed} {
		slices.SortFunc(list, func(a, b *Subject) int {
			return cmp.Or(cmp.Compare(b.Changed, a.Changed), cmp.Compare(b.Ideals, a.Ideals), cmp.Compare(a.Name, b.Name))
		})
	}
	return r
}

// In writes an age group for readers.
func (a Ages) In(lang string) string {
	switch {
	case a.Below == 0:
		return fmt.Sprintf(message.Pick(lang, "%d 岁及以上", "%d or over"), a.From)
	case a.From == 0:
		return fmt.Sprintf(message.Pick(lang, "%d 岁以下", "under %d"), a.Below)
	}
	return fmt.Sprintf(message.Pick(lang, "%d–%d 岁", "%d–%d"), a.From, a.Below-1)
}

func sexName(s assess.Sex, lang string) string {
	if s == assess.Female {
		return message.Pick(lang, "女", "women")
	}
	return message.Pick(lang, "男", "men")
}

func gradeOf(s assess.SampleResult) change.Grade { return change.Grade{Level: s.Level, Color: s.Color} }
