package command

import (
	"fmt"

	"tijian/engine"
	"tijian/engine/mutate"
)

type rulesMutate struct {
	local
	Suites   string  `arg:"" optional:"" default:"testdata/rules" help:"用例（*.yaml）的文件夹，或者一个用例文件" en:"Folder with suites (*.yaml), or one suite."`
	Version  string  `help:"改哪一版；默认为使用中的版本" en:"Version to mutate; the active one by default." placeholder:"VERSION"`
	Match    string  `help:"只看名称符合这个正则表达式的指标和风险" en:"Only indicators and risks whose name matches this regular expression." placeholder:"REGEXP"`
	MinScore float64 `help:"用例找出的错误少于这个比例（0 到 1）时退出码为 4" en:"Exit with 4 when the suites find a smaller share, 0 to 1."`
	Format   string  `enum:"text,json" default:"text" help:"输出格式：text 或 json" en:"text or json."`
}

// Run prints how many small wrong changes of the rules the suites would find.
func (c *rulesMutate) Run(s Streams) error {
	c.announce(s)
	match, err := compileFilter("--match", c.Match)
	if err != nil {
		return err
	}
	snapshot, problems := engine.DraftRules(c.Files, c.Version)
	if len(problems) > 0 {
		return invalid(s, c.Files, problems)
	}
	suites, _, err := loadSuites(s, c.Files, c.Suites, snapshot.Rules)
	if err != nil {
		return err
	}
	report := mutate.Run(snapshot.Rules, suites, mutate.Options{Match: match})
	report.Root, report.Words = c.RulesFolder(), c.DictionariesFolder(snapshot.Rules.Version)
	if c.Format == "json" {
		err = report.WriteJSON(s.Out)
	} else {
		err = report.WriteText(s.Out, s.Lang)
	}
	if err == nil && report.Total.Score() < c.MinScore {
		err = failure{exitTests, fmt.Sprintf(s.in("得分 %.4f，至少要 %g", "score %.4f, wanted at least %g"), report.Total.Score(), c.MinScore)}
	}
	return err
}
