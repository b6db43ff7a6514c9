package diff

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/grid"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// tries is how many persons are tried to find examples.
const tries = 1000

// examples looks for persons for whom changed formulas give something else.
// The persons are always the same.
func (r *Report) examples(a, b *ruleset.Set) {
	var open []func(x, y *assess.Result, p *person) bool
	for i := range r.Derived {
		if d := &r.Derived[i]; d.Kind == Changed || d.Kind == Through {
			inputs := closure(b, d.ID)
			open = append(open, func(x, y *assess.Result, p *person) bool {
				d.Example = example(derivedOf(x, d.ID), derivedOf(y, d.ID), p, inputs)
				return d.Example != nil
			})
		}
	}
	for i := range r.Risks {
		if k := &r.Risks[i]; k.Kind == Through {
			inputs := closure(b, k.Through...)
			open = append(open, func(x, y *assess.Result, p *person) bool {
				k.Example = example(flagOf(x, k.ID), flagOf(y, k.ID), p, inputs)
				return k.Example != nil
			})
		}
	}
	if len(open) == 0 {
		return
	}
	before, after := assess.New(a), assess.New(b)
	maker := newPersons(a, b)
	for range tries {
		p := maker.next()
		x, err := before.Assess(p.request(a))
		if err != nil {
			continue
		}
		y, err := after.Assess(p.request(b))
		if err != nil {
			continue
		}
		open = slices.DeleteFunc(open, func(found func(x, y *assess.Result, p *person) bool) bool { return found(x, y, p) })
		if len(open) == 0 {
			return
		}
	}
}

func derivedOf(r *assess.Result, id string) any { return r.Derived[id] }

func flagOf(r *assess.Result, id string) any {
	for _, s := range r.Samples {
		for _, k := range s.Risks {
			if k.ID == id {
				return float64(k.Flag)
			}
		}
	}
	return nil
}

// dust is how far two numbers may lie apart, relatively, by the order of
// operations alone.
const dust = 1e-9

func example(from, to any, p *person, inputs []string) *Example {
	if from == to {
		return nil
	}
	if x, ok := from.(float64); ok {
		if y, ok := to.(float64); ok && math.Abs(x-y) <= dust*max(math.Abs(x), math.Abs(y)) {
			return nil
		}
	}
	return &Example{Person: p.text(inputs, problem.Chinese), PersonEN: p.text(inputs, problem.English), From: valueText(from), To: valueText(to)}
}

func valueText(v any) string {
	switch x := v.(type) {
	case nil:
		return "∅"
	case float64:
		return strconv.FormatFloat(x, 'g', 6, 64)
	default:
		return fmt.Sprint(x)
	}
}

// closure names every input behind derived values, themselves left out.
func closure(set *ruleset.Set, ids ...string) []string {
	all := byID(set)
	var names []string
	seen := map[string]bool{}
	var visit func(id string)
	visit = func(id string) {
		if seen[id] || all[id] == nil {
			return
		}
		seen[id] = true
		for _, slot := range derivedSlots(all[id]) {
			if name := set.Scope.Slot(slot).Name; !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		for _, used := range uses(set, derivedSlots(all[id])) {
			visit(used)
		}
	}
	for _, id := range ids {
		visit(id)
	}
	return names
}

// A person with samples, for trying.
type person struct {
	assess.Person
	samples    []assess.Sample
	indicators []*dictionary.Indicator // of the samples
	arguments  map[string]any          // by variable
	titles     func(name string) string
}

// request for one version, with the arguments that it knows.
func (p *person) request(set *ruleset.Set) *assess.Request {
	r := &assess.Request{Person: p.Person, Samples: p.samples, NoTrace: true}
	r.Arguments = map[string]any{}
	for _, a := range set.Arguments {
		if value, ok := p.arguments[a.Variable]; ok {
			r.Arguments[a.Path] = value
		}
	}
	return r
}

// text names the inputs that matter.
func (p *person) text(inputs []string, lang string) string {
	sex := map[assess.Sex][2]string{assess.Male: {"男", "man"}, assess.Female: {"女", "woman"}}[p.Sex]
	parts := []string{pick(lang, sex[0], sex[1]), pick(lang, strconv.Itoa(p.Age())+" 岁", "aged "+strconv.Itoa(p.Age()))}
	flags := map[string]bool{"has_diabetes": p.HasDiabetes, "is_taking_antihypertensive_therapy": p.OnAntihypertensives, "has_cvd": p.HasCVD, "has_hbp": p.HasHypertension}
	for _, name := range inputs {
		label := name
		if lang != problem.English {
			if title := p.titles(name); title != "" {
				label = title
			}
		}
		if set := flags[name]; set {
			parts = append(parts, label)
		}
		if name == "smoke_daily_frequency" && p.SmokeDaily > 0 {
			parts = append(parts, fmt.Sprintf("%s %g", label, p.SmokeDaily))
		}
		if value, ok := p.arguments[name]; ok {
			parts = append(parts, fmt.Sprintf("%s=%v", label, value))
		}
		for i, s := range p.samples {
			if s.Name == name {
				parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s %g %s", label, s.Value, p.indicators[i].Unit)))
			}
		}
	}
	return strings.Join(parts, pick(lang, "，", ", "))
}

// persons makes persons near the bounds that the rules have, where differences
// are likeliest.
type persons struct {
	random     *rand.Rand
	set        *ruleset.Set
	indicators []*dictionary.Indicator
	near       map[string][]float64 // bounds by indicator
}

func newPersons(a, b *ruleset.Set) *persons {
	p := &persons{random: rand.New(rand.NewPCG(1, 2)), set: b, near: map[string][]float64{}}
	used := map[string]bool{}
	for _, set := range []*ruleset.Set{a, b} {
		var riskRules []*expression.Condition
		for _, d := range set.Derived {
			for _, slot := range derivedSlots(d) {
				used[set.Scope.Slot(slot).Name] = true
			}
		}
		for _, r := range set.Risks {
			riskRules = append(riskRules, riskConditions(r.Rules...)...)
		}
		for _, c := range riskRules {
			for _, slot := range slices.Concat(c.Inputs, c.Asked) {
				v := set.Scope.Slot(slot)
				used[v.Name] = true
				p.near[v.Name] = append(p.near[v.Name], c.Bounds(v).Numbers...)
			}
		}
		for name, tables := range set.Tables {
			value := set.Scope.Slot(set.Names.Value)
			for _, c := range conditions(tables) {
				p.near[name] = append(p.near[name], c.Bounds(value).Numbers...)
			}
		}
	}
	for _, i := range b.Dictionary.All() {
		if used[i.Name] {
			p.indicators = append(p.indicators, i)
		}
	}
	return p
}

func (p *persons) next() *person {
	at := time.Date(2026, 1, 1, 8, 0, 0, 0, time.UTC)
	yes := func(share float64) bool { return p.random.Float64() < share }
	out := &person{arguments: map[string]any{}, titles: func(name string) string {
		if v, ok := p.set.Scope.Lookup(name); ok {
			return v.Title
		}
		return ""
	}}
	out.At, out.Sex, out.Born = at, assess.Male, at.AddDate(-18-p.random.IntN(73), 0, 0)
	if yes(0.5) {
		out.Sex = assess.Female
	}
	out.HasDiabetes, out.OnAntihypertensives, out.HasCVD, out.HasHypertension = yes(0.2), yes(0.2), yes(0.1), yes(0.3)
	if yes(0.3) {
		out.SmokeDaily = float64(1 + p.random.IntN(30))
	}
	for _, a := range p.set.Arguments {
		if !yes(0.5) {
			continue
		}
		switch a.Type {
		case expression.Boolean:
			out.arguments[a.Variable] = yes(0.5)
		case expression.String:
			out.arguments[a.Variable] = a.Allowed[p.random.IntN(len(a.Allowed))]
		}
	}
	for _, i := range p.indicators {
		if yes(0.2) {
			continue
		}
		x := i.Plausible[0] + p.random.Float64()*(i.Plausible[1]-i.Plausible[0])
		if near := p.near[i.Name]; len(near) > 0 {
			x = near[p.random.IntN(len(near))] * (1 + 0.2*p.random.NormFloat64())
		}
		x = grid.Printed(min(max(x, i.Plausible[0]), i.Plausible[1]), i.Decimals)
		out.samples = append(out.samples, assess.Sample{Name: i.Name, Value: x})
		out.indicators = append(out.indicators, i)
	}
	return out
}
