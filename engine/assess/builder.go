package assess

import (
	"fmt"
	"slices"

	"tijian/engine/derive"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/ruleset"
)

// A builder makes a plan of a rule set.
type builder struct {
	*plan
	in       *expression.Inputs
	guardsBy map[string]int // index in guards by text
	wantsBy  map[string]int // index in wants by what the list says
	behind   [][]int        // by derived value: itself and what it needs, in order
	givers   map[int][]int  // derived values by the slots that they can fill
}

func newBuilder(set *ruleset.Set) *builder {
	return &builder{
		plan: &plan{set: set, indicators: map[string]*indicator{}, gives: map[int]int{}, texts: newTexts(set)},
		in:   set.Scope.NewInputs(), guardsBy: map[string]int{}, wantsBy: map[string]int{}, givers: map[int][]int{},
	}
}

func (b *builder) condition(source *expression.Condition) *lattice.Decision {
	return lattice.Decide(b.set, b.in, source)
}

// A decision is a condition with the derived values that it needs.
type decision struct {
	*lattice.Decision
	want int // in plan.wants
}

func (b *builder) decision(source *expression.Condition) decision {
	return decision{b.condition(source), b.want(source)}
}

// want numbers the derived values that conditions need; many need the same.
func (b *builder) want(conditions ...*expression.Condition) int {
	list := []int{}
	for _, c := range conditions {
		if c == nil {
			continue
		}
		for _, slot := range c.Slots() {
			for _, i := range b.givers[slot] {
				list = append(list, b.behind[i]...)
			}
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	key := fmt.Sprint(list)
	i, ok := b.wantsBy[key]
	if !ok {
		i = len(b.wants)
		b.wantsBy[key] = i
		b.wants = append(b.wants, list)
	}
	return i
}

func (b *builder) arguments() {
	for _, a := range b.set.Arguments {
		b.required = append(b.required, b.condition(a.Required))
	}
	for _, u := range b.set.Unassessed {
		b.unassessed = append(b.unassessed, unassessed{b.decision(u.When), newTemplate(u.Text)})
	}
	b.plan.sending = slices.Concat(b.set.Wording.SeeDoctor, b.set.Wording.AtOnce)
	for _, d := range b.set.OtherAges {
		b.plan.dangers = append(b.plan.dangers, otherAge{d, b.decision(d.When)})
	}
	for _, c := range b.set.Contexts {
		built := context{Context: c, when: b.decision(c.When), words: make([]*decision, len(c.Words))}
		for i, w := range c.Words {
			if w.When != nil {
				built.words[i] = new(b.decision(w.When))
			}
		}
		b.plan.contexts = append(b.plan.contexts, built)
	}
	for _, r := range b.set.Remarks {
		b.remarks = append(b.remarks, remark{b.condition(r.When), r.Text})
	}
}

// guard numbers a table's guard; many tables have the same.
func (b *builder) guard(source *expression.Condition) int {
	if source == nil {
		return everybody
	}
	i, ok := b.guardsBy[source.Text.Value]
	if !ok {
		i = len(b.guards)
		b.guardsBy[source.Text.Value] = i
		b.guards = append(b.guards, b.decision(source))
	}
	return i
}

// list numbers a list of risks; many tables have the same.
func (b *builder) list(ids []string) int {
	list := make([]int, 0, len(ids))
	for _, id := range ids { // all known, unless the set is a part of another
		if i := slices.IndexFunc(b.plan.risks, func(r risk) bool { return r.blank.ID == id }); i >= 0 {
			list = append(list, i)
		}
	}
	if i := slices.IndexFunc(b.lists, func(l []int) bool { return slices.Equal(l, list) }); i >= 0 {
		return i
	}
	b.lists = append(b.lists, list)
	return len(b.lists) - 1
}

func (b *builder) indicator(d *dictionary.Indicator, tables []*ruleset.Table) {
	i := &indicator{Indicator: d, unit: d.Unit, slot: b.set.Names.Indicators[d.Name], facets: b.set.Names.FacetsOf[d.Name]}
	i.unitSent = slices.ContainsFunc(i.facets, func(f ruleset.FacetSlot) bool { return f.Facet.OfUnit() })
	for _, t := range tables {
		i.tables = append(i.tables, b.table(t))
		i.unitSent = i.unitSent || slices.ContainsFunc(i.tables[len(i.tables)-1].facets, func(f looked) bool { return f.Facet.OfUnit() })
	}
	i.unitless = b.set.Unitless(tables)
	i.choice = b.choice(i.tables)
	i.patterned = slices.ContainsFunc(b.set.Risks, func(r *ruleset.Risk) bool { return r.Pattern.Has(d) })
	i.circular = slices.ContainsFunc(i.tables, func(t *table) bool { return b.restsOn(i.slot, t.Conditions()) })
	b.indicators[d.Name] = i
}

// restsOn reports whether conditions look at a slot, or at derived values that do.
func (b *builder) restsOn(slot int, conditions []*expression.Condition) bool {
	return slices.ContainsFunc(conditions, func(c *expression.Condition) bool { return slices.Contains(c.Slots(), slot) }) ||
		slices.ContainsFunc(b.wants[b.want(conditions...)], func(i int) bool { return slices.Contains(b.set.Derived[i].Slots(), slot) })
}

// choice numbers what chooses between tables.
func (b *builder) choice(tables []*table) int {
	guards := make([]int, len(tables))
	for i, t := range tables {
		guards[i] = t.guard
	}
	if i := slices.IndexFunc(b.choices, func(c []int) bool { return slices.Equal(c, guards) }); i >= 0 {
		return i
	}
	b.choices = append(b.choices, guards)
	return len(b.choices) - 1
}

func (b *builder) derived() {
	b.plan.derived = derive.New(b.set)
	for i, d := range b.set.Derived { // each follows those it needs
		behind := []int{i}
		for _, slot := range d.Slots() {
			for _, k := range b.givers[slot] {
				behind = append(behind, b.behind[k]...)
			}
		}
		slices.Sort(behind)
		b.behind = append(b.behind, slices.Compact(behind))
		b.givers[d.Slot] = append(b.givers[d.Slot], i)
		if d.Supplies != nil && d.SuppliesSlot != d.Slot {
			b.givers[d.SuppliesSlot] = append(b.givers[d.SuppliesSlot], i)
		}
		b.gives[d.Slot] = i
		b.shown = append(b.shown, b.condition(d.Show))
		if d.Supplies != nil {
			b.gives[d.SuppliesSlot] = i
		}
	}
}

func (b *builder) risks() {
	for _, source := range b.set.Risks {
		r := risk{Risk: source, blank: Risk{ID: source.ID, Name: source.Name}}
		for _, rule := range source.Rules {
			r.rules = append(r.rules, riskRule{RiskRule: rule, when: b.decision(rule.When), want: b.want(rule.Conditions()...), rows: b.flags(rule.Rows), floors: b.flags(rule.AtLeast), sources: cite(rule.Sources)})
		}
		if source.Pattern != nil {
			b.patterned = append(b.patterned, len(b.plan.risks))
		}
		b.plan.risks = append(b.plan.risks, r)
	}
}

func (b *builder) flags(rows []*ruleset.RiskRow) []flagged {
	list := make([]flagged, len(rows))
	for i, row := range rows {
		list[i] = flagged{b.condition(row.When), row}
	}
	return list
}
