package rego

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// policy writes a rule set as a module of Rego: tables row by row, formulas and
// risks as written. OPA works out a rule once for a query, when first asked.
func policy(set *ruleset.Set) string {
	w := &writer{set: set, given: map[string]bool{}, asked: map[string]string{}}
	w.line("package rules\n")
	w.derived()
	w.risks()
	w.tables()
	w.line(`rows[name] := row[name] if some name in input.names`)
	w.line(`flags[id] := flag[id] if {
	some name in input.names
	some id in lists[name][rows[name][0]]
}`)
	w.line(`answer := {"rows": rows, "derived": derived, "flags": flags}`)
	return w.out.String()
}

func (w *writer) derived() {
	givers := map[string][]string{}
	for _, d := range w.set.Derived {
		givers[d.ID] = append(givers[d.ID], "d_"+d.ID)
		if d.Supplies != nil && d.Supplies.Name != d.ID {
			givers[d.Supplies.Name] = append(givers[d.Supplies.Name], "d_"+d.ID)
		}
	}
	for name, rules := range givers {
		w.given[name] = true
		values, bodies := []string{"input.v." + name}, [][]string{{"true"}}
		for _, rule := range slices.Backward(rules) { // the last that can be worked out
			values, bodies = append(values, rule), append(bodies, []string{"true"})
		}
		w.first("x_"+name, values, bodies)
	}
	for _, d := range w.set.Derived {
		w.one(d)
		w.line("derived[%q] := d_%[1]s", d.ID)
	}
	if len(w.set.Derived) == 0 {
		w.line("derived := {}")
	}
}

// one writes a derived value with its assumptions and steps.
func (w *writer) one(d *ruleset.Derived) {
	locals := map[string]string{}
	for _, a := range d.Assume {
		name := w.set.Scope.Slot(a.Slot).Name
		rule := "a_" + d.ID + "_" + name
		sent, assumed := w.variable(name), w.formula(a.Value)
		w.first(rule, []string{sent, assumed}, [][]string{{"true"}, {"true"}})
		locals[name] = rule
	}
	w.locals = locals
	defer func() { w.locals = nil }()
	for _, s := range d.Let {
		name := w.set.Scope.Slot(s.Slot).Name
		rule := "s_" + d.ID + "_" + name
		w.line("%s := %s", rule, w.formula(s.Formula))
		locals[name] = rule
	}
	var values []string
	var bodies [][]string
	before := w.condition(d.When)
	for _, c := range d.Cases {
		values = append(values, w.formula(c.Formula))
		bodies = append(bodies, slices.Concat(before, w.condition(c.When)))
		if c.When != nil {
			before = slices.Concat(before, w.holds(c.When.Root(), false))
		}
	}
	w.first("d_"+d.ID, values, bodies)
}

// formula writes a number or text, or the rule of a truth value.
func (w *writer) formula(f *expression.Formula) string {
	if f.Type != expression.Boolean {
		return w.number(f.Root())
	}
	yes, no := w.holds(f.Root(), true), w.holds(f.Root(), false)
	return w.first(w.name(), []string{"true", "false"}, [][]string{yes, no})
}

func (w *writer) risks() {
	for _, r := range w.set.Risks {
		var values []string
		var bodies [][]string
		for i, rule := range r.Rules {
			name := fmt.Sprintf("r_%s_%d", r.ID, i)
			w.rows(name, rule.Rows)
			for _, f := range rule.AtLeast {
				w.line("%s_floor contains %d if { %s }", name, f.Flag, strings.Join(w.condition(f.When), "; "))
			}
			value := name
			if len(rule.AtLeast) > 0 {
				value = fmt.Sprintf("max(%s_floor | {%[1]s})", name)
			}
			values, bodies = append(values, value), append(bodies, w.condition(rule.When))
		}
		w.first(fmt.Sprintf("flag[%q]", r.ID), values, bodies)
	}
	if len(w.set.Risks) == 0 {
		w.line("flag := {}")
	}
}

func (w *writer) rows(name string, rows []*ruleset.RiskRow) {
	var values []string
	var bodies [][]string
	for _, row := range rows {
		values, bodies = append(values, strconv.Itoa(row.Flag)), append(bodies, w.condition(row.When))
	}
	w.first(name, values, bodies)
}

// tables writes what gives an indicator's table and row by their numbers.
func (w *writer) tables() {
	var lists []string
	for _, name := range slices.Sorted(maps.Keys(w.set.Tables)) {
		w.value = name
		var chosen, values []string
		var guards, bodies [][]string
		var risks []string
		for i, t := range w.set.Tables[name] {
			chosen = append(chosen, strconv.Itoa(i))
			guards = append(guards, w.guard(t.For))
			values = append(values, fmt.Sprintf("[%d, t_%s_%[1]d]", i, name))
			bodies = append(bodies, []string{fmt.Sprintf("which_%s == %d", name, i)})
			risks = append(risks, quoted(t.Risks))
			var numbers []string
			var rows [][]string
			for k, r := range t.Rows {
				numbers, rows = append(numbers, strconv.Itoa(k)), append(rows, w.condition(r.When))
			}
			w.first(fmt.Sprintf("t_%s_%d", name, i), numbers, rows)
		}
		w.first("which_"+name, chosen, guards)
		w.first(fmt.Sprintf("row[%q]", name), values, bodies)
		lists = append(lists, fmt.Sprintf("%q: [%s]", name, strings.Join(risks, ", ")))
	}
	w.line("lists := {%s}", strings.Join(lists, ", "))
}

// guard makes one rule of a condition that many tables have.
func (w *writer) guard(c *expression.Condition) []string {
	if c == nil {
		return []string{"true"}
	}
	return []string{w.once(c.Text.Value, func() string { return w.any(w.condition(c)) })}
}

func quoted(ids []string) string {
	parts := make([]string, len(ids))
	for i, id := range ids {
		parts[i] = strconv.Quote(id)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
