// Package apihttp reads files of requests as the HTTP clients of editors have
// them, such as docs/api.http.
package apihttp

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A File of requests, with the variables that it begins with, in order.
type File struct {
	Variables []Variable
	Requests  []Request
}

// A Variable stands in requests as {{Name}}.
type Variable struct{ Name, Value string }

// A Request is a block that begins with "### Title -> Status".
type Request struct {
	Title   string
	Status  int    // that it is answered with
	Name    string // by which later requests mean its answer; "" for none
	Method  string
	Address string
	Headers []Header
	Body    string
}

// A Header is a line of a request's head.
type Header struct{ Name, Value string }

var titled = regexp.MustCompile(`^(.*) -> (\d{3})$`)

// Parse reads a file.
func Parse(text string) (*File, error) {
	f := &File{}
	parts := strings.Split("\n"+text, "\n### ")
	for line := range strings.Lines(parts[0]) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && strings.HasPrefix(name, "@") {
			f.Variables = append(f.Variables, Variable{name[1:], value})
		}
	}
	for _, part := range parts[1:] {
		head, body, _ := strings.Cut(part, "\n\n")
		lines := strings.Split(strings.TrimSpace(head), "\n")
		m := titled.FindStringSubmatch(lines[0])
		if m == nil {
			return nil, fmt.Errorf("%q names no status", lines[0])
		}
		r := Request{Title: m[1], Body: strings.TrimSpace(body)}
		r.Status, _ = strconv.Atoi(m[2]) // three digits
		for _, line := range lines[1:] {
			if name, ok := strings.CutPrefix(line, "# @name "); ok {
				r.Name = name
			} else if name, value, ok := strings.Cut(line, ": "); ok {
				r.Headers = append(r.Headers, Header{name, value})
			} else {
				r.Method, r.Address, _ = strings.Cut(line, " ")
			}
		}
		f.Requests = append(f.Requests, r)
	}
	return f, nil
}
