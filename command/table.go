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
	Indicator string `arg:"" help:"指标的英文名" en:"English name of the indicator."`
	Version   string `help:"画哪一版；默认为使用中的版本" en:"Version to draw; the active one by default." placeholder:"VERSION"`
	Namespace string `help:"画这个命名空间覆盖之后的表" en:"Draw the tables of this namespace's overlay." placeholder:"NAME"`
	HTML      string `name:"html" help:"改为写成网页" en:"Write a page instead." placeholder:"FILE" xor:"form"`
	SVG       string `name:"svg" help:"改为写成图片" en:"Write a picture instead." placeholder:"FILE" xor:"form"`
}

// Run draws the tables.
func (c *rulesTable) Run(s Streams) error {
	c.announce(s)
	set, problems := engine.Rules(c.Files, c.Version)
	if set == nil {
		return invalid(s, c.Files, problems)
	}
	view, ok := scale.Of(set, c.Indicator, c.Namespace)
	if !ok {
		known := slices.Sorted(maps.Keys(set.Tables))
		return refusal(s, message.NoTable.At(problem.Place{}, "name", c.Indicator, "fix", message.Suggest(c.Indicator, known)))
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
