// Package impact answers a population by two versions of the rules and counts
// who gets another level, colour or risk: what a change means for people
// before it goes live.
package impact

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// AgeGroups are the groups of reports, each from this age up to the next.
var AgeGroups = []int{0, 18, 30, 40, 50, 60, 70}

// Sexes in the order of reports.
var Sexes = []assess.Sex{assess.Male, assess.Female}

// A Count is of values, or of persons.
type Count struct {
	All     int
	Changed int // another level, colour or flag
	Worse   int // of the changed ones
	Milder  int
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

// An Answer is a level with its colour, or a risk's flag.
type Answer struct {
	Level string // "" for no answer; a flag is written as a digit
	Color int    // -1 for flags
}

// A Move counts the values that went from one answer to another.
type Move struct {
	From, To Answer
	N        int
	First    int // the number of the first request in which it is, from 1
}

// A Held answer is that of N values.
type Held struct {
	Answer
	N int
}

// A Subject is an indicator or a risk.
type Subject struct {
	Name, Title string
	Count
	Ideals int      // values whose ideal range differs
	Moves  []Move   // most frequent first
	Before []Held   // what the one version answers, sorted by level and colour
	After  []Held   // and the other
	Groups []*Group // by sex, then age; those that occur
}

// A Group is the people of one sex and age group.
type Group struct {
	Sex assess.Sex
	Age int // index in AgeGroups
	Count
}

// A Version names one side.
type Version struct{ Version, Hash, Title string }

// A Report is what a change of rules means for a population.
type Report struct {
	From, To   Version
	Persons    Count // changed: any level, colour or flag; worse and milder: anything that became so
	Values     int
	Failed     int     // requests that one of the versions refuses
	Failures   []error // the first few reasons
	Groups     []*Group
	Indicators []*Subject // with any change, most changed first
	Risks      []*Subject
	Added      []*Subject               // risks that only To has; they count for no person's change
	Removed    []*Subject               // and that only From has
	Unchanged  int                      // indicators measured without any change
	Place      func(request int) string // says where a request stands; nil where none stands anywhere
	Cohorts    []*Cohort                // persons by whose rules answered them
	// What the requests say nothing about: namespaces with an overlay but without
	// a person, and indicators with tables but without a value.
	UnseenSpaces []string
	Unseen       []*Subject
	colors       map[int]ruleset.Color
	flags        map[string]string // names by flag
}

// keptFailures is how many reasons of failure a report keeps.
const keptFailures = 5

// Run answers every request by both versions.
func Run(from, to *ruleset.Set, requests iter.Seq[*assess.Request]) *Report {
	c := &counter{
		from: from, to: to, before: assess.New(from), after: assess.New(to), overlaid: overlaid(from, to),
		indicators: map[string]*tally{}, risks: map[string]*tally{}, people: newTally("", ""),
		report: &Report{From: versionOf(from), To: versionOf(to), colors: map[int]ruleset.Color{}, flags: map[string]string{}},
	}
	for _, set := range []*ruleset.Set{from, to} {
		for _, color := range set.Colors {
			c.report.colors[color.Code] = color
		}
		for _, f := range set.Flags {
			c.report.flags[strconv.Itoa(f.Flag)] = f.Name
		}
	}
	for r := range requests {
		c.request(r)
	}
	return c.finish()
}

func versionOf(s *ruleset.Set) Version { return Version{s.Version, s.Hash, s.Title} }

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
	moves         map[[2]Answer]Move
	groups        map[[2]int]*Group
	before, after map[Answer]int
}

func newTally(name, title string) *tally {
	return &tally{Subject: Subject{Name: name, Title: title}, moves: map[[2]Answer]Move{}, groups: map[[2]int]*Group{}, before: map[Answer]int{}, after: map[Answer]int{}}
}

func find(m map[string]*tally, name, title string) *tally {
	if m[name] == nil {
		m[name] = newTally(name, title)
	}
	return m[name]
}

func (t *tally) add(request int, g [2]int, from, to Answer, d direction) {
	t.Count.add(d)
	t.before[from]++
	t.after[to]++
	if t.groups[g] == nil {
		t.groups[g] = &Group{Sex: Sexes[g[0]], Age: g[1]}
	}
	t.groups[g].add(d)
	if d != same {
		key := [2]Answer{from, to}
		m, known := t.moves[key]
		if !known {
			m = Move{From: from, To: to, First: request}
		}
		m.N++
		t.moves[key] = m
	}
}

// held sorts answers: none at all, then levels and flags as they are written.
func held(counts map[Answer]int) []Held {
	var list []Held
	for a, n := range counts {
		list = append(list, Held{a, n})
	}
	slices.SortFunc(list, func(a, b Held) int { return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.Color, b.Color)) })
	return list
}

func (t *tally) done() *Subject {
	t.Before, t.After = held(t.before), held(t.after)
	t.Moves = slices.Collect(maps.Values(t.moves))
	slices.SortFunc(t.Moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.From.Level+" "+a.To.Level, b.From.Level+" "+b.To.Level), cmp.Compare(a.From.Color, b.From.Color), cmp.Compare(a.To.Color, b.To.Color))
	})
	for _, g := range t.groups {
		t.Groups = append(t.Groups, g)
	}
	slices.SortFunc(t.Groups, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(slices.Index(Sexes, a.Sex), slices.Index(Sexes, b.Sex)), cmp.Compare(a.Age, b.Age))
	})
	return &t.Subject
}

func groupOf(r *assess.Request) [2]int {
	age := r.Age()
	i := len(AgeGroups) - 1
	for i > 0 && age < AgeGroups[i] {
		i--
	}
	return [2]int{max(0, slices.Index(Sexes, r.Sex)), i}
}

func (c *counter) request(r *assess.Request) {
	c.requests++
	request := *r
	request.NoTrace = true
	x, err := c.before.Assess(&request)
	var y *assess.Result
	if err == nil {
		y, err = c.after.Assess(&request)
	}
	if err != nil {
		c.report.Failed++
		if len(c.report.Failures) < keptFailures {
			c.report.Failures = append(c.report.Failures, err)
		}
		return
	}
	group := groupOf(&request)
	var any [other + 1]bool
	for i, s := range request.Samples {
		a, b := x.Samples[i], y.Samples[i]
		title := s.Name
		if indicator, ok := c.to.Dictionary.Lookup(s.Name); ok {
			title = indicator.Title
		}
		t := find(c.indicators, s.Name, title)
		from, to := Answer{a.Level, a.Color}, Answer{b.Level, b.Color}
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
func (c *counter) person(group [2]int, namespace string, any [other + 1]bool) {
	d := same
	for _, k := range []direction{other, milder, worse} {
		if any[k] {
			d = k
		}
	}
	c.people.add(c.requests, group, Answer{}, Answer{}, d)
	c.inSpace(namespace, d)
	if any[worse] && any[milder] {
		c.people.Milder++
		c.people.groups[group].Milder++
	}
}

// levels compares severities, then colours.
func (c *counter) levels(from, to Answer) direction {
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

func flag(f int) Answer {
	if f == noFlag {
		return Answer{"", -1}
	}
	return Answer{strconv.Itoa(f), -1}
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

// ages writes an age group.
func ages(i int, lang string) string {
	switch {
	case i == len(AgeGroups)-1:
		return fmt.Sprintf(message.Pick(lang, "%d 岁及以上", "%d or over"), AgeGroups[i])
	case i == 0:
		return fmt.Sprintf(message.Pick(lang, "%d 岁以下", "under %d"), AgeGroups[1])
	}
	return fmt.Sprintf(message.Pick(lang, "%d–%d 岁", "%d–%d"), AgeGroups[i], AgeGroups[i+1]-1)
}

func sexName(s assess.Sex, lang string) string {
	if s == assess.Female {
		return message.Pick(lang, "女", "women")
	}
	return message.Pick(lang, "男", "men")
}
