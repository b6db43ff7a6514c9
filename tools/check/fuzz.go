package main

import (
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// fuzzAll runs each fuzz target of each package for the given time.
func fuzzAll(each time.Duration) tally {
	packages, err := checked()
	if err != nil {
		fmt.Println("FAIL ", err)
		return tally{failed: 1}
	}
	var total tally
	for _, pkg := range packages {
		listed, err := exec.Command("go", "test", "-list", "^Fuzz", pkg).Output()
		if err != nil {
			fmt.Printf("FAIL  %s does not build\n", pkg)
			total.failed++
			continue
		}
		for _, target := range strings.Fields(string(listed)) {
			if !strings.HasPrefix(target, "Fuzz") {
				continue
			}
			ok := func(_ []byte, err error) bool { return err == nil }
			total.add(step(pkg+" "+target, ok, "go", "test", "-run", "^$", "-fuzz", "^"+target+"$", "-fuzztime", each.String(), pkg))
		}
	}
	return total
}
