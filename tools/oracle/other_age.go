package oracle

import (
	"strconv"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// danger answers a value by the table of another age where the rules say that it
// means the same; false where none does.
func (o *Oracle) danger(e *examination, s assess.Sample, i *dictionary.Indicator, x float64) (answer assess.SampleResult, found bool) {
	for _, d := range o.set.OtherAges {
		if answer, found = o.asOtherAge(d, e, s, i, x); found {
			break
		}
	}
	return answer, found
}

func (o *Oracle) asOtherAge(d *ruleset.OtherAge, e *examination, s assess.Sample, i *dictionary.Indicator, x float64) (answer assess.SampleResult, found bool) {
	if s.Bound != "" || o.holds(d.When, e.state) != yes {
		return answer, false
	}
	name := o.name(o.set.Names.Age)
	age := e.state.known[name]
	e.state.known[name] = number(float64(d.Age))
	table, row, _ := o.find(e, s, x)
	e.state.known[name] = age
	if row == nil || !d.Meant(i, row) {
		return answer, false
	}
	if d.Within != nil && o.rank(d.Within.ID) < o.rank(row.Act.Told()) {
		soon := *row
		soon.Act = d.Within
		row = &soon
	}
	answer = assess.SampleResult{Level: row.Level.ID, Color: row.Color, Act: row.Act.Told(), Hint: d.Hint}
	fill := []string{"{zh}", i.Title, "{value}", plainly(s.Value), "{unit}", unit(s, i), "{result}", o.result(s), "{age}", strconv.Itoa(e.Age()), "{act}", row.Act.Name, "{means}", o.set.MeaningOf(i, row)}
	told := strings.NewReplacer(fill...).Replace(d.Tip)
	text := told
	days := int(max(0, e.Answered.Sub(e.At).Hours()/24))
	for _, l := range o.set.Late {
		if days >= l.Days && row.Level.Severity >= l.Severity && days > 0 {
			text = strings.ReplaceAll(strings.ReplaceAll(l.Tip, "{days}", strconv.Itoa(days)), "{tip}", told)
		}
	}
	answer.Tip = strings.NewReplacer(fill...).Replace(text)
	if d.Patterned {
		o.combined(e, i, row, &answer)
	}
	o.whom(e, i, table, row, &answer)
	return answer, true
}
