package command

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/jedib0t/go-pretty/v6/table"

	"tijian/engine/keywords"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

type keywordsCheck struct {
	local
	Version string `help:"Version whose lexicon to check; the active one by default." placeholder:"VERSION"`
	Format  string `enum:"text,json" default:"text" help:"text or json."`
	Notes   bool   `help:"Also list what is merely worth knowing, such as terms that contain a cue."`
	Strict  bool   `help:"Warnings forbid, too."`
	Lang    string `enum:"zh,en" default:"zh" help:"Language of messages: zh or en."`
}

// Run exits with 3 when anything is wrong.
func (c *keywordsCheck) Run(s Streams) error {
	c.announce(s, c.Lang)
	lexicon, _, problems := c.Lexicon(c.Version, (*keywords.Lexicon).Review)
	passes := len(problems.Of(problem.Error)) == 0 && !(c.Strict && len(problems.Of(problem.Warning)) > 0)
	var err error
	if c.Format == "json" {
		err = c.json(s.Out, lexicon, problems, passes)
	} else {
		err = c.text(s, lexicon, problems)
	}
	if err == nil && !passes {
		err = failure{exitInvalid, ""}
	}
	return err
}

func (c *keywordsCheck) text(s Streams, lexicon *keywords.Lexicon, problems problem.List) error {
	shown := problems.Of(problem.Warning)
	if c.Notes {
		shown = append(shown, problems.Of(problem.Note)...)
	}
	if err := problem.Render(s.Out, shown, c.Files, c.Lang); err != nil {
		return err
	}
	if err := problem.Render(s.Err, problems.Of(problem.Error), c.Files, c.Lang); err != nil {
		return err
	}
	terms, cues := 0, 0
	if lexicon != nil {
		terms, cues = len(lexicon.Terms()), len(lexicon.Cues())
	}
	format := "%d 个标准词、%d 个提示词：%d 处错误、%d 处提醒、%d 处说明（--notes 列出）。\n"
	if c.Lang == problem.English {
		format = "%d standard terms, %d cues: %d errors, %d warnings, %d notes (shown with --notes).\n"
	}
	_, err := fmt.Fprintf(s.Out, format, terms, cues, len(problems.Of(problem.Error)), len(problems.Of(problem.Warning)), len(problems.Of(problem.Note)))
	return err
}

func (c *keywordsCheck) json(w io.Writer, lexicon *keywords.Lexicon, problems problem.List, passes bool) error {
	answer := map[string]any{
		"ok": passes, "problems": problems.Entries(c.Lang), "terms": 0, "cues": 0,
		"errors": len(problems.Of(problem.Error)), "warnings": len(problems.Of(problem.Warning)), "notes": len(problems.Of(problem.Note)),
	}
	if lexicon != nil {
		answer["terms"], answer["cues"] = len(lexicon.Terms()), len(lexicon.Cues())
	}
	return writeIndented(w, answer)
}

func writeIndented(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

type keywordsTest struct {
	local
	Suites  string  `arg:"" optional:"" default:"testdata/keywords" help:"Folder with suites (*.yaml)."`
	Version string  `help:"Version whose lexicon to test; the active one by default." placeholder:"VERSION"`
	Format  string  `enum:"text,json,junit" default:"text" help:"text, json or junit."`
	Cover   bool    `help:"Also list the cues and terms that no sentence reaches."`
	Minimum float64 `name:"min-coverage" help:"Percent of the cues that sentences must reach." placeholder:"PERCENT"`
	Lang    string  `enum:"zh,en" default:"zh" help:"Language of messages: zh or en."`
}

// Run exits with 4 when a sentence gives other lists than expected or too few
// cues are reached, with 3 when the lexicon or a suite is invalid.
func (c *keywordsTest) Run(s Streams) error {
	c.announce(s, c.Lang)
	lexicon, version, problems := c.Lexicon(c.Version, nil)
	if lexicon == nil {
		return invalid(s.Err, c.Files, problems, c.Lang)
	}
	tree := os.DirFS(c.Suites)
	suites, problems := keywords.LoadSuites(tree)
	if len(problems) == 0 {
		suites, problems = keywords.SuitesFor(suites, version, ruleset.Versions(c.RulesFS()))
	}
	if len(problems) > 0 {
		return invalid(s.Err, tree, problems, c.Lang)
	}
	report, err := lexicon.RunSuites(suites)
	if err != nil {
		return failure{exitInvalid, err.Error()}
	}
	switch c.Format {
	case "json":
		err = writeIndented(s.Out, report)
	case "junit":
		err = report.WriteJUnit(s.Out, c.Suites, c.Lang)
	default:
		err = c.text(s.Out, report)
	}
	if err == nil && (len(report.Failures) > 0 || percent(report.Cues) < c.Minimum) {
		err = failure{exitTests, ""}
	}
	return err
}

func (c *keywordsTest) text(w io.Writer, report *keywords.SuiteReport) error {
	english := c.Lang == problem.English
	for _, f := range report.Failures {
		fmt.Fprintf(w, "%s: %s: %s\n    %s\n", f.Place, f.Phenomenon, f.Text, f.Difference(c.Lang))
	}
	t := table.NewWriter()
	t.SetOutputMirror(w)
	header, cues, terms := table.Row{"现象", "句", "相符"}, "提示词", "标准词"
	if english {
		header, cues, terms = table.Row{"phenomenon", "sentences", "passed"}, "cues", "terms"
	}
	t.AppendHeader(header)
	for _, p := range report.Phenomena {
		t.AppendRow(table.Row{p.Phenomenon, p.Cases, p.Passed})
	}
	t.AppendFooter(table.Row{"", report.Cases, report.Cases - len(report.Failures)})
	t.Render()
	for _, part := range []struct {
		name string
		keywords.Coverage
	}{{cues, report.Cues}, {terms, report.Terms}} {
		if c.Cover {
			for _, m := range part.Missed {
				fmt.Fprintf(w, "%s: %s: %s\n", m.At, part.name, m.Name)
			}
		}
		if _, err := fmt.Fprintf(w, "%s %d/%d (%.1f%%)\n", part.name, part.Reached, part.All, percent(part.Coverage)); err != nil {
			return err
		}
	}
	return nil
}

func percent(c keywords.Coverage) float64 {
	if c.All == 0 {
		return 100
	}
	return 100 * float64(c.Reached) / float64(c.All)
}
