package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/change"
	"tijian/engine/changes"
	"tijian/engine/dictionary"
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
	d := &differing{before: before, after: after, anew: map[string]*newRows{}}
	if said := diff.TextChanges(before, after); len(said) > 0 {
		d.reader = sense.NewReader(after, findings)
		for i := range said {
			d.text(&said[i])
		}
	}
	for _, n := range d.anew {
		d.list.Add(message.RowsAnew.At(n.at, "what", n.what, "version", before.Version, "count", len(n.rows), "to", n.first))
	}
	d.answers(diff.Answers(before, after))
	d.complete()
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
	anew          map[string]*newRows // by what they are of
}

// complete warns of what new indicators lack: of several units without what laboratories
// print nothing would question a number in another unit; and a table whose texts send
// people elsewhere than its organ does has a department of its own.
func (d *differing) complete() {
	for _, i := range d.after.Dictionary.All() {
		if _, known := d.before.Dictionary.Lookup(i.Name); known {
			continue
		}
		others := slices.ContainsFunc(i.Units, func(u dictionary.Unit) bool { return u.Unit != i.Unit && u.Factor != 1 })
		if others && i.Kind == dictionary.Quantitative && i.Usual == (dictionary.Interval{}) && d.after.UnitDoubt != nil {
			d.list.Add(message.NoUsual.At(i.At, "what", i.Called()))
		}
		for _, t := range d.after.Tables[i.Name] {
			for _, r := range t.Rows {
				if word := d.elsewhere(r); word != "" {
					d.list.Add(message.OtherDepartment.At(t.At, "what", i.Called(), "word", word, "department", r.Department))
					break
				}
			}
		}
	}
}

// elsewhere is the department to which a row's tip sends people where the row's own is
// none of those; "" for none.
func (d *differing) elsewhere(r *ruleset.Row) (word string) {
	for _, f := range d.reader.Read(r.Tip) {
		switch {
		case f.Kind != sense.Department:
		case f.Of == r.Department, forChildren(f): // children are told of theirs by contexts
			return ""
		case word == "":
			word = f.Of
		}
	}
	return word
}

// New rows are told together: every field of a new table would be a note of its own.
type newRows struct {
	at    problem.Place
	what  message.Phrase
	first string
	rows  []change.Row
}

// at is where something stands in the draft: of what stands there no more, its file.
func (d *differing) at(to, from change.Row) problem.Place {
	if to.File == "" {
		return problem.Place{File: strings.Replace(from.File, d.before.Version+"/", d.after.Version+"/", 1)}
	}
	return problem.Place(to)
}

// text tells of one field that says something else.
func (d *differing) text(c *change.Change[string]) {
	at := d.at(c.ToAt, c.FromAt)
	what := message.Phrase{ZH: c.Title, EN: c.Indicator + c.ID}
	if c.Title == "" {
		what = message.Phrase{ZH: "总表", EN: "manifest"}
	}
	from, to, version := change.Text(c.From), change.Text(c.To), d.before.Version
	switch {
	case to == "":
		d.list.Add(message.SaidNoMore.At(at, "what", what, "field", c.Field, "version", version, "from", from))
	case c.FromAt.File == "" && c.Indicator != "":
		d.row(at, what, c)
	case from == "" && (diff.IsSentence(c.Field) || c.FromAt.File == ""): // all of what is new
		d.list.Add(message.SaidAnew.At(at, "what", what, "field", c.Field, "version", version, "to", to))
	case !diff.IsSentence(c.Field):
		d.list.Add(message.ToldOtherwise.At(at, "what", what, "field", c.Field, "version", version, "from", cmp.Or(from, "-"), "to", to))
	default:
		d.meaning(at, what, c.Field, from, to)
	}
}

// row notes a field of a new row.
func (d *differing) row(at problem.Place, what message.Phrase, c *change.Change[string]) {
	key := c.Namespace + "/" + c.Indicator
	if d.anew[key] == nil {
		d.anew[key] = &newRows{at: at, what: what, first: change.Text(c.To)}
	}
	n := d.anew[key]
	if c.Field == "tip" && len(n.rows) <= 1 {
		n.first = change.Text(c.To)
	}
	if !slices.Contains(n.rows, c.ToAt) {
		n.rows = append(n.rows, c.ToAt)
	}
}

func (d *differing) meaning(at problem.Place, what message.Phrase, field, from, to string) {
	differs := sense.Compare(d.reader.Read(from), d.reader.Read(to))
	if len(differs.Lost)+len(differs.Gained) == 0 {
		d.list.Add(message.WordingChanged.At(at, "what", what, "field", field, "change", changes.Altered(from, to)))
		return
	}
	d.turned(at, what, field, from, to, differs)
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
	for _, all := range byTable(r.Levels) {
		indicator, ok := d.after.Dictionary.Lookup(all[0].Indicator)
		if !ok {
			continue
		}
		at := d.at(change.Row{}, change.Row(placeOf(all[0].From, problem.Place{}))) // unless one is answered now
		for _, l := range slices.Backward(all) {
			at = placeOf(l.To, at)
		}
		milder := slices.DeleteFunc(slices.Clone(all), func(l *change.Change[change.Given]) bool { return !change.IsMilder(d.after, l.From, l.To) })
		if len(milder) == 0 {
			d.list.Add(message.AnswersDiffer.At(at, "what", indicator.Called(), "version", d.before.Version, "count", len(all)))
			continue
		}
		worst := worstOf(d.after, milder)
		d.list.Add(message.AnswerMilder.At(placeOf(worst.To, at), "indicator", indicator.Called(), "version", d.before.Version, "count", len(milder),
			"where", worst.Phrase(), "from", given(worst.From), "to", given(worst.To)))
	}
	d.flags(r)
	for _, s := range r.RiskLists {
		if indicator, ok := d.after.Dictionary.Lookup(s.Indicator); ok && len(s.Lost) > 0 {
			d.list.Add(message.RisksUnlisted.At(problem.Place(s.ToAt), "indicator", indicator.Called(), "version", d.before.Version, "risks", s.Lost))
		}
	}
}

// byTable puts the changes of one indicator in one namespace together, those of persons
// who borrow a table apart.
func byTable(levels change.List[change.Given]) map[string][]*change.Change[change.Given] {
	all := map[string][]*change.Change[change.Given]{}
	for i := range levels {
		key := fmt.Sprintf("%s/%s/%d", levels[i].Namespace, levels[i].Indicator, levels[i].Lent)
		all[key] = append(all[key], &levels[i])
	}
	return all
}

// worstOf is the first of the changes by which a value is taken least seriously.
func worstOf(set *ruleset.Set, list []*change.Change[change.Given]) *change.Change[change.Given] {
	falls := func(l *change.Change[change.Given]) int {
		return change.Weight(set, l.From.Grade) - change.Weight(set, l.To.Grade)
	}
	return slices.MaxFunc(list, func(a, b *change.Change[change.Given]) int { return falls(a) - falls(b) })
}

// placeOf is where the row stands that answers, or else another place.
func placeOf(g *change.Given, or problem.Place) problem.Place {
	if len(g.Rows) > 0 {
		return problem.Place(g.Rows[0])
	}
	return or
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
		text += ", " + g.Recheck.String() + "d"
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
	for _, risk := range d.after.Risks { // of one that is gone its file tells
		name, list := message.Phrase{ZH: risk.Name, EN: risk.ID}, milder[risk.ID]
		if len(list) == 0 {
			if count := all[risk.ID]; count > 0 {
				d.list.Add(message.AnswersDiffer.At(risk.At, "what", name, "version", d.before.Version, "count", count))
			}
			continue
		}
		worst := slices.MaxFunc(list, func(a, b *change.Change[int]) int { return (*a.From - *a.To) - (*b.From - *b.To) })
		at := problem.Place(worst.ToAt)
		if at.File == "" {
			at = risk.At
		}
		d.list.Add(message.FlagMilder.At(at, "risk", name, "version", d.before.Version, "count", len(list),
			"where", cmp.Or(worst.Region, worst.Within).Phrase(), "from", *worst.From, "to", *worst.To))
	}
}

// overlay warns where tables of a namespace take a value less seriously than
// those that they replace, and where they no longer show a risk. Either may be
// meant; nobody should have to find out.
func (c *checker) overlay(o *ruleset.Overlay) {
	report := diff.Overlay(c.set, o)
	milder := slices.DeleteFunc(report.Levels, func(l change.Change[change.Given]) bool {
		return change.Weight(c.set, l.From.Grade) <= change.Weight(c.set, l.To.Grade)
	})
	for _, levels := range byTable(milder) {
		worst := worstOf(c.set, levels)
		indicator, _ := c.set.Dictionary.Lookup(worst.Indicator)
		c.list.Add(message.OverlayMilder.At(placeOf(worst.To, o.At), "namespace", o.Namespace, "indicator", indicator.Called(), "count", len(levels),
			"where", worst.Phrase(), "from", worst.From.Level, "to", worst.To.Level, "base", placeOf(worst.From, problem.Place{})))
	}
	for _, s := range report.RiskLists {
		if indicator, ok := c.set.Dictionary.Lookup(s.Indicator); ok && len(s.Lost) > 0 {
			c.list.Add(message.OverlayWithoutRisks.At(problem.Place(s.ToAt), "namespace", o.Namespace, "indicator", indicator.Called(), "risks", s.Lost, "base", problem.Place(s.FromAt)))
		}
	}
}
