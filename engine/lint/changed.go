package lint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/change"
	"tijian/engine/changes"
	"tijian/engine/diff"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/sense"
)

// Changes tells what a draft says and answers otherwise than the version that it
// came from, so that nothing gets milder in silence: each sentence whose facts
// differ, what is told beside it, and answers that take a value less seriously
// are warnings; other wordings and answers are notes. Findings are words for
// sense.NewReader.
func Changes(before, after *ruleset.Set, findings []string) problem.List {
	d := &differing{before: before, after: after}
	if said := diff.TextChanges(before, after); len(said) > 0 {
		d.reader = sense.NewReader(after, findings)
		for i := range said {
			d.text(&said[i])
		}
	}
	d.answers(diff.Answers(before, after))
	d.list.Sort()
	return d.list
}

// ChangeCodes are those of the warnings of Changes: a draft is there to be
// changed, and who releases it looks at each.
var ChangeCodes = []string{message.Meaning.Code, message.ToldOtherwise.Code, message.SaidNoMore.Code, message.AnswerMilder.Code, message.RisksUnlisted.Code}

type differing struct {
	before, after *ruleset.Set
	reader        *sense.Reader
	list          problem.List
}

// text tells of one field that says something else.
func (d *differing) text(c *change.Change[string]) {
	at := problem.Place(c.ToAt)
	if at.File == "" {
		at = problem.Place{File: strings.Replace(c.FromAt.File, d.before.Version+"/", d.after.Version+"/", 1)}
	}
	what := message.Phrase{ZH: c.Title, EN: c.Indicator + c.ID}
	if c.Title == "" {
		what = message.Phrase{ZH: "总表", EN: "manifest"}
	}
	var from, to string
	if c.From != nil {
		from = *c.From
	}
	if c.To != nil {
		to = *c.To
	}
	version := d.before.Version
	switch {
	case to == "":
		d.list.Add(message.SaidNoMore.At(at, "what", what, "field", c.Field, "version", version, "from", from))
	case from == "" && (diff.IsSentence(c.Field) || c.FromAt.File == ""): // all of a new row
		d.list.Add(message.SaidAnew.At(at, "what", what, "field", c.Field, "version", version, "to", to))
	case !diff.IsSentence(c.Field):
		d.list.Add(message.ToldOtherwise.At(at, "what", what, "field", c.Field, "version", version, "from", cmp.Or(from, "-"), "to", to))
	default:
		d.meaning(at, what, c.Field, from, to)
	}
}

func (d *differing) meaning(at problem.Place, what message.Phrase, field, from, to string) {
	differs := sense.Compare(d.reader.Read(from), d.reader.Read(to))
	if len(differs.Lost)+len(differs.Gained) == 0 {
		d.list.Add(message.WordingChanged.At(at, "what", what, "field", field, "change", changes.Altered(from, to)))
		return
	}
	var lost, gained message.Phrase
	if len(differs.Lost) > 0 {
		lost = message.MeaningLost.With("words", sense.Words(differs.Lost))
	}
	if len(differs.Gained) > 0 {
		gained = message.MeaningGained.With("words", sense.Words(differs.Gained))
	}
	d.list.Add(message.Meaning.At(at, "what", what, "field", field, "version", d.before.Version, "from", from, "to", to, "lost", lost, "gained", gained))
}

// answers tells of levels, flags and lists of risks.
func (d *differing) answers(r *diff.Report) {
	milder, all := map[string][]*change.Change[change.Given]{}, map[string]int{}
	places := map[string]problem.Place{}
	for i := range r.Levels {
		l := &r.Levels[i]
		key := l.Namespace + "/" + l.Indicator
		all[key]++
		if at := placeOf(l); all[key] == 1 || places[key].File == "" {
			places[key] = at
		}
		if change.IsMilder(d.after, l.From, l.To) {
			milder[key] = append(milder[key], l)
		}
	}
	for key, count := range all {
		_, name, _ := strings.Cut(key, "/")
		indicator, ok := d.after.Dictionary.Lookup(name)
		if !ok {
			continue
		}
		if list := milder[key]; len(list) > 0 {
			worst := slices.MaxFunc(list, func(a, b *change.Change[change.Given]) int {
				return (change.Weight(d.after, a.From.Grade) - change.Weight(d.after, a.To.Grade)) - (change.Weight(d.after, b.From.Grade) - change.Weight(d.after, b.To.Grade))
			})
			at := placeOf(worst)
			if at.File == "" {
				at = places[key]
			}
			d.list.Add(message.AnswerMilder.At(at, "indicator", indicator.Called(), "version", d.before.Version, "count", len(list),
				"where", message.Phrase{ZH: worst.Describe(problem.Chinese), EN: worst.Describe(problem.English)}, "from", given(worst.From), "to", given(worst.To)))
			continue
		}
		d.list.Add(message.AnswersDiffer.At(places[key], "what", indicator.Called(), "version", d.before.Version, "count", count))
	}
	d.flags(r)
	for _, s := range r.RiskLists {
		if indicator, ok := d.after.Dictionary.Lookup(s.Indicator); ok && len(s.Lost) > 0 {
			d.list.Add(message.RisksUnlisted.At(problem.Place(s.ToAt), "indicator", indicator.Called(), "version", d.before.Version, "risks", s.Lost))
		}
	}
}

// placeOf is where the draft has the row that answers, without a file where
// nothing answers.
func placeOf(l *change.Change[change.Given]) problem.Place {
	if rows := l.To.Rows; len(rows) > 0 {
		return problem.Place(rows[0])
	}
	return problem.Place{}
}

// given names a level with its colour where that tells more.
func given(g *change.Given) string {
	if g.Level == "" {
		return "-"
	}
	text := g.Level + " (" + strconv.Itoa(g.Color)
	if g.Alert != "" {
		text += ", " + g.Alert
	}
	if !g.Recheck.IsZero() {
		text += ", " + strconv.Itoa(int(g.Recheck)) + "d"
	}
	return text + ")"
}

// flags tells of risks.
func (d *differing) flags(r *diff.Report) {
	milder, all := map[string][]*change.Change[int]{}, map[string]int{}
	for i := range r.Risks {
		k := &r.Risks[i]
		all[k.ID]++
		if k.From != nil && k.To != nil && *k.To < *k.From {
			milder[k.ID] = append(milder[k.ID], k)
		}
	}
	for id, count := range all {
		i := slices.IndexFunc(d.after.Risks, func(k *ruleset.Risk) bool { return k.ID == id })
		if i < 0 {
			continue // its file is gone, which is told as such
		}
		risk := d.after.Risks[i]
		name := message.Phrase{ZH: risk.Name, EN: risk.ID}
		list := milder[id]
		if len(list) == 0 {
			d.list.Add(message.AnswersDiffer.At(risk.At, "what", name, "version", d.before.Version, "count", count))
			continue
		}
		worst := slices.MaxFunc(list, func(a, b *change.Change[int]) int { return (*a.From - *a.To) - (*b.From - *b.To) })
		at := problem.Place(worst.ToAt)
		if at.File == "" {
			at = risk.At
		}
		region := worst.Region
		if region == nil {
			region = worst.Within
		}
		d.list.Add(message.FlagMilder.At(at, "risk", name, "version", d.before.Version, "count", len(list),
			"where", message.Phrase{ZH: region.Describe(problem.Chinese), EN: region.Describe(problem.English)}, "from", *worst.From, "to", *worst.To))
	}
}
