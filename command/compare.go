package command

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"tijian/engine"
	"tijian/engine/assess"
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
	From string `arg:"" help:"Version, or a folder of rules."`
	To   string `arg:"" help:"Version, or a folder of rules."`
	Lang string `enum:"zh,en" default:"zh" help:"Language of messages: zh or en."`
}

func (p *pair) load(s Streams) (from, to *engine.Snapshot, err error) {
	if from, err = p.one(s, p.From); err == nil {
		to, err = p.one(s, p.To)
	}
	return from, to, err
}

func (p *pair) one(s Streams, name string) (*engine.Snapshot, error) {
	files, version := p.Files, name
	if _, err := os.Stat(filepath.Join(name, "current.yaml")); err == nil {
		files.Rules, version = name, ""
	}
	if known := ruleset.Versions(files.RulesFS()); version != "" && !slices.Contains(known, version) {
		no := message.NoVersion.At(problem.Place{}, "name", version, "versions", known)
		return nil, failure{exitInvalid, in(p.Lang, no.ZH+"，"+no.FixZH, no.EN+"; "+no.FixEN)}
	}
	snapshot, problems := engine.Draft(files, version)
	if len(problems) > 0 {
		return nil, invalid(s.Err, files, problems, p.Lang)
	}
	return snapshot, nil
}

type rulesDiff struct {
	pair
	Format string `enum:"text,json" default:"text" help:"text or json."`
	Texts  bool   `help:"Also list changed tips and hints."`
}

// Run prints what differs. It exits with 0 either way: a difference is no
// failure.
func (c *rulesDiff) Run(s Streams) error {
	c.announce(s, c.Lang)
	from, to, err := c.load(s)
	if err != nil {
		return err
	}
	report := diff.Compare(from.Rules, to.Rules)
	report.Root = "rules"
	if c.Format == "json" {
		return report.WriteJSON(s.Out)
	}
	err = report.WriteText(s.Out, c.Lang)
	if c.Texts {
		err = errors.Join(err, report.WriteTexts(s.Out, c.Lang))
	}
	return err
}

type rulesImpact struct {
	pair
	Persons    int    `default:"10000" help:"Size of the generated population."`
	Seed       uint64 `default:"1" help:"The same seed makes the same persons."`
	Population string `help:"Assessment requests, one JSON object a line, instead of a generated population." placeholder:"FILE"`
	Format     string `enum:"text,json" default:"text" help:"text or json."`
	HTML       string `name:"html" help:"Also write a page with charts into this file." placeholder:"FILE"`
}

// Run prints whom a change of the rules affects.
func (c *rulesImpact) Run(s Streams) error {
	c.announce(s, c.Lang)
	from, to, err := c.load(s)
	if err != nil {
		return err
	}
	requests, err := c.requests(to)
	if err != nil {
		return err
	}
	report := impact.Run(from.Rules, to.Rules, requests)
	if c.HTML != "" {
		if err := writeFile(c.HTML, func(w io.Writer) error { return report.WriteHTML(w, c.Lang) }); err != nil {
			return err
		}
	}
	if c.Format == "json" {
		return report.WriteJSON(s.Out)
	}
	return report.WriteText(s.Out, c.Lang)
}

func (c *rulesImpact) requests(snapshot *engine.Snapshot) (iter.Seq[*assess.Request], error) {
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
	if err != nil {
		return nil, failure{exitInvalid, fmt.Sprintf("%s: %v", c.Population, err)}
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
