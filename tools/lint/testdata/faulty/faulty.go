// Package faulty has a fault of each kind that lint is to find.
package faulty

import (
	"errors"
	"fmt"
	"os"
	"strings"
)

type number int

func (n number) unused() int { return int(n) }

// say is a wrapper that printf looks through.
func say(format string, args ...any) { fmt.Printf(format, args...) }

// onlyTested is used by a test and by nothing else.
func onlyTested() string { return strings.Title("told") }

// Faults are those of go vet, staticcheck and its rules of style.
func Faults(p *os.File) (bool, error) {
	say("%d", "three")
	for {
		break
		fmt.Println("never")
	}
	if p == nil {
		fmt.Println(p.Name)
	}
	var lines []string
	lines = append(lines, "never read")
	return strings.Index("abc", "b") == -1 == true, errors.New("Ends wrongly.")
}
