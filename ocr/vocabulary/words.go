// Package vocabulary holds the words that reports are printed with besides names
// and values: headers of columns, panels, labels, specimens (report.yaml); and the
// form in which texts are compared.
package vocabulary

import (
	"io/fs"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// Role is what a block or column holds.
type Role string

// The roles, named as in report.yaml.
const (
	NoRole        Role = ""
	NameRole      Role = "name"
	CodeRole      Role = "code"
	ResultRole    Role = "result"
	PreviousRole  Role = "previous"
	MarkRole      Role = "mark"
	ReferenceRole Role = "reference"
	UnitRole      Role = "unit"
	NumberRole    Role = "number"
	MethodRole    Role = "method"
)

// IsName tells that a column holds names or codes, or the numbers before them.
func (r Role) IsName() bool { return r == NameRole || r == CodeRole || r == NumberRole }

// A Panel is a group of tests with a heading of its own.
type Panel struct {
	Specimen   string   `yaml:"specimen,required"`
	Categories []string `yaml:"categories"`
	Words      []string `yaml:"words,required"`
}

// A Pairing is an item whose result is two numbers.
type Pairing struct {
	Names         []string `yaml:"names,required"`
	Abbreviations []string `yaml:"abbreviations"`
	Indicators    []string `yaml:"indicators,required"`
	At            problem.Place
}

// An Identity is what one value is by others of the same report, printed as exactly
// as they are: factor times the product of times over that of over, or the sum
// of sum less less.
type Identity struct {
	Of     string   `yaml:"of,required"`
	Factor float64  `yaml:"factor"` // 0 is 1
	Times  []string `yaml:"times"`
	Over   []string `yaml:"over"`
	Sum    []string `yaml:"sum"`
	Less   []string `yaml:"less"`
	At     problem.Place
}

// Members are the indicators of an identity, that which the others make first.
func (i *Identity) Members() []string {
	return slices.Concat([]string{i.Of}, i.Times, i.Over, i.Sum, i.Less)
}

// wordless are indicators whose negative is not a low number.
type wordless struct {
	Indicators []string `yaml:"indicators,required"`
	At         problem.Place
}

type reportFile struct {
	Headers struct {
		Name      []string `yaml:"name,required"`
		Code      []string `yaml:"code"`
		Result    []string `yaml:"result,required"`
		Previous  []string `yaml:"previous"`
		Mark      []string `yaml:"mark"`
		Reference []string `yaml:"reference"`
		Unit      []string `yaml:"unit"`
		Number    []string `yaml:"number"`
		Method    []string `yaml:"method"`
	} `yaml:"headers,required"`
	Panels         []Panel             `yaml:"panels"`
	Specimens      map[string][]string `yaml:"specimens"`
	Cues           map[string][]string `yaml:"specimen_cues"`
	Titles         map[string][]string `yaml:"specimen_titles"`
	Characters     map[string][]string `yaml:"specimen_characters"`
	Labels         []string            `yaml:"labels"`
	SpecimenLabels []string            `yaml:"specimen_labels"`
	Affixes        []string            `yaml:"affixes"`
	Pairs          []Pairing           `yaml:"pairs"`
	Wordless       []wordless          `yaml:"wordless"`
	Unremarkable   []string            `yaml:"unremarkable"`
	Unitless       []string            `yaml:"unitless"`
	Remarks        []string            `yaml:"remarks"`
	Cells          []strictyaml.Text   `yaml:"cells"`
	Identities     []Identity          `yaml:"identities"`
}

// Words are the words of a report's layout, keyed as names are compared.
type Words struct {
	Headers        map[string]Role
	Panels         map[string]*Panel
	Specimens      map[string]string   // word -> specimen
	Cues           map[string]string   // word that only reports of one specimen print -> specimen
	Titles         map[string]string   // word of a title -> specimen
	Characters     map[string][]string // specimen -> words in names that mean it
	Labels         map[string]bool
	SpecimenLabels map[string]bool
	Affixes        [][]rune // longest first
	Pairs          []Pairing
	Wordless       map[string]problem.Place // indicator -> where it is listed
	Unremarkable   map[string]bool          // says that all is well, not that there is none
	Unitless       map[string]bool          // units that are not printed
	Identities     []Identity               // what the values of one page make each other
	remarks        []string                 // keyed
	elsewhere      []string                 // words that say of the numbers behind them that they are limits, or of another day or person
	harmless       []string                 // longer words that hold such a one
	cells          *regexp.Regexp           // what one block may hold, over the letters of Print
}

// Load reads report.yaml from the root of the dictionaries. It returns nil when the
// file cannot be read.
func Load(dictionaries fs.FS, list *problem.List) *Words {
	var file reportFile
	if !strictyaml.ReadFile(dictionaries, "report.yaml", &file, list) {
		return nil
	}
	w := &Words{
		Headers: map[string]Role{}, Panels: map[string]*Panel{}, Specimens: map[string]string{}, Cues: map[string]string{}, Titles: map[string]string{},
		Characters: file.Characters, Labels: map[string]bool{}, SpecimenLabels: map[string]bool{}, Pairs: file.Pairs, Identities: file.Identities,
		Wordless: map[string]problem.Place{}, Unremarkable: map[string]bool{}, Unitless: map[string]bool{},
	}
	for _, l := range file.Wordless {
		for _, s := range l.Indicators {
			w.Wordless[s] = l.At
		}
	}
	h := file.Headers
	for r, all := range map[Role][]string{
		NameRole: h.Name, CodeRole: h.Code, ResultRole: h.Result, PreviousRole: h.Previous, MarkRole: h.Mark,
		ReferenceRole: h.Reference, UnitRole: h.Unit, NumberRole: h.Number, MethodRole: h.Method,
	} {
		for _, s := range all {
			w.Headers[Key(s)] = r
		}
	}
	for i := range file.Panels {
		for _, s := range file.Panels[i].Words {
			w.Panels[Key(s)] = &file.Panels[i]
		}
	}
	for _, of := range []struct {
		from map[string][]string
		to   map[string]string
	}{{file.Specimens, w.Specimens}, {file.Cues, w.Cues}, {file.Titles, w.Titles}} {
		for specimen, all := range of.from {
			for _, s := range all {
				of.to[Key(s)] = specimen
			}
		}
	}
	for _, s := range file.Unitless {
		w.Unitless[s] = true
	}
	for _, of := range []struct {
		from []string
		to   map[string]bool
	}{{file.Unremarkable, w.Unremarkable}, {file.Labels, w.Labels}, {file.SpecimenLabels, w.Labels}, {file.SpecimenLabels, w.SpecimenLabels}} {
		for _, s := range of.from {
			of.to[Key(s)] = true
		}
	}
	for _, s := range file.Remarks {
		w.remarks = append(w.remarks, Key(s))
	}
	w.loadElsewhere(dictionaries)
	w.cells = compileCells(file.Cells, list)
	for _, s := range file.Affixes {
		w.Affixes = append(w.Affixes, []rune(Key(s)))
	}
	slices.SortStableFunc(w.Affixes, func(a, b []rune) int { return len(b) - len(a) })
	return w
}

// textWords is what this package needs of text_values.yaml, which engine/values checks.
type textWords struct {
	Limits    []string `yaml:"limits"`
	NotLimits []string `yaml:"not_limits"`
	Earlier   []string `yaml:"earlier"`
	Others    []string `yaml:"others"`
}

// loadElsewhere reads words of text_values.yaml; versions without one have none.
func (w *Words) loadElsewhere(dictionaries fs.FS) {
	var words textWords
	if data, err := fs.ReadFile(dictionaries, "text_values.yaml"); err != nil || yaml.Unmarshal(data, &words) != nil {
		return
	}
	w.elsewhere, w.harmless = slices.Concat(words.Limits, words.Earlier, words.Others), words.NotLimits
}

// IsElsewhere reports whether a text says of the numbers behind it that they are limits,
// or of another day or person.
func (w *Words) IsElsewhere(text string) bool {
	for _, s := range w.harmless {
		text = strings.ReplaceAll(text, s, " ")
	}
	return slices.ContainsFunc(w.elsewhere, func(s string) bool { return strings.Contains(text, s) })
}

// Shape describes report.yaml.
func Shape() strictyaml.Shape {
	says := func(zh string) strictyaml.Field { return strictyaml.Field{ZH: zh} }
	return strictyaml.Shape{Name: "report", Title: "报告版面的用词", Files: []string{"report.yaml"}, Type: reflect.TypeFor[reportFile](), Fields: map[string]strictyaml.Field{
		"headers": says("表头：某一栏是什么"), "headers.name": says("项目名称"), "headers.code": says("代号、缩写"), "headers.result": says("本次结果"), "headers.previous": says("上次结果"),
		"headers.mark": says("提示箭头"), "headers.reference": says("参考区间"), "headers.unit": says("单位"), "headers.number": says("序号"), "headers.method": says("检测方法"),
		"panels": says("检查组合的标题，用来区分同名指标"), "panels.specimen": says("标本"), "panels.categories": says("指标的类别"), "panels.words": says("标题的写法"),
		"specimens": says("标本栏里的词：标本 -> 词"), "specimen_cues": says("只在这种标本的报告上出现的词"), "specimen_titles": says("标题里的词：标本 -> 词"), "specimen_characters": says("名称里出现这些字时，指的是该标本"),
		"labels": says("页眉页脚的标签，带它的块不是指标"), "specimen_labels": says("标本栏的标签"), "affixes": says("名称前后可有可无的词"),
		"pairs": says("一块里印两个数的项目"), "pairs.names": says("项目的写法"), "pairs.abbreviations": says("缩写"), "pairs.indicators": says("依次对应的指标"),
		"wordless": says("只印“阴性”时不能当作 0 的指标"), "wordless.indicators": says("指标"), "unremarkable": says("说“正常”而不是说“没有”的词"), "unitless": says("报告上不印的单位"),
		"identities": says("同一张报告上的数值互相推得出的关系，用来核对读数"), "identities.of": says("由别的数值得出的一项"), "identities.factor": says("乘的数，没有写是 1"),
		"identities.times": says("相乘的各项"), "identities.over": says("除以的各项"), "identities.sum": says("相加的各项"), "identities.less": says("减去的各项"),
		"remarks": says("结果旁边的评语"), "cells": says("不留空隙印在一起的几样东西：name 名称，number 序号，label 栏目，result 结果，mark 箭头，unit 单位，remark 评语，reference 参考区间"),
	}, Uses: map[string]strictyaml.Use{
		"panels.categories": {Kind: "categories of indicators"}, "pairs.indicators": {Kind: "indicators"}, "wordless.indicators": {Kind: "indicators"},
		"identities.of": {Kind: "indicators"}, "identities.times": {Kind: "indicators"}, "identities.over": {Kind: "indicators"}, "identities.sum": {Kind: "indicators"}, "identities.less": {Kind: "indicators"},
	}}
}
