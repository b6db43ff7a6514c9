package wire

import (
	"cmp"

	"tijian/engine/assess"
	"tijian/engine/jsontree"
	"tijian/engine/ruleset"
)

func summary(s *assess.Summary) *jsontree.Node {
	n := jsontree.NewObject("headline", s.Headline)
	if s.Urgent > 0 {
		n.Set("urgent", jsontree.NewInt(s.Urgent))
	}
	n.Set("entries", jsontree.List(s.Entries, entry))
	return n
}

func entry(e assess.Entry) *jsontree.Node {
	n := jsontree.NewObject("organ", e.Organ, "title", e.Title, "why", e.Why)
	act(n, e.Act)
	n.Set("alert", alert(e.Alert))
	n.Set("department", jsontree.NewString(e.Department))
	days := jsontree.NewNull()
	if e.Recheck != ruleset.NoRecheck {
		days = jsontree.NewInt(e.Recheck)
	}
	n.Set("recheck_days", days)
	n.Set("findings", jsontree.List(e.Findings, finding))
	return n
}

func finding(f assess.Finding) *jsontree.Node {
	n := jsontree.NewObject("risk", f.Name, "flag", f.Flag)
	if f.Sample >= 0 {
		n = jsontree.NewObject("sample", f.Sample, "name", f.Name, "level", f.Level)
	}
	n.Set("title", jsontree.NewString(f.Title))
	n.Set("color", jsontree.NewInt(f.Color))
	act(n, f.Act)
	n.Set("alert", alert(f.Alert))
	return n
}

func alert(class string) *jsontree.Node { return jsontree.NewString(cmp.Or(class, "none")) }

// act says how soon, where the version has that scale.
func act(n *jsontree.Node, a *ruleset.Act) {
	if a != nil {
		n.Set("act", jsontree.NewString(a.ID))
	}
}
