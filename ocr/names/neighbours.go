package names

import (
	"cmp"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/specimen"
	"tijian/engine/strictyaml"
	"tijian/ocr/vocabulary"
)

// NeighboursFile is where neighbours stand, below the root of the dictionaries.
const NeighboursFile = "neighbours.yaml"

// Neighbours are names that reports print and that are none of our indicators'.
// They are known so that a row of theirs is not taken for one of an indicator
// with a name like it: the nearest name wins, and a neighbour's gives nothing.
type Neighbours struct {
	Endings []string    `yaml:"endings"` // what may stand behind any of their names
	Groups  []neighbour `yaml:"neighbours,required"`
}

// A neighbour is one thing that reports print, however it is called.
type neighbour struct {
	Names []strictyaml.Text `yaml:"names"`
	Codes []strictyaml.Text `yaml:"codes"`
}

// LoadNeighbours reads neighbours.yaml from the root of the dictionaries. It
// returns nil where a version has none, and when the file cannot be read.
func LoadNeighbours(dictionaries fs.FS, list *problem.List) *Neighbours {
	if _, err := fs.Stat(dictionaries, NeighboursFile); err != nil {
		return nil
	}
	n := &Neighbours{}
	if !strictyaml.ReadFile(dictionaries, NeighboursFile, n, list) {
		return nil
	}
	return n
}

// addNeighbours adds what competes with the names of indicators.
func (n *Index) addNeighbours(others *Neighbours) {
	if others == nil {
		return
	}
	for _, s := range others.Endings {
		n.endings = append(n.endings, []rune(vocabulary.Key(s)))
	}
	slices.SortStableFunc(n.endings, func(a, b []rune) int { return cmp.Compare(len(b), len(a)) })
	for _, group := range others.Groups {
		names, codes := plain(group.Names), plain(group.Codes)
		if all := slices.Concat(names, codes); len(all) > 0 {
			n.add(&Item{label: all[0]}, names, codes, nil)
		}
	}
}

func plain(texts []strictyaml.Text) []string {
	var all []string
	for _, t := range texts {
		all = append(all, t.Value)
	}
	return all
}

// Check reports neighbours that are called as an indicator is: they would take its
// values away.
func (n *Neighbours) Check(index *Index, list *problem.List) {
	if n == nil {
		return
	}
	owners := map[string]*Item{}
	for _, name := range index.all {
		if name.item.Ours() {
			owners[string(name.key)] = name.item
		}
	}
	bare := func(key string) (full string) { // 铅 of 血铅: the specimen is known by the sheet
		for _, kind := range []specimen.Kind{specimen.Blood, specimen.Urine, specimen.Stool} {
			for _, prefix := range kind.Prefixes() {
				if item := owners[vocabulary.Key(prefix)+key]; item != nil && item.Specimen == string(kind) {
					return vocabulary.Key(prefix) + key
				}
			}
		}
		return ""
	}
	for _, group := range n.Groups {
		for _, s := range slices.Concat(group.Names, group.Codes) {
			key := vocabulary.Key(s.Value)
			if owner, taken := owners[key]; taken {
				list.Add(message.NeighbourTaken.At(s.At, "name", s.Value, "indicator", owner.label))
			} else if full := bare(key); full != "" {
				list.Add(message.NeighbourBare.At(s.At, "name", s.Value, "indicator", owners[full].label, "full", full))
			} else if !vocabulary.HasHan(key) && (len(key) < 2 || !strings.ContainsFunc(key, unicode.IsLetter)) {
				list.Add(message.NeighbourShort.At(s.At, "name", s.Value))
			}
		}
	}
}

// NeighboursShape describes neighbours.yaml.
func NeighboursShape() strictyaml.Shape {
	says := func(zh string) strictyaml.Field { return strictyaml.Field{ZH: zh} }
	return strictyaml.Shape{Name: "neighbours", Title: "不是指标的项目", Files: []string{NeighboursFile}, Type: reflect.TypeFor[Neighbours](), Fields: map[string]strictyaml.Field{
		"endings":    says("这些项目的名称后面都可以有的词：绝对值、百分比"),
		"neighbours": says("报告上会印、但不是我们的指标的项目；最像它们的行不给数值"), "neighbours.names": says("名称的写法"), "neighbours.codes": says("代号的写法，整个相同才算"),
	}}
}
