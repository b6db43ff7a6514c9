// Command check runs lint and all tests, prints what it does and what failed,
// and closes with the line "N passed, N failed". With -lint it stops after
// lint, with -long it runs every test under the race detector, and with -fuzz
// DURATION it runs every fuzz target for so long instead. Only -long draws other
// cases for the property tests each time.
package main

import (
	"flag"
	"fmt"
	"os"
	"sync"
	"time"
)

func main() {
	lintOnly := flag.Bool("lint", false, "only lint")
	long := flag.Bool("long", false, "every test under the race detector")
	fuzz := flag.Duration("fuzz", 0, "run every fuzz target for this long instead")
	flag.Parse()
	if !*long {
		sameDraws()
	}
	if os.Getenv("GOGC") == "" {
		os.Setenv("GOGC", "400") // compilers and tests are short-lived: less collecting is a tenth less work
	}
	var total tally
	start := time.Now()
	switch {
	case *fuzz > 0:
		total = fuzzAll(*fuzz)
	case *lintOnly:
		total = lint()
	case *long:
		total = everything()
	default:
		var aside tally
		var beside sync.WaitGroup
		beside.Go(func() { aside = lint() })
		total = test()
		beside.Wait()
		total.add(aside)
	}
	fmt.Printf("%s\n%d passed, %d failed\n", time.Since(start).Round(time.Second), total.passed, total.failed)
	if total.failed > 0 {
		os.Exit(1)
	}
}

// sameDraws makes property tests draw the same cases on every run, so that a
// change is judged by what it changes; other cases are for -long.
func sameDraws() {
	if os.Getenv("RAPID_SEED") == "" {
		os.Setenv("RAPID_SEED", "1")
	}
}

// everything runs every test under the race detector.
func everything() tally {
	all, err := checked()
	if err != nil {
		fmt.Println("FAIL ", err)
		return tally{failed: 1}
	}
	return goTest("every test, under the race detector", append([]string{"-race"}, all...)...)
}

type tally struct{ passed, failed int }

func (t *tally) add(other tally) {
	t.passed += other.passed
	t.failed += other.failed
}
