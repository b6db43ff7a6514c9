// Package junit writes results of suites as JUnit XML, which build servers read.
package junit

import (
	"encoding/xml"
	"io"
)

// A Suite is one file or theme of cases.
type Suite struct {
	Name       string      `xml:"name,attr"`
	File       string      `xml:"file,attr,omitempty"`
	Tests      int         `xml:"tests,attr"`
	Failures   int         `xml:"failures,attr"`
	Properties *Properties `xml:"properties"`
	Cases      []Case      `xml:"testcase"`
}

// Add puts a case to the suite and counts it.
func (s *Suite) Add(c Case) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	s.Cases = append(s.Cases, c)
}

// Properties are what else is known of a suite.
type Properties struct {
	List []Property `xml:"property"`
}

// A Property is a name and what it says.
type Property struct {
	Name  string `xml:"name,attr"`
	Value string `xml:"value,attr"`
}

// A Case is one test; it passed unless it has a failure.
type Case struct {
	Name    string   `xml:"name,attr"`
	Class   string   `xml:"classname,attr"`
	File    string   `xml:"file,attr,omitempty"`
	Line    int      `xml:"line,attr,omitempty"`
	Failure *Failure `xml:"failure"`
}

// A Failure says in one line and in full what is wrong.
type Failure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// Write writes the suites as one document. The error is the writer's.
func Write(w io.Writer, suites []Suite) error {
	all := struct {
		XMLName  xml.Name `xml:"testsuites"`
		Tests    int      `xml:"tests,attr"`
		Failures int      `xml:"failures,attr"`
		Suites   []Suite  `xml:"testsuite"`
	}{Suites: suites}
	for i := range suites {
		all.Tests += suites[i].Tests
		all.Failures += suites[i].Failures
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
