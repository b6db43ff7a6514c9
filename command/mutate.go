package command

import (
	"fmt"

	"tijian/engine"
	"tijian/engine/mutate"
)

type rulesMutate struct {
	local
	Suites   string  `arg:"" optional:"" default:"testdata/rules" help:"Folder with suites (*.yaml)."`
	Version  string  `help:"Version to mutate; the active one by default." placeholder:"VERSION"`
	Match    string  `help:"Only indicators and risks whose name matches this regular expression." placeholder:"REGEXP"`
	MinScore float64 `help:"Exit with 4 when the suites find a smaller share, 0 to 1."`
	Format   string  `enum:"text,json" default:"text" help:"text or json."`
	Lang     string  `enum:"zh,en" default:"zh" help:"Language of messages: zh or en."`
}

// Run prints how many small wrong changes of the rules the suites would find.
func (c *rulesMutate) Run(s Streams) error {
	c.announce(s, c.Lang)
	match, err := compileFilter("--match", c.Match)
	if err != nil {
		return err
	}
	snapshot, problems := engine.Draft(c.Files, c.Version)
	if len(problems) > 0 {
		return invalid(s.Err, c.Files, problems, c.Lang)
	}
	suites, err := loadSuites(s, c.Files, c.Suites, snapshot.Rules, c.Lang)
	if err != nil {
		return err
	}
	report := mutate.Run(snapshot.Rules, suites, mutate.Options{Match: match})
	report.Root, report.Words = c.RulesFolder(), c.DictionariesFolder(snapshot.Rules.Version)
	if c.Format == "json" {
		err = report.WriteJSON(s.Out)
	} else {
		err = report.WriteText(s.Out, c.Lang)
	}
	if err == nil && report.Total.Score() < c.MinScore {
		err = failure{exitTests, fmt.Sprintf("score %.4f, wanted at least %g", report.Total.Score(), c.MinScore)}
	}
	return err
}
