package main

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// measure, as the first argument, makes this program one that runs the command behind
// it and notes what it took: go test starts compilers, linkers and test programs by it.
const (
	measure = "measure"
	account = "TIJIAN_CHECK_ACCOUNT" // the file of the notes
)

// measured are the flags of go test that have everything noted; none without -account.
func measured(race bool) []string {
	if os.Getenv(account) == "" {
		return nil
	}
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	kind := "run"
	if race {
		kind = "run-race"
	}
	return []string{"-toolexec=" + self + " " + measure + " build", "-exec=" + self + " " + measure + " " + kind}
}

// measureOne runs a command with its own input and output, and returns its exit code.
func measureOne(kind string, command []string) int {
	start := time.Now()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	subject, _ := os.Getwd()
	if kind == "build" {
		subject = os.Getenv("TOOLEXEC_IMPORTPATH")
		if kind = filepath.Base(command[0]); kind != "link" {
			kind += origin(subject)
		}
		if slices.Contains(command, "-race") {
			kind += "-race"
		}
	}
	if !slices.Contains(command, "-V=full") { // that only asks for the version
		note(kind, subject, cpu(syscall.RUSAGE_CHILDREN), time.Since(start))
	}
	switch {
	case err == nil:
		return 0
	case cmd.ProcessState != nil && cmd.ProcessState.ExitCode() > 0:
		return cmd.ProcessState.ExitCode()
	case cmd.ProcessState == nil:
		fmt.Fprintln(os.Stderr, err)
	}
	return 1
}

// origin tells whose a package is that is built; what go build adds to its path says
// that it is built once more, with tests.
func origin(pkg string) string {
	switch own := strings.HasPrefix(pkg, "tijian"); {
	case own && strings.HasSuffix(pkg, ".test]"):
		return " of tests"
	case own:
		return " of this project"
	case strings.Contains(strings.SplitN(pkg, "/", 2)[0], "."):
		return " of libraries"
	}
	return " of Go's own"
}

func note(what, subject string, took, wall time.Duration) {
	f, err := os.OpenFile(os.Getenv(account), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	fmt.Fprintf(f, "%s\t%.3f\t%.3f\t%s\n", what, took.Seconds(), wall.Seconds(), subject)
}

// cpu is what this process, or those it has waited for, computed, the system's part
// included.
func cpu(who int) time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(who, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// accounts prints what the notes say, the largest first: each kind of work, and the
// packages that took most of it.
func accounts(file string, most int) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	type line struct {
		name      string
		n         int
		cpu, wall float64
	}
	kinds, subjects := map[string]*line{}, map[string]*line{}
	add := func(to map[string]*line, name string, cpu, wall float64) {
		if to[name] == nil {
			to[name] = &line{name: name}
		}
		to[name].n++
		to[name].cpu += cpu
		to[name].wall += wall
	}
	root, _ := os.Getwd()
	for s := bufio.NewScanner(f); s.Scan(); {
		what, rest, _ := strings.Cut(s.Text(), "\t")
		var subject string
		var cpu, wall float64
		if _, err := fmt.Sscanf(rest, "%g\t%g\t%s", &cpu, &wall, &subject); err != nil {
			continue
		}
		add(kinds, what, cpu, wall)
		add(subjects, what+" "+strings.TrimPrefix(subject, root+"/"), cpu, wall)
	}
	for _, of := range []map[string]*line{kinds, subjects} {
		lines := slices.SortedFunc(maps.Values(of), func(a, b *line) int { return cmp.Compare(b.cpu, a.cpu) })
		fmt.Printf("\n%8s %8s %6s\n", "CPU s", "wall s", "times")
		for _, l := range lines[:min(most, len(lines))] {
			fmt.Printf("%8.1f %8.1f %6d  %s\n", l.cpu, l.wall, l.n, l.name)
		}
	}
	return nil
}
