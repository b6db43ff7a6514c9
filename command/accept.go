package command

import (
	"fmt"

	"tijian/engine"
	"tijian/engine/regress"
	"tijian/engine/release"
	"tijian/server/config"
)

type rulesAccept struct {
	releasing
	config.Keys
	Draft  string            `arg:"" help:"草稿" en:"Draft."`
	Suites string            `arg:"" optional:"" default:"testdata/rules" help:"用例（*.yaml）的文件夹，或者一个用例文件" en:"Folder with suites (*.yaml), or one suite."`
	Filter string            `name:"run" help:"只接受“组名: 例名”符合这个正则表达式的用例" en:"Only trials whose \"suite: trial\" matches this regular expression." placeholder:"REGEXP"`
	Reason map[string]string `required:"" mapsep:"none" help:"为什么预期变了，每个指标、风险或推导值各写一次，如 potassium=界限改为6.8；只接受写到的，有别的就都不接受" en:"Why they are expected otherwise, for each indicator, risk or derived value, such as potassium=TEXT; only what is named is accepted, and nothing where something else fails as well." placeholder:"NAME=TEXT"`
	Milder map[string]string `mapsep:"none" help:"变轻了的（等级、颜色、格数、重要异常结果，或不再说的话），另写一次为什么可以" en:"Why what is milder (levels, colours, flags, alerts, words no longer said) may be so, once more." placeholder:"NAME=TEXT"`
	Signed string            `help:"逐例核对过的用户名和日期，如 zhang 2026-11-23；不写则待签字" en:"Who has checked each, and when, such as zhang 2026-11-23; without it they await a signature." placeholder:"NAME DATE"`
}

// Run makes what the draft answers the expectation of the cases that fail, for
// this version on. It exits with 3 when nothing can be accepted.
func (c *rulesAccept) Run(s Streams) error {
	releaser, err := c.releaser(s)
	if err != nil {
		return err
	}
	releaser.Suites, releaser.OneKey = c.Suites, c.OneKey
	filter, err := compileFilter("--run", c.Filter)
	if err != nil {
		return err
	}
	snapshot, problems := engine.DraftRules(c.Files, c.Draft)
	if len(problems) > 0 {
		return invalid(s, c.Files, problems)
	}
	suites, _, err := loadSuites(s, c.Files, c.Suites, snapshot.Rules)
	if err != nil {
		return err
	}
	var changes []regress.Change
	left := 0
	for _, f := range regress.Run(snapshot.Assess, suites, filter).Failures {
		if !f.Change.Possible() {
			left++
		} else {
			changes = append(changes, f.Change)
			fmt.Fprintf(s.Out, "%s: %s: %s\n", f.Suite, f.Trial, f.Text(s.Lang))
		}
	}
	if len(changes) == 0 {
		return failure{exitInvalid, s.in("没有可以接受的不符之处", "nothing that fails can be accepted")}
	}
	file, err := releaser.Accept(snapshot.Rules, changes, release.Because{Reason: c.Reason, Milder: c.Milder}, c.Signed)
	if err != nil {
		return c.refused(s, err)
	}
	_, err = fmt.Fprintf(s.Out, s.in("%d 项预期写入 %s，从 %s 起适用；%d 项要用手改\n", "%d expectations written to %s, from %s on; %d are to be changed by hand\n"), len(changes), c.OnDisk(file), c.Draft, left)
	return err
}
