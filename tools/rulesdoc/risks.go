package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/ruleset"
)

// signed says who checked something, and when.
func signed(r *ruleset.Review) string {
	if r == nil {
		return ""
	}
	return "　核对：" + r.By + " " + r.On.Value
}

// risk shows the rules of a disease risk: the first that applies and whose
// inputs are there answers.
func (b *book) risk(s *strings.Builder, r *ruleset.Risk) {
	fmt.Fprintf(s, "<a id=\"%s\"></a>\n### %s\n\n`%[1]s`，来源 %[3]s。\n\n用到的数据：%s。%s\n\n", r.ID, r.Name, citations(r.Sources, ""), strings.Join(b.inputs(r), "、"), signed(r.Reviewed))
	s.WriteString("自上而下，第一条适用且数据齐全的规则作答；都不能回答时不显示这一项。\n\n| 规则 | 适用 | 条件 | 信号格 |\n|---|---|---|---|\n")
	for _, rule := range r.Rules {
		name, when := "`"+rule.ID+"`", cell(b.words(rule.When))
		for _, row := range rule.Rows {
			fmt.Fprintf(s, "| %s | %s | %s | %s |\n", name, when, cell(b.words(row.When)), bars(row.Flag))
			name, when = "", ""
		}
		for _, floor := range rule.AtLeast {
			fmt.Fprintf(s, "| | | 另外，%s | 至少 %s |\n", cell(b.words(floor.When)), bars(floor.Flag))
		}
	}
	s.WriteString("\n")
}

// inputs are the titles of what a risk may need in the end: samples,
// background and additional fields, in the order of the dictionary.
func (b *book) inputs(r *ruleset.Risk) []string {
	slots := map[int]bool{}
	var visit func(slots ...[]int)
	add := func(c *expression.Condition) {
		if c != nil {
			visit(c.Inputs, c.Asked)
		}
	}
	visit = func(lists ...[]int) {
		for _, slot := range slices.Concat(lists...) {
			if slots[slot] {
				continue
			}
			slots[slot] = true
			d := b.derived[slot]
			if d == nil {
				continue
			}
			add(d.When)
			for _, step := range d.Let {
				visit(step.Formula.Inputs, step.Formula.Asked)
			}
			for _, c := range d.Cases {
				add(c.When)
				visit(c.Formula.Inputs, c.Formula.Asked)
			}
		}
	}
	for _, rule := range r.Rules {
		add(rule.When)
		for _, row := range slices.Concat(rule.Rows, rule.AtLeast) {
			add(row.When)
		}
	}
	var titles []string
	for _, slot := range slices.Sorted(maps.Keys(slots)) {
		v := b.set.Scope.Slot(slot)
		_, indicator := b.set.Dictionary.Lookup(v.Name)
		if (b.derived[slot] == nil || indicator) && v.Title != "" {
			titles = append(titles, v.Title)
		}
	}
	return titles
}

func (b *book) derivedTable(s *strings.Builder) {
	s.WriteString("## 推导值\n\n由送来的数据算出；有一项缺少时不计算，除非写明了假定。公式见规则文件 `derived/`。\n\n| id | 名称 | 单位 | 适用 | 缺少时的假定 | 来源 |\n|---|---|---|---|---|---|\n")
	list := slices.Clone(b.set.Derived)
	slices.SortFunc(list, func(a, b *ruleset.Derived) int { return strings.Compare(a.ID, b.ID) })
	for _, d := range list {
		var assumed []string
		for _, a := range d.Assume {
			assumed = append(assumed, a.Text)
		}
		when := ""
		if d.When != nil {
			when = b.words(d.When)
		}
		title := d.Title
		if d.Supplies != nil {
			title += "（没有送来" + d.Supplies.Title + "时代替它）"
		}
		fmt.Fprintf(s, "| `%s` | %s | %s | %s | %s | %s |\n", d.ID, cell(title), cell(d.Unit), cell(when), cell(strings.Join(assumed, "；")), citations(d.Sources, ""))
	}
	s.WriteString("\n")
}

func (b *book) arguments(s *strings.Builder) {
	s.WriteString("## 可附加的请求字段\n\n都可以不送；缺少时按上表的假定计算并在结果里说明，或不计算用到它的项目。\n\n| 字段 | 含义 | 取值 |\n|---|---|---|\n")
	for _, a := range b.set.Arguments {
		allowed := strings.Join(a.Allowed, "、")
		if a.Type == expression.Boolean {
			allowed = "true、false"
		}
		fmt.Fprintf(s, "| `%s` | %s | %s |\n", a.Path, cell(a.Title), allowed)
	}
	s.WriteString("\n")
}

func (b *book) bibliography(s *strings.Builder) {
	s.WriteString("## 文献\n\n| 键 | 题名 | 发布者 | 年份 | 说明 |\n|---|---|---|---|---|\n")
	for _, key := range slices.Sorted(maps.Keys(b.set.Sources)) {
		source := b.set.Sources[key]
		year := ""
		if source.Year > 0 {
			year = fmt.Sprint(source.Year)
		}
		fmt.Fprintf(s, "| <a id=\"%s\"></a>%[1]s | %s | %s | %s | %s |\n", key, cell(source.Title), cell(source.Body), year, cell(source.Note))
	}
	b.signatures(s)
}

// signatures counts what doctors have checked and signed.
func (b *book) signatures(s *strings.Builder) {
	tables, risks := 0, 0
	all := 0
	for _, list := range b.set.Tables {
		for _, t := range list {
			if all++; t.Reviewed != nil {
				tables++
			}
		}
	}
	for _, r := range b.set.Risks {
		if r.Reviewed != nil {
			risks++
		}
	}
	fmt.Fprintf(s, "\n医生核对并签字的：%d 张表中 %d 张，%d 项疾病风险中 %d 项。\n", all, tables, len(b.set.Risks), risks)
}
