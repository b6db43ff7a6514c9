package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"tijian/server/store"
	"tijian/tools/endurance/rig"
)

type table struct {
	Before   string        `help:"A checkout of another version, whose figures stand beside."`
	Requests int           `default:"20000" help:"Requests of the soaks."`
	Mixed    time.Duration `default:"10m" help:"Length of the mixed load, on each database."`
	Skip     []string      `help:"Parts to leave out: attack, soak, kill, trouble, faults, mixed."`
}

// A part of the table is a command of this program, tried as it stands by either
// version.
type part struct {
	name string
	args []string
}

// Run prints a line for each part and database, as soon as it is known.
func (c *table) Run(ctx context.Context) error {
	dir, remove, err := rig.Dir()
	if err != nil {
		return err
	}
	defer remove()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	before := ""
	if c.Before != "" {
		before = filepath.Join(dir, "before")
		build := exec.CommandContext(ctx, "go", "build", "-o", before, "./tools/endurance")
		build.Dir = c.Before
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	skipped := " " + strings.Join(c.Skip, " ") + " "
	var all []error
	fmt.Print("| | before | now |\n|---|---|---|\n")
	requests := fmt.Sprintf("--requests=%d", c.Requests)
	for _, p := range []part{
		{"attack, SQLite", []string{"attack"}}, {"attack, PostgreSQL", []string{"attack", "--postgres"}},
		{"soak, SQLite", []string{"soak", requests}}, {"soak, PostgreSQL", []string{"soak", requests, "--postgres"}},
		{"kill, both", []string{"kill"}}, {"trouble, both", []string{"trouble"}},
	} {
		if strings.Contains(skipped, " "+p.args[0]+" ") {
			continue
		}
		was := "-"
		if before != "" {
			was, _ = verdict(ctx, c.Before, before, p.args)
		}
		is, err := verdict(ctx, "", self, p.args)
		all = append(all, err)
		fmt.Printf("| %s | %s | %s |\n", p.name, was, is)
	}
	if !strings.Contains(skipped, " faults ") {
		all = append(all, c.faults(ctx, before))
	}
	if !strings.Contains(skipped, " mixed ") {
		for _, database := range []string{"SQLite", "PostgreSQL"} {
			args := []string{"mixed", "--for=" + c.Mixed.String()}
			if database == "PostgreSQL" {
				args = append(args, "--postgres")
			}
			was := "-"
			if before != "" {
				was, _ = verdict(ctx, "", self, append(args, "--service="+before))
			}
			is, err := verdict(ctx, "", self, args)
			all = append(all, err)
			fmt.Printf("| mixed load, %s | %s | %s |\n", database, was, is)
		}
	}
	return errors.Join(all...)
}

// faults tries both versions with the same faults.
func (c *table) faults(ctx context.Context, before string) error {
	was := map[string]string{}
	said := func(figure string, err error) string {
		if err != nil {
			return strings.TrimSpace(fmt.Sprintf("**%.200s** %s", err, figure))
		}
		return figure
	}
	if before != "" {
		_ = (&faults{Service: before, Load: 600}).each(ctx, func(name string, d store.Dialect, figure string, err error) {
			was[name+string(d)] = said(figure, err)
		})
	}
	return (&faults{Load: 600}).each(ctx, func(name string, d store.Dialect, figure string, err error) {
		fmt.Printf("| %s, %s | %s | %s |\n", name, d, was[name+string(d)], said(figure, err))
	})
}

// resultLines is how many lines at the end of what a command prints are its result.
var resultLines = map[string]int{"attack": 1, "soak": 1, "kill": 2, "mixed": 1}

// verdict runs a command and says how it went: the result that it printed, or what was
// wrong.
func verdict(ctx context.Context, dir, binary string, args []string) (string, error) {
	command := exec.CommandContext(ctx, binary, args...)
	command.Dir = dir
	var out, problems bytes.Buffer
	command.Stdout, command.Stderr = &out, &problems
	begun := time.Now()
	err := command.Run()
	_, _ = os.Stderr.Write(out.Bytes()) // all of it, for who looks closer
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if err != nil {
		return fmt.Sprintf("**failed** after %.0f s: %.300s", time.Since(begun).Seconds(), strings.Join(strings.Fields(problems.String()), " ")), fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	if n := resultLines[args[0]]; n > 0 {
		said := strings.Join(lines[max(0, len(lines)-n):], "; ")
		return fmt.Sprintf("%s (%.0f s)", strings.Join(strings.Fields(said), " "), time.Since(begun).Seconds()), nil
	}
	return fmt.Sprintf("as it should be, %.0f s", time.Since(begun).Seconds()), nil
}
