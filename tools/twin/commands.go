package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"tijian/internal/apihttp"
)

// run compares what a command prints, and how it ends.
func (p *pair) run(what string, args ...string) error {
	var got [2][]byte
	for i, s := range p.sides {
		c := s.command(context.Background(), args...)
		out, err := c.CombinedOutput()
		if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
			return err
		}
		got[i] = fmt.Appendf(spent.ReplaceAll(out, []byte("<spent>")), "\nexit %d", c.ProcessState.ExitCode())
	}
	p.r.compare(what, got[0], got[1])
	return nil
}

// commands are those that read and compare versions, and all suites of OLD.
func (p *pair) commands() error {
	suites, err := filepath.Abs(filepath.Join(p.o.Old, "testdata"))
	if err != nil {
		return err
	}
	lines := [][]string{{"--help"}, {"rules", "--help"}, {"keywords", "--help"}, {"rules", "history"}, {"rules", "where", "125"}, {"rules", "where", "6.1"}}
	for i, v := range p.versions {
		lines = append(lines,
			[]string{"rules", "check", v}, []string{"rules", "check", v, "--lang", "en"},
			[]string{"rules", "test", filepath.Join(suites, "rules"), "--version", v, "--cover"},
			[]string{"keywords", "test", filepath.Join(suites, "keywords"), "--version", v},
			[]string{"keywords", "check", "--version", v},
			[]string{"rules", "table", "bmi", "--version", v}, []string{"rules", "table", "potassium", "--version", v})
		if i > 0 {
			from := p.versions[i-1]
			lines = append(lines, []string{"rules", "diff", from, v}, []string{"rules", "diff", from, v, "--format", "json"}, []string{"rules", "impact", from, v})
		}
	}
	for _, args := range lines {
		shown := strings.ReplaceAll(strings.Join(args, " "), suites, "testdata")
		if err := p.run("command "+shown, args...); err != nil {
			return err
		}
	}
	return nil
}

// texts are the sentences of the keyword suites of OLD, in both forms and FHIR.
func (p *pair) texts() error {
	files, err := filepath.Glob(filepath.Join(p.o.Old, "testdata", "keywords", "*.yaml"))
	if err != nil {
		return err
	}
	return spread(slices.Values(files), p.suite)
}

// suite sends the sentences of a file.
func (p *pair) suite(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	for _, m := range sentence.FindAllSubmatch(data, -1) {
		body, err := json.Marshal(map[string]string{"text": strings.Trim(string(m[1]), ` '"`)})
		if err != nil {
			return err
		}
		for _, form := range forms {
			h := http.Header{"Content-Type": {"application/json"}, "Accept": {form.accept}, "Authorization": {"own"}}
			if form.language != "" {
				h.Set("Accept-Language", form.language)
			}
			if _, err := p.both("text "+form.name+" "+filepath.Base(name), "POST", "/api/keywords"+form.query, h, string(body)); err != nil {
				return err
			}
		}
	}
	return nil
}

var (
	sentence = regexp.MustCompile(`text: *("(?:[^"\\]|\\.)*"|'[^']*'|[^,}\n]+)`)
	variable = regexp.MustCompile(`\{\{([^}]+)\}\}`)
)

// requests are those of docs/api.http of OLD. A task is asked for when it is done.
func (p *pair) requests() error {
	text, err := os.ReadFile(filepath.Join(p.o.Old, "docs", "api.http"))
	if err != nil {
		return err
	}
	file, err := apihttp.Parse(string(text))
	if err != nil {
		return err
	}
	share, stop, err := shared(filepath.Join(p.o.Old, "testdata", "reports"))
	if err != nil {
		return err
	}
	defer stop()
	var known [2]map[string]string
	for i, s := range p.sides {
		known[i] = map[string]string{}
		for _, v := range file.Variables {
			known[i][v.Name] = v.Value
		}
		for name, value := range map[string]string{"base": "", "pictures": share, "username": user, "password": password, "reload": reload} {
			known[i][name] = value
		}
		known[i]["login.response.body.token"] = s.token
	}
	for _, b := range file.Requests {
		if strings.HasSuffix(b.Address, "/metrics") {
			continue // counts and times
		}
		var got [2][]byte
		for i, s := range p.sides {
			fill := func(text string) string {
				return variable.ReplaceAllStringFunc(text, func(v string) string { return known[i][v[2:len(v)-2]] })
			}
			h := http.Header{}
			for _, one := range b.Headers {
				h.Set(one.Name, fill(one.Value))
			}
			for wait := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
				status, data, err := s.ask(b.Method, fill(b.Address), h, fill(b.Body))
				if err != nil {
					return err
				}
				got[i] = fmt.Appendf(nil, "%d %s", status, data)
				busy := strings.Contains(string(data), `"CREATED"`) || strings.Contains(string(data), `"PROCESSING"`)
				if b.Method != "GET" || !busy || time.Now().After(wait) {
					break
				}
			}
		}
		p.r.compare("request "+b.Title, got[0], got[1])
	}
	return nil
}
