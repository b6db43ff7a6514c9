package console

import (
	"html/template"
	"maps"
	"slices"

	"tijian/engine/ruleset"
	"tijian/engine/scale"
	"tijian/server/console/words"
)

// A scaleLine is the number line of one kind of person, and the table it belongs to.
type scaleLine struct {
	Table  int
	Groups [][]string
	Ideal  string
	SVG    template.HTML
}

// scalesOf draws the number lines of tables.
func scalesOf(view *scale.View) (list []scaleLine) {
	for k := range view.Tables {
		for _, l := range view.Lines(&view.Tables[k]) {
			list = append(list, scaleLine{k, l.Groups, l.Ideal, template.HTML(l.SVG)}) // drawn there, texts escaped
		}
	}
	return list
}

// A scalePair is a number line as it was and as it becomes; "" for none.
type scalePair struct {
	Name, Link    string
	Groups        [][]string
	Before, After template.HTML
}

// mostScales are drawn on a change sheet.
const mostScales = 24

// compare draws the number lines that two versions have otherwise.
func (p *diffPage) compare(lang string, from, to *ruleset.Set) {
	if from == nil || to == nil {
		return
	}
	names := map[string]bool{}
	for _, set := range []*ruleset.Set{from, to} {
		for name := range set.Tables {
			names[name] = true
		}
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if sameTables(from.Tables[name], to.Tables[name]) {
			continue
		}
		title := name
		if i, ok := to.Dictionary.Lookup(name); ok {
			title = words.Called(lang, i)
		}
		before, after := drawn(lang, from, name), drawn(lang, to, name)
		for _, who := range slices.Concat(before, after) {
			same := func(l scaleLine) bool { return slices.EqualFunc(l.Groups, who.Groups, slices.Equal) }
			was, is := slices.IndexFunc(before, same), slices.IndexFunc(after, same)
			one := scalePair{Name: title, Link: "rules/table/" + p.Version.Name + "/" + name, Groups: who.Groups}
			if was >= 0 {
				one.Before = before[was].SVG
			}
			if is >= 0 {
				one.After = after[is].SVG
			}
			known := slices.ContainsFunc(p.Scales, func(o scalePair) bool {
				return o.Link == one.Link && slices.EqualFunc(o.Groups, one.Groups, slices.Equal)
			})
			switch {
			case one.Before == one.After || known:
			case len(p.Scales) == mostScales:
				p.MoreScales++
			default:
				p.Scales = append(p.Scales, one)
			}
		}
	}
}

func drawn(lang string, set *ruleset.Set, name string) []scaleLine {
	view, ok := scale.In(set, name, "", lang)
	if !ok {
		return nil
	}
	return scalesOf(view)
}

// sameTables reports whether tables say the same of numbers: their conditions and
// levels. It spares drawing the others.
func sameTables(a, b []*ruleset.Table) bool {
	return slices.EqualFunc(a, b, func(a, b *ruleset.Table) bool {
		return a.Guard() == b.Guard() && slices.EqualFunc(a.Rows, b.Rows, func(a, b *ruleset.Row) bool {
			return a.When.Text.Value == b.When.Text.Value && a.Level.ID == b.Level.ID && a.Color == b.Color
		})
	})
}
