package oracle

import (
	"math"
	"regexp"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// told gives an answer by a row the words of patterns, of who the person is, and of
// a printed range that disagrees.
func (o *Oracle) told(e *examination, s assess.Sample, i *dictionary.Indicator, t *ruleset.Table, row *ruleset.Row, answer *assess.SampleResult) {
	o.combined(e, i, row, answer)
	o.whom(e, i, t, row, answer)
	o.arrow(e, s, i, row, answer)
}

// combined gives an answer by a row the words of patterns.
func (o *Oracle) combined(e *examination, i *dictionary.Indicator, row *ruleset.Row, answer *assess.SampleResult) {
	for _, r := range o.leading(e) {
		if o.rank(row.Act.Told()) >= o.rank(e.risks[r.ID].Act) {
			o.spareBoth(answer, r.Pattern.Never, o.memberOf(r, i, row) != nil)
		}
	}
	o.explained(e, i, row, answer)
}

// whom has a row say what is told to persons like this one.
func (o *Oracle) whom(e *examination, i *dictionary.Indicator, t *ruleset.Table, row *ruleset.Row, answer *assess.SampleResult) {
	for _, c := range o.set.Contexts {
		if o.holds(c.When, e.state) != yes {
			continue
		}
		before, behind, added := "", "", false
		for _, w := range c.Words {
			if row.Level.Severity == 0 || !o.meant(w, i, t, row) || w.When != nil && o.holds(w.When, e.state) != yes {
				continue
			}
			bare := *answer
			o.spareBoth(&bare, c.Never, true)
			added = w.Tip != ""
			for _, word := range w.Unless {
				added = added && !strings.Contains(bare.Tip, word)
			}
			before, behind, _ = strings.Cut(w.Tip, "{tip}")
			break
		}
		o.spareBoth(answer, c.Never, added)
		if added {
			answer.Tip = before + answer.Tip + behind
		}
	}
}

func (o *Oracle) meant(w *ruleset.ContextWords, i *dictionary.Indicator, t *ruleset.Table, row *ruleset.Row) bool {
	of := len(w.Indicators) == 0
	for _, k := range w.Indicators {
		of = of || k.Name == i.Name
	}
	at := len(w.Indicators) > 0
	for _, organ := range w.Organs {
		at = at || t.Organ != nil && organ.ID == t.Organ.ID
	}
	return of && at && (w.Directions == "" || strings.ContainsRune(w.Directions, rune(row.Level.ID[0])))
}

// spareBoth leaves words out of tip and hint. What sends to a doctor is not left out
// of a tip, unless other words stand instead, nor what is to be done at once out of
// a hint; and a tip stays that would be nothing.
func (o *Oracle) spareBoth(answer *assess.SampleResult, never []string, instead bool) {
	atOnce := o.set.Wording.AtOnce
	sends := append(append([]string{}, o.set.Wording.SeeDoctor...), atOnce...)
	if instead {
		sends = nil
	}
	if tip := o.spare(answer.Tip, never, sends); tip != "" {
		answer.Tip = tip
	}
	answer.Hint = o.spare(answer.Hint, never, atOnce)
}

// spare leaves out the clauses of a text that have one of the words never, whole
// sentences that begin with one but for what has one of the words stay, and
// members of enumerations.
func (o *Oracle) spare(text string, never, stay []string) string {
	has := func(s string, words []string) bool {
		for _, word := range words {
			if strings.Contains(s, word) {
				return true
			}
		}
		return false
	}
	var sentences []string
	for _, sentence := range strings.Split(text, "；") {
		var kept []string
		inseparable, headless := false, false
		for n, clause := range strings.Split(sentence, "，") {
			bad := has(clause, never)
			inseparable = inseparable || bad && has(clause, stay)
			if bad {
				members, some := strings.Split(clause, "、"), []string{}
				for _, m := range members {
					if !has(m, never) {
						some = append(some, m)
					}
				}
				clause = strings.Join(some, "、")
				if len(members) < 3 || has(members[len(members)-1], never) {
					clause, headless = "", headless || n == 0
				}
			} else if headless && !has(clause, stay) {
				clause = ""
			}
			if clause != "" {
				kept = append(kept, clause)
			}
		}
		if inseparable {
			kept = []string{sentence}
		}
		if len(kept) > 0 {
			sentences = append(sentences, strings.Join(kept, "，"))
		}
	}
	return strings.Join(sentences, "；")
}

// memberOf is what a pattern says of a row; nil for nothing.
func (o *Oracle) memberOf(r *ruleset.Risk, i *dictionary.Indicator, row *ruleset.Row) *ruleset.Member {
	for _, m := range r.Pattern.Members {
		direction := m.Direction == "" || strings.HasPrefix(row.Level.ID, m.Direction)
		if m.Indicator.Name == i.Name && direction && (row.Level.Severity > 0 || m.Tip != "") {
			return m
		}
	}
	return nil
}

// explained has the most urgent pattern speak that explains a row; of two alike
// the one with more bars, then the first by name.
func (o *Oracle) explained(e *examination, i *dictionary.Indicator, row *ruleset.Row, answer *assess.SampleResult) {
	var best *ruleset.Risk
	var says *ruleset.Member
	rank := o.rank
	for _, r := range o.leading(e) {
		member := o.memberOf(r, i, row)
		if member == nil {
			continue
		}
		mine := e.risks[r.ID]
		if best == nil || rank(mine.Act) < rank(e.risks[best.ID].Act) || mine.Act == e.risks[best.ID].Act && mine.Flag > e.risks[best.ID].Flag {
			best, says = r, member
		}
	}
	if best == nil {
		return
	}
	act := e.risks[best.ID].Act
	pressing := rank(row.Act.Told()) < rank(act)
	if says.Tip != "" && !pressing {
		answer.Tip, answer.Hint = says.Tip, says.Hint
	}
	if row.Level.Severity == 0 && row.Level.ID[0] != 'U' {
		return
	}
	why := o.why(e, best)
	if why == "" {
		why = best.Name
	}
	if o.set.Texts.InPatternOnce {
		later := &answer.Tip
		first := rank(act)
		if pressing {
			later, first = &why, rank(row.Act.Told())
		}
		*later = o.timeless(*later, first)
	}
	answer.Tip = strings.NewReplacer("{tip}", answer.Tip, "{pattern}", why).Replace(o.set.Texts.InPattern)
	if !pressing {
		answer.Act = act
	}
}

// timeless takes out of a text the words for later acts than the one with a rank,
// with 在 before and 就 behind them.
func (o *Oracle) timeless(text string, first int) string {
	var words []string
	for _, a := range o.set.Acts[min(first+1, len(o.set.Acts)):] {
		for _, w := range a.Says {
			words = append(words, regexp.QuoteMeta(w))
		}
	}
	if len(words) == 0 {
		return text
	}
	return regexp.MustCompile("在?(?:"+strings.Join(words, "|")+")(?:(就[诊医近])|就)?").ReplaceAllString(text, "$1")
}

// rank numbers the acts, the most urgent 0.
func (o *Oracle) rank(act string) int {
	for k, a := range o.set.Acts {
		if a.ID == act {
			return k
		}
	}
	return len(o.set.Acts)
}

// leading lists the patterns that are found and that no other says, by name.
func (o *Oracle) leading(e *examination) []*ruleset.Risk {
	var found, list []*ruleset.Risk
	for _, r := range o.set.Risks {
		if a, ok := e.risks[r.ID]; ok && r.Pattern != nil && a.Flag >= r.Pattern.FromFlag {
			found = append(found, r)
		}
	}
	for _, r := range found {
		over := false
		for _, other := range found {
			for _, id := range other.Pattern.Over {
				over = over || other != r && id == r.ID && o.rank(e.risks[other.ID].Act) <= o.rank(e.risks[r.ID].Act)
			}
		}
		if !over {
			list = append(list, r)
		}
	}
	return list
}

// why is what the row that answered for a risk says.
func (o *Oracle) why(e *examination, r *ruleset.Risk) string {
	row := o.riskRow(r, e.state)
	if row == nil {
		return ""
	}
	severity := 0
	for _, f := range o.set.Flags {
		if f.Flag == row.Flag {
			severity = f.Severity
		}
	}
	days := int(max(0, e.Answered.Sub(e.At).Hours()/24))
	for _, l := range o.set.Late {
		if row.LateTip != "" && days > 0 && l.Days <= days && l.Severity <= severity {
			return strings.ReplaceAll(row.LateTip, "{days}", plainly(float64(days)))
		}
	}
	return row.Tip
}

// sensible is whether an end of a printed range can be one.
func sensible(i *dictionary.Indicator, years int, end float64, unit string) bool {
	y, ok := i.ToStandard(end, strings.TrimSpace(unit))
	return ok && i.Steps(strings.TrimSpace(unit)) == nil && plausible(i, years, y)
}

// beyond says how soon to see somebody about a result beyond its printed range of
// which nothing else is known.
func (o *Oracle) beyond(s assess.Sample, answer assess.SampleResult) assess.SampleResult {
	texts, r := o.set.Texts.Printed, s.Reference
	if texts == nil || texts.Beyond == nil || r == nil || s.Misprinted {
		return answer
	}
	b := texts.Beyond
	if high := s.Value > r.High && !strings.HasPrefix(string(s.Bound), "<"); !high && (!(s.Value < r.Low) || strings.HasPrefix(string(s.Bound), ">")) {
		return answer
	}
	answer.Act = b.Act.Value
	if r.High > 0 && s.Value >= r.High*b.Times || r.Low > 0 && s.Value <= r.Low/b.Times {
		answer.Act = b.FarAct.Value
	}
	answer.Tip = strings.NewReplacer("{tip}", strings.TrimSuffix(answer.Tip, "。"), "{printed}", printed(r), "{act}", o.set.Acts[o.rank(answer.Act)].Name).Replace(b.Text)
	return answer
}

func printed(r *assess.Reference) string {
	switch {
	case math.IsNaN(r.Low):
		return "≤" + plainly(r.High)
	case math.IsNaN(r.High):
		return "≥" + plainly(r.Low)
	}
	return plainly(r.Low) + "–" + plainly(r.High)
}

// arrow says that a printed range disagrees.
func (o *Oracle) arrow(e *examination, s assess.Sample, i *dictionary.Indicator, row *ruleset.Row, answer *assess.SampleResult) {
	texts, r := o.set.Texts.Printed, s.Reference
	if texts == nil || r == nil || s.Bound != "" || s.Misprinted {
		return
	}
	if !sensible(i, e.Age(), r.Low, s.Unit) && !sensible(i, e.Age(), r.High, s.Unit) {
		return
	}
	outside := s.Value < r.Low || s.Value > r.High
	text, source := "", ""
	switch {
	case row == nil || row.Level.ID[0] == 'U':
		if outside {
			text = texts.Unjudged
		}
	case row.Level.Severity > 0 && !outside:
		text = texts.Within
	case row.Level.Severity == 0 && outside:
		text = texts.Outside
	}
	if text == "" {
		return
	}
	if row != nil && len(row.Sources) > 0 {
		source = row.Sources[0].Title
	}
	answer.Tip = strings.NewReplacer("{tip}", answer.Tip, "{printed}", printed(r), "{source}", source, "{zh}", i.Title, "{result}", o.result(s)).Replace(text)
}
