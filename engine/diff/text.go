package diff

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
)

// A printer writes a report for people.
type printer struct {
	*bufio.Writer
	*Report
	lang string
}

func (p *printer) pick(zh, en string) string { return message.Pick(p.lang, zh, en) }

func (p *printer) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

func (p *printer) places(from, to []problem.Place) string {
	list := func(places []problem.Place) string {
		if len(places) == 0 {
			return p.pick("无", "none")
		}
		texts := make([]string, 0, len(places))
		for i, at := range places {
			if i > 0 && places[i-1].File == at.File {
				texts = append(texts, strconv.Itoa(at.Line))
				continue
			}
			texts = append(texts, p.row(at))
		}
		return strings.Join(texts, ", ")
	}
	return list(from) + " → " + list(to)
}

func (p *printer) title(indicator, namespace string) string {
	text := indicator
	if title := p.titles[indicator]; title != "" && p.lang != problem.English {
		text = title + "（" + indicator + "）"
	}
	if namespace != "" {
		text += p.pick("，命名空间 ", ", namespace ") + namespace
	}
	return text
}

// WriteText writes the differences for people, texts as a count only (WriteTexts
// lists them). The error is the writer's.
func (r *Report) WriteText(w io.Writer, lang string) error {
	p := &printer{bufio.NewWriter(w), r, lang}
	p.line("%s", p.pick(fmt.Sprintf("规则 %s（%s）→ %s（%s）", r.From.Version, r.From.Hash, r.To.Version, r.To.Hash),
		fmt.Sprintf("Rules %s (%s) → %s (%s)", r.From.Version, r.From.Hash, r.To.Version, r.To.Hash)))
	p.names(r.Added, "新增指标", "New indicators")
	p.names(r.Removed, "不再评估的指标", "Indicators no longer assessed")
	p.tables()
	p.derived()
	p.risks()
	p.shown()
	p.signed()
	if len(r.Inexact) > 0 {
		p.line("\n%s", p.pick("未能逐格比较", "Not compared cell by cell"))
		for _, n := range r.Inexact {
			p.line("  %s: %s: %s", p.row(n.At), n.What, n.Reason.In(p.lang))
		}
	}
	if r.Same() {
		p.line("\n%s", p.pick("评估结果没有差别。", "No assessment differs."))
	}
	if n := len(r.Texts); n > 0 {
		p.line("\n%s", p.pick(fmt.Sprintf("另有 %d 处只改了文字。", n), fmt.Sprintf("%d texts differ.", n)))
	}
	return p.Flush()
}

func (p *printer) names(names []string, zh, en string) {
	if len(names) == 0 {
		return
	}
	p.line("\n%s", p.pick(zh, en))
	for _, name := range names {
		p.line("  %s", p.title(name, ""))
	}
}

// shown lists the risks that an indicator's results no longer show, or show
// anew.
func (p *printer) shown() {
	if len(p.RiskLists) == 0 {
		return
	}
	p.line("\n%s", p.pick("结果旁显示的疾病风险", "Risks shown with results"))
	for _, s := range p.RiskLists {
		p.line("  %s", p.title(s.Indicator, s.Namespace))
		if len(s.Lost) > 0 {
			p.line("    %s%s", p.pick("不再显示：", "no longer: "), strings.Join(s.Lost, ", "))
		}
		if len(s.Gained) > 0 {
			p.line("    %s%s", p.pick("新显示：", "newly: "), strings.Join(s.Gained, ", "))
		}
		p.line("      %s", p.places([]problem.Place{s.FromAt}, []problem.Place{s.ToAt}))
	}
}

// signed lists the signatures that differ.
func (p *printer) signed() {
	if len(p.Signatures) == 0 {
		return
	}
	p.line("\n%s", p.pick("签字", "Signatures"))
	for i := range p.Signatures {
		s := &p.Signatures[i]
		name := s.Risk + " " + s.Name
		if s.Indicator != "" {
			name = p.title(s.Indicator, s.Namespace)
		}
		from, to := s.Written(p.lang)
		p.line("  %s%s%s → %s", name, p.pick("：", ": "), from, to)
		p.line("      %s", p.places(known(s.FromAt), known(s.ToAt)))
	}
}

// known lists a place, if there is one.
func known(at problem.Place) []problem.Place {
	if at.File == "" {
		return nil
	}
	return []problem.Place{at}
}

func (p *printer) tables() {
	type key struct{ indicator, namespace string }
	var order []key
	for _, l := range p.Levels {
		order = append(order, key{l.Indicator.Name, l.Namespace})
	}
	for _, i := range p.Ideals {
		if k := (key{i.Indicator.Name, i.Namespace}); !slices.Contains(order, k) {
			order = append(order, k)
		}
	}
	for _, c := range p.Ranges {
		if k := (key{c.Indicator.Name, c.Namespace}); !slices.Contains(order, k) {
			order = append(order, k)
		}
	}
	for _, k := range slices.Compact(order) {
		p.line("\n%s", p.title(k.indicator, k.namespace))
		for i := range p.Levels {
			if l := &p.Levels[i]; (key{l.Indicator.Name, l.Namespace}) == k {
				p.line("  %s%s%s", l.Describe(p.lang), p.pick("：", ": "), pair(l.From, l.To, p.lang))
				p.line("      %s", p.places(l.FromRows, l.ToRows))
			}
		}
		for i := range p.Ideals {
			if c := &p.Ideals[i]; (key{c.Indicator.Name, c.Namespace}) == k {
				from, to := c.Ranges(p.lang)
				p.line("  %s%s%s%s → %s", p.pick("理想范围，", "ideal range, "), c.Describe(p.lang), p.pick("：", ": "), from, to)
			}
		}
		for i := range p.Ranges {
			if c := &p.Ranges[i]; (key{c.Indicator.Name, c.Namespace}) == k {
				p.line("  %s%s%s", c.Describe(p.lang), p.pick("：", ": "), c.Change(p.lang))
				p.line("      %s", p.places([]problem.Place{c.FromAt}, []problem.Place{c.ToAt}))
			}
		}
	}
}

func (p *printer) derived() {
	if len(p.Derived) == 0 {
		return
	}
	p.line("\n%s", p.pick("推导值", "Derived values"))
	for _, d := range p.Derived {
		switch d.Kind {
		case Added:
			p.line("  %s %s%s %s", d.ID, d.Title, p.pick("：新增", ": new"), p.row(d.ToAt))
		case Removed:
			p.line("  %s %s%s %s", d.ID, d.Title, p.pick("：删去", ": removed"), p.row(d.FromAt))
		case Through:
			p.line("  %s %s%s%s", d.ID, d.Title, p.pick("：随这些值改变：", ": changes with "), strings.Join(d.Through, ", "))
		default:
			p.line("  %s %s%s%s", d.ID, d.Title, p.pick("：改了 ", ": differs in "), strings.Join(d.Parts, ", "))
			p.line("      %s → %s", p.row(d.FromAt), p.row(d.ToAt))
		}
		p.example(d.Example, d.Kind)
	}
}

// example writes a person for whom a formula matters, or that none was found.
func (p *printer) example(e *Example, kind Kind) {
	switch {
	case e != nil:
		p.line("      %s%s%s%s → %s", p.pick("例：", "for example "), p.pick(e.Person, e.PersonEN), p.pick("：", ": "), e.From, e.To)
	case kind == Changed || kind == Through:
		p.line("      %s", p.pick(fmt.Sprintf("试了 %d 个人，没有发现差别", tries), fmt.Sprintf("no difference among %d persons", tries)))
	}
}

func (p *printer) risks() {
	if len(p.Risks) == 0 {
		return
	}
	p.line("\n%s", p.pick("疾病风险", "Risks"))
	for i := range p.Risks {
		r := &p.Risks[i]
		name := r.ID + " " + r.Name
		if r.Rule != "" {
			name += " / " + r.Rule
		}
		switch {
		case r.Kind == Added:
			p.line("  %s%s %s", name, p.pick("：新增", ": new"), p.row(r.ToAt))
		case r.Kind == Removed:
			p.line("  %s%s %s", name, p.pick("：删去", ": removed"), p.row(r.FromAt))
		case r.Kind == Through:
			p.line("  %s%s%s", name, p.pick("：随这些推导值改变：", ": changes with "), strings.Join(r.Through, ", "))
			p.example(r.Example, r.Kind)
		case r.Part == "order":
			p.line("  %s%s %s", name, p.pick("：规则的先后改变", ": the order of rules differs"), p.row(r.ToAt))
		default:
			p.line("  %s%s%s%s%s", name, p.pick("，", ", "), r.Describe(p.lang), p.pick("：", ": "), r.Change(p.lang))
			p.line("      %s → %s", p.row(r.FromAt), p.row(r.ToAt))
		}
	}
}

// Change writes what becomes of the flag, or of the rule.
func (r *Risk) Change(lang string) string {
	if r.Part == "when" {
		if r.To == 1 {
			return message.Pick(lang, "规则改为适用", "the rule now applies")
		}
		return message.Pick(lang, "规则不再适用", "the rule no longer applies")
	}
	flag := func(f int) string {
		if f == NoFlag {
			return message.Pick(lang, "无", "none")
		}
		return strconv.Itoa(f)
	}
	word := "flag "
	if r.Part == "at_least" {
		word = message.Pick(lang, "至少 flag ", "at least flag ")
	}
	text := word + flag(r.From)
	if r.From != r.To {
		text += " → " + flag(r.To)
	}
	return withTold(text, r.FromTold, r.ToTold, lang)
}

// WriteTexts lists the words that differ. The error is the writer's.
func (r *Report) WriteTexts(w io.Writer, lang string) error {
	p := &printer{bufio.NewWriter(w), r, lang}
	for _, t := range r.Texts {
		p.line("%s %s %s → %s", p.title(t.Indicator, t.Namespace), t.Field, p.row(t.FromAt), p.row(t.ToAt))
		p.line("  - %s", t.From)
		p.line("  + %s", t.To)
	}
	return p.Flush()
}
