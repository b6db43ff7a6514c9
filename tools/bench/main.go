// Command bench measures the project's speed against peers, side by side in one
// run, and prints name, our time, the peer's, their ratio, the goal and the
// machine's load:
//
//	cd tools/bench && go run . [--json] [rules|api|keywords|pages|growth|tasks]
package main

import (
	"flag"
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
		{"rules", func() error { return goRun("./measure") }},
		{"api", func() error { return goRun("./api") }},
		{"keywords", keywords},
		{"pages", func() error { return goRun("./pages") }},
		{"growth", func() error { return goRun("./growth") }},
		{"tasks", tasks},
	}
	machine := flag.Bool("json", false, "one JSON object a line")
	flag.Parse()
	if *machine {
		if err := os.Setenv(table.JSON, "yes"); err != nil {
			panic(err) // impossible: it is a plain name
		}
	}
	wanted := flag.Args()
	table.Heading()
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
