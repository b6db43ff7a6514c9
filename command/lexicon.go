package command

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/jedib0t/go-pretty/v6/table"

	"tijian/engine/jsontree"
	"tijian/engine/keywords"
	"tijian/engine/keywords/sentences"
	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

type keywordsCheck struct {
	local
	Named   string `arg:"" optional:"" name:"version" help:"检查哪一版的词库；默认为使用中的版本" en:"Version whose lexicon to check; the active one by default."`
	Version string `help:"同上" en:"The same." placeholder:"VERSION"`
	Format  string `enum:"text,json" default:"text" help:"输出格式：text 或 json" en:"text or json."`
	Notes   bool   `help:"同时列出仅供参考的说明，例如含有提示词的标准词" en:"Also list what is merely worth knowing, such as terms that contain a cue."`
	Strict  bool   `help:"有提醒也算不通过" en:"Warnings forbid, too."`
}

// Run exits with 3 when anything is wrong.
func (c *keywordsCheck) Run(s Streams) error {
	c.announce(s)
	lexicon, _, problems := c.Lexicon(cmp.Or(c.Named, c.Version), (*keywords.Lexicon).Review)
	passes := len(problems.Of(problem.Error)) == 0 && !(c.Strict && len(problems.Of(problem.Warning)) > 0)
	var err error
	if c.Format == "json" {
		err = c.json(s, lexicon, problems, passes)
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
	if err := problem.Render(s.Out, shown, c.Files, s.Lang); err != nil {
		return err
	}
	if err := problem.Render(s.Err, problems.Of(problem.Error), c.Files, s.Lang); err != nil {
		return err
	}
	terms, cues := 0, 0
	if lexicon != nil {
		terms, cues = len(lexicon.Terms()), len(lexicon.Cues())
	}
	format := s.in("%d 个标准词、%d 个提示词：%d 处错误、%d 处提醒、%d 处说明（--notes 列出）。\n",
		"%d standard terms, %d cues: %d errors, %d warnings, %d notes (shown with --notes).\n")
	_, err := fmt.Fprintf(s.Out, format, terms, cues, len(problems.Of(problem.Error)), len(problems.Of(problem.Warning)), len(problems.Of(problem.Note)))
	return err
}

func (c *keywordsCheck) json(s Streams, lexicon *keywords.Lexicon, problems problem.List, passes bool) error {
	answer := map[string]any{
		"ok": passes, "problems": problems.Entries(s.Lang), "terms": 0, "cues": 0,
		"errors": len(problems.Of(problem.Error)), "warnings": len(problems.Of(problem.Warning)), "notes": len(problems.Of(problem.Note)),
	}
	if lexicon != nil {
		answer["terms"], answer["cues"] = len(lexicon.Terms()), len(lexicon.Cues())
	}
	return jsontree.WriteIndented(s.Out, answer)
}

type keywordsTest struct {
	local
	Suites  string  `arg:"" optional:"" default:"testdata/keywords" help:"用例（*.yaml）的文件夹，或者一个用例文件" en:"Folder with suites (*.yaml), or one suite."`
	Version string  `help:"测试哪一版的词库；默认为使用中的版本" en:"Version whose lexicon to test; the active one by default." placeholder:"VERSION"`
	Format  string  `enum:"text,json,junit" default:"text" help:"输出格式：text、json 或 junit" en:"text, json or junit."`
	Cover   bool    `help:"同时列出没有句子用到的提示词和标准词" en:"Also list the cues and terms that no sentence reaches."`
	Minimum float64 `name:"min-coverage" help:"句子必须用到的提示词的百分比" en:"Percent of the cues that sentences must reach." placeholder:"PERCENT"`
}

// Run exits with 4 when a sentence gives other lists than expected or too few
// cues are reached, with 3 when the lexicon or a suite is invalid.
func (c *keywordsTest) Run(s Streams) error {
	c.announce(s)
	lexicon, version, problems := c.Lexicon(c.Version, nil)
	if lexicon == nil {
		return invalid(s, c.Files, problems)
	}
	tree, folder := regress.Folder(c.Suites)
	suites, problems := sentences.Load(tree)
	lineage := ruleset.LineageOf(c.RulesFS(), version)
	elsewhere := sentences.Elsewhere(suites, lineage)
	if len(problems) == 0 {
		suites, problems = sentences.For(suites, lineage)
	}
	if len(problems) > 0 {
		return invalid(s, tree, problems)
	}
	reader, problems := c.Values(version, lexicon)
	if len(problems) > 0 {
		return invalid(s, c.Files, problems)
	}
	report, err := sentences.Run(lexicon, suites, reader.Strings)
	if err != nil {
		return failure{exitInvalid, message.Localise(err, s.Lang)}
	}
	report.Version, report.Elsewhere = version, elsewhere
	switch c.Format {
	case "json":
		err = jsontree.WriteIndented(s.Out, report)
	case "junit":
		err = report.WriteJUnit(s.Out, folder, s.Lang)
	default:
		err = c.text(s, report)
	}
	if err == nil && (len(report.Failures) > 0 || percent(report.Cues) < c.Minimum) {
		err = failure{exitTests, ""}
	}
	return err
}

func (c *keywordsTest) text(s Streams, report *sentences.Report) error {
	w := s.Out
	for _, f := range report.Failures {
		fmt.Fprintf(w, "%s: %s: %s\n    %s\n", f.Place, f.Phenomenon, f.Text, f.Difference(s.Lang))
	}
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.AppendHeader(table.Row{s.in("现象", "phenomenon"), s.in("句", "sentences"), s.in("相符", "passed")})
	for _, p := range report.Phenomena {
		t.AppendRow(table.Row{p.Phenomenon, p.Cases, p.Passed})
	}
	t.AppendFooter(table.Row{"", report.Cases, report.Cases - len(report.Failures)})
	t.Render()
	for _, part := range []struct {
		name string
		sentences.Coverage
	}{{s.in("提示词", "cues"), report.Cues}, {s.in("标准词", "terms"), report.Terms}} {
		if c.Cover {
			for _, m := range part.Missed {
				fmt.Fprintf(w, "%s: %s: %s\n", m.At, part.name, m.Name)
			}
		}
		if _, err := fmt.Fprintf(w, "%s %d/%d (%.1f%%)\n", part.name, part.Reached, part.All, percent(part.Coverage)); err != nil {
			return err
		}
	}
	fmt.Fprintf(w, s.in("词库 %s\n", "lexicon %s\n"), report.Version)
	for _, versions := range slices.Sorted(maps.Keys(report.Elsewhere)) {
		fmt.Fprintf(w, s.in("另有 %d 句只用于 %s，没有运行\n", "%d more sentences hold for %s only and were not run\n"), report.Elsewhere[versions], versions)
	}
	return nil
}

func percent(c sentences.Coverage) float64 {
	if c.All == 0 {
		return 100
	}
	return 100 * float64(c.Reached) / float64(c.All)
}
