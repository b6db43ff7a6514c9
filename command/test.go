package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/message"
	"tijian/engine/mutate"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
)

type rulesTest struct {
	local
	Suites   string   `arg:"" optional:"" default:"testdata/rules" help:"用例（*.yaml）的文件夹，或者一个用例文件" en:"Folder with suites (*.yaml), or one suite."`
	Version  string   `help:"测试哪一版；默认为使用中的版本" en:"Version to test; the active one by default." placeholder:"VERSION"`
	Filter   string   `name:"run" help:"只运行“组名: 例名”符合这个正则表达式的用例" en:"Only trials whose \"suite: trial\" matches this regular expression." placeholder:"REGEXP"`
	Format   string   `enum:"text,json,junit" default:"text" help:"输出格式：text、json 或 junit" en:"text, json or junit."`
	Cover    bool     `help:"同时列出没有用例覆盖的表行、分界、风险行、推导情形和单位" en:"Also list the rows, bounds, risk rows, derived cases and units that no trial reaches."`
	Minimum  float64  `name:"min-coverage" help:"用例必须覆盖的表行、分界、风险行、推导情形和单位的百分比" en:"Percent of rows, bounds, risk rows, derived cases and units that trials must reach." placeholder:"PERCENT"`
	Signers  []string `help:"可以签字的用户，用逗号分开；别人签的用例算错误" en:"Users who may sign, with commas between; a case that somebody else signed is a fault." placeholder:"NAME,..."`
	Signed   bool     `name:"require-signed" help:"不算没有人签字的用例：既不算通过，也不算覆盖" en:"Leave out the trials that nobody has signed: they neither pass nor cover anything."`
	Generate string   `help:"把缺少的表行、分界和单位按现在的结论写入这个用例文件，等医生签字" en:"Write the missing rows, bounds and units with the present answers into this suite, for a doctor to sign." placeholder:"FILE"`
}

// Run exits with 4 when an expectation is not met or the coverage too small,
// with 3 when rules or suites are invalid.
func (c *rulesTest) Run(s Streams) error {
	c.announce(s)
	filter, err := compileFilter("--run", c.Filter)
	if err != nil {
		return err
	}
	snapshot, problems := engine.DraftRules(c.Files, c.Version)
	if len(problems) > 0 {
		return invalid(s, c.Files, problems)
	}
	_, folder := regress.Folder(c.Suites)
	suites, elsewhere, err := loadSuites(s, c.Files, c.Suites, snapshot.Rules)
	if err != nil {
		return err
	}
	if c.Signers != nil {
		if problems := regress.Signers(suites, c.Signers); len(problems) > 0 {
			return invalidSuites(s, c.Files, c.Suites, problems)
		}
	}
	if c.Signed {
		for i := range suites {
			suites[i].Trials = slices.DeleteFunc(suites[i].Trials, func(t regress.Trial) bool { return t.Unsigned })
		}
	}
	report := regress.Run(snapshot.Assess, suites, filter)
	if report.Trials == 0 {
		return failure{exitTests, s.in("没有一个用例的“组名: 例名”符合 --run "+c.Filter, "no trial's \"suite: trial\" matches --run "+c.Filter)}
	}
	coverage := regress.Cover(snapshot.Rules, report)
	options := regress.Options{Lang: s.Lang, Coverage: &coverage, Minimum: c.Minimum, List: c.Cover, Elsewhere: elsewhere, Folder: c.RulesFolder(), Words: c.DictionariesFolder(snapshot.Rules.Version), Suites: folder}
	if c.Generate != "" {
		if err := c.generate(s, snapshot, report, options); err != nil {
			return err
		}
	}
	if err := c.write(s.Out, report, options); err != nil {
		return err
	}
	if !report.OK() || coverage.Min() < c.Minimum {
		return failure{exitTests, ""}
	}
	return nil
}

// below is a tree whose files are asked for by their names with the folder.
// Others are of the rules.
type below struct {
	folder string
	tree   fs.FS
	rules  engine.Files
}

func (b below) Open(name string) (fs.File, error) {
	if inside, is := strings.CutPrefix(name, b.folder+"/"); is || b.folder == "." {
		return b.tree.Open(inside)
	}
	return b.rules.Open(name)
}

func compileFilter(flag, pattern string) (*regexp.Regexp, error) {
	if pattern == "" {
		return nil, nil
	}
	filter, err := regexp.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", flag, err)
	}
	return filter, nil
}

func (c *rulesTest) write(w io.Writer, report *regress.Report, o regress.Options) error {
	switch c.Format {
	case "json":
		return report.WriteJSON(w, o)
	case "junit":
		return report.WriteJUnit(w, o)
	default:
		return report.WriteText(w, o)
	}
}

// generate writes the suite of missing cases. It never writes over a file, for
// that may hold a doctor's signatures.
func (c *rulesTest) generate(s Streams, snapshot *engine.Snapshot, report *regress.Report, options regress.Options) (err error) {
	at, err := time.Parse(time.DateOnly, snapshot.Rules.Released)
	if err != nil {
		return fmt.Errorf("released: %w", err) // checked when the rules were loaded
	}
	file, err := os.OpenFile(filepath.Clean(c.Generate), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return failure{exitFailure, c.Generate + s.in(" 已经存在，里面可能有医生的签字，不会覆盖。换一个文件名", " exists and may hold signatures; it is not written over. Give another name")}
	case err != nil:
		return message.SuiteNotWritten.Err("reason", err)
	}
	defer func() {
		if e := file.Close(); err == nil {
			err = e
		}
	}()
	made, err := regress.Generate(file, snapshot.Rules, snapshot.Assess, report, *options.Coverage, at)
	if err != nil {
		return err
	}
	for _, m := range made.Left {
		fmt.Fprintf(s.Err, s.in("%s: 写不出用例：%s\n", "%s: no case could be made: %s\n"), options.Place(&m), m.Text(s.Lang))
	}
	fmt.Fprintf(s.Err, s.in("已写出 %s：%d 例待签字。\n", "Wrote %s: %d cases to be signed.\n"), c.Generate, made.Trials)
	return nil
}

// loadSuites reads every suite of a folder, or the one of a file, and those of the version itself, for the
// rules that they are to test; elsewhere counts the trials left out, by the versions that they are for.
// Faults are printed with their lines, and the error is that of invalid input.
func loadSuites(s Streams, files engine.Files, dir string, set *ruleset.Set) (suites []regress.Suite, elsewhere map[string]int, err error) {
	if _, err := os.Stat(dir); err != nil {
		return nil, nil, failure{exitInvalid, s.in("没有文件夹或文件 "+dir, "there is no folder or file "+dir)}
	}
	tree, _ := regress.Folder(dir)
	cases, problems := regress.Collect(tree, files.RulesFS(), set)
	if len(problems) > 0 {
		return nil, nil, invalidSuites(s, files, dir, problems)
	}
	if len(cases.Hold) == 0 && len(cases.Elsewhere) > 0 {
		versions := strings.Join(slices.Sorted(maps.Keys(cases.Elsewhere)), "、")
		return nil, nil, failure{exitInvalid, dir + s.in("：这里的用例只用于 "+versions+"，不用于 "+set.Version, ": the suites here are for "+versions+" only, not for "+set.Version)}
	}
	if len(cases.Hold) == 0 {
		return nil, nil, failure{exitInvalid, dir + s.in("：这里没有用例（*.yaml）", ": no suites (*.yaml) here")}
	}
	return cases.Hold, cases.Elsewhere, nil
}

// invalidSuites prints faults of the suites of a folder with their lines.
func invalidSuites(s Streams, files engine.Files, dir string, problems problem.List) error {
	tree, folder := regress.Folder(dir)
	for i := range problems {
		problems[i].File = regress.Shown(problems[i].File, folder, files.RulesFolder())
	}
	return invalid(s, below{folder, tree, files}, problems)
}

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
