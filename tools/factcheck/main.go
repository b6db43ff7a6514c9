// Command factcheck compares the dictionaries and rules with a compilation of
// facts (a YAML list of indicators with names, units, reference intervals and
// thresholds of standards and guidelines) and lists every difference. Those
// that are meant stand with their reason in deliberate.yaml. It exits with 1
// when a difference has no reason, or a reason no difference.
package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"

	"tijian/dictionaries"
	"tijian/engine/dictionary"
	"tijian/engine/ruleset"
	"tijian/rules"
)

//go:embed deliberate.yaml
var meant []byte

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tools/factcheck FACTS.yaml")
		os.Exit(2)
	}
	fine, err := run(os.Stdout, os.Args[1], meant)
	if err != nil {
		fmt.Fprintln(os.Stderr, "factcheck:", err)
		os.Exit(1)
	}
	if !fine {
		os.Exit(1)
	}
}

// run prints the differences and reports whether each has a reason.
func run(w io.Writer, path string, reasons []byte) (fine bool, err error) {
	facts, err := readFacts(path)
	if err != nil {
		return false, err
	}
	list, err := readDeliberate(reasons)
	if err != nil {
		return false, err
	}
	dict, problems := dictionary.Load(dictionaries.Active())
	if len(problems) > 0 {
		return false, problems.Err()
	}
	set, problems := ruleset.Load(rules.FS, "", dict)
	if len(problems) > 0 {
		return false, problems.Err()
	}
	return report(w, compare(set, facts), list), nil
}

func report(w io.Writer, differences []difference, reasons []deliberate) (fine bool) {
	used := make([]bool, len(reasons))
	unexplained := 0
	for _, d := range differences {
		reason := ""
		for i, r := range reasons {
			if (r.Indicator == d.Indicator || r.Indicator == "*") && r.What == d.What {
				used[i], reason = true, r.Reason
				break
			}
		}
		if reason == "" {
			unexplained++
			fmt.Fprintf(w, "UNEXPLAINED %v\n", d)
			continue
		}
		fmt.Fprintf(w, "deliberate  %v\n            %s\n", d, reason)
	}
	stale := 0
	for i, r := range reasons {
		if !used[i] {
			stale++
			fmt.Fprintf(w, "STALE       %s: %s: there is no such difference any more\n", r.Indicator, r.What)
		}
	}
	fmt.Fprintf(w, "%d differences, %d of them unexplained; %d reasons without a difference\n", len(differences), unexplained, stale)
	return unexplained+stale == 0
}
