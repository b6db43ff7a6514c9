package ruleset

import (
	"cmp"
	"slices"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/strictyaml"
)

type riskEntry struct {
	ID     strictyaml.Text   `yaml:"id,required"`
	Name   string            `yaml:"name,required"`
	Source []strictyaml.Text `yaml:"source,required"`
	Rules  []*riskRuleEntry  `yaml:"rules,required"`
	// NotShownOn lists the indicators that the risk looks at, though their
	// tables do not list it on purpose.
	NotShownOn []strictyaml.Text `yaml:"not_shown_on"`
	Organ      strictyaml.Text   `yaml:"organ"`
	Department string            `yaml:"department"`
	Pattern    *patternEntry     `yaml:"pattern"`
	Reviewed   *Review           `yaml:"reviewed"`
	At         problem.Place
}

type riskRuleEntry struct {
	ID   strictyaml.Text `yaml:"id,required"`
	When strictyaml.Text `yaml:"when"`
	// Ordinary says why the rule may stand out of normal results.
	Ordinary string            `yaml:"ordinary"`
	Rows     []*riskRowEntry   `yaml:"rows,required"`
	AtLeast  []*riskRowEntry   `yaml:"at_least"`
	Source   []strictyaml.Text `yaml:"source"`
	At       problem.Place
}

type riskRowEntry struct {
	When strictyaml.Text `yaml:"when,required"`
	Flag int             `yaml:"flag,required"`
	Tip  strictyaml.Text `yaml:"tip"`
	// As in rows of tables.
	Act        strictyaml.Text `yaml:"act"`
	Alert      strictyaml.Text `yaml:"alert"`
	Recheck    *int            `yaml:"recheck"`
	Department string          `yaml:"department"`
	LateTip    strictyaml.Text `yaml:"late_tip"`
	Deliberate *Deliberate     `yaml:"deliberate"`
	At         problem.Place
}

func (l *loader) compileRisks() {
	for _, e := range l.risks {
		if before, taken := l.riskIDs[e.ID.Value]; taken {
			l.list.Add(message.DuplicateRisk.At(e.ID.At, "name", e.ID.Value, "before", before))
			continue
		}
		if !identifier.MatchString(e.ID.Value) {
			l.list.Add(message.RiskID.At(e.ID.At, "name", e.ID.Value))
		}
		l.riskIDs[e.ID.Value] = e.ID.At
		r := &Risk{ID: e.ID.Value, Name: e.Name, Organ: l.organ(e.Organ), Pattern: l.pattern(e.Pattern), Reviewed: l.reviewed(e.Reviewed), Sources: l.citations(e.Source), At: e.At}
		for _, name := range e.NotShownOn {
			if i, ok := l.set.Dictionary.Lookup(name.Value); ok {
				r.NotShownOn = append(r.NotShownOn, i.Name)
			} else {
				l.unknownIndicator(name)
			}
		}
		seen := map[string]bool{}
		for _, rule := range e.Rules {
			if rule == nil {
				continue
			}
			if seen[rule.ID.Value] {
				l.list.Add(message.DuplicateRule.At(rule.ID.At, "name", rule.ID.Value))
			}
			seen[rule.ID.Value] = true
			compiled := &RiskRule{ID: rule.ID.Value, Ordinary: rule.Ordinary, When: l.guard(rule.When, l.noValue()), At: rule.At, Sources: l.citations(rule.Source)}
			if len(rule.Source) == 0 {
				compiled.Sources = r.Sources
			}
			compiled.Rows = l.riskRows(rule.Rows, e.Department, r.Organ)
			compiled.AtLeast = l.riskRows(rule.AtLeast, e.Department, r.Organ)
			r.Rules = append(r.Rules, compiled)
		}
		l.set.Risks = append(l.set.Risks, r)
	}
	l.patterns()
	slices.SortFunc(l.set.Risks, func(a, b *Risk) int { return cmp.Compare(a.ID, b.ID) })
}

func (l *loader) riskRows(entries []*riskRowEntry, department string, o *Organ) []*RiskRow {
	var rows []*RiskRow
	for _, e := range entries {
		if e == nil || !e.When.Set() {
			continue
		}
		var recheck *int
		usual := ""
		if f := l.set.FlagOf(e.Flag); f != nil {
			recheck, usual = f.Recheck, f.Act
		} else {
			l.list.Add(message.UnknownFlag.At(e.At, "flag", e.Flag))
		}
		u := l.urgency(urged{e.Act, e.Alert, e.Recheck}, usual, recheck, e.At, o, e.Department, department)
		rows = append(rows, &RiskRow{When: l.condition(e.When, l.noValue()), Flag: e.Flag, Urgency: u, Tip: l.told(e.Tip), LateTip: l.told(e.LateTip, "days"), Deliberate: l.deliberate(e.Deliberate), At: e.At})
	}
	return rows
}
