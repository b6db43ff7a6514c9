package lint

import (
	"regexp"
	"slices"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/problem"
)

// A number of an indicator, written out where it bounds the indicator.
type number struct {
	indicator string
	value     float64
}

// A writing of a number, with the word for those of whom alone it is asked.
type writing struct {
	at  problem.Place
	sex string
}

// numbers looks for copies of a bound that would stay behind when it is moved:
// a number written out although it has a name, or written out in two files.
func (c *checker) numbers() {
	c.written = map[number][]writing{}
	for t := range c.set.EveryTable() {
		for _, condition := range t.Conditions() {
			c.bounds(&condition.Expression, t.Indicator.Name, t.Guard())
		}
	}
	for _, d := range c.set.Derived {
		if d.OwnNumbers {
			continue
		}
		for _, e := range d.Expressions() {
			c.bounds(e, "", "")
		}
	}
	for _, r := range c.set.Risks {
		for _, condition := range r.Conditions() {
			c.bounds(&condition.Expression, "", "")
		}
	}
	c.copies()
	for _, k := range c.set.Constants {
		if len(k.Uses) == 0 {
			c.list.Add(message.UnusedConstant.At(k.At, "name", k.Name))
		}
		c.cite(k.Sources)
	}
}

var word = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// bounds notes the numbers that an expression writes out and compares an
// indicator with; own is the indicator of its table.
func (c *checker) bounds(e *expression.Expression, own, guard string) {
	var names []string // in the text
	for indicator, numbers := range c.set.Compared(e, own) {
		for _, x := range numbers {
			if names == nil {
				names = word.FindAllString(e.Text.Written(), -1)
			}
			if !slices.ContainsFunc(names, func(name string) bool {
				k := c.set.Constants[name]
				return k != nil && k.Indicator == indicator && k.Value == x
			}) {
				n := number{indicator, x}
				c.written[n] = append(c.written[n], writing{e.Text.At, sexOf(guard + e.Canonical())})
			}
		}
	}
}

func (c *checker) copies() {
	for n, all := range c.written {
		indicator, _ := c.set.Dictionary.Lookup(n.indicator)
		slices.SortFunc(all, func(a, b writing) int { return a.at.Compare(b.at) })
		named := false
		for _, w := range all {
			if names := c.namesOf(n, w.sex); len(names) > 0 {
				named = true
				c.list.Add(message.NumberHasName.At(w.at, "indicator", indicator.Called(), "number", n.value, "names", names))
			}
		}
		other := slices.IndexFunc(all, func(w writing) bool { return w.at.File != all[0].at.File })
		if !named && other > 0 {
			c.list.Add(message.NumberInTwoFiles.At(all[0].at, "indicator", indicator.Called(), "number", n.value, "other", all[other].at))
		}
	}
}

// namesOf are the constants of a number, but for those of another sex, sorted.
func (c *checker) namesOf(n number, sex string) (names []string) {
	for _, k := range c.set.Constants {
		if k.Indicator == n.indicator && k.Value == n.value && (!strings.ContainsAny(k.Title, ofOneSex) || strings.ContainsAny(k.Title, sex)) {
			names = append(names, k.Name)
		}
	}
	slices.Sort(names)
	return names
}

var inBraces = regexp.MustCompile(`\{[^{}]*\}`)

// loose warns of the numbers in a row's texts that belong to nothing: no bound
// of the row's table, no constant, and none of those that the row says it
// means. Such a number stays behind when a bound is moved, and a slip of the
// finger in it shows nowhere else.
func (c *checker) loose(u *use) {
	value := c.set.Scope.Slot(c.set.Names.Value)
	known := slices.Clone(u.row.Numbers)
	for _, condition := range u.table.Conditions() {
		known = append(known, condition.Bounds(value).Numbers...)
	}
	var found []float64
	for _, text := range u.row.Texts {
		plain := inBraces.ReplaceAllString(text.Written(), "")
		for _, x := range numeral.InProse(plain, slices.Concat([]string{u.table.Indicator.Title}, u.table.Indicator.Aliases)) {
			found = append(found, x)
			if !slices.Contains(known, x) {
				c.list.Add(message.LooseNumber.At(text.At, "indicator", u.table.Indicator.Called(), "row", u.row.Number, "number", x))
			}
		}
	}
	for _, x := range u.row.Numbers {
		if !slices.Contains(found, x) {
			c.list.Add(message.NumberNotInText.At(u.row.At, "indicator", u.table.Indicator.Called(), "row", u.row.Number, "number", x))
		}
	}
}
