package rows

import (
	"tijian/engine/assess"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// A Library compiles expressions and holds the inputs they read.
type Library interface {
	// Compile gives a program whose failure (a missing input, say) is nil.
	Compile(text string) func() any
	// Set gives a variable a value; nil makes it missing.
	Set(name string, value any)
	// Known reports whether a variable has a value.
	Known(name string) bool
}

// An Assessor answers requests in the standard unit.
type Assessor struct {
	set     *ruleset.Set
	library Library
	names   []string // of every variable
	tables  map[string][]*table
	derived []*derived
	risks   map[string]*risk
	always  []string // variables that every request sets: derived ones and steps
	touched []string // by the request before
}

type program = func() any

type table struct {
	*ruleset.Table
	guard program
	rows  []program
}

type derived struct {
	*ruleset.Derived
	when    program
	assume  []program
	steps   []program
	cases   []program // nil: always
	formula []program
}

type risk struct {
	*ruleset.Risk
	when         []program
	rows, floors [][]program
}

// New compiles every expression of a rule set.
func New(set *ruleset.Set, library Library) *Assessor {
	a := &Assessor{set: set, library: library, tables: map[string][]*table{}, risks: map[string]*risk{}}
	for slot := range set.Scope.Len() {
		a.names = append(a.names, set.Scope.Slot(slot).Name)
		library.Set(a.names[slot], nil)
	}
	// Failing is slow in both libraries, so inputs that are needed in any case
	// are looked for first, as a careful user would.
	careful := func(run program, slots []int) program {
		return func() any {
			for _, slot := range slots {
				if !library.Known(a.names[slot]) {
					return nil
				}
			}
			return run()
		}
	}
	which := func(c *expression.Condition) program {
		if c == nil {
			return func() any { return true }
		}
		return library.Compile(Print(c.Root()))
	}
	condition := func(c *expression.Condition) program {
		if c == nil {
			return which(c)
		}
		return careful(which(c), c.Required(set.Scope))
	}
	formula := func(f *expression.Formula, t expression.Type) program {
		return careful(library.Compile(Print(f.Root())), f.Required(set.Scope))
	}
	for name, tables := range set.Tables {
		for _, t := range tables {
			c := &table{Table: t, guard: condition(t.For)}
			for _, r := range t.Rows {
				c.rows = append(c.rows, condition(r.When))
			}
			a.tables[name] = append(a.tables[name], c)
		}
	}
	for _, d := range set.Derived {
		c := &derived{Derived: d, when: condition(d.When)}
		for _, x := range d.Assume {
			c.assume = append(c.assume, formula(x.Value, set.Scope.Slot(x.Slot).Type))
		}
		for _, x := range d.Let {
			c.steps = append(c.steps, formula(x.Formula, expression.Number))
		}
		for _, x := range d.Cases {
			c.cases = append(c.cases, which(x.When))
			c.formula = append(c.formula, formula(x.Formula, d.Type))
		}
		a.derived = append(a.derived, c)
		a.always = append(a.always, d.ID)
		if d.Supplies != nil {
			a.always = append(a.always, d.Supplies.Name)
		}
		for _, s := range d.Let {
			a.always = append(a.always, a.names[s.Slot])
		}
	}
	for _, r := range set.Risks {
		c := &risk{Risk: r}
		for _, rule := range r.Rules {
			c.when = append(c.when, condition(rule.When))
			var rows, floors []program
			for _, row := range rule.Rows {
				rows = append(rows, condition(row.When))
			}
			for _, row := range rule.AtLeast {
				floors = append(floors, condition(row.When))
			}
			c.rows, c.floors = append(c.rows, rows), append(c.floors, floors)
		}
		a.risks[r.ID] = c
	}
	return a
}

// Person sets the inputs of a request, as every way of assessing must.
func (a *Assessor) Person(r *assess.Request) {
	for _, name := range a.touched {
		a.library.Set(name, nil)
	}
	a.touched = append(a.touched[:0], a.always...)
	a.library.Set("age", float64(r.Age()))
	a.library.Set("sex", string(r.Sex))
	a.library.Set("has_diabetes", r.HasDiabetes)
	a.library.Set("is_taking_antihypertensive_therapy", r.OnAntihypertensives)
	a.library.Set("has_cvd", r.HasCVD)
	a.library.Set("has_hbp", r.HasHypertension)
	a.library.Set("smoke_daily_frequency", r.SmokeDaily)
	for _, x := range a.set.Arguments {
		if v, sent := r.Arguments[x.Path]; sent {
			a.library.Set(x.Variable, v)
			a.touched = append(a.touched, x.Variable)
		}
	}
	for i := range r.Samples {
		a.library.Set(r.Samples[i].Name, r.Samples[i].Value)
		a.touched = append(a.touched, r.Samples[i].Name)
	}
}

// Row finds the row that answers a sample; nil when none does.
func (a *Assessor) Row(s *assess.Sample) (*ruleset.Table, *ruleset.Row) {
	a.library.Set("value", s.Value)
	for _, t := range a.tables[s.Name] {
		if t.guard() != true {
			continue
		}
		for i, row := range t.rows {
			if row() == true {
				return t.Table, t.Rows[i]
			}
		}
		return t.Table, nil
	}
	return nil, nil
}

// Assess answers a request whose samples are in the standard unit. It leaves
// out ideal ranges and the list of assumptions.
func (a *Assessor) Assess(r *assess.Request, result *assess.Result) {
	a.Person(r)
	result.Version, result.Hash = a.set.Version, a.set.Hash
	if clear(result.Derived); result.Derived == nil {
		result.Derived = map[string]any{}
	}
	sent := map[string]bool{}
	for i := range r.Samples {
		sent[r.Samples[i].Name] = true
	}
	for _, d := range a.derived {
		x := a.compute(d)
		if x == nil {
			continue
		}
		result.Derived[d.ID] = x
		if !sent[d.ID] {
			a.library.Set(d.ID, x)
		}
		if d.Supplies != nil && !sent[d.Supplies.Name] {
			a.library.Set(d.Supplies.Name, x)
		}
	}
	if cap(result.Samples) < len(r.Samples) {
		result.Samples = make([]assess.SampleResult, len(r.Samples))
	}
	result.Samples = result.Samples[:len(r.Samples)]
	flags := map[string]int{}
	for i := range r.Samples {
		out := &result.Samples[i]
		*out = assess.SampleResult{Level: "U0"}
		t, row := a.Row(&r.Samples[i])
		if row == nil {
			continue
		}
		out.Tip, out.Hint, out.Color, out.Level = row.Tip, row.Hint, row.Color, row.Level.ID
		for _, id := range t.Risks {
			flag, asked := flags[id]
			if !asked {
				flag = a.flag(a.risks[id])
				flags[id] = flag
			}
			if flag >= 0 {
				out.Risks = append(out.Risks, assess.Risk{ID: id, Name: a.risks[id].Name, Flag: flag})
			}
		}
	}
}

func (a *Assessor) compute(d *derived) any {
	var assumed []string
	for i, x := range d.Assume {
		name := a.names[x.Slot]
		if a.library.Known(name) {
			continue
		}
		a.library.Set(name, d.assume[i]())
		assumed = append(assumed, name)
	}
	x := a.value(d)
	for _, name := range assumed {
		a.library.Set(name, nil)
	}
	return x
}

func (a *Assessor) value(d *derived) any {
	if d.when() != true {
		return nil
	}
	for i, s := range d.Let {
		a.library.Set(a.names[s.Slot], d.steps[i]())
	}
	for i, c := range d.cases {
		switch c() {
		case true:
			return finite(d.formula[i]())
		case nil:
			return nil
		}
	}
	return nil
}

func finite(x any) any {
	if n, ok := x.(float64); ok && n-n != 0 {
		return nil
	}
	return x
}

func (a *Assessor) flag(r *risk) int {
	for i, rule := range r.Rules {
		if r.when[i]() != true {
			continue
		}
		flag := -1
		for k, row := range r.rows[i] {
			if row() == true {
				flag = rule.Rows[k].Flag
				break
			}
		}
		if flag < 0 {
			continue
		}
		for k, floor := range r.floors[i] {
			if rule.AtLeast[k].Flag > flag && floor() == true {
				flag = rule.AtLeast[k].Flag
			}
		}
		return flag
	}
	return -1
}
