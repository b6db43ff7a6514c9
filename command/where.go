package command

import (
	"fmt"
	"path"

	"tijian/engine"
	"tijian/engine/jsontree"
	"tijian/engine/message"
	"tijian/engine/references"
	"tijian/engine/regress"
)

type rulesWhere struct {
	local
	Number    float64 `arg:"" help:"要找的数，按标准单位" en:"The number, in the standard unit."`
	Indicator string  `arg:"" optional:"" help:"只列这个指标的分界" en:"Only where it bounds this indicator."`
	Version   string  `help:"在哪一版里找；默认为使用中的版本" en:"Version to look through; the active one by default." placeholder:"VERSION"`
	Suites    string  `default:"testdata/rules" help:"用例的文件夹；没有就不用" en:"Folder with regression suites; left out where there is none." placeholder:"DIR"`
	Format    string  `enum:"text,json" default:"text" help:"输出格式：text 或 json" en:"text or json."`
}

var usedBy = map[references.Kind]message.Phrase{
	references.Constant: {ZH: "名称", EN: "constant"},
	references.Table:    {ZH: "指标表", EN: "table"},
	references.Derived:  {ZH: "推导值", EN: "derived value"},
	references.Risk:     {ZH: "风险", EN: "risk"},
	references.Text:     {ZH: "文字", EN: "text"},
	references.Case:     {ZH: "用例", EN: "case"},
}

// Run lists every place that uses the number.
func (c *rulesWhere) Run(s Streams) error {
	c.announce(s)
	set, problems := engine.Rules(c.Files, c.Version)
	if set == nil {
		return invalid(s, c.Files, problems)
	}
	if _, known := set.Dictionary.Lookup(c.Indicator); !known && c.Indicator != "" {
		fix := message.Suggest(c.Indicator, set.Dictionary.Names())
		return failure{exitInvalid, s.in("词典里没有指标“"+c.Indicator+"”。"+fix.ZH, "the dictionary has no indicator "+c.Indicator+". "+fix.EN)}
	}
	var suites []regress.Suite
	if exists(c.Suites) {
		var err error
		if suites, _, err = loadSuites(s, c.Files, c.Suites, set); err != nil {
			return err
		}
	}
	uses := references.Find(set, suites, c.Number, c.Indicator)
	if c.Format == "json" {
		type entry struct {
			references.Use
			At string `json:"place"`
		}
		list := make([]entry, len(uses))
		for i, u := range uses {
			list[i] = entry{u, c.place(u)}
		}
		return jsontree.WriteIndented(s.Out, list)
	}
	for _, u := range uses {
		fmt.Fprintf(s.Out, "%s: %s %s: %s\n", c.place(u), usedBy[u.Kind].In(s.Lang), u.Name, u.Text)
	}
	_, err := fmt.Fprintf(s.Out, s.in("共 %d 处\n", "%d places\n"), len(uses))
	return err
}

func (c *rulesWhere) place(u references.Use) string {
	at := u.At
	if u.Kind == references.Case {
		_, folder := regress.Folder(c.Suites)
		at.File = path.Join(folder, at.File)
	} else {
		at.File = path.Join(c.RulesFolder(), at.File)
	}
	return at.String()
}
