package ruleset

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"tijian/engine/expression"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

type tableEntry struct {
	Indicator  strictyaml.Text   `yaml:"indicator,required"`
	For        strictyaml.Text   `yaml:"for"`
	Source     []strictyaml.Text `yaml:"source"`
	Risks      []strictyaml.Text `yaml:"risks"`
	Organ      strictyaml.Text   `yaml:"organ"`
	Printed    bool              `yaml:"printed"`
	NotPrinted string            `yaml:"not_printed"`
	// Department is its rows', else the organ's.
	Department string      `yaml:"department"`
	Reviewed   *Review     `yaml:"reviewed"`
	Rows       []*rowEntry `yaml:"rows,required"`
	At         problem.Place
}

type rowEntry struct {
	When   strictyaml.Text   `yaml:"when,required"`
	Level  strictyaml.Text   `yaml:"level,required"`
	Color  *int              `yaml:"color"`
	Tip    strictyaml.Text   `yaml:"tip,required"`
	Hint   strictyaml.Text   `yaml:"hint"`
	Source []strictyaml.Text `yaml:"source"`
	// What the summary says besides the tip.
	Act        strictyaml.Text `yaml:"act"`
	Alert      strictyaml.Text `yaml:"alert"`
	Recheck    *int            `yaml:"recheck"`
	Department string          `yaml:"department"`
	LateTip    strictyaml.Text `yaml:"late_tip"`
	// What it does otherwise than its level asks.
	Deliberate *Deliberate `yaml:"deliberate"`
	// Numbers are those of the texts that are neither bounds of the table nor
	// constants.
	Numbers []float64 `yaml:"numbers"`
	At      problem.Place
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
			l.list.Add(message.DuplicateTable.At(e.At, "name", e.Indicator.Value, "before", before))
		}
		guards[key] = e.At
		t := &Table{Indicator: indicator, Printed: e.Printed, NotPrinted: e.NotPrinted, Organ: l.organ(e.Organ), Reviewed: l.reviewed(e.Reviewed), For: l.guard(e.For, l.noValue()), At: e.At}
		for _, r := range e.Risks {
			if _, ok := l.riskIDs[r.Value]; !ok {
				l.unknownRisk(r)
				continue
			}
			t.Risks = append(t.Risks, r.Value)
		}
		t.Risks = l.shownWith(indicator, t.Risks)
		if len(e.Rows) == 0 && e.Indicator.Set() {
			l.list.Add(message.NoRows.At(e.At))
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
		row := &Row{Number: i + 1, Tip: l.told(r.Tip), Hint: l.told(r.Hint), Texts: []strictyaml.Text{r.Tip, r.Hint}, LateTip: l.told(r.LateTip, "days"), Numbers: r.Numbers, Deliberate: l.deliberate(r.Deliberate), At: r.At, Sources: l.citations(r.Source)}
		for _, text := range []strictyaml.Text{r.Tip, r.Hint} {
			if at, cut := text.Cut(); cut {
				row.Cut = append(row.Cut, at)
			}
		}
		if len(r.Source) == 0 {
			row.Sources = tables
		}
		if len(r.Source)+len(e.Source) == 0 {
			l.list.Add(message.NoSource.At(r.At))
		}
		row.When = l.condition(r.When, expression.Options{Refuse: l.noStep})
		if row.Level = l.level(r.Level); row.Level != nil {
			row.Color = row.Level.Color
		}
		if r.Color != nil {
			if row.Level != nil && row.Level.ID[0] == 'U' {
				l.list.Add(message.LevelU.At(r.At))
			}
			if row.Color = *r.Color; row.Color < 0 || row.Color > 5 {
				l.list.Add(message.RowColor.At(r.At, "color", row.Color))
			}
		}
		usual := ""
		if row.Level != nil {
			usual = row.Level.Act
		}
		row.Urgency = l.urgency(urged{r.Act, r.Alert, r.Recheck}, usual, l.recheck(row), r.At, t.Organ, r.Department, e.Department)
		if r.Tip.Set() && strings.TrimSpace(r.Tip.Value) == "" {
			l.list.Add(message.EmptyTip.At(r.Tip.At))
		}
		t.Rows = append(t.Rows, row)
	}
}

// recheck is the default of a row's level, else of its colour.
func (l *loader) recheck(row *Row) *int {
	if row.Level != nil && row.Level.Recheck != nil {
		return row.Level.Recheck
	}
	if c := l.set.ColorOf(row.Color); c != nil {
		return c.Recheck
	}
	return nil
}

func (l *loader) unknownRisk(text strictyaml.Text) {
	known := make([]string, 0, len(l.set.Risks))
	for _, risk := range l.set.Risks {
		known = append(known, risk.ID)
	}
	l.list.Add(message.UnknownRisk.At(text.At, "name", text.Value, "fix", message.Suggest(text.Value, known)))
}

// unknownIndicator knows what indicators are called on reports, too.
func (l *loader) unknownIndicator(text strictyaml.Text) {
	for _, i := range l.set.Dictionary.All() {
		if i.Title == text.Value || slices.Contains(i.Aliases, text.Value) || slices.Contains(i.Abbreviations, text.Value) {
			l.list.Add(message.IndicatorInChinese.At(text.At, "word", text.Value, "name", i.Name))
			return
		}
	}
	l.list.Add(message.UnknownIndicator.At(text.At, "name", text.Value, "fix", message.Suggest(text.Value, l.set.Dictionary.Names())))
}

// levelMeant says which level was meant by its name, else which there are.
func (l *loader) levelMeant(text string) message.Phrase {
	for _, level := range l.set.Levels {
		if level.Name == strings.TrimSpace(text) {
			return message.LevelByName.With("level", level.ID)
		}
	}
	return message.Known.With("known", strings.Join(levelIDs, " "))
}

func (l *loader) level(text strictyaml.Text) *Level {
	if !text.Set() {
		return nil
	}
	level := l.set.levels[text.Value]
	if level == nil {
		l.list.Add(message.UnknownLevel.At(text.At, "level", text.Value, "fix", l.levelMeant(text.Value)))
	}
	return level
}

type overlayFile struct {
	Title string `yaml:"title"`
	// FewerPersons lists the indicators whose tables leave out, on purpose,
	// persons whom the base tables assess.
	FewerPersons []strictyaml.Text `yaml:"fewer_persons"`
	At           problem.Place
}

// overlays reads overlays/<namespace>: tables that replace those of the same
// indicators.
func (l *loader) overlays() {
	folders, err := fs.ReadDir(l.rules, path.Join(l.set.Version, "overlays"))
	if err != nil {
		return // there are none
	}
	for _, f := range folders {
		if f.IsDir() {
			l.set.Overlays[f.Name()] = l.overlay(f.Name())
		}
	}
}

func (l *loader) overlay(namespace string) *Overlay {
	folder := path.Join("overlays", namespace)
	o := &Overlay{Namespace: namespace, Title: namespace, Tables: map[string][]*Table{}, At: l.file(folder)}
	var tables []*tableEntry
	l.entries(path.Join(folder, "indicators"), func(file string) { tables = append(tables, readList[tableEntry](l, file)...) })
	l.compileTables(tables, o.Tables)
	var settings overlayFile
	l.entries(folder, func(file string) {
		if l.read(file, &settings) {
			o.Title, o.At = settings.Title, settings.At
		}
	})
	for _, name := range settings.FewerPersons {
		if o.Tables[name.Value] == nil {
			l.list.Add(message.FewerOfNothing.At(name.At, "name", name.Value))
		}
		o.FewerPersons = append(o.FewerPersons, name.Value)
	}
	return o
}
