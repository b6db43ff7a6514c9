package command

import (
	"io"
	"maps"
	"slices"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/scale"
)

type rulesTable struct {
	local
	Indicator string `arg:"" help:"English name of the indicator."`
	Version   string `help:"Version to draw; the active one by default." placeholder:"VERSION"`
	Namespace string `help:"Draw the tables of this namespace's overlay." placeholder:"NAME"`
	HTML      string `name:"html" help:"Write a page instead." placeholder:"FILE" xor:"form"`
	SVG       string `name:"svg" help:"Write a picture instead." placeholder:"FILE" xor:"form"`
}

// Run draws the tables.
func (c *rulesTable) Run(s Streams) error {
	c.announce(s, problem.Chinese)
	snapshot, problems := engine.Draft(c.Files, c.Version)
	if len(problems) > 0 {
		return invalid(s.Err, c.Files, problems, problem.Chinese)
	}
	view, ok := scale.Of(snapshot.Rules, c.Indicator, c.Namespace)
	if !ok {
		known := slices.Sorted(maps.Keys(snapshot.Rules.Tables))
		no := message.NoTable.At(problem.Place{}, "name", c.Indicator, "fix", message.Suggest(c.Indicator, known))
		return failure{exitInvalid, no.ZH + "，" + no.FixZH}
	}
	switch {
	case c.HTML != "":
		return writeFile(c.HTML, view.WriteHTML)
	case c.SVG != "":
		return writeFile(c.SVG, func(w io.Writer) error {
			_, err := io.WriteString(w, view.SVG())
			return err
		})
	}
	return view.Write(s.Out, wantsColour(s.Out))
}
