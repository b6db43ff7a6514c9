package batch

import (
	"strings"

	"tijian/engine"
	"tijian/engine/jsontree"
	"tijian/engine/wire"
)

// Columns of results as a table.
var Columns = []string{"user_identifier", "datetime", "name", "title", "comparator", "value", "unit", "level", "level_name", "color", "tip", "ideal", "risks"}

// Rows is an answer of an assessment as rows of a table, one for each sample.
func Rows(s *engine.Snapshot, answer []byte) ([][]string, error) {
	tree, err := jsontree.Parse(answer)
	if err != nil {
		return nil, err
	}
	if tree.Get("samples") == nil { // who could not be assessed
		return nil, nil
	}
	var rows [][]string
	rules := s.For(tree.Get("namespace").Text)
	for _, sample := range tree.Get("samples").Items {
		title := ""
		if i, ok := rules.Dictionary.Lookup(sample.Get("name").Text); ok {
			title = i.Title
		}
		var risks []string
		for _, risk := range sample.Get("risks").Items {
			risks = append(risks, risk.Get("id").Text+" "+raw(risk.Get("flag")))
		}
		level := sample.Get("level").Text
		rows = append(rows, []string{
			tree.Get("user_identifier").Text, tree.Get("datetime").Text, sample.Get("name").Text, title, text(sample.Get(wire.Comparator)), raw(sample.Get("value")), text(sample.Get("unit")),
			level, rules.Rules.Level(level).Name, raw(sample.Get("color")), sample.Get("tip").Text, sample.Get("ideal").Text, strings.Join(risks, ";"),
		})
	}
	return rows, nil
}

func raw(n *jsontree.Node) string {
	if n == nil {
		return ""
	}
	return n.Raw
}

func text(n *jsontree.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}
