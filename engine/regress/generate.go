package regress

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/numeral"
	"tijian/engine/ruleset"
)

// A Generated tells what came of Generate.
type Generated struct {
	Trials int
	// Left is what no request could be found for, because it needs a derived
	// value whose inputs the search does not choose.
	Left []Missed
}

// Generate writes a suite with a trial for every row, bound and unit that
// coverage misses in tables and dictionaries. Its expectations are the present answers, so each case is
// marked as not yet signed by a doctor. The suite's clock is at. The error is
// the writer's.
func Generate(w io.Writer, set *ruleset.Set, engine Assessor, r *Report, c Coverage, at time.Time) (*Generated, error) {
	g := &generator{set: set, engine: engine, at: at, persons: map[string]string{}}
	for _, missed := range byTable(c.Missed) {
		g.table(missed, r)
	}
	g.conversions(c.Missed)
	return &g.Generated, g.write(w)
}

// byTable groups the missed rows and bounds by table, in the order of places.
func byTable(all []Missed) [][]Missed {
	var groups [][]Missed
	index := map[*ruleset.Table]int{}
	for _, m := range all {
		if m.table == nil {
			continue
		}
		k, known := index[m.table]
		if !known {
			k = len(groups)
			index[m.table] = k
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], m)
	}
	return groups
}

type generator struct {
	Generated
	set     *ruleset.Set
	engine  Assessor
	at      time.Time
	persons map[string]string // YAML of a person -> its name
	order   []string          // YAML of persons as first used
	cases   []generated
	made    []Witness
}

// generated is a case to write: one matrix of values for one request.
type generated struct {
	indicator *dictionary.Indicator
	person    string
	base      assess.Request
	levels    []level
	values    []string // "180.2 mg/dL: 10.00"
}

type level struct {
	value float64
	id    string
}

// table finds requests for what is missed in one table: first among the plain
// contexts, then among the requests of other trials of the table.
func (g *generator) table(missed []Missed, r *Report) {
	t, space := missed[0].table, missed[0].space
	search := newRequestSearch(g.set, g.engine, t)
	lent := slices.DeleteFunc(slices.Clone(missed), func(m Missed) bool { return m.Part != Lent })
	missed = slices.DeleteFunc(slices.Clone(missed), func(m Missed) bool { return m.Part == Lent })
	left := func(missed []Missed, c context, in *expression.Inputs) []Missed {
		base, derived, ok := c.request(g.set, space, g.at)
		if ok && derived != nil {
			if base, ok = search.meet(base, derived); ok {
				in, ok = inputsOf(g.set, g.engine, &base)
			}
		}
		if !ok {
			return missed
		}
		return g.take(t, base, in, missed)
	}
	if len(lent) > 0 {
		borrowers(g.set, &lent[0], func(c context, in *expression.Inputs) bool {
			lent = left(lent, c, in)
			return len(lent) > 0
		})
		g.Left = append(g.Left, lent...)
	}
	if len(missed) > 0 {
		contexts(g.set, t, func(c context, in *expression.Inputs) bool {
			missed = left(missed, c, in)
			return len(missed) > 0
		})
	}
	for _, trial := range r.trials {
		if len(missed) == 0 {
			return
		}
		i := slices.IndexFunc(trial.result.Samples, func(s assess.SampleResult) bool { return g.answers(t, s) })
		if i < 0 || trial.result.Version != g.set.Version {
			continue
		}
		base := *trial.request
		base.At = g.at
		base.Born = g.at.AddDate(-trial.request.Age(), 0, 0)
		if trial.request.Age() == 0 {
			base.Born = g.at.AddDate(0, 0, -trial.request.DaysOld())
		}
		base.Samples = slices.DeleteFunc(slices.Clone(base.Samples), func(s assess.Sample) bool { return s.Name == t.Indicator.Name })
		in := g.set.Scope.NewInputs()
		see(in, trial.result.Seen.All)
		missed = g.take(t, base, in, missed)
	}
	g.Left = append(g.Left, missed...)
}

// take makes cases of what is missed and can be met by a request, one for each
// age, and returns the rest.
func (g *generator) take(t *ruleset.Table, base assess.Request, in *expression.Inputs, missed []Missed) []Missed {
	byAge := map[int]*generated{}
	base.Samples = slices.Clone(base.Samples)
	for i := range base.Samples {
		base.Samples[i].Value = short(base.Samples[i].Value)
	}
	missed = slices.DeleteFunc(slices.Clone(missed), func(m Missed) bool {
		request := base
		value, ok := g.value(t, m, in)
		value = short(value)
		if ok && m.Part == Ages {
			request.Born = request.At.AddDate(-int(m.Value), 0, 0)
		}
		if !ok {
			return false
		}
		id, ok := g.ask(t, request, value, m.Part == Ages || m.Part == Lent)
		if !ok || m.Part == Lent && id != m.row.Level.ID {
			return false
		}
		witness := request
		witness.Samples = append(slices.Clone(request.Samples), assess.Sample{Name: t.Indicator.Name, Value: value})
		g.made = append(g.made, Witness{&witness, t, m.At})
		made := byAge[request.Age()]
		if made == nil {
			made = &generated{indicator: t.Indicator, base: request}
			byAge[request.Age()] = made
		}
		if !slices.ContainsFunc(made.levels, func(l level) bool { return l.value == value }) {
			made.levels = append(made.levels, level{value, id})
		}
		return true
	})
	for _, age := range slices.Sorted(maps.Keys(byAge)) {
		made := byAge[age]
		slices.SortFunc(made.levels, func(a, b level) int { return cmp.Compare(a.value, b.value) })
		made.person = g.person(&made.base)
		g.cases = append(g.cases, *made)
		g.Trials += len(made.levels)
	}
	return missed
}

// short is a number without what arithmetic leaves behind its last digit: 2.53 for
// 2.5300000000000002. Bounds, as they are written, are short.
func short(x float64) float64 {
	return numeral.Significant(x, 12)
}

// value gives what to send for a missed row or bound; false when this person
// does not meet it.
func (g *generator) value(t *ruleset.Table, m Missed, in *expression.Inputs) (float64, bool) {
	slot := g.set.Names.Value
	switch {
	case m.Part == Lent:
		return lentValue(g.set, &m, in)
	case m.Part == Rows:
		return valueFor(g.set, t, m.row, in)
	case m.Part == Ages && m.row == nil:
		return g.valueAt(t, m, plausibleValues(g.set, t, t.Rows[len(t.Rows)/2]), in)
	case m.Part == Ages:
		return g.valueAt(t, m, plausibleValues(g.set, t, m.row), in)
	}
	in.SetNumber(slot, m.Value)
	defer in.Unset(slot)
	return m.Value, changes(m.row.When, in, slot, axisOf(g.set, m.row), m.Bound)
}

// valueAt gives the value for which the answer changes at the age missed,
// away from the limits of what is plausible where there is a choice.
func (g *generator) valueAt(t *ruleset.Table, m Missed, values []any, in *expression.Inputs) (found float64, ok bool) {
	slot := g.set.Names.Value
	defer in.Unset(slot)
	for k := range values {
		v := values[(k+len(values)/2)%len(values)]
		in.Set(slot, v)
		if m.age.beside(in, g.set.Names.Age)[m.Side] {
			return v.(float64), true
		}
	}
	return 0, false
}

// ask gives the level of a value, provided that the table answers or need not.
func (g *generator) ask(t *ruleset.Table, base assess.Request, value float64, anyTable bool) (string, bool) {
	base.Samples = append(slices.Clone(base.Samples), assess.Sample{Name: t.Indicator.Name, Value: value})
	result, err := g.engine.Assess(&base)
	if err != nil {
		return "", false
	}
	last := result.Samples[len(result.Samples)-1]
	return last.Level, anyTable || g.answers(t, last)
}

func (g *generator) answers(t *ruleset.Table, s assess.SampleResult) bool {
	return slices.ContainsFunc(t.Rows, s.Trace.Of)
}

// person names the person of a request and remembers how to write it.
func (g *generator) person(r *assess.Request) string {
	name := "男"
	if r.Sex == assess.Female {
		name = "女"
	}
	age := r.Age()
	name += strconv.Itoa(age) + "岁"
	text := fmt.Sprintf("sex: %s, age: %d", r.Sex, age)
	if days := r.DaysOld(); age == 0 && days > 0 {
		name += strconv.Itoa(days) + "天"
		text = fmt.Sprintf("sex: %s, born: %s", r.Sex, r.Born.Format(time.DateOnly))
	}
	for _, b := range ruleset.Backgrounds {
		if *b.Of(&r.Person) {
			name += "、" + b.Title
			text += ", " + b.Name + ": true"
		}
	}
	if r.SmokeDaily != 0 {
		smoke := strconv.FormatFloat(r.SmokeDaily, 'f', -1, 64)
		name += "、每日吸烟" + smoke
		text += ", " + ruleset.Smoking + ": " + smoke
	}
	if days := r.DaysSince(); days > 0 {
		name += fmt.Sprintf("、%d天后", days)
		text += fmt.Sprintf(", %s: %d", ruleset.DaysSinceExam, days)
	}
	if r.Namespace != "" {
		name += "、" + r.Namespace
		text += ", namespace: " + strconv.Quote(r.Namespace)
	}
	var arguments []string
	for _, a := range g.set.Arguments {
		if value, sent := r.Arguments[a.Path]; sent {
			arguments = append(arguments, fmt.Sprintf("%s: %v", a.Path, value))
			name += fmt.Sprintf("、%s=%v", a.Variable, value)
		}
	}
	if len(arguments) > 0 {
		text += ", arguments: {" + strings.Join(arguments, ", ") + "}"
	}
	if known, ok := g.persons[text]; ok {
		return known
	}
	g.persons[text] = name
	g.order = append(g.order, text)
	return name
}

const generatedHead = `# 由 tijian rules test --generate 写出：尚无用例覆盖的分界，预期是规则现在的回答，不代表它正确。
# 请医生逐例核对；无误就在 signed 里写上用户名和日期，有误就改规则或改预期。签字前运行时会列为“待签字”。
title: 待签字的分界用例
versions: [%q]
datetime: %q
persons:
`

func (g *generator) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, generatedHead, g.set.Version, g.at.UTC().Format("2006-01-02T15:04:05.000Z"))
	if len(g.order) == 0 {
		fmt.Fprintln(out, "  {}")
	}
	for _, text := range g.order {
		fmt.Fprintf(out, "  %s: {%s}\n", quote(g.persons[text]), text)
	}
	fmt.Fprintln(out, "cases:")
	if len(g.cases) == 0 {
		fmt.Fprintln(out, "  []")
	}
	for _, c := range g.cases {
		g.writeCase(out, c)
	}
	return out.Flush()
}

func (g *generator) writeCase(out *bufio.Writer, c generated) {
	i := c.indicator
	name := i.Title
	if i.Unit != "" {
		name += "（" + i.Unit + "）"
	}
	fmt.Fprintf(out, "  - name: %s\n    signed: \"\"\n    person: %s\n", quote(name+"，"+c.person), quote(c.person))
	if len(c.base.Samples) > 0 {
		var samples []string
		for _, s := range c.base.Samples {
			text := s.Name + ": " + strconv.FormatFloat(s.Value, 'f', -1, 64)
			if s.Unit != "" {
				text += " " + s.Unit
			}
			samples = append(samples, text)
		}
		fmt.Fprintf(out, "    samples: {%s}\n", strings.Join(samples, ", "))
	}
	var levels []string
	for _, l := range c.levels {
		text := strconv.FormatFloat(l.value, 'f', i.Decimals, 64)
		if x, err := strconv.ParseFloat(text, 64); err != nil || math.Abs(x-l.value) > 1e-12 {
			text = strconv.FormatFloat(l.value, 'f', -1, 64)
		}
		levels = append(levels, text+": "+l.id)
	}
	key := "levels"
	if len(c.values) > 0 {
		key, levels = "values", c.values
	}
	fmt.Fprintf(out, "    indicator: %s\n    %s: {%s}\n\n", i.Name, key, strings.Join(levels, ", "))
}

// quote writes a text so that YAML reads it as it is.
func quote(s string) string {
	if strings.ContainsAny(s, ":#{}[],&*?|>!%@`\"'") || s == "" {
		return strconv.Quote(s)
	}
	return s
}

// sides says where a trial is missing, seen from a bound.
var sides = [...]message.Phrase{
	Below: {ZH: "紧挨 %s 之下", EN: "just below %s"}, At: {ZH: "恰为 %s ", EN: "at %s"}, Above: {ZH: "紧挨 %s 之上", EN: "just above %s"},
}

// Text says in one line what was missed, without its place.
func (m *Missed) Text(lang string) string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
	say := func(zh, en string, args ...any) string { return fmt.Sprintf(message.Pick(lang, zh, en), args...) }
	name := message.Pick(lang, m.Title, m.Name)
	if m.Part == Units {
		printed, standard := Conversion(m.indicator, m.Unit)
		return say("%s 的 %s：没有换算的用例，可写 values: {%[3]s %[2]s: %[4]s}，右边的数另查文献", "%s in %s: no case converts it, such as values: {%[3]s %[2]s: %[4]s}", name, m.Unit, printed, standard)
	}
	where := say("%s 第 %d 行（%s）", "%s row %d (%s)", name, m.Row, m.When)
	if m.Row == 0 {
		where = say("%s 的 for（%s）", "%s, for (%s)", name, m.When)
	}
	what := say("没有用例", "no case")
	switch m.Part {
	case Bounds:
		what = say("缺%s的用例，可送 %s", "no case %s, send %s", fmt.Sprintf(sides[m.Side].In(lang), number(m.Bound)), number(m.Value))
	case Lent:
		what = say("没有自己的表的孩子也用这一行，缺他们的用例，可送 %s", "children without a table are told this row, too; no case of theirs, send %s", number(m.Value))
	case Ages:
		what = say("缺 %s 岁的用例", "no case at the age of %s", number(m.Value))
	}
	return where + message.Pick(lang, "：", ": ") + what
}
