package oracle

import (
	"strings"

	"tijian/engine/assess"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

// contradictions finds the identities that do not hold for the last values sent,
// and has the rules know nothing of these, but for those that others vouch for.
func (o *Oracle) contradictions(e *examination) {
	e.against = map[int][]*ruleset.Identity{}
	last := map[string]int{}
	for i, s := range e.Samples {
		last[s.Name] = i
	}
	for _, identity := range o.set.Coherence {
		if identity.When != nil && o.holds(identity.When, e.state) != yes || o.holds(identity.Holds, e.state) != no {
			continue
		}
		for _, indicator := range o.suspects(e, identity) {
			e.against[last[indicator.Name]] = append(e.against[last[indicator.Name]], identity)
		}
	}
	for i := range e.against {
		s := e.Samples[i]
		indicator, _ := o.set.Dictionary.Lookup(s.Name)
		delete(e.state.known, s.Name)
		for name := range facets(assess.Sample{}, indicator, e.Person, 0) {
			delete(e.state.known, s.Name+"_"+name)
		}
	}
}

// suspects are the indicators of an identity that does not hold, without those that are
// in one that vouches, holds, and leaves one of them out; all where that would leave none.
func (o *Oracle) suspects(e *examination, broken *ruleset.Identity) []*dictionary.Indicator {
	trusted := map[string]bool{}
	for _, other := range o.set.Coherence {
		if !other.Vouches || other.When != nil && o.holds(other.When, e.state) != yes || o.holds(other.Holds, e.state) != yes {
			continue
		}
		members := map[string]bool{}
		for _, i := range other.Indicators {
			members[i.Name] = true
		}
		shared := 0
		for _, i := range broken.Indicators {
			if members[i.Name] {
				shared++
			}
		}
		if shared < len(broken.Indicators) {
			for name := range members {
				trusted[name] = true
			}
		}
	}
	var left []*dictionary.Indicator
	for _, i := range broken.Indicators {
		if !trusted[i.Name] {
			left = append(left, i)
		}
	}
	if len(left) == 0 {
		return broken.Indicators
	}
	return left
}

// contradicted answers a value that contradicts others.
func (o *Oracle) contradicted(e *examination, s assess.Sample, i *dictionary.Indicator, row *ruleset.Row, against []*ruleset.Identity) assess.SampleResult {
	texts := &o.set.Texts
	like := o.reconciled(e, s, i, against)
	severe := row != nil && row.Level.Severity >= 3 && texts.ContradictedUrgent != "" && !o.longAgo(e) && like == ""
	tip := texts.Contradicted
	if severe {
		tip = texts.ContradictedUrgent
	}
	others, why := "", ""
	for _, identity := range against {
		for _, other := range identity.Indicators {
			if other.Name != i.Name && !strings.Contains("、"+others+"、", "、"+other.Title+"、") {
				others += "、" + other.Title
			}
		}
		why += "；" + identity.Why
	}
	tip = strings.NewReplacer("{others}", strings.TrimPrefix(others, "、"), "{why}", strings.TrimPrefix(why, "；")).Replace(tip)
	answer := o.silent("U2", tip, e, s, i.Title, unit(s, i))
	if like != "" {
		answer.Tip = o.inUnit(answer.Tip, like)
	}
	if severe {
		answer.Act = row.Act.Told()
	}
	return answer
}
