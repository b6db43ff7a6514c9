package scale

import (
	"cmp"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"gopkg.in/yaml.v3"

	"tijian/engine/expression"
	"tijian/engine/lattice"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

//go:embed who.yaml
var whoFile []byte

type said struct{ ZH, EN string }

func (s said) in(lang string) string { return message.Pick(lang, s.ZH, s.EN) }

// short are the short words for what conditions ask.
var short = sync.OnceValue(func() (all struct {
	Said    map[string]string
	Yes, No said
	Inputs  map[string]struct {
		Name    string
		Yes, No *said
	}
}) {
	if err := yaml.Unmarshal(whoFile, &all); err != nil {
		panic(err) // embedded
	}
	return all
})

// Who says whom a condition is about, in few words for each thing it asks: 成人,
// 无糖尿病, 未怀孕. There are several lists where it is about several kinds of people,
// and none where it is about everybody or computes.
func Who(set *ruleset.Set, condition *expression.Condition, lang string) (groups [][]string) {
	if condition == nil {
		return nil
	}
	space := lattice.New(nil, lattice.Side{Set: set, Conditions: []*expression.Condition{condition}})
	if len(space.Dimensions) == 0 || len(space.Inexact) > 0 || space.Size() > maxCells {
		return nil
	}
	truth, last := space.Truths(set).Of(condition), len(space.Dimensions)-1
	var boxes []lattice.Box
	space.Each(nil, func(point []int) bool {
		if truth.At(point) == expression.True {
			boxes = append(boxes, space.Run(point, point[last], point[last], 0))
		}
		return true
	})
	for _, box := range lattice.Merge(boxes) {
		groups = append(groups, chips(space, &box, lang))
	}
	return groups
}

func chips(space *lattice.Space, box *lattice.Box, lang string) (list []string) {
	for _, part := range space.Parts(box, lang) {
		list = append(list, chip(part, lang))
	}
	return list
}

func chip(p lattice.Part, lang string) string {
	words := short()
	own := words.Inputs[p.Name]
	form, special := words.No, own.No
	switch p.Answer {
	case nil:
		if lang == problem.English && own.Name != "" {
			return strings.Replace(p.Text, p.Name, own.Name, 1)
		}
		return cmp.Or(words.Said[p.Text], p.Text)
	case true:
		form, special = words.Yes, own.Yes
	}
	if special != nil {
		return special.in(lang)
	}
	name := p.Title
	if lang == problem.English && own.Name != "" {
		name = own.Name
	} else if name == "" || lang == problem.English {
		name = p.Name
	}
	return fmt.Sprintf(form.in(lang), name)
}
