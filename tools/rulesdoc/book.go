package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/engine/scale"
)

// A book is the reference while it is written.
type book struct {
	set        *ruleset.Set
	categories []category
	files      map[string]string
	derived    map[int]*ruleset.Derived // by the slot of its own variable
}

func newBook(set *ruleset.Set, categories []category) *book {
	b := &book{set: set, categories: categories, files: map[string]string{}, derived: map[int]*ruleset.Derived{}}
	for _, d := range set.Derived {
		b.derived[d.Slot] = d
	}
	return b
}

func (b *book) write() error {
	byCategory := map[string][]*dictionary.Indicator{}
	for _, i := range b.set.Dictionary.All() {
		if !slices.ContainsFunc(b.categories, func(c category) bool { return c.Name == i.Category }) {
			return fmt.Errorf("categories.yaml has no title for %s (%s)", i.Category, i.Name)
		}
		byCategory[i.Category] = append(byCategory[i.Category], i)
	}
	for _, c := range b.set.Colors {
		b.files[fmt.Sprintf("rules/img/color-%d.svg", c.Code)] = swatch(c.Hex)
	}
	for _, c := range b.categories {
		if len(byCategory[c.Name]) > 0 {
			b.files["rules/"+c.Name+".md"] = b.categoryPage(c, byCategory[c.Name])
		}
	}
	b.files["规则参考.md"] = b.index(byCategory)
	return nil
}

const generated = "<!-- 由 go run ./tools/rulesdoc 从规则与词典生成，请勿手改 -->\n"

func (b *book) index(byCategory map[string][]*dictionary.Indicator) string {
	var s strings.Builder
	tables := 0
	for _, list := range b.set.Tables {
		tables += len(list)
	}
	fmt.Fprintf(&s, "%s# 规则参考\n\n%s，版本 %s，%s 发布。%d 个指标、%d 张表、%d 个推导值、%d 项疾病风险。\n\n", generated,
		b.set.Title, b.set.Version, b.set.Released, len(b.set.Tables), tables, len(b.set.Derived), len(b.set.Risks))
	s.WriteString("这里的内容只用于筛查和提示，不是诊断。报告单上印有参考范围的，以报告单和医生的解释为准。\n\n")
	s.WriteString("- [等级与颜色](#等级与颜色)\n- [指标](#指标)\n- [疾病风险](#疾病风险)\n- [推导值](#推导值)\n- [可附加的请求字段](#可附加的请求字段)\n- [文献](#文献)\n\n")
	s.WriteString("## 等级与颜色\n\n| 颜色 | 等级 | 名称 | 轻重 | 颜色的含义 |\n|---|---|---|---|---|\n")
	for _, l := range b.set.Levels {
		c := b.set.Colors[slices.IndexFunc(b.set.Colors, func(c ruleset.Color) bool { return c.Code == l.Color })]
		fmt.Fprintf(&s, "| %s | %s | %s | %d | %s |\n", mark(l.Color, "rules/"), l.ID, l.Name, l.Severity, cell(c.Meaning))
	}
	s.WriteString("\n疾病风险的信号格：")
	var flags []string
	for _, f := range b.set.Flags {
		flags = append(flags, bars(f.Flag)+" "+f.Name)
	}
	s.WriteString(strings.Join(flags, "，") + "。\n\n## 指标\n\n")
	for _, c := range b.categories {
		var names []string
		for _, i := range byCategory[c.Name] {
			names = append(names, fmt.Sprintf("[%s](rules/%s.md#%s)", i.Title, c.Name, i.Name))
		}
		if len(names) > 0 {
			fmt.Fprintf(&s, "**[%s](rules/%s.md)**：%s\n\n", c.Title, c.Name, strings.Join(names, "、"))
		}
	}
	s.WriteString("## 疾病风险\n\n")
	for _, r := range b.set.Risks {
		b.risk(&s, r)
	}
	b.derivedTable(&s)
	b.arguments(&s)
	b.bibliography(&s)
	return s.String()
}

func (b *book) categoryPage(c category, list []*dictionary.Indicator) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s# %s\n\n[返回规则参考](../规则参考.md)\n\n", generated, c.Title)
	for _, i := range list {
		b.indicator(&s, i)
	}
	return s.String()
}

func (b *book) indicator(s *strings.Builder, i *dictionary.Indicator) {
	fmt.Fprintf(s, "<a id=\"%s\"></a>\n## %s\n\n`%s`", i.Name, i.Title, i.Name)
	if len(i.Abbreviations) > 0 {
		fmt.Fprintf(s, "，缩写 %s", strings.Join(i.Abbreviations, "、"))
	}
	if i.LOINC != "" {
		fmt.Fprintf(s, "，LOINC %s", i.LOINC)
	}
	fmt.Fprintf(s, "\n\n单位 %s", i.Unit)
	if i.Kind == dictionary.Quantitative {
		fmt.Fprintf(s, "，%d 位小数，可信范围 %s 至 %s", i.Decimals, number(i.Plausible[0]), number(i.Plausible[1]))
	}
	var units []string
	for _, u := range i.Units {
		text := "1 " + u.Unit + " = " + number(u.Factor) + " " + i.Unit
		if u.Offset != 0 {
			text = i.Unit + " = " + u.Unit + " × " + number(u.Factor) + " + " + number(u.Offset)
		}
		if len(u.Steps) > 0 {
			text = u.Unit
			for _, s := range u.Steps {
				if text += " " + number(s[0]) + " 起"; len(s) > 1 {
					text += "算作 " + number(s[1])
				} else {
					text += "不评估"
				}
			}
		}
		units = append(units, text)
	}
	if len(units) > 0 {
		fmt.Fprintf(s, "；%s", strings.Join(units, "，"))
	}
	s.WriteString("\n\n")
	tables := b.set.Tables[i.Name]
	if len(tables) == 0 {
		s.WriteString("没有规则，不作评估。\n\n")
		return
	}
	view, _ := scale.Of(b.set, i.Name, "") // it has tables
	b.files["rules/img/"+i.Name+".svg"] = view.Picture()
	fmt.Fprintf(s, "![%s的标尺](img/%s.svg)\n\n", i.Title, i.Name)
	for _, t := range tables {
		b.table(s, t)
	}
}

func (b *book) table(s *strings.Builder, t *ruleset.Table) {
	fmt.Fprintf(s, "**%s**", b.words(t.For))
	var risks []string
	for _, id := range t.Risks {
		for _, r := range b.set.Risks {
			if r.ID == id {
				risks = append(risks, fmt.Sprintf("[%s](../规则参考.md#%s)", r.Name, r.ID))
			}
		}
	}
	if len(risks) > 0 {
		fmt.Fprintf(s, "　关系到：%s", strings.Join(risks, "、"))
	}
	s.WriteString(signed(t.Reviewed))
	s.WriteString("\n\n| | 条件 | 等级 | 提示 | 可能因素 | 来源 |\n|---|---|---|---|---|---|\n")
	for _, r := range t.Rows {
		fmt.Fprintf(s, "| %s | %s | %s %s | %s | %s | %s |\n", mark(r.Color, ""), cell(b.words(r.When)), r.Level.ID, r.Level.Name, cell(r.Tip), cell(r.Hint), citations(r.Sources, "../规则参考.md"))
	}
	s.WriteString("\n")
}

// mark shows a colour; the path is that of the folder with the pictures.
func mark(color int, path string) string {
	return fmt.Sprintf("![%d](%simg/color-%[1]d.svg)", color, path)
}

func bars(flag int) string { return strings.Repeat("▮", flag) + strings.Repeat("▯", 4-flag) }

// cell makes a text fit into a table.
func cell(text string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;", ">", "&gt;").Replace(strings.TrimSpace(text))
}

func citations(list []ruleset.Citation, page string) string {
	var parts []string
	for _, c := range list {
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("[%s](%s#%[1]s) %[3]s", c.Key, page, cell(c.Place))))
	}
	return strings.Join(parts, "；")
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
