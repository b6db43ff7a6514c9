// Command check runs lint and all tests, prints what it does and what failed,
// and closes with the line "N passed, N failed". With -lint it stops after
// lint, with -long it runs every test under the race detector, and with -fuzz
// DURATION it runs every fuzz target for so long instead. With -account it also says
// where the time of the processors went. Only -long draws other cases for the property
// tests each time.
package main

import (
	"flag"
	"fmt"
	"os"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) > 3 && os.Args[1] == measure {
		os.Exit(measureOne(os.Args[2], os.Args[3:]))
	}
	lintOnly := flag.Bool("lint", false, "only lint")
	accounted := flag.Bool("account", false, "say at the end where the time of the processors went")
	long := flag.Bool("long", false, "every test under the race detector")
	fuzz := flag.Duration("fuzz", 0, "run every fuzz target for this long instead")
	flag.Parse()
	if !*long {
		sameDraws()
	}
	if os.Getenv("GOGC") == "" {
		os.Setenv("GOGC", "400") // compilers and tests are short-lived: less collecting is a tenth less work
	}
	quickly()
	os.Exit(run(*fuzz, *lintOnly, *long, *accounted))
}

// run does what is asked, and returns the exit code.
func run(fuzz time.Duration, lintOnly, long, accounted bool) int {
	if accounted {
		notes, err := os.CreateTemp("", "tijian-check-")
		if err != nil {
			fmt.Println("FAIL ", err)
			return 1
		}
		defer os.Remove(notes.Name())
		notes.Close()
		os.Setenv(account, notes.Name())
	}
	var total tally
	start := time.Now()
	switch {
	case fuzz > 0:
		total = fuzzAll(fuzz)
	case lintOnly:
		total = lint()
	case long:
		total = everything()
	default:
		total = formatted()
		total.add(test(analysed))
	}
	if accounted {
		if err := accounts(os.Getenv(account), 40); err != nil {
			fmt.Println("FAIL ", err)
			total.failed++
		}
	}
	fmt.Printf("%s, in which the processors computed for %s\n%d passed, %d failed\n",
		time.Since(start).Round(time.Second), cpu(syscall.RUSAGE_CHILDREN).Round(time.Second), total.passed, total.failed)
	if total.failed > 0 {
		return 1
	}
	return 0
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
