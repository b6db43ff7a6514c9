package names

import (
	"io/fs"
	"reflect"
	"unicode"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
	"tijian/ocr/vocabulary"
)

// Confusions holds what it costs to take one character for another; pairs that
// are not listed cost 1. Less are look-alikes, more are characters that tell
// indicators apart (高 and 低).
type Confusions struct {
	Cost map[[2]rune]float64
	// likeness gives every character with look-alikes a common
	// representative, for quick comparison of what characters a text has.
	likeness map[rune]rune
	// telling are the characters that tell indicators apart: losing one, or
	// finding one too many, counts for more than another.
	telling map[rune]bool
	// costly are those of which a misreading is listed that costs at least as much
	// as one that is not: % and #.
	costly map[rune]bool
}

type confusionGroup struct {
	Cost   float64  `yaml:"cost,required"`
	Groups []string `yaml:"groups,required"`
	OneWay bool     `yaml:"one_way"` // the first is printed, the others are what it is read as
	At     problem.Place
}

// LoadConfusions reads confusions.yaml from the root of the dictionaries. It returns
// nil when the file cannot be read.
func LoadConfusions(dictionaries fs.FS, list *problem.List) *Confusions {
	var groups []confusionGroup
	if !strictyaml.ReadFile(dictionaries, "confusions.yaml", &groups, list) {
		return nil
	}
	c := &Confusions{Cost: map[[2]rune]float64{}, likeness: map[rune]rune{}, telling: map[rune]bool{}, costly: map[rune]bool{}}
	for _, g := range groups {
		if g.Cost <= 0 || g.Cost > maxCost {
			list.Add(message.ConfusionCost.At(g.At, "most", maxCost))
		}
		for _, group := range g.Groups {
			switch runes := []rune(vocabulary.Key(group)); {
			case len(runes) < 2 && len([]rune(group)) > 1: // they are compared alike anyway
			case len(runes) < 2:
				list.Add(message.ConfusionShort.At(g.At, "group", group))
			case g.OneWay:
				c.addOneWay(runes, g.Cost)
			default:
				if pair := c.add(runes, g.Cost); pair != "" {
					list.Add(message.ConfusionContrary.At(g.At, "pair", pair))
				}
			}
		}
	}
	return c
}

// add notes a group, and gives the pair of it that is said to look alike and to tell
// indicators apart; "" where there is none.
func (c *Confusions) add(group []rune, cost float64) (contrary string) {
	for i, a := range group {
		for _, b := range group[i+1:] {
			if a == b {
				continue
			}
			if old, is := c.Cost[[2]rune{a, b}]; is && (old < 1) != (cost < 1) && unicode.Is(unicode.Han, a) {
				contrary = string([]rune{a, b})
			}
			c.set(a, b, cost)
			c.set(b, a, cost)
			if cost < 1 {
				c.join(a, b)
				continue
			}
			c.costly[a], c.costly[b] = true, true
			if unicode.Is(unicode.Han, a) {
				c.telling[a], c.telling[b] = true, true
			}
		}
	}
	return contrary
}

// addOneWay notes what a printed character is read as. The other way round the
// pair stays as it is: # is read as 非, but nothing called 非 is printed as #.
func (c *Confusions) addOneWay(group []rune, cost float64) {
	for _, read := range group[1:] {
		c.set(group[0], read, cost)
		c.join(group[0], read)
	}
}

// set notes what reading one character for another costs, the least that is listed.
func (c *Confusions) set(a, b rune, cost float64) {
	if old, ok := c.Cost[[2]rune{a, b}]; !ok || cost < old {
		c.Cost[[2]rune{a, b}] = cost
	}
}

// join puts two characters into one class of look-alikes.
func (c *Confusions) join(a, b rune) {
	from, to := c.class(a), c.class(b)
	if from == to {
		return
	}
	for r, class := range c.likeness {
		if class == from {
			c.likeness[r] = to
		}
	}
	c.likeness[a], c.likeness[b] = to, to
}

func (c *Confusions) class(r rune) rune {
	if class, ok := c.likeness[r]; ok {
		return class
	}
	return r
}

func (c *Confusions) substitution(a, b rune) float64 {
	if a == b {
		return 0
	}
	if cost, ok := c.Cost[[2]rune{a, b}]; ok {
		return cost
	}
	if c.telling[a] && c.telling[b] {
		return tellingFactor
	}
	return 1
}

// Shape describes confusions.yaml.
func Shape() strictyaml.Shape {
	says := func(zh string) strictyaml.Field { return strictyaml.Field{ZH: zh} }
	return strictyaml.Shape{Name: "confusions", Title: "容易读错的字", Files: []string{"confusions.yaml"}, Type: reflect.TypeFor[[]confusionGroup](), Fields: map[string]strictyaml.Field{
		"cost": says("互相替换的代价；没有列出的字为 1，大于 1 是能区分指标的字"), "groups": says("几组形近字，一组写在一起"), "one_way": says("第一个字是印的，后面的是它会被读成的；反过来不算"),
	}}
}
