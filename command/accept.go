package command

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tijian/engine"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

type rulesAccept struct {
	releasing
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
	desk, err := c.desk(s)
	if err != nil {
		return err
	}
	desk.Suites = c.Suites
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
	if err := c.answeredFor(s, snapshot.Rules, changes); err != nil {
		return err
	}
	file, err := desk.Accept(snapshot.Rules, changes, c.reason, c.Signed)
	if err != nil {
		return c.refused(s, err)
	}
	_, err = fmt.Fprintf(s.Out, s.in("%d 项预期写入 %s，从 %s 起适用；%d 项要用手改\n", "%d expectations written to %s, from %s on; %d are to be changed by hand\n"), len(changes), c.OnDisk(file), c.Draft, left)
	return err
}

// reason is why an expectation changes; of a milder one also why it may.
func (c *rulesAccept) reason(ch regress.Change, milder bool) string {
	reason := c.Reason[ch.Subject()]
	if milder {
		reason += "；变轻：" + c.Milder[ch.Subject()]
	}
	return reason
}

// answeredFor refuses changes of what nobody named, and milder ones for which
// there is no reason of their own: one reason for everything has let a critical
// value pass.
func (c *rulesAccept) answeredFor(s Streams, set *ruleset.Set, changes []regress.Change) error {
	other, milder := map[string]int{}, map[string]int{}
	for _, ch := range changes {
		switch subject := ch.Subject(); {
		case strings.TrimSpace(c.Reason[subject]) == "":
			other[subject]++
		case ch.Milder(set) && strings.TrimSpace(c.Milder[subject]) == "":
			milder[subject]++
		}
	}
	counted := func(subjects map[string]int) string {
		var all []string
		for _, name := range slices.Sorted(maps.Keys(subjects)) {
			all = append(all, fmt.Sprintf("%s %d", name, subjects[name]))
		}
		return strings.Join(all, s.in("、", ", "))
	}
	if len(other) > 0 {
		return failure{exitInvalid, fmt.Sprintf(s.in("没有接受：不符的还有 %s，--reason 没有写到；确实要改的也写上 名称=原因，不是这次要改的用 --run 排除并查明为什么变了",
			"nothing was accepted: %s fail as well, and no --reason names them; name what is to change, and find out why the rest does"), counted(other))}
	}
	if len(milder) > 0 {
		return failure{exitInvalid, fmt.Sprintf(s.in("没有接受：变轻了的有 %s，请逐例看过，再写 --milder 名称=为什么可以变轻", "nothing was accepted: %s get milder; look at each, and say why with --milder NAME=TEXT"), counted(milder))}
	}
	return nil
}
