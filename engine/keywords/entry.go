package keywords

import (
	"cmp"
	"slices"
	"strings"

	"tijian/engine/keywords/lexicon"
	"tijian/engine/keywords/segment"
)

// A Full is all that a text says: what Result has, with one entry for each
// lesion, and the phrases that no entry covers.
type Full struct {
	Certain  []string         `json:"certain"`
	Possible []string         `json:"possible"`
	Matches  []Finding        `json:"matches"`
	Repaired []segment.Repair `json:"repaired"`
	Unread   []Unread         `json:"unread"`
}

// A Finding is one lesion or other finding.
type Finding struct {
	Match
	Section      string   `json:"section"` // the heading above, as written
	Segment      string   `json:"segment"` // the part of the site, as written
	Measurements []string `json:"measurements"`
	Number       string   `json:"number"`
	Grade        *Grade   `json:"grade"`
	Trend        *Trend   `json:"trend"`
	Reason       string   `json:"reason"`  // why it is not certain
	Parents      []string `json:"parents"` // the terms that it is a kind of, the nearest first

	concluded bool // told by a section of conclusions
	mention   int
	gradeAt   int  // the mention of its grade
	joins     bool // a grade that has no entry beside its lesion's
}

// A Trend is how a lesion changed.
type Trend struct {
	Change string `json:"change"`
	Since  string `json:"since"` // the earlier date as written, "" when none is named
}

// Full is ExtractItem with everything that a text says of each finding.
func (l *Lexicon) Full(text, context, item string) (Full, error) {
	return l.FullUntil(nil, text, context, item)
}

// FullUntil is Full that answers ErrEnded once ended is closed.
func (l *Lexicon) FullUntil(ended <-chan struct{}, text, context, item string) (Full, error) {
	full := Full{Matches: []Finding{}, Unread: []Unread{}}
	place := map[int]int{} // of a mention's entry
	result, err := l.extract(ended, text, context, item, func(a *analysis, i int, match Match) {
		place[i] = len(full.Matches)
		full.Matches = append(full.Matches, a.finding(i, match))
	}, func(a *analysis) {
		for i, m := range a.mentions {
			if k, ok := place[int(m.settledBy)]; m.settled && ok {
				full.Matches[k].take(a.finding(i, a.match(m)))
			}
		}
		full.Unread = a.unread()
	})
	if err != nil {
		return Full{}, err
	}
	full.Certain, full.Possible, full.Repaired = result.Certain, result.Possible, result.Repaired
	full.Matches = merged(joined(full.Matches))
	return full, nil
}

func (a *analysis) finding(i int, match Match) Finding {
	l, m := a.Lexicon, a.mentions[i]
	t := a.term(m.term)
	e := Finding{Match: match, Measurements: []string{}, Parents: a.parents(m.term), Grade: a.graded(m), concluded: m.section == lexicon.MeansSection, mention: i, gradeAt: -1, joins: t.Joins}
	if m.heading >= 0 {
		e.Section = a.WrittenToken(int(m.heading))
	}
	if t.Grade == "" {
		e.Segment = a.segment(m)
		e.Measurements = a.measurements(int(m.token))
		e.Number = a.number(m)
		e.Trend = a.trend(int(m.token))
		if e.Severity == "" {
			e.Severity = a.severityWithin(m)
		}
		if t.Head >= 0 && l.Heads[t.Head].Lesion {
			e.Grade, e.gradeAt = a.gradeOf(i)
		}
	}
	if e.Measurement == "" && len(e.Measurements) > 0 {
		e.Measurement = e.Measurements[0]
	}
	e.Reason = a.asserted(int(m.token)).Reason
	return e
}

// parents lists the terms that a term is a kind of, and theirs.
func (a *analysis) parents(term int32) []string {
	names, all := []string{}, []int32{term}
	for k := 0; k < len(all); k++ {
		for _, p := range a.term(all[k]).Parents {
			if !slices.Contains(all, p) {
				all = append(all, p)
				names = append(names, a.term(p).Name)
			}
		}
	}
	return names
}

// graded is what a grade says, nil for another finding. The guideline's advice
// stands only where its own scale was written: C-TIRADS 3 is not ACR's 3.
func (a *analysis) graded(m mention) *Grade {
	g := a.term(m.term).Advised
	if g == nil || !a.WordOrNone(int(m.token)).Foreign {
		return g
	}
	return &Grade{Scale: g.Scale, Grade: g.Grade}
}

// severityWithin is the severity that a spelling holds and its term does not:
// 乳腺轻度增生, 高血压3级.
func (a *analysis) severityWithin(m mention) string {
	l := a.Lexicon
	folded := string(a.Text.Runes[m.start:m.end])
	standard := l.Fold.Word(a.term(m.term).Name)
	for _, s := range l.Severities {
		if len([]rune(s)) > 1 && strings.Contains(folded, s) && !strings.Contains(standard, s) {
			return l.Severity[s]
		}
	}
	return ""
}

// joined leaves out the grades that an entry of their lesion tells.
func joined(entries []Finding) []Finding {
	told := map[int]Status{}
	for _, e := range entries {
		if e.Grade != nil && !e.joins {
			told[e.gradeAt] = e.Status
		}
	}
	return slices.DeleteFunc(entries, func(e Finding) bool {
		status, ok := told[e.mention]
		return ok && e.joins && status == e.Status
	})
}

// merged joins entries that say the same of one lesion: what one section
// describes and another concludes.
func merged(entries []Finding) []Finding {
	const among = 32 // entries of a term, so that long texts stay linear
	kept := entries[:0]
	terms := map[string][]int{}
	for _, e := range entries {
		places := terms[e.Term]
		i := slices.IndexFunc(places[max(0, len(places)-among):], func(k int) bool { return kept[k].sameLesion(e) })
		if i < 0 {
			terms[e.Term] = append(places, len(kept))
			kept = append(kept, e)
			continue
		}
		kept[places[max(0, len(places)-among)+i]].take(e)
	}
	return kept
}

// sameLesion reports whether two entries can mean one lesion, told in two
// sections.
func (e *Finding) sameLesion(o Finding) bool {
	agree := func(x, y string) bool { return x == "" || y == "" || x == y }
	return e.concluded != o.concluded && e.Term == o.Term && e.Status == o.Status && e.Site == o.Site &&
		agree(e.Laterality, o.Laterality) && (strings.Contains(e.Segment, o.Segment) || strings.Contains(o.Segment, e.Segment)) && agree(e.Measurement, o.Measurement)
}

// take fills what the entry lacks from one that means the same lesion.
func (e *Finding) take(o Finding) {
	e.Laterality, e.Severity = cmp.Or(e.Laterality, o.Laterality), cmp.Or(e.Severity, o.Severity)
	if len(o.Segment) > len(e.Segment) {
		e.Segment = o.Segment
	}
	e.Measurement, e.Number, e.Cue = cmp.Or(e.Measurement, o.Measurement), cmp.Or(e.Number, o.Number), cmp.Or(e.Cue, o.Cue)
	if len(e.Measurements) == 0 {
		e.Measurements = o.Measurements
	}
	if e.Grade == nil {
		e.Grade = o.Grade
	}
	if e.Trend == nil {
		e.Trend = o.Trend
	}
	if o.concluded {
		e.concluded = false
	}
}
