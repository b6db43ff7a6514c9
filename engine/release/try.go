package release

import (
	"fmt"
	"os"
	"path"
	"slices"

	"tijian/engine"
	"tijian/engine/impact"
	"tijian/engine/keywords/sentences"
	"tijian/engine/message"
	"tijian/engine/mutate"
	"tijian/engine/population"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/engine/sheet"
	"tijian/engine/strictyaml"
)

// seed of the population: the same persons for everybody.
const seed = 1

// A Stage is a part of the trying of a draft.
type Stage string

// Stages in their order. There are no sentences to read where the releaser has none,
// and nothing is mutated where something else speaks against the draft.
const (
	Checking  Stage = "check"
	Loading   Stage = "load"
	Comparing Stage = "differences"
	Testing   Stage = "cases"
	Reading   Stage = "sentences"
	Affecting Stage = "persons"
	Mutating  Stage = "mutants"
)

// Stages lists them all.
var Stages = []Stage{Checking, Loading, Comparing, Testing, Reading, Affecting, Mutating}

// Called is what people read of a stage.
func (s Stage) Called() message.Phrase {
	return map[Stage]message.Phrase{Checking: message.StageChecking, Loading: message.StageLoading, Comparing: message.StageComparing, Testing: message.StageTesting,
		Reading: message.StageReading, Affecting: message.StageAffecting, Mutating: message.StageMutating}[s]
}

func (d *Releaser) trying(stage Stage, done, all int) {
	if d.OnProgress != nil {
		d.OnProgress(stage, done, all)
	}
}

// try puts a draft to every test there is, and says what it changes.
func (d *Releaser) try(draft, from string) (effect record.Effect, changed *sheet.Sheet, err error) {
	d.trying(Checking, 0, 0)
	review := d.Files.Check(draft, d.Checks...)
	review.Forbid()
	if !review.OK() {
		return effect, nil, &Refused{Problems: review.Problems.Of(problem.Error)}
	}
	d.trying(Loading, 0, 0)
	to, problems := engine.Draft(d.Files, draft)
	if len(problems) > 0 {
		return effect, nil, &Refused{Problems: problems}
	}
	before, problems := engine.Draft(d.Files, from)
	if len(problems) > 0 {
		return effect, nil, &Refused{Problems: problems}
	}
	d.trying(Comparing, 0, 0)
	changed, compared, made, err := sheet.Between(d.Files, before, to)
	if err != nil {
		return effect, nil, err
	}
	effect.Differences = compared.Answers() + len(compared.Texts)
	effect.Made, effect.MadeAffected, effect.NotTried = made.Persons.All, made.Persons.Changed+made.Reworded, len(made.NotTried)+made.Flags-made.FlagsTried
	if err := d.reasoned(draft, changed); err != nil {
		return effect, nil, err
	}
	var reasons []Reason
	lineage := ruleset.LineageOf(d.Files.RulesFS(), draft)
	cases, problems := d.Cases(to.Rules)
	may, list := d.maySign()
	if problems = append(problems, list...); cases != nil && may != nil {
		problems = append(problems, regress.Signers(cases.Hold, may)...)
	}
	if problems = append(problems, d.answerers(before.Rules, to.Rules, may)...); len(problems) > 0 {
		return effect, nil, &Refused{Problems: problems}
	}
	d.trying(Testing, 0, cases.Trials())
	report, coverage := cases.Run(to.Assess, func(run, all int) { d.trying(Testing, run, all) })
	effect.Trials, effect.CoverageLeast = report.Trials, coverage.Min()
	if n := len(report.Failures); n > 0 {
		reasons = append(reasons, reason("suites", n))
	}
	if report.Unsigned > 0 {
		reasons = append(reasons, reason("unsigned", report.Unsigned))
	}
	if effect.CoverageLeast < d.Demands.Coverage {
		reasons = append(reasons, reason("coverage", fmt.Sprintf("%.1f", effect.CoverageLeast), fmt.Sprintf("%.1f", d.Demands.Coverage)))
	}
	if d.Sentences != "" {
		d.trying(Reading, 0, 0)
		failures, err := d.sentences(to, lineage)
		if err != nil {
			return effect, nil, err
		}
		if failures > 0 {
			reasons = append(reasons, reason("sentences", failures))
		}
	}
	model, problems := population.Adults(to.Dictionary)
	if err := problems.Err(); err != nil {
		return effect, nil, err
	}
	d.trying(Affecting, 0, d.Demands.Persons)
	requests := impact.Everywhere(before.Rules, to.Rules, model.Requests(d.Demands.Persons, seed))
	persons := impact.Run(before.Rules, to.Rules, impact.Told(requests, func(asked int) { d.trying(Affecting, min(asked, d.Demands.Persons), d.Demands.Persons) })).Persons
	effect.Persons, effect.PersonsAffected = persons.All, persons.Changed
	// Last, for it takes long and changes the scope of the set.
	if len(reasons) == 0 && d.Demands.Mutation > 0 {
		d.trying(Mutating, 0, 0)
		told := func(done, all int) { d.trying(Mutating, done, all) }
		effect.MutationScore = mutate.Run(to.Rules, cases.Hold, mutate.Options{Quick: true, Told: told}).Total.Score()
		if effect.MutationScore < d.Demands.Mutation {
			reasons = append(reasons, reason("mutation", fmt.Sprintf("%.4f", effect.MutationScore), fmt.Sprintf("%.4f", d.Demands.Mutation)))
		}
	}
	if len(reasons) > 0 {
		return effect, nil, &Refused{Reasons: reasons}
	}
	return effect, changed, nil
}

// maySign are who may sign cases: the users who may, and those who released versions
// before, as the people of this project did what an institution inherits from it. Nil
// lets anybody.
func (d *Releaser) maySign() ([]string, problem.List) {
	if d.Signers == nil {
		return nil, nil
	}
	history, problems := record.ReadHistory(d.Files.RulesFS())
	may := slices.Clone(d.Signers)
	for _, e := range history {
		may = append(may, e.By, e.Approved)
	}
	slices.Sort(may)
	return slices.DeleteFunc(slices.Compact(may), func(name string) bool { return name == "" }), problems
}

// answerers finds the rows that do otherwise than their level asks and for which
// somebody else answers than those who may sign, apart from what is as it was.
func (d *Releaser) answerers(before, to *ruleset.Set, may []string) (list problem.List) {
	was := map[string]bool{}
	for one := range before.Deliberates() {
		was[one.String()] = true
	}
	for one := range to.Deliberates() {
		if may != nil && !was[one.String()] && !slices.Contains(may, one.By) {
			at := one.At
			at.File = path.Join(d.Files.RulesFolder(), at.File)
			list.Add(message.UnknownSigner.At(at, "name", one.By, "known", may))
		}
	}
	return list
}

func (d *Releaser) sentences(to *engine.Snapshot, draft strictyaml.Lineage) (failures int, err error) {
	suites, problems := sentences.Load(os.DirFS(d.Sentences))
	hold, list := sentences.For(suites, draft)
	if problems = append(problems, list...); len(problems) > 0 {
		return 0, &Refused{Problems: problems}
	}
	report, err := sentences.Run(to.Lexicon, hold, to.Values.Strings)
	if err != nil {
		return 0, err
	}
	return len(report.Failures), nil
}
