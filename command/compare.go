package command

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/changes"
	"tijian/engine/diff"
	"tijian/engine/impact"
	"tijian/engine/message"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
)

// A pair names two states of the rules: each a version in the rules folder,
// or another rules folder, whose active version counts.
type pair struct {
	local
	From string `arg:"" help:"版本名，或规则的文件夹" en:"Version, or a folder of rules."`
	To   string `arg:"" help:"版本名，或规则的文件夹" en:"Version, or a folder of rules."`
}

func (p *pair) load(s Streams) (from, to *engine.Snapshot, err error) {
	if from, err = p.one(s, p.From); err == nil {
		to, err = p.one(s, p.To)
	}
	return from, to, err
}

// files gives where a side of the comparison lies; its version is "" for the
// active one of another folder.
func (p *pair) files(name string) (files engine.Files, version string) {
	if _, err := os.Stat(filepath.Join(name, "current.yaml")); err == nil {
		return engine.Files{Rules: name, Dictionaries: p.Dictionaries}, ""
	}
	return p.Files, name
}

func (p *pair) one(s Streams, name string) (*engine.Snapshot, error) {
	files, version := p.files(name)
	if known := ruleset.Versions(files.RulesFS()); version != "" && !slices.Contains(known, version) {
		return nil, noVersion(s, version, known)
	}
	snapshot, problems := engine.DraftRules(files, version)
	if len(problems) > 0 {
		return nil, invalid(s, files, problems)
	}
	return snapshot, nil
}

// noVersion refuses the name of a version that is not there.
func noVersion(s Streams, name string, known []string) error {
	return refusal(s, message.NoVersion.At(problem.Place{}, "name", name, "versions", known))
}

// refusal is a problem of a call, not of a file, with what to do about it.
func refusal(s Streams, no problem.Problem) error {
	return failure{exitInvalid, s.in(no.ZH+"，"+no.FixZH, no.EN+"; "+no.FixEN)}
}

type rulesDiff struct {
	pair
	Format string `enum:"text,json,markdown" default:"text" help:"输出格式：text、json 或 markdown" en:"text, json or markdown."`
	Texts  bool   `help:"同时列出改动了的提示语和建议" en:"Also list changed tips and hints."`
	Words  bool   `help:"同时列出词典、公式等文件里少了、多了、改了什么" en:"Also list what is gone, added and altered in dictionaries, formulas and the like."`
	Exit   bool   `name:"exit-code" help:"两版结论不同时退出码为 4；加了 --texts 则文字或签字不同也算" en:"Exit with 4 when the versions answer differently; with --texts, when a word or a signature differs, too."`
}

// Run prints what differs. A difference is no failure unless --exit-code makes
// it one.
func (c *rulesDiff) Run(s Streams) error {
	c.announce(s)
	from, to, err := c.load(s)
	if err != nil {
		return err
	}
	report := diff.Compare(from.Rules, to.Rules)
	if model, _ := population.Adults(to.Dictionary); model != nil {
		const persons = 10_000 // those of rules impact
		report.Search(from.Rules, to.Rules, persons, model.Requests(persons, 1))
	}
	report.Under("rules")
	switch {
	case c.Format == "json":
		err = report.WriteJSON(s.Out)
	case c.Format == "markdown":
		err = report.WriteMarkdown(s.Out, s.Lang)
	case c.Texts:
		err = errors.Join(report.WriteText(s.Out, s.Lang), report.WriteTexts(s.Out, s.Lang))
	default:
		err = report.WriteText(s.Out, s.Lang)
	}
	if c.Words && c.Format != "json" {
		err = errors.Join(err, c.words(s, from, to))
	}
	if differs := !report.Same() || c.Texts && len(report.Texts)+len(report.Signatures) > 0; err == nil && c.Exit && differs {
		err = failure{exitTests, ""}
	}
	return err
}

// words lists what files other than those of tables have otherwise.
func (c *rulesDiff) words(s Streams, from, to *engine.Snapshot) error {
	version := func(name string, snapshot *engine.Snapshot) (changes.Version, error) {
		files, _ := c.files(name)
		return files.Folders(snapshot)
	}
	before, errBefore := version(c.From, from)
	after, errAfter := version(c.To, to)
	if err := errors.Join(errBefore, errAfter); err != nil {
		return err
	}
	return changes.WriteVersions(s.Out, before, after, s.Lang)
}

type rulesImpact struct {
	pair
	judged
	Persons    int    `default:"10000" help:"生成人群的人数" en:"Size of the generated population."`
	Seed       uint64 `default:"1" help:"随机种子；种子相同，人群相同" en:"The same seed makes the same persons."`
	Population string `help:"评估请求的文件，每行一个 JSON，代替生成的人群" en:"Assessment requests, one JSON object a line, instead of a generated population." placeholder:"FILE"`
	HTML       string `name:"html" help:"另把带图表的网页写入这个文件" en:"Also write a page with charts into this file." placeholder:"FILE"`
}

// A share is a percentage, written 2% or 2. The zero value is none.
type share struct {
	percent float64
	given   bool
}

// UnmarshalText reads a percentage from 0 to 100.
func (s *share) UnmarshalText(text []byte) error {
	percent, err := strconv.ParseFloat(strings.TrimSuffix(string(text), "%"), 64)
	if err != nil || !(percent >= 0 && percent <= 100) {
		return message.PercentMalformed.Err("text", strconv.Quote(string(text)))
	}
	*s = share{percent, true}
	return nil
}

// exceeded reports whether a part, 0 to 1, is more than the share.
func (s share) exceeded(part float64) bool { return s.given && 100*part > s.percent }

// Run prints whom a change of the rules affects.
func (c *rulesImpact) Run(s Streams) error {
	c.announce(s)
	from, to, err := c.load(s)
	if err != nil {
		return err
	}
	requests, err := c.requests(s, to)
	if err != nil {
		return err
	}
	if c.Population == "" {
		requests = impact.Everywhere(from.Rules, to.Rules, requests)
	}
	var report *impact.Report
	work := func(page io.Writer) error {
		report = impact.Run(from.Rules, to.Rules, requests)
		report.Made = impact.Construct(from.Rules, to.Rules, diff.Answers(from.Rules, to.Rules))
		if page == nil {
			return nil
		}
		return report.WriteHTML(page, s.Lang)
	}
	if c.HTML == "" {
		err = work(nil)
	} else {
		err = writeFile(c.HTML, work) // which is refused before a minute of work
	}
	if err != nil {
		return err
	}
	return c.judge(s, report)
}

// judged is how a report is written, and when it is a failure.
type judged struct {
	Format string `enum:"text,json" default:"text" help:"输出格式：text 或 json" en:"text or json."`
	Most   share  `name:"max-affected" help:"受影响的人超过这个比例时退出码为 4" en:"Exit with 4 when a greater share of the persons is affected." placeholder:"PERCENT"`
}

func (j *judged) judge(s Streams, report *impact.Report) (err error) {
	if j.Format == "json" {
		err = report.WriteJSON(s.Out)
	} else {
		err = report.WriteText(s.Out, s.Lang)
	}
	// A hospital with an overlay is not diluted by all the others.
	if space, worst := report.WorstShare(); err == nil && j.Most.exceeded(worst) {
		of := ""
		if space != "" {
			of = fmt.Sprintf(s.in("namespace %s 中", " of namespace %s"), space)
		}
		return failure{exitTests, fmt.Sprintf(s.in("%s受影响的人占 %.2f%%，超过 %g%%", "%[2].2f%% of the persons%[1]s are affected, more than %[3]g%%"), of, 100*worst, j.Most.percent)}
	}
	return err
}

func (c *rulesImpact) requests(s Streams, snapshot *engine.Snapshot) (iter.Seq[*assess.Request], error) {
	if c.Population == "" {
		model, problems := population.Adults(snapshot.Dictionary)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		return model.Requests(c.Persons, c.Seed), nil
	}
	f, err := os.Open(c.Population)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list, err := population.Read(f, snapshot.Rules.Arguments)
	if wrong, ok := errors.AsType[population.Wrong](err); ok {
		var lines []string
		for _, line := range wrong {
			lines = append(lines, fmt.Sprintf("%s:%d: %s", c.Population, line.Number, message.Localise(line.Err, s.Lang)))
		}
		return nil, failure{exitInvalid, strings.Join(lines, "\n")}
	}
	return slices.Values(list), nil
}

func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
