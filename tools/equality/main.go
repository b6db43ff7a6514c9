// Command equality compares the compiled answers of the rule engine with those
// of expr, evaluated row by row, on random requests:
//
//	go run ./tools/equality -requests 10000000
//
// It prints how many requests were compared, how many differed and the time,
// and ends with 1 when any did.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"tijian/engine"
	"tijian/engine/assess"
	"tijian/engine/assess/reference"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
)

func main() {
	var files engine.Files
	requests := flag.Int64("requests", 100_000, "how many requests to compare")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "how many at the same time")
	seed := flag.Uint64("seed", 1, "of the first worker; the others count on from it")
	version := flag.String("version", "", "of the rules; empty is the one in force")
	flag.StringVar(&files.Rules, "rules", "", "folder of the rules; empty is the embedded ones")
	flag.StringVar(&files.Dictionaries, "dictionaries", "", "folder of the dictionaries; empty is the embedded ones")
	flag.Parse()

	set, err := load(files, *version)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	c := &comparison{set: set, engine: assess.New(set), want: *requests}
	if err := c.engine.Problems().Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	start := time.Now()
	var working sync.WaitGroup
	for i := range *workers {
		working.Go(func() { c.work(*seed + uint64(i)) })
	}
	working.Wait()
	fmt.Printf("rule set %s (%s): %d requests with %d samples compared, %d of them refused by both alike, %d mismatches, %s\n",
		set.Version, set.Hash, c.compared.Load(), c.samples.Load(), c.refused.Load(), c.mismatches.Load(), time.Since(start).Round(time.Second))
	if c.mismatches.Load() > 0 {
		os.Exit(1)
	}
}

func load(files engine.Files, version string) (*ruleset.Set, error) {
	dict, list := dictionary.Load(files.DictionariesFS())
	if err := list.Err(); err != nil {
		return nil, err
	}
	set, list := ruleset.Load(files.RulesFS(), version, dict)
	return set, list.Err()
}

// A comparison is shared by the workers.
type comparison struct {
	set                      *ruleset.Set
	engine                   *assess.Engine
	want                     int64
	begun, compared, samples atomic.Int64
	refused, mismatches      atomic.Int64
	printing                 sync.Mutex
}

// shown is how many mismatches are printed in full.
const shown = 10

func (c *comparison) work(seed uint64) {
	draw, plain := reference.NewDrawer(c.set, seed), reference.New(c.set)
	for c.begun.Add(1) <= c.want {
		r := draw.Request()
		got, gotErr := c.engine.Assess(r)
		want, wantErr := plain.Assess(r)
		if difference := reference.Difference(got, gotErr, want, wantErr); difference != "" && c.mismatches.Add(1) <= shown {
			c.printing.Lock()
			fmt.Printf("seed %d: %+v\n  %s\n", seed, r, difference)
			c.printing.Unlock()
		}
		if gotErr != nil {
			c.refused.Add(1)
		}
		c.samples.Add(int64(len(r.Samples)))
		c.compared.Add(1)
	}
}
