package ruleset

import (
	"slices"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

type tableEntry struct {
	Indicator strictyaml.Text   `yaml:"indicator,required"`
	For       strictyaml.Text   `yaml:"for"`
	Source    []strictyaml.Text `yaml:"source"`
	Risks     []strictyaml.Text `yaml:"risks"`
	Rows      []*rowEntry       `yaml:"rows,required"`
	At        problem.Place
}

type rowEntry struct {
	When   strictyaml.Text   `yaml:"when,required"`
	Level  strictyaml.Text   `yaml:"level,required"`
	Color  *int              `yaml:"color"`
	Tip    strictyaml.Text   `yaml:"tip,required"`
	Hint   strictyaml.Text   `yaml:"hint"`
	Source []strictyaml.Text `yaml:"source"`
	At     problem.Place
}

// compileTables compiles entries into tables by indicator.
func (l *loader) compileTables(entries []*tableEntry, into map[string][]*Table) {
	guards := map[[2]string]problem.Place{}
	for _, e := range entries {
		indicator, ok := l.set.Dictionary.Lookup(e.Indicator.Value)
		if !ok {
			l.unknownIndicator(e.Indicator)
		}
		key := [2]string{e.Indicator.Value, e.For.Value}
		if before, taken := guards[key]; taken && e.Indicator.Set() {
			l.fault(e.At, "duplicate-table", "指标 "+e.Indicator.Value+" 的同样的表已在 "+before.String(), "the same table of "+e.Indicator.Value+" is at "+before.String(), "合并两张表，或用 for 区分人群", "Merge the tables or tell persons apart with for")
		}
		guards[key] = e.At
		t := &Table{Indicator: indicator, At: e.At}
		if e.For.Set() {
			t.For = expression.CompileCondition(e.For, l.set.Scope, l.noValue(), l.list)
		}
		for _, r := range e.Risks {
			if _, ok := l.riskIDs[r.Value]; !ok {
				known := make([]string, 0, len(l.set.Risks))
				for _, risk := range l.set.Risks {
					known = append(known, risk.ID)
				}
				l.unknown(r.At, "unknown-risk", "没有疾病风险", "there is no risk", r.Value, known)
				continue
			}
			t.Risks = append(t.Risks, r.Value)
		}
		if len(e.Rows) == 0 && e.Indicator.Set() {
			l.faultf(e.At, "rows", "表里没有任何一行", "the table has no rows")
		}
		l.compileRows(e, t, l.citations(e.Source))
		if ok {
			into[e.Indicator.Value] = append(into[e.Indicator.Value], t)
		}
	}
}

func (l *loader) compileRows(e *tableEntry, t *Table, tables []Citation) {
	for i, r := range e.Rows {
		if r == nil || !r.When.Set() {
			continue
		}
		row := &Row{Number: i + 1, Tip: r.Tip.Value, Hint: r.Hint.Value, At: r.At, Sources: l.citations(r.Source)}
		for _, text := range []strictyaml.Text{r.Tip, r.Hint} {
			if at, cut := text.Cut(); cut {
				row.Cut = append(row.Cut, at)
			}
		}
		if len(r.Source) == 0 {
			row.Sources = tables
		}
		if len(r.Source)+len(e.Source) == 0 {
			l.fault(r.At, "no-source", "这一行没有来源", "the row has no source", "在表或行上写 source: [来源键]", "Give the table or the row a source")
		}
		row.When = expression.CompileCondition(r.When, l.set.Scope, expression.Options{Allowed: l.noStep}, l.list)
		if row.Level = l.level(r.Level); row.Level != nil {
			row.Color = row.Level.Color
		}
		if r.Color != nil {
			if row.Color = *r.Color; row.Color < 0 || row.Color > 5 {
				l.faultf(r.At, "color", "颜色 %d 应在 0 到 5 之间", "the colour %d must be 0 to 5", row.Color)
			}
		}
		if r.Tip.Set() && strings.TrimSpace(r.Tip.Value) == "" {
			l.fault(r.Tip.At, "empty", "tip 不能为空", "the tip is empty", "写一句给读者看的话", "Write a sentence for the reader")
		}
		t.Rows = append(t.Rows, row)
	}
}

// unknownIndicator knows what indicators are called on reports, too.
func (l *loader) unknownIndicator(text strictyaml.Text) {
	for _, i := range l.set.Dictionary.All() {
		if i.Title == text.Value || slices.Contains(i.Aliases, text.Value) || slices.Contains(i.Abbreviations, text.Value) {
			l.fault(text.At, "unknown-indicator", "这里要写指标的英文名，不是“"+text.Value+"”", "the English name is needed, not "+text.Value, "是否想写 "+i.Name+"？", "Did you mean "+i.Name+"?")
			return
		}
	}
	l.unknown(text.At, "unknown-indicator", "词典里没有指标", "the dictionary has no indicator", text.Value, l.set.Dictionary.Names())
}

func (l *loader) level(text strictyaml.Text) *Level {
	if !text.Set() {
		return nil
	}
	level := l.set.levels[text.Value]
	switch {
	case level == nil:
		known := strings.Join(levelIDs[:14], " ")
		l.fault(text.At, "unknown-level", "不认识的级别“"+text.Value+"”", "unknown level "+text.Value, "可用："+known, "Known: "+known)
	case level.ID[0] == 'U':
		l.fault(text.At, "level", "U 级由程序给出，行里不能写", "U-levels are given by the program", "可用 N0 到 A4", "Use N0 to A4")
		return nil
	}
	return level
}
