package oracle

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// afterDays has nothing be urgent within minutes days after the examination.
func (o *Oracle) afterDays(e *examination, answer *assess.SampleResult) {
	days := int(max(0, e.Answered.Sub(e.At).Hours()/24))
	most := ""
	for _, l := range o.set.Late {
		if days > 0 && l.Days <= days && l.Severity <= 4 {
			most = l.Act.Value
		}
	}
	if most == "" {
		return
	}
	for _, act := range append([]*string{&answer.Act}, acts(answer.Risks)...) {
		if o.rank(*act) < o.rank(most) {
			*act = most
		}
	}
}

func acts(risks []assess.Risk) (all []*string) {
	for i := range risks {
		all = append(all, &risks[i].Act)
	}
	return all
}

// longAgo reports whether the gravest rows speak otherwise by now.
func (o *Oracle) longAgo(e *examination) bool {
	days := int(max(0, e.Answered.Sub(e.At).Hours()/24))
	return days > 0 && slices.ContainsFunc(o.set.Late, func(l ruleset.Late) bool { return l.Days <= days && l.Severity <= 4 })
}

// late gives the tip and hint of a row, or what stands in for them days after
// the examination.
func (o *Oracle) late(e *examination, s assess.Sample, i *dictionary.Indicator, row *ruleset.Row) (tip, hint string) {
	tip, hint = row.Tip, row.Hint
	days := int(max(0, e.Answered.Sub(e.At).Hours()/24))
	for _, l := range o.set.Late {
		if days < l.Days || row.Level.Severity < l.Severity || days == 0 {
			continue
		}
		hint = cmp.Or(l.Hint, row.Hint)
		text := l.Tip
		if row.LateTip != "" {
			text = row.LateTip
		}
		tip = strings.NewReplacer("{zh}", i.Title, "{value}", plainly(s.Value), "{unit}", unit(s, i), "{result}", o.result(s), "{age}", strconv.Itoa(e.Age()), "{days}", strconv.Itoa(days), "{tip}", row.Tip).Replace(text)
	}
	return tip, hint
}
