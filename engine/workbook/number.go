package workbook

import (
	"tijian/engine/message"
	"tijian/engine/problem"
)

// SetNumber returns a file of named numbers (constants.yaml) in which one has
// another value, and what is the matter where it cannot; nil for nothing. The
// rest stays as it is written.
func SetNumber(data []byte, name, value string) ([]byte, *problem.Problem) {
	refuse := func(why problem.Problem) ([]byte, *problem.Problem) { return nil, &why }
	d, err := parse(data)
	if err != nil {
		return refuse(message.NoWorkbook.At(problem.Place{}, "error", err))
	}
	place := "/" + escape.Replace(name) + "/value"
	if d.nodes[place] == nil {
		return refuse(message.WordHome.At(problem.Place{}, "name", name))
	}
	edits, err := d.set(place, value, false)
	if err != nil {
		return refuse(message.CellShape.At(problem.Place{}))
	}
	after := apply(data, edits)
	if now, err := parse(after); err != nil || now.nodes[place] == nil || now.nodes[place].Value != value || len(now.order) != len(d.order) {
		return refuse(message.CellResult.At(problem.Place{}))
	}
	return after, nil
}
