package diff

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/change"
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

func (p *printer) places(from, to []change.Row) string {
	list := func(places []change.Row) string {
		if len(places) == 0 {
			return p.pick("无", "none")
		}
		texts := make([]string, 0, len(places))
		for i, at := range places {
			if i > 0 && places[i-1].File == at.File {
				texts = append(texts, strconv.Itoa(at.Line))
				continue
			}
			texts = append(texts, at.String())
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
	name := func(name *string) { p.line("  %s", p.title(*name, "")) }
	section(p, r.Added, "新增指标", "New indicators", name)
	section(p, r.Removed, "不再评估的指标", "Indicators no longer assessed", name)
	p.tables()
	section(p, r.Derived, "推导值", "Derived values", p.derived)
	section(p, r.Risks, "疾病风险", "Risks", p.risk)
	section(p, r.RiskLists, "结果旁显示的疾病风险", "Risks shown with results", p.shown)
	section(p, r.Signatures, "签字", "Signatures", p.signed)
	section(p, r.Inexact, "未能逐格比较", "Not compared cell by cell", func(n *Note) {
		p.line("  %s: %s: %s", n.At, n.What, message.Phrase(n.Reason).In(p.lang))
	})
	if r.Same() {
		p.line("\n%s", p.pick("评估结果没有差别。", "No assessment differs."))
	}
	if n := len(r.Texts); n > 0 {
		p.line("\n%s", p.pick(fmt.Sprintf("另有 %d 处只改了文字。", n), fmt.Sprintf("%d texts differ.", n)))
	}
	return p.Flush()
}

// section writes a heading and what is below it, unless there is nothing.
func section[T any](p *printer, list []T, zh, en string, each func(*T)) {
	if len(list) == 0 {
		return
	}
	p.line("\n%s", p.pick(zh, en))
	for i := range list {
		each(&list[i])
	}
}

// shown lists the risks that an indicator's results no longer show, or show
// anew.
func (p *printer) shown(s *change.Change[string]) {
	p.line("  %s", p.title(s.Indicator, s.Namespace))
	if len(s.Lost) > 0 {
		p.line("    %s%s", p.pick("不再显示：", "no longer: "), strings.Join(s.Lost, ", "))
	}
	if len(s.Gained) > 0 {
		p.line("    %s%s", p.pick("新显示：", "newly: "), strings.Join(s.Gained, ", "))
	}
	p.line("      %s", p.places([]change.Row{s.FromAt}, []change.Row{s.ToAt}))
}

// signed shows signatures that differ.
func (p *printer) signed(s *change.Change[*change.Signature]) {
	name := s.Risk + " " + s.Title
	if s.Indicator != "" {
		name = p.title(s.Indicator, s.Namespace)
	}
	p.line("  %s%s%s", name, p.pick("：", ": "), change.Signatures(s, p.lang))
	p.line("      %s", p.places(known(s.FromAt), known(s.ToAt)))
}

// known lists a place, if there is one.
func known(at change.Row) []change.Row {
	if at.File == "" {
		return nil
	}
	return []change.Row{at}
}

func (p *printer) tables() {
	type key struct{ indicator, namespace string }
	var order []key
	note := func(indicator, namespace string) {
		if k := (key{indicator, namespace}); !slices.Contains(order, k) {
			order = append(order, k)
		}
	}
	for _, l := range p.Levels {
		note(l.Indicator, l.Namespace)
	}
	for _, i := range p.Ideals {
		note(i.Indicator, i.Namespace)
	}
	for _, c := range p.Ranges {
		note(c.Indicator, c.Namespace)
	}
	for _, k := range order {
		p.line("\n%s", p.title(k.indicator, k.namespace))
		for i := range p.Levels {
			if l := &p.Levels[i]; (key{l.Indicator, l.Namespace}) == k {
				p.line("  %s%s%s", l.Describe(p.lang), p.pick("：", ": "), l.From.Becomes(l.To, p.lang))
				p.line("      %s", p.places(l.From.Rows, l.To.Rows))
			}
		}
		for i := range p.Ideals {
			if c := &p.Ideals[i]; (key{c.Indicator, c.Namespace}) == k {
				p.line("  %s%s%s%s → %s", p.pick("理想范围，", "ideal range, "), c.Describe(p.lang), p.pick("：", ": "), p.pick(c.From.ZH, c.From.EN), p.pick(c.To.ZH, c.To.EN))
			}
		}
		for i := range p.Ranges {
			if c := &p.Ranges[i]; (key{c.Indicator, c.Namespace}) == k {
				p.line("  %s%s%s", c.Describe(p.lang), p.pick("：", ": "), printedRange(*c.To, p.lang))
				p.line("      %s", p.places([]change.Row{c.FromAt}, []change.Row{c.ToAt}))
			}
		}
	}
}

func (p *printer) derived(d *change.Change[string]) {
	switch d.Kind {
	case change.Added:
		p.line("  %s %s%s %s", d.ID, d.Title, p.pick("：新增", ": new"), d.ToAt)
	case change.Removed:
		p.line("  %s %s%s %s", d.ID, d.Title, p.pick("：删去", ": removed"), d.FromAt)
	case change.Through:
		p.line("  %s %s%s%s", d.ID, d.Title, p.pick("：随这些值改变：", ": changes with "), strings.Join(d.Through, ", "))
	default:
		p.line("  %s %s%s%s", d.ID, d.Title, p.pick("：改了 ", ": differs in "), strings.Join(d.Parts, ", "))
		p.line("      %s → %s", d.FromAt, d.ToAt)
	}
	p.example(d.Example, d.Kind)
}

// example writes a person for whom a formula matters, or that none was found.
func (p *printer) example(e *change.Example, kind change.Kind) {
	switch {
	case e != nil:
		p.line("      %s%s%s%s → %s", p.pick("例：", "for example "), p.pick(e.Person, e.PersonEN), p.pick("：", ": "), e.From, e.To)
	case kind == change.Changed || kind == change.Through:
		p.line("      %s", p.pick(fmt.Sprintf("试了 %d 个人，没有发现差别", p.tried), fmt.Sprintf("no difference among %d persons", p.tried)))
	}
}

func (p *printer) risk(r *change.Change[int]) {
	name := r.ID + " " + r.Title
	if r.Rule != "" {
		name += " / " + r.Rule
	}
	switch {
	case r.Kind == change.Added:
		p.line("  %s%s %s", name, p.pick("：新增", ": new"), r.ToAt)
	case r.Kind == change.Removed:
		p.line("  %s%s %s", name, p.pick("：删去", ": removed"), r.FromAt)
	case r.Kind == change.Through:
		p.line("  %s%s%s", name, p.pick("：随这些推导值改变：", ": changes with "), strings.Join(r.Through, ", "))
		p.example(r.Example, r.Kind)
	case r.Part == "order":
		p.line("  %s%s %s", name, p.pick("：规则的先后改变", ": the order of rules differs"), r.ToAt)
	default:
		p.line("  %s%s%s%s%s", name, p.pick("，", ", "), r.Within.Describe(p.lang), p.pick("：", ": "), change.Flags(r, p.lang))
		p.line("      %s → %s", r.FromAt, r.ToAt)
	}
}

// WriteTexts lists the words that differ. The error is the writer's.
func (r *Report) WriteTexts(w io.Writer, lang string) error {
	p := &printer{bufio.NewWriter(w), r, lang}
	for _, c := range r.Texts {
		title := p.pick("总表", "manifest")
		if of := c.Indicator + c.ID; of != "" {
			title = p.title(of, c.Namespace)
		}
		p.line("%s %s %s", title, c.Field, p.moved(c.FromAt, c.ToAt))
		p.line("  - %s", *c.From)
		p.line("  + %s", *c.To)
	}
	return p.Flush()
}

// moved writes the places before and after, or the one there is.
func (p *printer) moved(from, to change.Row) string {
	switch {
	case from.File == "":
		return to.String()
	case to.File == "":
		return from.String()
	}
	return from.String() + " → " + to.String()
}

// WriteMarkdown writes the differences as a page to read: a heading for each
// indicator and risk, an item for each difference, without the places in files.
// The error is the writer's.
func (r *Report) WriteMarkdown(w io.Writer, lang string) error {
	var text bytes.Buffer
	if err := r.WriteText(&text, lang); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	first := true
	for line := range strings.Lines(text.String()) {
		line = strings.TrimRight(line, "\n")
		plain := strings.TrimLeft(line, " ")
		indent := len(line) - len(plain)
		plain = strings.NewReplacer("<", "&lt;", "*", `\*`, "_", `\_`).Replace(plain)
		switch {
		case first:
			fmt.Fprintf(out, "# %s\n", plain)
			first = false
		case plain == "":
			fmt.Fprintln(out)
		case indent == 0:
			fmt.Fprintf(out, "## %s\n\n", plain)
		case indent == 2:
			fmt.Fprintf(out, "- %s\n", plain)
		}
	}
	return out.Flush()
}
