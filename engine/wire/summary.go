package wire

import (
	"cmp"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/ruleset"
)

func summary(s *assess.Summary) *jsontree.Node {
	n := jsontree.NewObject()
	n.Set("headline", jsontree.NewString(s.Headline))
	if s.Urgent > 0 {
		n.Set("urgent", jsontree.NewInt(s.Urgent))
	}
	entries := jsontree.NewArray()
	for i := range s.Entries {
		entries.Items = append(entries.Items, entry(&s.Entries[i]))
	}
	n.Set("entries", entries)
	return n
}

func entry(e *assess.Entry) *jsontree.Node {
	n := jsontree.NewObject()
	n.Set("organ", jsontree.NewString(e.Organ))
	n.Set("title", jsontree.NewString(e.Title))
	n.Set("why", jsontree.NewString(e.Why))
	act(n, e.Act)
	n.Set("alert", alert(e.Alert))
	n.Set("department", jsontree.NewString(e.Department))
	days := jsontree.NewNull()
	if e.Recheck != ruleset.NoRecheck {
		days = jsontree.NewInt(e.Recheck)
	}
	n.Set("recheck_days", days)
	findings := jsontree.NewArray()
	for _, f := range e.Findings {
		finding := jsontree.NewObject()
		if f.Sample >= 0 {
			finding.Set("sample", jsontree.NewInt(f.Sample))
			finding.Set("name", jsontree.NewString(f.Name))
			finding.Set("level", jsontree.NewString(f.Level))
		} else {
			finding.Set("risk", jsontree.NewString(f.Name))
			finding.Set("flag", jsontree.NewInt(f.Flag))
		}
		finding.Set("title", jsontree.NewString(f.Title))
		finding.Set("color", jsontree.NewInt(f.Color))
		act(finding, f.Act)
		finding.Set("alert", alert(f.Alert))
		findings.Items = append(findings.Items, finding)
	}
	n.Set("findings", findings)
	return n
}

func alert(class string) *jsontree.Node { return jsontree.NewString(cmp.Or(class, "none")) }

// act says how soon, where the version has that scale.
func act(n *jsontree.Node, a *ruleset.Act) {
	if a != nil {
		n.Set("act", jsontree.NewString(a.ID))
	}
}
