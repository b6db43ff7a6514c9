package command

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"tijian/engine"
	"tijian/engine/keywords"
	"tijian/engine/problem"
)

// Keywords extracts findings, and has what people need who edit the lexicon.
type Keywords struct {
	Extract keywordsExtract `cmd:"" default:"withargs" help:"Extract findings from a file or standard input (the default)."`
	Check   keywordsCheck   `cmd:"" help:"Check the lexicon: duplicates, shadowed cues, terms that contain a cue, words without effect."`
	Test    keywordsTest    `cmd:"" help:"Run suites of sentences and show which cues and terms they reach."`
}

type keywordsExtract struct {
	local
	File    string `arg:"" optional:"" help:"Text of a summary; standard input without it."`
	Version string `help:"Version whose lexicon to use; the active one by default." placeholder:"VERSION"`
	Context string `help:"report, disease or report/disease." placeholder:"NAME"`
	Format  string `enum:"text,json,full" default:"text" help:"text for people, json as the API answers, full with every mention."`
}

// Run prints what the text says.
func (c *keywordsExtract) Run(s Streams) error {
	c.announce(s, problem.Chinese)
	data, err := readInput(c.File, s.In)
	if err != nil {
		return err
	}
	snapshot, problems := engine.Load(c.Files, c.Version, dictionaryChecks...)
	if len(problems) > 0 {
		return invalid(s.Err, c.Files, problems, problem.Chinese)
	}
	if c.Format != "text" {
		answer, err := snapshot.Findings(string(data), c.Context, "", c.Format == "full")
		if err != nil {
			return err
		}
		fmt.Fprintf(s.Out, "%s\n", answer)
		return nil
	}
	result, err := snapshot.Lexicon.Extract(string(data), c.Context)
	if err != nil {
		return err
	}
	if wantsColour(s.Out) {
		fmt.Fprintln(s.Out, coloured(string(data), result.Matches))
	}
	fmt.Fprintln(s.Out, "确定 certain: ", strings.Join(result.Certain, "、"))
	fmt.Fprintln(s.Out, "可能 possible:", strings.Join(result.Possible, "、"))
	return nil
}

var statusColours = map[keywords.Status]text.Colors{
	keywords.Certain:  {text.FgRed, text.Bold},
	keywords.Possible: {text.FgYellow},
	keywords.Negated:  {text.FgGreen},
}

// coloured marks every mention: red certain, yellow possible, green negated,
// grey all other.
func coloured(s string, matches []keywords.Match) string {
	runes := []rune(strings.TrimRight(s, "\n"))
	var b strings.Builder
	at := 0
	for _, m := range matches {
		if m.Start < at || m.End > len(runes) {
			continue // inside a mention already marked
		}
		b.WriteString(string(runes[at:m.Start]))
		c, ok := statusColours[m.Status]
		if !ok {
			c = text.Colors{text.FgHiBlack}
		}
		b.WriteString(c.Sprint(string(runes[m.Start:m.End])))
		at = m.End
	}
	return b.String() + string(runes[at:])
}

func readInput(file string, in io.Reader) ([]byte, error) {
	if file == "" || file == "-" {
		return io.ReadAll(in)
	}
	return os.ReadFile(file)
}
