package verify

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"maps"
	"slices"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A Memory keeps what was proved by all that it rests on, so that after a small
// change only what it touches is proved again. Reports are the same as without
// it. It must not be used by two at the same time; nil keeps nothing.
type Memory struct {
	now, before map[key]*outcome // of this version of the rules, and of the last
	roots       map[root]found
}

type key [sha256.Size]byte

// An outcome is what one proof came to.
type outcome struct {
	problems, unproved, notes problem.List
	tables                    int
	cells                     float64
}

// A root is what was asked for: where a derived value passes a bound.
type root struct {
	pair            key
	person          string
	low, high, pass float64
}

// found are the numbers on either side of it.
type found struct{ low, high float64 }

// mostRoots bounds what a memory holds.
const mostRoots = 100_000

// begin makes what is not asked for again be forgotten after two rounds.
func (m *Memory) begin() {
	if m == nil {
		return
	}
	m.before, m.now = m.now, map[key]*outcome{}
	if m.roots == nil || len(m.roots) > mostRoots {
		m.roots = map[root]found{}
	}
}

// recall does a proof unless it was done.
func (m *Memory) recall(of func() key, prove func() *outcome) *outcome {
	if m == nil {
		return prove()
	}
	k := of()
	o := m.now[k]
	if o == nil {
		o = m.before[k]
	}
	if o == nil {
		o = prove()
	}
	m.now[k] = o
	return o
}

// A teller writes down all that a proof rests on.
type teller struct {
	set   *ruleset.Set
	hash  hash.Hash
	slots map[int]bool
}

// tell begins the key of one kind of proof.
func tell(set *ruleset.Set, kind string, more ...any) *teller {
	t := &teller{set: set, hash: sha256.New(), slots: map[int]bool{}}
	t.say(kind, set.Ground)
	t.say(more...)
	return t
}

func (t *teller) say(parts ...any) {
	for _, p := range parts {
		fmt.Fprintf(t.hash, "%v\x00", p)
	}
}

func (t *teller) indicator(i *dictionary.Indicator) {
	t.say(i.Name, i.Title, i.English, i.Kind, i.Unit, i.Decimals, i.Plausible, i.PlausibleOnce(), i.Usual, i.MolarMass.Value)
	for _, u := range i.Units {
		t.say(u.Unit, u.Factor, u.Offset)
		for _, s := range u.Steps {
			t.say(s)
		}
	}
}

func (t *teller) expression(e *expression.Expression) {
	t.say(e.Text.Value)
	for _, slot := range e.Slots() {
		t.slots[slot] = true
	}
}

// condition may be nil.
func (t *teller) condition(c *expression.Condition) {
	if c == nil {
		t.say("-")
		return
	}
	t.expression(&c.Expression)
}

// table tells all of a table that decides what it answers, and where its rows
// stand.
func (t *teller) table(table *ruleset.Table) {
	t.say("table", table.At, table.Printed, len(table.Rows))
	t.indicator(table.Indicator)
	t.condition(table.For)
	for _, r := range table.Rows {
		t.say(r.At, r.Number, r.Level.ID, r.Color, r.Alert, r.Act.Told(), r.Deliberate.Covers(ruleset.OwnAct))
		t.condition(r.When)
	}
}

// key adds what stands behind the inputs that were told of, and ends.
func (t *teller) key() key {
	var slots []int
	for slot := range t.slots {
		slots = append(slots, slot)
	}
	for _, d := range t.set.Behind(slots) {
		t.say("derived", d.ID, d.Title, d.Type, d.Unit)
		if d.Supplies != nil {
			t.say(d.Supplies.Name)
		}
		for _, a := range d.Assume {
			t.say(t.set.Scope.Slot(a.Slot).Name)
		}
		for _, s := range d.Let {
			t.say(t.set.Scope.Slot(s.Slot).Name)
		}
		t.say(d.When != nil, d.Show != nil, len(d.Assume), len(d.Let))
		for _, c := range d.Cases {
			t.say(c.When != nil)
		}
		t.condition(d.Show)
		for _, e := range d.Expressions() {
			t.expression(e)
		}
	}
	slots = slots[:0]
	for slot := range t.slots {
		slots = append(slots, slot)
	}
	slices.Sort(slots)
	for _, slot := range slots {
		v := t.set.Scope.Slot(slot)
		t.say(v.Name, v.Title, v.Type, len(v.Allowed))
		t.say(v.Allowed)
		if i, ok := t.set.Dictionary.Lookup(v.Name); ok {
			t.indicator(i)
		}
	}
	return key(t.hash.Sum(nil))
}

func ofTable(set *ruleset.Set, table *ruleset.Table) key {
	t := tell(set, "table")
	t.table(table)
	return t.key()
}

func ofGuards(set *ruleset.Set, tables []*ruleset.Table) key {
	t := tell(set, "guards")
	t.guards(tables)
	return t.key()
}

func (t *teller) guards(tables []*ruleset.Table) {
	t.say(len(tables))
	for _, one := range tables {
		t.say(one.At)
		t.indicator(one.Indicator)
		t.condition(one.For)
	}
}

func ofOverlay(set *ruleset.Set, o *ruleset.Overlay) key {
	t := tell(set, "overlay", o.Namespace, o.FewerPersons)
	for _, name := range slices.Sorted(maps.Keys(o.Tables)) {
		t.guards(o.Tables[name])
		t.guards(set.Tables[name])
	}
	return t.key()
}

func ofRisk(set *ruleset.Set, r *ruleset.Risk) key {
	t := tell(set, "risk", r.ID, r.Name)
	for _, rule := range r.Rules {
		t.say(rule.ID, rule.At, len(rule.Rows), len(rule.AtLeast))
		t.condition(rule.When)
		for _, row := range slices.Concat(rule.Rows, rule.AtLeast) {
			t.say(row.Flag, row.At)
			t.condition(row.When)
		}
	}
	return t.key()
}

func (t *teller) family(f *ruleset.Family) {
	t.say(f.At, f.NeverMilder != nil)
	if f.NeverMilder != nil {
		t.say(f.NeverMilder.Name, f.NeverMilder.Title)
	}
	for _, x := range f.Except {
		t.say("except", x.Indicator)
		t.condition(x.When)
	}
}

func (t *teller) tables(i *dictionary.Indicator) {
	t.indicator(i)
	for _, table := range t.set.Tables[i.Name] {
		t.table(table)
	}
}

func ofComparison(set *ruleset.Set, f *ruleset.Family, i *dictionary.Indicator) key {
	t := tell(set, "comparison")
	t.family(f)
	t.tables(i)
	return t.key()
}

// ofSaying names what gives the proof of what rows tell somebody: their texts, too.
func ofSaying(set *ruleset.Set, f *ruleset.Family, i *dictionary.Indicator) key {
	t := tell(set, "saying", f.Says, f.Of, set.Late)
	t.condition(f.For)
	t.family(f)
	t.tables(i)
	for _, table := range set.Tables[i.Name] {
		for _, r := range table.Rows {
			t.say(r.Tip, r.LateTip)
		}
	}
	return t.key()
}

func ofPair(set *ruleset.Set, f *ruleset.Family, a, b *dictionary.Indicator, derived string) key {
	t := tell(set, "pair", derived)
	t.family(f)
	t.tables(a)
	t.tables(b)
	t.slots[set.Names.Indicators[b.Name]] = true // which may be derived
	return t.key()
}

// ofDerived names what gives one indicator's value from another's.
func ofDerived(set *ruleset.Set, a, b *dictionary.Indicator, derived string) key {
	t := tell(set, "derived", derived)
	t.indicator(a)
	t.slots[set.Names.Indicators[b.Name]] = true
	return t.key()
}
