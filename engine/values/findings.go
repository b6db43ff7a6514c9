package values

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

// A number beyond the range printed beside it, or beyond the usual one of its
// indicator, is a finding as if an arrow stood behind it: 血小板86 is 血小板减少. Some
// indicators have bounds and names of their own (BMI, T值), and some measures have no
// indicator (EF). text_values.yaml says which.

type findingsFile struct {
	High      string                       `yaml:"high,required"`
	Low       string                       `yaml:"low,required"`
	Positive  string                       `yaml:"positive,required"`
	Normal    []strictyaml.Text            `yaml:"normal,required"`
	Children  []strictyaml.Text            `yaml:"children,required"`
	Without   []strictyaml.Text            `yaml:"without"`
	Named     []namedFile                  `yaml:"named"`
	Measures  []measureFile                `yaml:"measures"`
	Concluded map[string][]strictyaml.Text `yaml:"concluded"`
}

type namedFile struct {
	Indicator strictyaml.Text `yaml:"indicator,required"`
	High      []boundFile     `yaml:"high"`
	Low       []boundFile     `yaml:"low"`
}

type measureFile struct {
	Names     []string    `yaml:"names,required"`
	Unit      string      `yaml:"unit"`
	Plausible [2]float64  `yaml:"plausible,required"`
	Source    string      `yaml:"source,required"`
	High      []boundFile `yaml:"high"`
	Low       []boundFile `yaml:"low"`
}

type boundFile struct {
	At   strictyaml.Text `yaml:"at,required"`
	Term strictyaml.Text `yaml:"term,required"`
	Too  bool            `yaml:"too"`
}

// findingsFields describes them.
func findingsFields() map[string]strictyaml.Field {
	fields := map[string]strictyaml.Field{}
	for key, zh := range map[string]string{
		"":      "数值就是所见：没有写高低的数值，按参考区间作项目和升高、降低、阳性合成的所见",
		".high": "偏高的说法，与项目合成所见", ".low": "偏低的说法", ".positive": "阳性的说法",
		".normal": "写在数值后面、说明它正常的词：不作所见", ".children": "文中有这些词，说的可能不是成人，或在怀孕：不作所见", ".without": "不作所见的指标",
		".named": "另有界限、另有名称的指标，不看参考区间", ".named.indicator": "指标的标准名", ".concluded": "左边的结论文中有了，由数值作的这些所见就不再另说",
		".measures": "没有判定表、文中却常写的测量", ".measures.names": "写法，第一个是名称", ".measures.unit": "单位", ".measures.plausible": "合理范围", ".measures.source": "界限的出处",
	} {
		fields["findings"+key] = strictyaml.Field{ZH: zh}
	}
	for _, list := range []string{"findings.named", "findings.measures"} {
		for side, zh := range map[string]string{"high": "从哪个数起叫什么，由小到大", "low": "不到哪个数叫什么，由大到小"} {
			fields[list+"."+side] = strictyaml.Field{ZH: zh}
			fields[list+"."+side+".at"] = strictyaml.Field{ZH: "界限：数，或规则中 constants.yaml 里常量的名称"}
			fields[list+"."+side+".too"] = strictyaml.Field{ZH: "正好是这个数的也算；偏高的总是算"}
			fields[list+"."+side+".term"] = strictyaml.Field{ZH: "标准所见"}
		}
	}
	return fields
}

// findings are what numbers tell.
type findings struct {
	by               map[*dictionary.Indicator]*meaning
	concluded        map[keywords.TermID][]keywords.TermID
	normal, children [][]rune
}

// A meaning is what the values of an indicator are, -1 for nothing.
type meaning struct {
	high, low, positive keywords.TermID
	own                 bool    // bounds of its own stand in place of the usual range
	above, below        []bound // those, the farthest last
	measure             bool    // of what is no indicator of the dictionary
}

func (m *meaning) isMeasure() bool { return m != nil && m.measure }

type bound struct {
	constant string // of the rules; "" where at is the number
	at       float64
	too      bool // the number itself is low; one that is high always is
	term     keywords.TermID
}

// addFindings reads what values mean, and the names of measures.
func (r *Reader) addFindings(f *findingsFile, list *problem.List) {
	known := func(t strictyaml.Text) keywords.TermID {
		id, ok := r.lexicon.Changed(t.Value, "")
		if !ok {
			list.Add(message.UnknownInLexicon.At(t.At, "name", t.Value, "kind", message.ATerm, "fix", message.DefineFirst))
		}
		return id
	}
	bounds := func(all []boundFile) []bound {
		list := make([]bound, len(all))
		for i, b := range all {
			list[i].term, list[i].too = known(b.Term), b.Too
			x, err := strconv.ParseFloat(b.At.Value, 64)
			if list[i].at = x; err != nil {
				list[i].constant, list[i].at = b.At.Value, math.NaN()
			}
		}
		return list
	}
	texts := func(all []strictyaml.Text) [][]rune {
		words := make([]string, len(all))
		for i, t := range all {
			words[i] = t.Value
		}
		return r.folded(words)
	}
	r.findings = &findings{by: map[*dictionary.Indicator]*meaning{}, concluded: map[keywords.TermID][]keywords.TermID{}, normal: texts(f.Normal), children: texts(f.Children)}
	of := func(t strictyaml.Text) *dictionary.Indicator {
		i, ok := r.dictionary.Lookup(t.Value)
		if !ok {
			list.Add(message.UnknownIndicator.At(t.At, "name", t.Value, "fix", message.DefineFirst))
		}
		return i
	}
	for _, i := range r.dictionary.All() {
		r.findings.by[i] = &meaning{high: r.changed(i, f.High), low: r.changed(i, f.Low), positive: r.changed(i, f.Positive)}
	}
	for _, t := range f.Without {
		delete(r.findings.by, of(t))
	}
	for _, n := range f.Named {
		if m := r.findings.by[of(n.Indicator)]; m != nil {
			m.own, m.above, m.below = true, bounds(n.High), bounds(n.Low)
		}
	}
	for _, n := range f.Measures {
		i := r.dictionary.Measure(n.Names, n.Unit, n.Plausible)
		r.findings.by[i] = &meaning{own: true, above: bounds(n.High), below: bounds(n.Low), measure: true}
		for _, spelling := range n.Names {
			r.words.add(r.lexicon.Fold(spelling), word{class: named, name: &name{indicators: []*dictionary.Indicator{i}}})
		}
	}
	for conclusion, of := range f.Concluded {
		by := known(strictyaml.Text{Value: conclusion, At: of[0].At})
		for _, t := range of {
			id := known(t)
			r.findings.concluded[id] = append(r.findings.concluded[id], by)
		}
	}
}

// changed is the term of an indicator and a change, by the first of its names that
// the lexicon knows.
func (r *Reader) changed(i *dictionary.Indicator, change string) keywords.TermID {
	for _, name := range slices.Concat([]string{i.Title}, i.Aliases, i.Abbreviations) {
		if id, ok := r.lexicon.Changed(name, change); ok {
			return id
		}
	}
	return -1
}

// Measurer is what finds the findings that numbers tell, nil where they tell none;
// constant knows the constants of the rules.
func (r *Reader) Measurer(constant func(name string) (float64, bool)) (keywords.Measurer, problem.List) {
	if r == nil || r.findings == nil {
		return nil, nil
	}
	var list problem.List
	own := *r
	f := *r.findings
	own.findings, f.by = &f, map[*dictionary.Indicator]*meaning{}
	for i, m := range r.findings.by {
		m := *m
		for _, side := range []*[]bound{&m.above, &m.below} {
			*side = slices.Clone(*side)
			for k := range *side {
				b := &(*side)[k]
				if b.constant == "" {
					continue
				}
				var ok bool
				if b.at, ok = constant(b.constant); !ok {
					list.Add(message.UnknownInLexicon.At(problem.Place{File: File}, "name", b.constant, "kind", message.AConstant, "fix", message.DefineIn.With("file", "constants.yaml")))
				}
			}
		}
		f.by[i] = &m
	}
	return own.measured, list
}

// childAge finds the age of a child.
var childAge = regexp.MustCompile(`(?:^|\D)(?:(?:1[0-7]|\d) ?岁|\d+ ?(?:月龄|日龄|个月大))`)

// measured is a Measurer.
func (r *Reader) measured(text, item string) []keywords.Measured {
	if !strings.ContainsAny(text, "0123456789０１２３４５６７８９+＋阳") {
		return nil
	}
	p := parser{Reader: r, text: []rune(text), plain: r.lexicon.Plain(text), item: r.specimenOf(item)}
	p.runes = p.plain.Runes
	p.scan()
	if len(p.places) == 0 {
		return nil
	}
	if p.parse(); len(p.found) == 0 || p.ofChild() {
		return nil
	}
	var all []keywords.Measured
	for k := range p.found {
		v := &p.found[k]
		if id := p.tells(v); id >= 0 {
			all = append(all, keywords.Measured{Start: v.Start, End: v.End, Term: id, Concluded: r.findings.concluded[id]})
		}
	}
	return all
}

// ofChild reports whether the text may be about a child or a pregnancy, whose values
// mean something else.
func (p *parser) ofChild() bool {
	plain := string(p.runes)
	return childAge.MatchString(plain) || slices.ContainsFunc(p.findings.children, func(w []rune) bool { return strings.Contains(plain, string(w)) })
}

// tells is the term that a value is, -1 for none.
func (p *parser) tells(v *Value) keywords.TermID {
	m := p.findings.by[v.Indicator]
	if m == nil || !v.Known && !v.likely || v.Unclear != (message.Phrase{}) || v.normal {
		return -1
	}
	if v.Indicator.Kind == dictionary.Qualitative {
		if v.Number >= 1 || v.Number > 0 && strings.Contains(v.Value, "阳") {
			return m.positive
		}
		return -1
	}
	x, ok := v.Indicator.ToStandard(v.Number, v.In)
	if !ok || v.Range != nil && !(v.Number < v.Range.Low || v.Number > v.Range.High) {
		return -1
	}
	if m.own {
		id := keywords.TermID(-1)
		for _, b := range m.above {
			if x >= b.at && v.Mark != Low {
				id = b.term
			}
		}
		for _, b := range m.below {
			if (x < b.at || b.too && x == b.at) && v.Mark != High {
				id = b.term
			}
		}
		return id
	}
	low, high := v.Indicator.Usual.Low, v.Indicator.Usual.High
	if v.Range != nil {
		x, low, high = v.Number, v.Range.Low, v.Range.High
	}
	switch {
	case high > 0 && x > high && v.Mark != Low:
		return m.high
	case low > 0 && x < low && v.Mark != High:
		return m.low
	}
	return -1
}
