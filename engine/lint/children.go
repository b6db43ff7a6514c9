package lint

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/ruleset"
)

// unlent warns of indicators whose values say something of adults and nothing of
// children, and of those whose severe values are kept from some of them; the manifest
// lists which are meant.
func (c *checker) unlent() {
	ages := childAges(c.set)
	if c.set.Unlent == nil || len(ages) == 0 {
		return
	}
	on, err := time.Parse(time.DateOnly, c.set.Released)
	if err != nil {
		return // checked when the rules were loaded
	}
	a := &asking{set: c.set, engine: assess.New(c.set), on: on, adult: adultAge(c.set), ages: ages}
	for _, i := range c.set.Dictionary.All() {
		tables := c.set.Tables[i.Name]
		if len(tables) == 0 {
			continue
		}
		at := slices.IndexFunc(c.set.Unlent, func(u *ruleset.Unlent) bool { return u.Indicator == i })
		switch s := a.silent(tables); {
		case s != nil && at < 0:
			c.list.Add(message.NotLent.At(tables[0].At, "what", i.Called(), "name", i.Name, "value", message.Plain(strconv.FormatFloat(s.value, 'g', 6, 64)), "level", s.level, "age", s.age))
		case s == nil && at >= 0:
			c.list.Add(message.LentAfterAll.At(c.set.Unlent[at].At, "what", i.Called()))
		}
	}
}

// adultAge is the age whose tables are lent.
func adultAge(set *ruleset.Set) (age int) {
	for _, d := range set.OtherAges {
		age = max(age, d.Age)
	}
	return age
}

// childAges has an age within each stretch of years that lenders tell apart. Of infants,
// whose ranges differ by the month, nothing is asked.
func childAges(set *ruleset.Set) (ages []int) {
	bounds := []float64{0, float64(adultAge(set))}
	for _, d := range set.OtherAges {
		bounds = append(bounds, d.When.Bounds(set.Scope.Slot(set.Names.Age)).Numbers...)
	}
	slices.Sort(bounds)
	for i, to := range bounds {
		if i > 0 && to-bounds[i-1] > 1 && to <= bounds[len(bounds)-1] {
			ages = append(ages, int(bounds[i-1]+to)/2)
		}
	}
	return ages
}

type asking struct {
	set    *ruleset.Set
	engine *assess.Engine
	on     time.Time
	adult  int
	ages   []int
}

// A silence is a value of which an adult is told something and a child nothing.
type silence struct {
	value float64
	level string
	age   int
}

// silent finds a value that is severe of adults, of which children of some age are told
// nothing, or one that says anything at all of adults where children are told of none;
// nil where there is none.
func (a *asking) silent(tables []*ruleset.Table) (some *silence) {
	told := false
	for _, x := range middles(a.set, tables) {
		for _, sex := range []assess.Sex{ruleset.Male, ruleset.Female} {
			level := a.level(tables[0].Indicator.Name, x, sex, a.adult)
			if level == nil || level.Severity < 1 {
				continue
			}
			severe := level.Severity >= ruleset.Severe
			if told && !severe {
				continue
			}
			for _, age := range a.ages {
				got := a.level(tables[0].Indicator.Name, x, sex, age)
				silent := got == nil || got.ID == ruleset.LevelNotAssessed || got.ID == ruleset.LevelImplausible
				told = told || !silent
				if silent && severe {
					return &silence{x, level.ID, age}
				}
				if silent {
					some = cmp.Or(some, &silence{x, level.ID, age})
				}
			}
		}
	}
	if told {
		return nil
	}
	return some
}

func (a *asking) level(name string, x float64, sex assess.Sex, age int) *ruleset.Level {
	r, err := a.engine.Assess(&assess.Request{Person: ruleset.Person{At: a.on, Born: a.on.AddDate(-age, 0, -1), Sex: sex}, Samples: []assess.Sample{{Name: name, Value: x}}, NoTrace: true, NoDerived: true})
	if err != nil {
		return nil
	}
	return a.set.Level(r.Samples[0].Level)
}

// middles are values between the bounds of tables.
func middles(set *ruleset.Set, tables []*ruleset.Table) (list []float64) {
	bounds := slices.Clone(tables[0].Indicator.Plausible[:])
	for _, t := range tables {
		for _, r := range t.Rows {
			bounds = append(bounds, r.When.Bounds(set.Scope.Slot(set.Names.Value)).Numbers...)
		}
	}
	slices.Sort(bounds)
	for i, x := range slices.Compact(bounds) {
		if i > 0 {
			x = (x + bounds[i-1]) / 2
		}
		list = append(list, x)
	}
	return list
}
