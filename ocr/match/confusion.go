package match

import (
	"io/fs"
	"unicode"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// maxCost bounds the cost of a substitution.
const maxCost = 5.0

// confusions holds what it costs to take one character for another; pairs that
// are not listed cost 1. Less are look-alikes, more are characters that tell
// indicators apart (高 and 低).
type confusions struct {
	cost map[[2]rune]float64
	// likeness gives every character with look-alikes a common
	// representative, for quick comparison of what characters a text has.
	likeness map[rune]rune
	// telling are the characters that tell indicators apart: losing one, or
	// finding one too many, counts for more than another.
	telling map[rune]bool
}

type confusionGroup struct {
	Cost   float64  `yaml:"cost,required"`
	Groups []string `yaml:"groups,required"`
	OneWay bool     `yaml:"one_way"` // the first is printed, the others are what it is read as
	At     problem.Place
}

func loadConfusions(dictionaries fs.FS, list *problem.List) *confusions {
	var groups []confusionGroup
	if !readYAML(dictionaries, "confusions.yaml", &groups, list) {
		return nil
	}
	c := &confusions{cost: map[[2]rune]float64{}, likeness: map[rune]rune{}, telling: map[rune]bool{}}
	for _, g := range groups {
		if g.Cost <= 0 || g.Cost > maxCost {
			list.Add(message.ConfusionCost.At(g.At, "most", maxCost))
		}
		for _, group := range g.Groups {
			switch runes := []rune(key(group)); {
			case len(runes) < 2 && len([]rune(group)) > 1: // they are compared alike anyway
			case len(runes) < 2:
				list.Add(message.ConfusionShort.At(g.At, "group", group))
			case g.OneWay:
				c.addOneWay(runes, g.Cost)
			default:
				c.add(runes, g.Cost)
			}
		}
	}
	return c
}

func (c *confusions) add(group []rune, cost float64) {
	for i, a := range group {
		for _, b := range group[i+1:] {
			if a == b {
				continue
			}
			for _, pair := range [][2]rune{{a, b}, {b, a}} {
				if old, ok := c.cost[pair]; !ok || cost < old {
					c.cost[pair] = cost
				}
			}
			if cost < 1 {
				c.join(a, b)
			} else if unicode.Is(unicode.Han, a) {
				c.telling[a], c.telling[b] = true, true
			}
		}
	}
}

// addOneWay notes what a printed character is read as. The other way round the
// pair stays as it is: # is read as 非, but nothing called 非 is printed as #.
func (c *confusions) addOneWay(group []rune, cost float64) {
	for _, read := range group[1:] {
		if old, ok := c.cost[[2]rune{group[0], read}]; !ok || cost < old {
			c.cost[[2]rune{group[0], read}] = cost
		}
		c.join(group[0], read)
	}
}

// join puts two characters into one class of look-alikes.
func (c *confusions) join(a, b rune) {
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

func (c *confusions) class(r rune) rune {
	if class, ok := c.likeness[r]; ok {
		return class
	}
	return r
}

func (c *confusions) substitution(a, b rune) float64 {
	if a == b {
		return 0
	}
	if cost, ok := c.cost[[2]rune{a, b}]; ok {
		return cost
	}
	if c.telling[a] && c.telling[b] {
		return tellingFactor
	}
	return 1
}

// missing is the cost of a name's character that was not read.
func (c *confusions) missing(r rune) float64 {
	if c.telling[r] {
		return missing * tellingFactor
	}
	return missing
}

// extra is the cost of a read character that the name has not.
func (c *confusions) extra(r rune) float64 {
	if c.telling[r] {
		return extra * tellingFactor
	}
	return extra
}

// readYAML reads one file of the dictionaries into a value.
func readYAML(dictionaries fs.FS, name string, into any, list *problem.List) bool {
	data, err := fs.ReadFile(dictionaries, name)
	if err != nil {
		list.Add(message.Unreadable.At(problem.Place{File: name}, "error", err))
		return false
	}
	f := strictyaml.Parse(name, data, list)
	return f != nil && f.Decode(into, list)
}
