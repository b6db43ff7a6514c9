package wire

import (
	"tijian/engine/assess"
	"tijian/engine/jsontree"
)

// trace shows how a sample's answer came about.
func trace(t *assess.Trace) *jsontree.Node {
	value := jsontree.NewNull() // an unknown indicator has no standard unit
	if t.StandardUnit != "" {
		value = jsontree.NewFloat(t.StandardValue)
	}
	n := jsontree.NewObject("value", value, "unit", t.StandardUnit, "file", t.File, "line", t.Line, "row", t.Row, "sources", jsontree.List(t.Sources, source))
	if t.Range != "" {
		n.Set("range", jsontree.NewString(t.Range))
	}
	if len(t.Inputs) > 0 {
		n.Set("inputs", jsontree.List(t.Inputs, input))
	}
	n.Set("lower", distance(t.DistanceDown))
	n.Set("upper", distance(t.DistanceUp))
	n.Set("risks", jsontree.List(t.Risks, riskTrace))
	return n
}

func source(s assess.Source) *jsontree.Node {
	return jsontree.NewObject("key", s.Key, "title", s.Title, "body", s.Body, "year", s.Year, "place", s.Place)
}

// distance is null where no other level lies on that side.
func distance(d *assess.Distance) *jsontree.Node {
	if d == nil {
		return jsontree.NewNull()
	}
	return jsontree.NewObject("by", d.By, "at", d.At, "level", d.Level)
}

func riskTrace(r assess.RiskTrace) *jsontree.Node {
	return jsontree.NewObject("id", r.ID, "rule", r.Rule, "file", r.File, "line", r.Line,
		"sources", jsontree.List(r.Sources, source), "inputs", jsontree.List(r.Inputs, input), "assumptions", r.Assumptions)
}

func input(in assess.Input) *jsontree.Node {
	return jsontree.NewObject("name", in.Name, "value", in.Value, "unit", in.Unit, "from", in.From)
}
