package command

// Rules has what people need who edit rule files.
type Rules struct {
	Check    rulesCheck    `cmd:"" help:"Check rule files and dictionaries: every fault with its place."`
	Test     rulesTest     `cmd:"" help:"Run regression suites."`
	Explain  rulesExplain  `cmd:"" help:"Assess a request and say how each answer came about."`
	Diff     rulesDiff     `cmd:"" help:"Compare what two versions of the rules answer."`
	Impact   rulesImpact   `cmd:"" help:"Replay a population through two versions: who gets another level, colour or risk."`
	Mutate   rulesMutate   `cmd:"" help:"Measure the suites: make small wrong changes and see which ones they find."`
	Draft    rulesDraft    `cmd:"" help:"Begin a draft: a copy of a version under a new name."`
	Release  rulesRelease  `cmd:"" help:"Propose the release of a draft, or approve it: two people."`
	Rollback rulesRollback `cmd:"" help:"Put an earlier version back in force, all of it."`
	History  rulesHistory  `cmd:"" help:"Show and verify the history of releases."`
	Lock     rulesLock     `cmd:"" help:"Lock a version as it is shipped: no file of it may change from then on."`
	Table    rulesTable    `cmd:"" help:"Draw an indicator's decision tables and coloured scale: in the terminal, as a page or as a picture."`
	Where    rulesWhere    `cmd:"" help:"List every place that uses a number: tables, formulas, risks, texts, cases."`
	Export   rulesExport   `cmd:"" help:"Write tables, texts, cases and sources as a workbook of a spreadsheet program."`
	Import   rulesImport   `cmd:"" help:"Read an edited workbook back into the YAML: shows what changes, --write changes it."`
	Schema   rulesSchema   `cmd:"" help:"Write JSON Schemas with which editors complete rule files and dictionaries."`
}
