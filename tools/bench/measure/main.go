// Command measure compares the rule engine with expr and cel-go asked row by
// row, on the rules of peerset, and times loading.
package main

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"tijian/dictionaries"
	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/keywords"
	"tijian/engine/ruleset"
	"tijian/engine/verify"
	"tijian/internal/checkup"
	"tijian/tools/bench/peerset"
	"tijian/tools/bench/rows"
	"tijian/tools/bench/table"
)

// samples of the request measured.
const samples = 60

func main() {
	runtime.GOMAXPROCS(1) // one core, the garbage collector's work included
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	set, err := peerset.Load()
	if err != nil {
		return err
	}
	if err := whole(set); err != nil {
		return err
	}
	if err := tables(set); err != nil {
		return err
	}
	return loading()
}

// A contest is a request answered by the engine and its peers.
type contest struct {
	request *assess.Request
	engine  *assess.Engine
	result  assess.Result
	expr    *rows.Assessor
	cel     *rows.Assessor
	other   assess.Result
}

func newContest(set *ruleset.Set) (*contest, error) {
	c := &contest{request: checkup.Request(set, samples), engine: assess.New(set), expr: rows.New(set, rows.NewExpr(set))}
	library, err := rows.NewCEL(set)
	if err != nil {
		return nil, err
	}
	c.cel = rows.New(set, library)
	return c, nil
}

// ours answers into the memory of the result before, as the peers do.
func (c *contest) ours() {
	if err := c.engine.AssessInto(c.request, &c.result); err != nil {
		panic(err)
	}
}

// peer makes a peer's turn, once its answer has been found equal.
func (c *contest) peer(name string, answer func(*assess.Request, *assess.Result)) (func(), error) {
	c.ours()
	answer(c.request, &c.other)
	if difference := rows.Difference(&c.other, &c.result); difference != "" {
		return nil, fmt.Errorf("%s answers otherwise: %s", name, difference)
	}
	return func() { answer(c.request, &c.other) }, nil
}

func (c *contest) compare(what string, expr, cel float64) error {
	byExpr, err := c.peer("expr", c.expr.Assess)
	if err != nil {
		return err
	}
	byCEL, err := c.peer("cel-go", c.cel.Assess)
	if err != nil {
		return err
	}
	table.Show(table.Faster(what+", than expr row by row", expr, c.ours, byExpr))
	table.Show(table.Faster(what+", than cel-go row by row", cel, c.ours, byCEL))
	return nil
}

// whole measures the complete answer.
func whole(set *ruleset.Set) error {
	c, err := newContest(set)
	if err != nil {
		return err
	}
	if n := len(c.request.Samples); n != samples {
		return fmt.Errorf("only %d indicators have rules", n)
	}
	c.ours()
	flags := map[string]bool{}
	for _, s := range c.result.Samples {
		for _, r := range s.Risks {
			flags[r.ID] = true
		}
	}
	what := fmt.Sprintf("%d samples, %d derived, %d risks", samples, len(c.result.Derived), len(flags))
	table.Show(table.Limit(what+", new result each", 25*time.Microsecond, func() {
		if _, err := c.engine.Assess(c.request); err != nil {
			panic(err)
		}
	}))
	return c.compare(what, 20, 30)
}

// tables measures tables alone: levels, texts and ideal ranges.
func tables(full *ruleset.Set) error {
	set := *full
	set.Derived, set.Risks, set.Overlays, set.Tables = nil, nil, nil, map[string][]*ruleset.Table{}
	for name, list := range full.Tables {
		for _, t := range list {
			plain := *t
			plain.Risks = nil
			set.Tables[name] = append(set.Tables[name], &plain)
		}
	}
	c, err := newContest(&set)
	if err != nil {
		return err
	}
	c.request = checkup.Request(full, samples)
	return c.compare(fmt.Sprintf("tables of %d samples alone", samples), 0, 0)
}

// loading times what happens at start, on reload and in rules check.
func loading() error {
	var failed error
	set, err := peerset.Load()
	if err != nil {
		return err
	}
	table.Show(
		table.Once("load the keyword lexicon", 150*time.Millisecond, func() {
			if _, list := keywords.Load(dictionaries.Active()); len(list) > 0 {
				failed = list.Err()
			}
		}),
		table.Once("ask expr in every cell", 500*time.Millisecond, func() { assess.New(set) }),
		table.Once("load everything", time.Second, func() {
			if _, list := engine.Load(engine.Files{}, ""); len(list) > 0 {
				failed = list.Err()
			}
		}),
		table.Once("load and prove the whole rule set", 2*time.Second, func() {
			set, err := peerset.Load()
			if err != nil {
				failed = err
				return
			}
			verify.Check(set)
		}),
	)
	return failed
}
