// Package oracle answers assessments a second time, for tests: it reads the
// sources of the rules as written, walks their syntax trees and knows nothing
// of the engine that answers requests. It is plain and slow. Traces and the
// texts of ideal ranges it does not make; ranges it can check.
package oracle

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/parser"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// An Oracle answers by one rule set. It is safe for concurrent use.
type Oracle struct {
	set   *ruleset.Set
	trees map[string]ast.Node // by source
	near  map[string][]float64
}

// New parses every condition and formula of the set. It panics at one that
// does not parse: the loader has accepted it.
func New(set *ruleset.Set) *Oracle {
	o := &Oracle{set: set, trees: map[string]ast.Node{}, near: findConstants(set).near}
	eachSource(set, func(source string, _ []string) {
		tree, err := parser.Parse(source)
		if err != nil {
			panic(err)
		}
		o.trees[source] = tree.Node
	})
	return o
}

// holds evaluates a condition; none is always true.
func (o *Oracle) holds(c *expression.Condition, s *state) value {
	if c == nil {
		return yes
	}
	return evaluate(o.trees[c.Text.Value], s)
}

func (o *Oracle) formula(f *expression.Formula, s *state) value {
	return evaluate(o.trees[f.Text.Value], s)
}

func (o *Oracle) name(slot int) string { return o.set.Scope.Slot(slot).Name }

// An examination is a request with what was worked out for all its samples.
type examination struct {
	*assess.Request
	standard []float64 // of the samples, in standard units
	state    *state
	risks    map[string]assess.Risk
	against  map[int][]*ruleset.Identity // by sample: what it contradicts
}

// Assess answers the request as the engine should, without traces and ideal
// ranges.
func (o *Oracle) Assess(r *assess.Request) (*assess.Result, error) {
	e, result, err := o.examine(r)
	if err != nil {
		return nil, err
	}
	for i := range r.Samples {
		answer := o.sample(e, i)
		o.misread(e, i, &answer)
		o.afterDays(e, &answer)
		result.Samples = append(result.Samples, answer)
	}
	return result, nil
}

// examine does what comes before the samples' answers.
func (o *Oracle) examine(r *assess.Request) (*examination, *assess.Result, error) {
	e := &examination{Request: r, state: &state{known: map[string]value{}}}
	faults := append(o.person(e), o.samples(e)...)
	if len(faults) > 0 {
		return nil, nil, faults
	}
	o.contradictions(e)
	result := &assess.Result{Version: o.set.Version, Hash: o.set.Hash}
	var assumed []string
	result.Derived, assumed = o.derive(e.state)
	for _, d := range o.set.Derived {
		if d.Show != nil && o.holds(d.Show, e.state) != yes {
			delete(result.Derived, d.ID)
		}
	}
	for _, r := range o.set.Remarks {
		if o.holds(r.When, e.state) == yes {
			result.Assumptions = append(result.Assumptions, r.Text)
		}
	}
	result.Assumptions = append(result.Assumptions, assumed...)
	e.risks = o.flags(e.state)
	return e, result, nil
}

// person makes the person's variables known and finds what is wrong with them.
func (o *Oracle) person(e *examination) (faults assess.FieldErrors) {
	refuse := func(path string, missing bool) {
		faults = append(faults, assess.FieldError{Path: path, Missing: missing})
	}
	know := func(slot int, v value) { e.state.known[o.name(slot)] = v }
	names := &o.set.Names
	age := e.Age()
	if age < 0 || age > ruleset.MaxAge {
		refuse("profile.dob", false)
	}
	if e.Sex != assess.Male && e.Sex != assess.Female {
		refuse("profile.gender", false)
	}
	if number(e.SmokeDaily).kind == unknown {
		refuse("health_background.smoke_daily_frequency", false)
	}
	know(names.Age, number(float64(age)))
	know(names.Sex, text(string(e.Sex)))
	for i, b := range ruleset.Backgrounds {
		know(names.Backgrounds[i], truth(*b.Of(&e.Person)))
	}
	know(names.SmokeDaily, number(e.SmokeDaily))
	know(names.AgeDays, number(calendarDay(e.At)-calendarDay(e.Born)))
	know(names.DaysSince, number(max(0, math.Floor(e.Answered.Sub(e.At).Hours()/24))))
	for _, a := range o.set.Arguments {
		sent, present := e.Arguments[a.Path]
		if !present {
			if a.Required != nil && o.holds(a.Required, e.state) == yes {
				refuse(a.Path, true)
			}
			continue
		}
		v, ok := argument(a, sent)
		if !ok {
			refuse(a.Path, false)
		}
		know(a.Slot, v)
	}
	return faults
}

func argument(a *ruleset.Argument, sent any) (v value, ok bool) {
	switch sent := sent.(type) {
	case bool:
		return truth(sent), a.Type == expression.Boolean
	case float64:
		v = number(sent)
		return v, a.Type == expression.Number && v.kind == isNumber && (a.Range == nil || a.Range[0] <= sent && sent <= a.Range[1])
	case string:
		return text(sent), a.Type == expression.String && slices.Contains(a.Allowed, sent)
	}
	return value{}, false
}

// samples converts the samples. Of an indicator sent twice the last counts
// for others, and a value that is implausible counts for none.
func (o *Oracle) samples(e *examination) (faults assess.FieldErrors) {
	e.standard = make([]float64, len(e.Samples))
	for i, s := range e.Samples {
		path := "samples[" + strconv.Itoa(i) + "]."
		if number(s.Value).kind == unknown {
			faults = append(faults, assess.FieldError{Path: path + "value"})
		}
		indicator, ok := o.set.Dictionary.Lookup(s.Name)
		if !ok {
			continue
		}
		if e.standard[i], ok = indicator.ToStandard(s.Value, s.Unit); !ok {
			faults = append(faults, assess.FieldError{Path: path + "unit"})
			continue
		}
		for k, p := range s.Previous {
			if _, ok := indicator.ToStandard(p.Value, cmp.Or(p.Unit, s.Unit)); !ok {
				faults = append(faults, assess.FieldError{Path: path + "previous[" + strconv.Itoa(k) + "].unit"})
			}
		}
		delete(e.state.known, s.Name)
		beside := facets(s, indicator, e.Person, e.standard[i])
		for name := range facets(assess.Sample{}, indicator, e.Person, 0) {
			delete(e.state.known, s.Name+"_"+name)
		}
		if o.anotherUnit(e.Namespace, s, indicator) == "" && o.slipped(e.Namespace, s, indicator, e.standard[i]) == "" && plausible(indicator, e.Age(), e.standard[i]) {
			e.state.known[s.Name] = number(e.standard[i])
			for name, v := range beside {
				e.state.known[s.Name+"_"+name] = v
			}
		}
	}
	return faults
}

// anotherUnit is the unit that a number seems to be in, where that is not the one
// that was sent, or the standard one: its printed range is the usual one there, by
// the factor that the first unit to fit needs, and not in its own. Blank for none.
func (o *Oracle) anotherUnit(namespace string, s assess.Sample, i *dictionary.Indicator) string {
	doubt, sent := o.set.UnitDoubt, strings.TrimSpace(s.Unit)
	if doubt == nil || s.Reference == nil || i.Kind == dictionary.Qualitative || sent == "grade" || sent != "" && doubt.Named == nil {
		return ""
	}
	if sent == "" && o.seesToUnits(namespace, i) {
		return ""
	}
	best, like, alike := math.Inf(1), "", false
	for _, limit := range []float64{doubt.Near, doubt.Wide} {
		for _, u := range i.KnownUnits() {
			times, _ := farthest(i, s.Reference, u)
			if times > limit || i.Steps(u) != nil {
				continue
			}
			if times < best {
				best, like = times, u
			}
			one, _ := i.ToStandard(1, u)
			two, _ := i.ToStandard(1, sent)
			alike = alike || one == two
		}
		if like != "" {
			break
		}
	}
	if alike || like == "" {
		return ""
	}
	if sent != "" {
		if own, ends := farthest(i, s.Reference, sent); ends > 1 && own <= doubt.Named.Both || ends < 2 && own <= doubt.Named.One {
			return ""
		}
	}
	return like
}

// slipped is a unit in which a number lies in the range printed beside it, while next to
// nobody has it in its own; blank for none. What may be nothing at all is held to be rare
// where it is far below that range.
func (o *Oracle) slipped(namespace string, s assess.Sample, i *dictionary.Indicator, standard float64) string {
	doubt := o.set.UnitDoubt
	if doubt == nil || doubt.Number == nil || doubt.Number.Beside == "" || s.Reference == nil || i.Kind == dictionary.Qualitative || s.Unit == "grade" {
		return ""
	}
	unit := strings.TrimSpace(s.Unit)
	if unit == "" && o.seesToUnits(namespace, i) {
		return ""
	}
	low, _ := i.ToStandard(s.Reference.Low, unit)
	high, _ := i.ToStandard(s.Reference.High, unit)
	within := func(x float64) bool { return low <= x && x <= high }
	below := i.Plausible[0] == 0 && standard > 0 && low > standard*doubt.Number.Open && low > standard*high/low
	if within(standard) || !within((low+high)/2) || !below && plausible(i, anyAge, standard) && !rare(doubt.Number, i, standard) {
		return ""
	}
	for _, u := range i.KnownUnits() {
		if x, ok := i.ToStandard(s.Value, u); ok && u != "grade" && u != "" && within(x) {
			return u
		}
	}
	return ""
}

// seesToUnits reports whether the tables of an indicator look at units themselves.
func (o *Oracle) seesToUnits(namespace string, i *dictionary.Indicator) bool {
	for _, table := range o.tables(namespace, i.Name) {
		for _, row := range table.Rows {
			if text := row.When.Text.Value; strings.Contains(text, "times_ref_") || strings.Contains(text, "unit_sent") {
				return true
			}
		}
	}
	return false
}

// farthest is how far the ends of a printed range that can be compared lie from the
// usual ones in a unit, and how many they are.
func farthest(i *dictionary.Indicator, printed *assess.Reference, unit string) (times float64, ends int) {
	times = 1
	for _, end := range [][2]float64{{printed.Low, i.Usual.Low}, {printed.High, i.Usual.High}} {
		x, _ := i.ToStandard(end[0], unit)
		if usual := end[1]; x == x && x != 0 && usual != 0 {
			ends++
			if x/usual <= 0 {
				times = math.Inf(1)
			}
			times = max(times, x/usual, usual/x)
		}
	}
	return times, ends
}

// ageAt is how old a person was at a time.
func ageAt(p assess.Person, at time.Time) int {
	p.At = at
	return p.Age()
}

// anyAge asks for what is plausible whoever it is.
const anyAge = -1

func plausible(i *dictionary.Indicator, years int, standard float64) bool {
	ends := i.PlausibleAt(years)
	return ends[0] <= standard && standard <= ends[1]
}

func (o *Oracle) sample(e *examination, i int) assess.SampleResult {
	s, standard := e.Samples[i], e.standard[i]
	indicator, known := o.set.Dictionary.Lookup(s.Name)
	texts := &o.set.Texts
	if !known {
		if like := o.set.Dictionary.Like(s.Name); like != "" && texts.UnknownLike != "" {
			return o.beyond(s, o.silent("U0", strings.ReplaceAll(texts.UnknownLike, "{like}", like), e, s, s.Name, s.Unit))
		}
		return o.beyond(s, o.silent("U0", texts.UnknownIndicator, e, s, s.Name, s.Unit))
	}
	if like := o.anotherUnit(e.Namespace, s, indicator); like != "" {
		tip := o.set.UnitDoubt.Text
		if strings.TrimSpace(s.Unit) != "" {
			tip = o.set.UnitDoubt.Named.Text
		}
		level := "U0"
		if len(o.set.Coherence) > 0 && strings.TrimSpace(s.Unit) != "" {
			level = "U2"
		}
		return o.silent(level, strings.ReplaceAll(tip, "{like}", like), e, s, indicator.Title, strings.TrimSpace(s.Unit))
	}
	if like := o.slipped(e.Namespace, s, indicator, standard); like != "" {
		level := "U0"
		if len(o.set.Coherence) > 0 && strings.TrimSpace(s.Unit) != "" {
			level = "U2"
		}
		return o.silent(level, strings.ReplaceAll(o.set.UnitDoubt.Number.Beside, "{like}", like), e, s, indicator.Title, strings.TrimSpace(s.Unit))
	}
	table, row, undecided := o.find(e, s, standard)
	if !plausible(indicator, e.Age(), standard) {
		return o.implausible(e, s, indicator, row)
	}
	if against := e.against[i]; against != nil {
		return o.contradicted(e, s, indicator, row, against)
	}
	if row != nil {
		answer := assess.SampleResult{Level: row.Level.ID, Color: row.Color, Act: row.Act.Told()}
		answer.Tip, answer.Hint = o.late(e, s, indicator, row)
		for _, id := range table.Risks {
			if risk, ok := e.risks[id]; ok && !strings.HasPrefix(answer.Level, "U") {
				answer.Risks = append(answer.Risks, risk)
			}
		}
		o.told(e, s, indicator, table, row, &answer)
		return answer
	}
	if answer, found := o.danger(e, s, indicator, standard); found && !undecided {
		return answer
	}
	return o.noRow(e, s, indicator, undecided)
}

// implausible is the answer to a value that nobody can have; row is the one that it
// would have, nil for none.
func (o *Oracle) implausible(e *examination, s assess.Sample, indicator *dictionary.Indicator, row *ruleset.Row) assess.SampleResult {
	texts := &o.set.Texts
	tip := texts.Implausible
	if row != nil && row.Level.Severity >= 3 && texts.ImplausibleUrgent != "" {
		tip = texts.ImplausibleUrgent
		if o.longAgo(e) && texts.ImplausibleLate != "" {
			tip = texts.ImplausibleLate
		}
	}
	answer := o.silent("U1", tip, e, s, indicator.Title, unit(s, indicator))
	if tip != texts.Implausible {
		answer.Act = row.Act.Told()
	}
	return answer
}

// noRow is the answer where no row decides; undecided is whether one might, were more
// known.
func (o *Oracle) noRow(e *examination, s assess.Sample, indicator *dictionary.Indicator, undecided bool) assess.SampleResult {
	texts := &o.set.Texts
	tip := texts.NoRule
	other := o.another(e, indicator.Name)
	switch {
	case undecided && texts.Insufficient != "":
		tip = texts.Insufficient
	case other != "":
		tip = other
	case !undecided && texts.UnderAge != "" && o.atAnotherAge(e, indicator.Name):
		tip = texts.UnderAge
	}
	answer := o.silent("U0", tip, e, s, indicator.Title, unit(s, indicator))
	if s.Reference != nil && (sensible(indicator, e.Age(), s.Reference.Low, s.Unit) || sensible(indicator, e.Age(), s.Reference.High, s.Unit)) && tip != other {
		if told := o.beyond(s, answer); told.Tip != answer.Tip {
			return told
		}
	}
	o.arrow(e, s, indicator, nil, &answer)
	return answer
}

// silent is an answer that assesses nothing and says why.
func (o *Oracle) silent(level, tip string, e *examination, s assess.Sample, title, unit string) assess.SampleResult {
	fill := strings.NewReplacer("{zh}", title, "{value}", plainly(s.Value), "{unit}", unit, "{result}", o.result(s), "{age}", strconv.Itoa(e.Age()))
	answer := assess.SampleResult{Level: level, Color: o.set.Level(level).Color, Tip: fill.Replace(tip)}
	if n := len(o.set.Acts); n > 0 {
		answer.Act = o.set.Acts[n-1].ID // routine
	}
	return answer
}

// result is the value with its unit, or the sign of a grade.
func (o *Oracle) result(s assess.Sample) string {
	i, known := o.set.Dictionary.Lookup(s.Name)
	switch {
	case !known:
		return strings.TrimRight(plainly(s.Value)+" "+s.Unit, " ")
	case i.Kind != dictionary.Qualitative:
		return strings.TrimRight(plainly(s.Value)+" "+unit(s, i), " ")
	}
	word, ok := o.set.Dictionary.Grades().Short(s.Value)
	if !ok {
		return plainly(s.Value)
	}
	return word
}

// unit is the sample's as sent, or the standard one that a blank stands for.
func unit(s assess.Sample, i *dictionary.Indicator) string {
	if strings.TrimSpace(s.Unit) == "" {
		return i.Unit
	}
	return s.Unit
}

// plainly writes a number without a power of ten, unless it has more than 15
// digits before the point.
func plainly(x float64) string {
	format := byte('f')
	if x >= 1e15 || x <= -1e15 {
		format = 'g'
	}
	return strconv.FormatFloat(x, format, -1, 64)
}
