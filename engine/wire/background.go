package wire

import (
	"tijian/engine/jsontree"
	"tijian/engine/ruleset"
)

// Backgrounds are the names of what a request says of everybody's health, below
// health_background.
func Backgrounds() []string {
	var names []string
	for _, b := range ruleset.Backgrounds {
		names = append(names, b.Name)
	}
	return append(names, ruleset.Smoking)
}

// NoBackground is what one of them is taken for where a file or message does not
// say.
func NoBackground(name string) *jsontree.Node {
	if name == ruleset.Smoking {
		return jsontree.NewInt(0)
	}
	return jsontree.NewBool(false)
}
