package chart

import (
	"html/template"
	"maps"
	"slices"

	"tijian/engine/ruleset"
	"tijian/engine/scale"
	"tijian/server/console/words"
)

// A Scale is the number line of one kind of person, and the table it belongs to.
type Scale struct {
	Table  int
	Groups [][]string
	Ideal  string
	SVG    template.HTML
}

// ScalesOf draws the number lines of tables.
func ScalesOf(view *scale.View) (list []Scale) {
	for k := range view.Tables {
		for _, l := range view.Lines(&view.Tables[k]) {
			list = append(list, Scale{k, l.Groups, l.Ideal, template.HTML(l.SVG)}) // drawn there, texts escaped
		}
	}
	return list
}

// A ScalePair is a number line as it was and as it becomes; "" for none.
type ScalePair struct {
	Name, Link    string
	Groups        [][]string
	Before, After template.HTML
}

// mostScales are drawn on a change sheet.
const mostScales = 24

// ScalePairs draws the number lines that two versions have otherwise, the first of them;
// more are how many there are besides.
func ScalePairs(lang string, from, to *ruleset.Set) (list []ScalePair, more int) {
	if from == nil || to == nil {
		return nil, 0
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
			same := func(l Scale) bool { return slices.EqualFunc(l.Groups, who.Groups, slices.Equal) }
			was, is := slices.IndexFunc(before, same), slices.IndexFunc(after, same)
			one := ScalePair{Name: title, Link: "rules/table/" + to.Version + "/" + name, Groups: who.Groups}
			if was >= 0 {
				one.Before = before[was].SVG
			}
			if is >= 0 {
				one.After = after[is].SVG
			}
			known := slices.ContainsFunc(list, func(o ScalePair) bool {
				return o.Link == one.Link && slices.EqualFunc(o.Groups, one.Groups, slices.Equal)
			})
			switch {
			case one.Before == one.After || known:
			case len(list) == mostScales:
				more++
			default:
				list = append(list, one)
			}
		}
	}
	return list, more
}

func drawn(lang string, set *ruleset.Set, name string) []Scale {
	view, ok := scale.In(set, name, "", lang)
	if !ok {
		return nil
	}
	return ScalesOf(view)
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
