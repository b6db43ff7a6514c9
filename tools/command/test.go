package command

import (
	"fmt"
	"io"
	"os"
	"regexp"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/engine/regress"
)

type rulesTest struct {
	engine.Files
	Suites  string `arg:"" optional:"" default:"testdata/rules" help:"Folder with suites (*.yaml)."`
	Version string `help:"Version to test; the active one by default." placeholder:"VERSION"`
	Filter  string `name:"run" help:"Only trials whose \"suite: trial\" matches this regular expression." placeholder:"REGEXP"`
	Format  string `enum:"text,json,junit" default:"text" help:"text, json or junit."`
	Cover   bool   `help:"Also list the rows of tables that no trial reaches."`
	Lang    string `enum:"zh,en" default:"zh" help:"Language of messages: zh or en."`
}

// Run exits with 4 when an expectation is not met, with 3 when rules or suites
// are invalid.
func (c *rulesTest) Run(s Streams) error {
	filter, err := compileFilter(c.Filter)
	if err != nil {
		return err
	}
	snapshot, problems := engine.Load(c.Files, c.Version)
	if len(problems) > 0 {
		return invalid(s.Err, c.Files, problems, c.Lang)
	}
	tree := os.DirFS(c.Suites)
	suites, problems := regress.Load(tree)
	if len(problems) > 0 {
		if err := problem.Render(s.Err, problems, tree, c.Lang); err != nil {
			return err
		}
		return failure{exitInvalid, c.Suites}
	}
	if len(suites) == 0 {
		return failure{exitInvalid, fmt.Sprintf("%s: no suites (*.yaml) here", c.Suites)}
	}
	report := regress.Run(snapshot.Assess, suites, filter)
	if err := c.write(s.Out, report); err != nil {
		return err
	}
	if c.Cover {
		printCoverage(s.Out, regress.Cover(snapshot.Rules, report))
	}
	if !report.OK() {
		return failure{exitTests, ""}
	}
	return nil
}

func compileFilter(pattern string) (*regexp.Regexp, error) {
	if pattern == "" {
		return nil, nil
	}
	filter, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("--run: %w", err)
	}
	return filter, nil
}

func (c *rulesTest) write(w io.Writer, report *regress.Report) error {
	switch c.Format {
	case "json":
		return report.WriteJSON(w)
	case "junit":
		return report.WriteJUnit(w)
	default:
		return report.WriteText(w, c.Lang)
	}
}

func printCoverage(w io.Writer, cover regress.Coverage) {
	for _, m := range cover.Missed {
		fmt.Fprintf(w, "%s: %s 第 %d 行（%s）没有用例\n", m.At, m.Indicator, m.Row, m.When)
	}
	fmt.Fprintf(w, "行覆盖 %d/%d\n", cover.Hit, cover.Rows)
}
