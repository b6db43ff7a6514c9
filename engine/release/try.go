package release

import (
	"fmt"
	"os"

	"tijian/engine"
	"tijian/engine/diff"
	"tijian/engine/impact"
	"tijian/engine/keywords"
	"tijian/engine/message"
	"tijian/engine/mutate"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
)

// seed of the population: the same persons for everybody.
const seed = 1

// try puts a draft to every test there is, and says what it changes.
func (d *Desk) try(draft, from string) (effect record.Effect, err error) {
	review := d.Files.Check(draft, d.Checks...)
	if !review.OK() {
		return effect, &Refused{Problems: review.Problems.Of(problem.Error)}
	}
	changed := review.Changed()
	if len(changed) > 0 && !d.ChangesSeen {
		return effect, &Refused{Problems: changed}
	}
	for _, p := range changed {
		effect.Changes = append(effect.Changes, record.Change{File: p.File, What: p.ZH})
	}
	to, problems := engine.Draft(d.Files, draft)
	if len(problems) > 0 {
		return effect, &Refused{Problems: problems}
	}
	before, problems := engine.Draft(d.Files, from)
	if len(problems) > 0 {
		return effect, &Refused{Problems: problems}
	}
	var reasons []message.Phrase
	lineage := ruleset.LineageOf(d.Files.RulesFS(), draft)
	cases, problems := d.Cases(to.Rules)
	if cases != nil && d.Signers != nil {
		problems = regress.Signers(cases.Hold, d.Signers)
	}
	if len(problems) > 0 {
		return effect, &Refused{Problems: problems}
	}
	report := regress.Run(to.Assess, cases.Hold, nil)
	coverage := regress.Cover(to.Rules, report)
	effect.Trials, effect.CoverageLeast = report.Trials, coverage.Min()
	if n := len(report.Failures); n > 0 {
		reasons = append(reasons, message.SuitesFail.With("count", n))
	}
	if report.Unsigned > 0 {
		reasons = append(reasons, message.CasesUnsigned.With("count", report.Unsigned))
	}
	if effect.CoverageLeast < d.Demands.Coverage {
		reasons = append(reasons, message.CoverageShort.With("percent", fmt.Sprintf("%.1f", effect.CoverageLeast), "want", fmt.Sprintf("%.1f", d.Demands.Coverage)))
	}
	if d.Sentences != "" {
		failures, err := d.sentences(to, lineage)
		if err != nil {
			return effect, err
		}
		if failures > 0 {
			reasons = append(reasons, message.SentencesFail.With("count", failures))
		}
	}
	changes := diff.Compare(before.Rules, to.Rules)
	effect.Differences = changes.Answers() + len(changes.Texts)
	model, problems := population.Adults(to.Dictionary)
	if err := problems.Err(); err != nil {
		return effect, err
	}
	persons := impact.Run(before.Rules, to.Rules, impact.Everywhere(before.Rules, to.Rules, model.Requests(d.Demands.Persons, seed))).Persons
	effect.Persons, effect.PersonsAffected = persons.All, persons.Changed
	// Last, for it takes long and changes the scope of the set.
	if len(reasons) == 0 {
		effect.MutationScore = mutate.Run(to.Rules, cases.Hold, mutate.Options{Quick: true}).Total.Score()
		if effect.MutationScore < d.Demands.Mutation {
			reasons = append(reasons, message.MutationShort.With("score", fmt.Sprintf("%.4f", effect.MutationScore), "want", fmt.Sprintf("%.4f", d.Demands.Mutation)))
		}
	}
	if len(reasons) > 0 {
		return effect, &Refused{Reasons: reasons}
	}
	return effect, nil
}

func (d *Desk) sentences(to *engine.Snapshot, draft strictyaml.Lineage) (failures int, err error) {
	suites, problems := keywords.LoadSuites(os.DirFS(d.Sentences))
	hold, list := keywords.SuitesFor(suites, draft)
	if problems = append(problems, list...); len(problems) > 0 {
		return 0, &Refused{Problems: problems}
	}
	report, err := to.Lexicon.RunSuites(hold, to.Values.Strings)
	if err != nil {
		return 0, err
	}
	return len(report.Failures), nil
}
