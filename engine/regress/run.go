package regress

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tijian/engine/assess"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// An Assessor answers requests; *assess.Engine is one.
type Assessor interface {
	Assess(r *assess.Request) (*assess.Result, error)
}

// A Failure is an expectation that was not met, or a request that failed.
type Failure struct {
	At    problem.Place // of the expectation in the suite
	Suite string        // its title
	Trial string
	What  message.Phrase // such as "level hemoglobin", or "request"
	Want  message.Phrase
	Got   message.Phrase
	Rule  problem.Place // of the row that answered, where known
	// Change would make what came the expectation; without a suite where the
	// request failed.
	Change Change
}

// Text says in one line what was expected and what came.
func (f Failure) Text(lang string) string {
	return message.Expected.With("what", f.What, "want", f.Want, "got", f.Got).In(lang)
}

// phrase is a value as suites write it, for people.
func phrase(value string) message.Phrase {
	switch value {
	case none:
		return message.IsMissing
	case named:
		return message.IsNamed
	default:
		return message.Plain(value)
	}
}

// An Outcome is what came of one trial.
type Outcome struct {
	Trial    string
	At       problem.Place
	Checks   int
	Failures []Failure
}

// A SuiteReport is what came of one suite.
type SuiteReport struct {
	File, Title string
	Outcomes    []Outcome
}

// A Report is what came of a run.
type Report struct {
	Suites   []SuiteReport
	Trials   int
	Checks   int
	Failures []Failure
	Unsigned int // trials whose expectation awaits a signature
	trials   []answered
}

// answered is a trial's request with its result.
type answered struct {
	request *assess.Request
	result  *assess.Result
	checks  []Check
}

// OK reports whether every expectation was met.
func (r *Report) OK() bool { return len(r.Failures) == 0 }

// Run runs the trials whose "title: name" matches filter; nil runs all.
func Run(engine Assessor, suites []Suite, filter *regexp.Regexp) *Report {
	return RunTold(engine, suites, filter, func(int) {})
}

// RunTold is Run, and tells after each trial how many were run.
func RunTold(engine Assessor, suites []Suite, filter *regexp.Regexp, told func(trials int)) *Report {
	report := &Report{}
	for _, s := range suites {
		sr := SuiteReport{File: s.File, Title: s.Title}
		for _, t := range s.Trials {
			if filter != nil && !filter.MatchString(s.Title+": "+t.Name) {
				continue
			}
			o := report.try(engine, &s, &t)
			report.Trials++
			told(report.Trials)
			if t.Unsigned {
				report.Unsigned++
			}
			report.Checks += o.Checks
			report.Failures = append(report.Failures, o.Failures...)
			sr.Outcomes = append(sr.Outcomes, o)
		}
		if len(sr.Outcomes) > 0 {
			report.Suites = append(report.Suites, sr)
		}
	}
	return report
}

func (r *Report) try(engine Assessor, s *Suite, t *Trial) Outcome {
	o := Outcome{Trial: t.Name, At: t.At, Checks: len(t.Checks)}
	fail := func(f Failure) {
		f.Suite, f.Trial = s.Title, t.Name
		o.Failures = append(o.Failures, f)
	}
	request := t.Request
	request.Seen = true
	result, err := engine.Assess(&request)
	if err != nil {
		fail(Failure{At: t.At, What: message.ARequest, Want: message.AnAnswer, Got: message.Of(err)})
		return o
	}
	r.trials = append(r.trials, answered{&request, result, t.Checks})
	for _, c := range t.Checks {
		if got, rule, ok := c.compare(t, result); !ok {
			came := phrase(got)
			if got == noSample {
				came = message.NoSample
			}
			fail(Failure{At: c.At, What: message.Plain(string(c.Kind) + " " + c.Name), Want: phrase(c.Want), Got: came, Rule: rule, Change: changeOf(s, t, &c, got)})
		}
	}
	return o
}

// compare returns what came, and the row that gave it, and reports whether that
// is what the check wants.
func (c *Check) compare(t *Trial, result *assess.Result) (string, problem.Place, bool) {
	var rule problem.Place
	switch c.Kind {
	case Risk:
		got, ok := c.risk(result)
		return got, rule, ok
	case Derived:
		got, ok := c.derived(result)
		return got, rule, ok
	case Alert:
		got := c.alert(result)
		return got, rule, got == c.Want
	case Order:
		got := c.order(result)
		return got, rule, got == c.Want
	case Says, MustNotSay:
		text, ok := c.said(t, result)
		return text, rule, strings.Contains(text, c.Want) == (c.Kind == Says) && (ok || c.Kind == MustNotSay)
	case Assumption:
		got := none
		if slices.ContainsFunc(result.Assumptions, func(a string) bool { return strings.Contains(a, c.Name) }) {
			got = named
		}
		return got, rule, got == c.Want
	}
	i := -1
	for k, s := range t.Request.Samples {
		if s.Name == c.Name {
			i = k // the last one counts, as for the rules
		}
	}
	if i < 0 {
		return noSample, rule, false
	}
	s := &result.Samples[i]
	rule = problem.Place{File: s.Trace.File, Line: s.Trace.Line}
	got := s.Ideal
	switch c.Kind {
	case Value:
		x := s.Trace.StandardValue
		return strconv.FormatFloat(x, 'g', -1, 64), rule, c.near(x)
	case Level:
		got = s.Level
	case Color:
		got = strconv.Itoa(s.Color)
	}
	return got, rule, got == c.Want
}

// noSample is what came of a check of an indicator that was not sent.
const noSample = ""

// near reports whether a number is the one that the check wants.
func (c *Check) near(x float64) bool { return c.within >= 0 && math.Abs(x-c.number) <= c.within }

// risk wants the same flag on every sample that shows it.
func (c *Check) risk(result *assess.Result) (string, bool) {
	got := none
	for _, s := range result.Samples {
		for _, r := range s.Risks {
			if r.ID != c.Name {
				continue
			}
			flag := strconv.Itoa(r.Flag)
			if got != none && got != flag {
				return got + "/" + flag, false
			}
			got = flag
		}
	}
	return got, got == c.Want
}

func (c *Check) derived(result *assess.Result) (string, bool) {
	value, found := result.Derived[c.Name]
	if !found {
		return none, c.Want == none
	}
	switch v := any(value).(type) {
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64), c.near(v)
	case string:
		return v, v == c.Want
	default: // true or false
		got := fmt.Sprint(v)
		return got, got == c.Want
	}
}
