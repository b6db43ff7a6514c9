package regress

import (
	"bufio"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"tijian/engine/problem"
)

// WriteText writes failures for people, each with the place of its expectation
// and of the row that answered, and a last line with the counts. The error is
// the writer's.
func (r *Report) WriteText(w io.Writer, lang string) error {
	english := lang == problem.English
	out := bufio.NewWriter(w)
	for _, f := range r.Failures {
		fmt.Fprintf(out, "%s: %s: %s\n", f.At, f.Suite, f.Trial)
		if english {
			fmt.Fprintf(out, "    %s: expected %s, got %s%s\n", f.What, f.Want, f.Got, by(f, " by "))
		} else {
			fmt.Fprintf(out, "    %s：应为 %s，实为 %s%s\n", f.What, f.Want, f.Got, by(f, "，依据 "))
		}
	}
	if english {
		fmt.Fprintf(out, "%d suites, %d cases, %d checks, %d failures\n", len(r.Suites), r.Trials, r.Checks, len(r.Failures))
	} else {
		fmt.Fprintf(out, "%d 组用例，%d 例，%d 项检查，%d 项不符\n", len(r.Suites), r.Trials, r.Checks, len(r.Failures))
	}
	return out.Flush()
}

func by(f Failure, word string) string {
	if f.Rule.Line == 0 {
		return ""
	}
	return word + f.Rule.String()
}

type jsonFailure struct {
	Suite  string `json:"suite"`
	Case   string `json:"case"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	What   string `json:"what"`
	Want   string `json:"want"`
	Got    string `json:"got"`
	Rule   string `json:"rule,omitempty"`
}

// WriteJSON writes counts and failures for machines. The error is the
// writer's.
func (r *Report) WriteJSON(w io.Writer) error {
	failures := make([]jsonFailure, len(r.Failures))
	for i, f := range r.Failures {
		failures[i] = jsonFailure{f.Suite, f.Trial, f.At.File, f.At.Line, f.At.Column, f.What, f.Want, f.Got, by(f, "")}
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(map[string]any{
		"suites": len(r.Suites), "cases": r.Trials, "checks": r.Checks, "ok": r.OK(), "failures": failures,
	})
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	File     string      `xml:"file,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr"`
	Line    int           `xml:"line,attr"`
	Failure *junitFailure `xml:"failure"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// WriteJUnit writes the report as JUnit XML, one testcase for each trial. The
// error is the writer's.
func (r *Report) WriteJUnit(w io.Writer) error {
	all := junitSuites{Tests: r.Trials}
	for _, s := range r.Suites {
		js := junitSuite{Name: s.Title, File: s.File, Tests: len(s.Outcomes)}
		for _, o := range s.Outcomes {
			c := junitCase{Name: o.Trial, Class: s.Title, File: o.At.File, Line: o.At.Line}
			if len(o.Failures) > 0 {
				js.Failures++
				var text strings.Builder
				for _, f := range o.Failures {
					fmt.Fprintf(&text, "%s: %s: expected %s, got %s%s\n", f.At, f.What, f.Want, f.Got, by(f, " by "))
				}
				message, _, _ := strings.Cut(text.String(), "\n")
				c.Failure = &junitFailure{message, text.String()}
			}
			js.Cases = append(js.Cases, c)
		}
		all.Failures += js.Failures
		all.Suites = append(all.Suites, js)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
