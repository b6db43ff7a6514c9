package mutate

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
)

// An edit replaces some characters of a condition's text.
type edit struct {
	kind     Kind
	from, to int // characters
	before   string
	after    string
	variable string  // that a number or operator compares
	number   float64 // of a number, or of the bound beside an operator
	up       bool    // a number made larger
}

// reader finds what can be changed in one condition.
type reader struct {
	set    *ruleset.Set
	c      *expression.Condition
	own    string // indicator whose value it is about, "" for none
	tokens []expression.Token
}

// editsOf lists every single change of a condition.
func editsOf(set *ruleset.Set, c *expression.Condition, own string) []edit {
	r := &reader{set, c, own, c.Tokens()}
	var list []edit
	for i, t := range r.tokens {
		switch t.Kind {
		case expression.NumberToken:
			list = append(list, r.number(i)...)
		case expression.OperatorToken:
			if after := flipped[t.Text]; after != "" {
				e := edit{kind: Operator, from: t.From, to: t.To, before: t.Text, after: after, number: math.NaN()}
				if e.variable, e.number = r.compared(i); !smooth(set, e.variable) {
					list = append(list, e)
				}
			}
		case expression.StringToken:
			list = append(list, r.word(i)...)
		case expression.IdentifierToken:
			if v, ok := set.Scope.Lookup(t.Text); ok && v.Type == expression.Boolean && !r.asked(i) {
				list = append(list, edit{kind: Word, from: t.From, to: t.To, before: t.Text, after: "(not " + t.Text + ")"})
			}
		}
	}
	return list
}

// smooth reports whether a value is only ever worked out by exp of measured
// ones, as the percentages of risk models are. No printed results make it
// exactly a bound, so it decides nothing which side the bound belongs to.
func smooth(set *ruleset.Set, name string) bool {
	at := slices.IndexFunc(set.Derived, func(d *ruleset.Derived) bool { return d.ID == name })
	if _, sent := set.Dictionary.Lookup(name); at < 0 || sent {
		return false
	}
	for _, c := range set.Derived[at].Cases {
		names := map[string]bool{}
		for _, t := range c.Formula.Tokens() {
			names[t.Text] = true
		}
		if !names["exp"] || names["min"] || names["max"] || names["?"] {
			return false
		}
	}
	return true
}

var flipped = map[string]string{"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}

func (r *reader) token(i int) expression.Token {
	if i < 0 || i >= len(r.tokens) {
		return expression.Token{}
	}
	return r.tokens[i]
}

// asked reports whether the name at i stands in has().
func (r *reader) asked(i int) bool { return r.token(i-1).Text == "(" && r.token(i-2).Text == "has" }

// negative reports whether the number at i has a sign of its own before it.
func (r *reader) negative(i int) bool {
	if r.token(i-1).Text != "-" {
		return false
	}
	before := r.token(i - 2)
	return before.Kind == "" || before.Kind == expression.OperatorToken || before.Text == "(" || before.Text == "["
}

func (r *reader) value(i int) float64 {
	x, _ := strconv.ParseFloat(strings.ReplaceAll(r.tokens[i].Text, "_", ""), 64)
	if r.negative(i) {
		return -x
	}
	return x
}

// number moves the number at i by one step either way.
func (r *reader) number(i int) []edit {
	t := r.tokens[i]
	x, from := r.value(i), t.From
	if r.negative(i) {
		from = r.tokens[i-1].From
	}
	name := r.beside(i)
	_, fraction, _ := strings.Cut(t.Text, ".")
	decimals := max(len(fraction), r.decimals(name, len(fraction)))
	var list []edit
	for _, up := range []bool{false, true} {
		y, ok := r.next(name, x, up, len(fraction))
		if !ok {
			continue
		}
		list = append(list, edit{kind: Constant, from: from, to: t.To, before: string([]rune(r.c.Text.Value)[from:t.To]), after: strconv.FormatFloat(y, 'f', decimals, 64), variable: name, number: x, up: up})
	}
	return list
}

// next is the number one printed step away: the neighbouring grade of a graded
// indicator, else one more or less in the last decimal. Written is how many
// decimals the rule itself has.
func (r *reader) next(name string, x float64, up bool, written int) (float64, bool) {
	if i, ok := r.indicator(name); ok && i.Kind == dictionary.Qualitative {
		grades := r.set.Dictionary.Grades().Numbers()
		at, exact := slices.BinarySearch(grades, x)
		switch {
		case !up:
			at--
		case exact:
			at++
		}
		if at < 0 || at >= len(grades) || grades[at] > i.Plausible[1] {
			return 0, false
		}
		return grades[at], true
	}
	step := math.Pow10(-r.decimals(name, written))
	if !up {
		step = -step
	}
	return x + step, true
}

// indicator that a variable is, if it is one.
func (r *reader) indicator(name string) (*dictionary.Indicator, bool) {
	if name == "value" {
		name = r.own
	}
	return r.set.Dictionary.Lookup(name)
}

// decimals as they are printed: of an indicator as laboratories do, of ages
// and cigarettes none. Other values are printed as the rule writes them.
func (r *reader) decimals(name string, written int) int {
	if i, ok := r.indicator(name); ok {
		return i.Decimals
	}
	if name == "age" || name == ruleset.AgeDays || name == ruleset.Smoking {
		return 0
	}
	return written
}

// beside names the variable that the number at i is compared with: the one
// next to it, else one whose bounds include it.
func (r *reader) beside(i int) string {
	left := i - 1
	if r.negative(i) {
		left--
	}
	for _, pair := range [][2]int{{left, left - 1}, {i + 1, i + 2}} {
		if flipped[r.token(pair[0]).Text] != "" && r.token(pair[1]).Kind == expression.IdentifierToken {
			return r.token(pair[1]).Text
		}
	}
	for _, slot := range r.c.Inputs {
		if v := r.set.Scope.Slot(slot); v.Type == expression.Number && slices.Contains(r.c.Bounds(v).Numbers, r.value(i)) {
			return v.Name
		}
	}
	return ""
}

// compared gives the variable and the number on either side of the operator
// at i; NaN without a number.
func (r *reader) compared(i int) (string, float64) {
	if r.token(i-1).Kind == expression.NumberToken && r.token(i+1).Kind == expression.IdentifierToken {
		return r.token(i + 1).Text, r.value(i - 1)
	}
	k := i + 1
	if r.token(k).Text == "-" {
		k++
	}
	if r.token(i-1).Kind == expression.IdentifierToken && r.token(k).Kind == expression.NumberToken {
		return r.token(i - 1).Text, r.value(k)
	}
	return "", math.NaN()
}

// word gives the text at i the other values that its variable can have.
func (r *reader) word(i int) []edit {
	t := r.tokens[i]
	for _, name := range []string{r.token(i - 2).Text, r.token(i + 2).Text} {
		v, ok := r.set.Scope.Lookup(name)
		if !ok {
			continue
		}
		for _, word := range v.Allowed {
			if after := strconv.Quote(word); after != t.Text && word != strings.Trim(t.Text, `"'`) {
				return []edit{{kind: Word, from: t.From, to: t.To, before: t.Text, after: after, variable: name}}
			}
		}
	}
	return nil
}

// apply makes the changed condition; edits do not overlap. Nil when it is no
// condition.
func apply(set *ruleset.Set, c *expression.Condition, edits ...edit) *expression.Condition {
	text := []rune(c.Text.Value)
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b edit) int { return b.from - a.from })
	for _, e := range edits {
		text = slices.Concat(text[:e.from], []rune(e.after), text[e.to:])
	}
	return compile(set, string(text))
}

// A wrong condition is one with a small mistake, and the mutant that has it.
type wrong struct {
	Mutant
	condition *expression.Condition
}

// wrongs lists every single change of a condition that is a condition again.
func wrongs(set *ruleset.Set, c *expression.Condition, own string) (list []wrong) {
	for _, e := range editsOf(set, c, own) {
		if changed := apply(set, c, e); changed != nil {
			list = append(list, wrong{Mutant{Kind: e.kind, At: c.Text.PlaceOf(e.from), From: e.before, To: e.after}, changed})
		}
	}
	return list
}

// wrongPersons are those of a condition about persons, with its opposite.
func wrongPersons(set *ruleset.Set, c *expression.Condition) []wrong {
	list, text := wrongs(set, c, ""), c.Text.Value
	opposite := "not (" + text + ")"
	if changed := compile(set, opposite); changed != nil {
		list = append(list, wrong{Mutant{Kind: Negated, At: c.Text.PlaceOf(0), From: text, To: opposite}, changed})
	}
	return list
}

func compile(set *ruleset.Set, text string) *expression.Condition {
	var list problem.List
	return expression.CompileCondition(strictyaml.Text{Value: text}, set.Scope, expression.Options{}, &list)
}
