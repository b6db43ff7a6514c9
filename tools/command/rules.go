package command

import (
	"fmt"
	"io"
	"time"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/engine/verify"
)

// Rules has what people need who edit rule files.
type Rules struct {
	Check   rulesCheck   `cmd:"" help:"Check rule files and dictionaries: every fault with its place."`
	Test    rulesTest    `cmd:"" help:"Run regression suites."`
	Explain rulesExplain `cmd:"" help:"Assess a request and say how each answer came about."`
}

type rulesCheck struct {
	engine.Files
	Version string `arg:"" optional:"" help:"Version to check; the active one by default."`
	Lang    string `enum:"zh,en" default:"zh" help:"Language of messages: zh or en."`
}

// Run exits with 3 when anything is wrong.
func (c *rulesCheck) Run(s Streams) error {
	start := time.Now()
	snapshot, problems := engine.Load(c.Files, c.Version)
	if len(problems) > 0 {
		return invalid(s.Err, c.Files, problems, c.Lang)
	}
	proof := snapshot.Prove(c.Files)
	if len(proof.Problems) > 0 {
		return invalid(s.Err, c.Files, proof.Problems, c.Lang)
	}
	c.report(s.Out, snapshot, proof, time.Since(start))
	return nil
}

// report says what was proved, and lists what could not be.
func (c *rulesCheck) report(w io.Writer, snapshot *engine.Snapshot, proof *verify.Report, took time.Duration) {
	unproved, fine := "未能证明", "规则 %s（%s）没有发现错误：%d 个指标、%d 张表（%.0f 个单元逐一验证）、%d 个推导值、%d 项风险，用时 %s。\n"
	if c.Lang == problem.English {
		unproved, fine = "not proved", "Rules %s (%s) are fine: %d indicators, %d tables (proved in %.0f cells), %d derived values, %d risks, in %s.\n"
	}
	for _, n := range proof.Unproved {
		reason := n.ZH
		if c.Lang == problem.English {
			reason = n.EN
		}
		fmt.Fprintf(w, "%s: %s: %s\n", n.Place, unproved, reason)
	}
	r := snapshot.Rules
	fmt.Fprintf(w, fine, r.Version, r.Hash, len(r.Tables), proof.Tables, proof.Cells, len(r.Derived), len(r.Risks), took.Round(time.Millisecond))
}

// invalid prints problems with their lines and makes the error of exit code 3.
func invalid(w io.Writer, files engine.Files, problems problem.List, lang string) error {
	if err := problem.Render(w, problems, files, lang); err != nil {
		return err
	}
	if lang == problem.English {
		return failure{exitInvalid, fmt.Sprintf("%d problems", len(problems))}
	}
	return failure{exitInvalid, fmt.Sprintf("共 %d 处问题", len(problems))}
}
