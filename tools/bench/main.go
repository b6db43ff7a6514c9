// Command bench measures the project's speed against peers, side by side in one
// run, and prints name, our time, the peer's, their ratio and the goal:
//
//	cd tools/bench && go run .
//
// It first writes the rules in force as Go, to be compared with.
package main

import (
	"fmt"
	"os"
	"os/exec"

	"tijian/tools/bench/table"
)

func main() {
	parts := []struct {
		name string
		run  func() error
	}{
		{"rules", func() error {
			if err := goRun("./generate"); err != nil {
				return err
			}
			return goRun("./measure")
		}},
		{"keywords", keywords},
		{"pages", func() error { return goRun("./pages") }},
	}
	wanted := os.Args[1:]
	table.Heading(os.Stdout)
	failed := false
	for _, p := range parts {
		if len(wanted) > 0 && wanted[0] != p.name {
			continue
		}
		if err := p.run(); err != nil {
			failed = true
			fmt.Fprintf(os.Stderr, "%s: %v\n", p.name, err)
		}
	}
	if failed {
		os.Exit(1)
	}
}

func goRun(program string) error {
	command := exec.Command("go", "run", program)
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	return command.Run()
}
