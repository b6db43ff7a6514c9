package wire

import (
	"tijian/engine/assess"
	"tijian/engine/jsontree"
)

// trace shows how a sample's answer came about.
func trace(t *assess.Trace) *jsontree.Node {
	n := jsontree.NewObject()
	value := jsontree.NewNull() // an unknown indicator has no standard unit
	if t.StandardUnit != "" {
		value = jsontree.NewFloat(t.StandardValue)
	}
	n.Set("value", value)
	n.Set("unit", jsontree.NewString(t.StandardUnit))
	n.Set("file", jsontree.NewString(t.File))
	n.Set("line", jsontree.NewInt(t.Line))
	n.Set("row", jsontree.NewInt(t.Row))
	n.Set("sources", sources(t.Sources))
	if t.Range != "" {
		n.Set("range", jsontree.NewString(t.Range))
	}
	if len(t.Inputs) > 0 {
		n.Set("inputs", inputs(t.Inputs))
	}
	n.Set("lower", distance(t.DistanceDown))
	n.Set("upper", distance(t.DistanceUp))
	risks := jsontree.NewArray()
	for i := range t.Risks {
		risks.Items = append(risks.Items, riskTrace(&t.Risks[i]))
	}
	n.Set("risks", risks)
	return n
}

func sources(list []assess.Source) *jsontree.Node {
	n := jsontree.NewArray()
	for _, s := range list {
		source := jsontree.NewObject()
		source.Set("key", jsontree.NewString(s.Key))
		source.Set("title", jsontree.NewString(s.Title))
		source.Set("body", jsontree.NewString(s.Body))
		source.Set("year", jsontree.NewInt(s.Year))
		source.Set("place", jsontree.NewString(s.Place))
		n.Items = append(n.Items, source)
	}
	return n
}

// distance is null where no other level lies on that side.
func distance(d *assess.Distance) *jsontree.Node {
	if d == nil {
		return jsontree.NewNull()
	}
	n := jsontree.NewObject()
	n.Set("by", jsontree.NewFloat(d.By))
	n.Set("at", jsontree.NewFloat(d.At))
	n.Set("level", jsontree.NewString(d.Level))
	return n
}

func riskTrace(r *assess.RiskTrace) *jsontree.Node {
	n := jsontree.NewObject()
	n.Set("id", jsontree.NewString(r.ID))
	n.Set("rule", jsontree.NewString(r.Rule))
	n.Set("file", jsontree.NewString(r.File))
	n.Set("line", jsontree.NewInt(r.Line))
	n.Set("sources", sources(r.Sources))
	n.Set("inputs", inputs(r.Inputs))
	n.Set("assumptions", texts(r.Assumptions))
	return n
}

func inputs(list []assess.Input) *jsontree.Node {
	n := jsontree.NewArray()
	for _, in := range list {
		input := jsontree.NewObject()
		input.Set("name", jsontree.NewString(in.Name))
		input.Set("value", scalar(in.Value))
		input.Set("unit", jsontree.NewString(in.Unit))
		input.Set("from", jsontree.NewString(in.From))
		n.Items = append(n.Items, input)
	}
	return n
}

func scalar(value any) *jsontree.Node {
	switch v := value.(type) {
	case float64:
		return jsontree.NewFloat(v)
	case bool:
		return jsontree.NewBool(v)
	case string:
		return jsontree.NewString(v)
	default:
		return jsontree.NewNull()
	}
}
