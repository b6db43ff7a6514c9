package command

// Rules has what people need who edit rule files.
type Rules struct {
	Check   rulesCheck   `cmd:"" help:"Check rule files and dictionaries: every fault with its place."`
	Test    rulesTest    `cmd:"" help:"Run regression suites."`
	Explain rulesExplain `cmd:"" help:"Assess a request and say how each answer came about."`
	Schema  rulesSchema  `cmd:"" help:"Write JSON Schemas with which editors complete rule files and dictionaries."`
}
