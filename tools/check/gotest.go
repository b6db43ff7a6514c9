package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// event is one line of `go test -json`.
type event struct {
	Action     string
	Package    string
	ImportPath string
	Test       string
	Output     string
	Elapsed    float64
}

// goTest runs go test and counts tests and subtests. The output of passed ones
// is dropped; a package that fails without a failed test (it does not build,
// crashes, or leaks) counts as one failure.
func goTest(args ...string) tally {
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Println("FAIL  go test:", err)
		return tally{failed: 1}
	}
	t := report(out)
	if err := cmd.Wait(); err != nil && t.failed == 0 {
		fmt.Println("FAIL  go test:", err)
		t.failed++
	}
	return t
}

func report(events io.Reader) tally {
	var total tally
	output := map[string]*strings.Builder{} // by package and test
	failedIn := map[string]int{}            // failed tests by package
	lines := bufio.NewScanner(events)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Println(lines.Text())
			continue
		}
		where := e.Package + " " + e.Test
		switch e.Action {
		case "output", "build-output":
			if e.Action == "build-output" {
				where = e.ImportPath + " "
			}
			if output[where] == nil {
				output[where] = &strings.Builder{}
			}
			output[where].WriteString(e.Output)
		case "build-fail":
			fmt.Printf("FAIL  %s does not build\n%s", e.ImportPath, text(output[e.ImportPath+" "]))
		case "pass":
			if e.Test != "" {
				total.passed++
			} else {
				fmt.Printf("ok    %-40s %s\n", e.Package, seconds(e.Elapsed))
			}
			delete(output, where)
		case "fail":
			if e.Test != "" {
				total.failed++
				failedIn[e.Package]++
				fmt.Printf("FAIL  %s\n%s", where, text(output[where]))
				continue
			}
			if failedIn[e.Package] == 0 {
				total.failed++
				fmt.Print(text(output[where]))
			}
			fmt.Printf("FAIL  %-40s %s\n", e.Package, seconds(e.Elapsed))
		case "skip":
			if e.Test != "" {
				fmt.Printf("skip  %s\n%s", where, text(output[where]))
			}
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Println("FAIL  reading test output:", err)
		total.failed++
	}
	return total
}

func text(b *strings.Builder) string {
	if b == nil {
		return ""
	}
	return b.String()
}

func seconds(s float64) string {
	return time.Duration(s * float64(time.Second)).Round(10 * time.Millisecond).String()
}
