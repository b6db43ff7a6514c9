package regress

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"tijian/engine/jsontree"
	"tijian/engine/junit"
	"tijian/engine/message"
	"tijian/engine/problem"
)

// Options of writing a report.
type Options struct {
	Lang     string    // problem.Chinese or problem.English
	Coverage *Coverage // nil leaves it out
	Minimum  float64   // percent that each part of the coverage must reach
	List     bool      // also list, in text, what no trial reached
	Folder   string    // of the rules, put before the places of their files
	Words    string    // of the version's dictionaries, likewise
	Suites   string    // folder of the suites, likewise
	// Elsewhere counts the trials that were left out because they hold for other
	// versions only, by these.
	Elsewhere map[string]int
}

func (o *Options) in(zh, en string) string { return message.Pick(o.Lang, zh, en) }

// short reports whether the coverage stays below the minimum.
func (o *Options) short() bool { return o.Coverage != nil && o.Coverage.Min() < o.Minimum }

// titles of the parts.
var titles = map[Part]message.Phrase{
	Rows: {ZH: "行", EN: "rows"}, Bounds: {ZH: "分界", EN: "bounds"}, Ages: {ZH: "年龄分界", EN: "ages"}, Lent: {ZH: "借用的行", EN: "lent rows"}, RiskRows: {ZH: "风险行", EN: "risk rows"}, Cases: {ZH: "推导分支", EN: "derived cases"}, Units: {ZH: "单位", EN: "units"},
}

// In names the part for readers.
func (p Part) In(lang string) string { return titles[p].In(lang) }

// WriteText writes failures for people, each with the place of its expectation
// and of the row that answered, then what no trial reached, then the counts.
// The error is the writer's.
func (r *Report) WriteText(w io.Writer, o Options) error {
	out := bufio.NewWriter(w)
	for _, f := range r.Failures {
		fmt.Fprintf(out, "%s: %s: %s\n", o.expected(f), f.Suite, f.Trial)
		fmt.Fprintf(out, "    %s%s\n", f.Text(o.Lang), o.by(f, o.in("，依据 ", " by ")))
	}
	if o.Coverage != nil && (o.List || o.short()) {
		for _, m := range o.Coverage.Missed {
			fmt.Fprintf(out, "%s: %s\n", o.Place(&m), m.Text(o.Lang))
		}
	}
	if o.Coverage != nil {
		fmt.Fprintln(out, o.summary())
	}
	fmt.Fprintf(out, o.in("%d 组用例，%d 例，%d 项检查，%d 项不符", "%d suites, %d cases, %d checks, %d failures"), len(r.Suites), r.Trials, r.Checks, len(r.Failures))
	if r.Unsigned > 0 {
		fmt.Fprintf(out, o.in("，%d 例待签字", ", %d to be signed"), r.Unsigned)
	}
	fmt.Fprintln(out)
	for _, versions := range slices.Sorted(maps.Keys(o.Elsewhere)) {
		fmt.Fprintf(out, o.in("另有 %d 例只用于 %s，没有运行\n", "%d more cases hold for %s only and were not run\n"), o.Elsewhere[versions], versions)
	}
	return out.Flush()
}

// summary is one line: 覆盖：行 10/12（83.3%），…
func (o *Options) summary() string {
	var parts []string
	for _, part := range Parts {
		n := o.Coverage.Counts[part]
		if part == Lent && n.All == 0 {
			continue // most rules lend nobody anything
		}
		parts = append(parts, fmt.Sprintf(o.in("%s %d/%d（%.1f%%）", "%s %d/%d (%.1f%%)"), part.In(o.Lang), n.Hit, n.All, n.Share()))
	}
	return o.in("覆盖：", "coverage: ") + strings.Join(parts, o.in("，", ", "))
}

// by names the row that gave an answer, behind a word.
func (o *Options) by(f Failure, word string) string {
	if f.Rule.Line == 0 {
		return ""
	}
	return word + o.place(f.Rule)
}

// expected is the place of the expectation that was not met.
func (o *Options) expected(f Failure) problem.Place {
	f.At.File = Shown(f.At.File, o.Suites, o.Folder)
	return f.At
}

func (o *Options) place(at problem.Place) string {
	at.File = path.Join(o.Folder, at.File)
	return at.String()
}

// Place is where to look for what no trial reached.
func (o *Options) Place(m *Missed) problem.Place {
	at, folder := m.At, o.Folder
	if m.Part == Units {
		folder = o.Words
	}
	at.File = path.Join(folder, at.File)
	return at
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

type jsonMissed struct {
	Part   Part     `json:"part"`
	File   string   `json:"file"`
	Line   int      `json:"line"`
	Column int      `json:"column"`
	Name   string   `json:"name"`
	Row    int      `json:"row"`
	When   string   `json:"when"`
	Unit   string   `json:"unit,omitempty"`
	Bound  *float64 `json:"bound,omitempty"`
	Value  *float64 `json:"value,omitempty"` // to send, in the standard unit or in years
}

type jsonCoverage struct {
	Counts  map[Part]Count `json:"counts"`
	Percent float64        `json:"percent"` // of the part least reached
	Missed  []jsonMissed   `json:"missed"`
}

func (o *Options) json() *jsonCoverage {
	c := o.Coverage
	if c == nil {
		return nil
	}
	j := &jsonCoverage{Counts: c.Counts, Percent: c.Min(), Missed: make([]jsonMissed, len(c.Missed))}
	for i, m := range c.Missed {
		j.Missed[i] = jsonMissed{Part: m.Part, File: o.Place(&m).File, Line: m.At.Line, Column: m.At.Column, Name: m.Name, Row: m.Row, When: m.When, Unit: m.Unit}
		if m.Part == Bounds || m.Part == Ages || m.Part == Lent {
			j.Missed[i].Bound, j.Missed[i].Value = &c.Missed[i].Bound, &c.Missed[i].Value
		}
	}
	return j
}

type jsonReport struct {
	Suites   int           `json:"suites"`
	Cases    int           `json:"cases"`
	Checks   int           `json:"checks"`
	Unsigned int           `json:"unsigned"`
	OK       bool          `json:"ok"`
	Failures []jsonFailure `json:"failures"`
	Coverage *jsonCoverage `json:"coverage,omitempty"`
}

// WriteJSON writes counts, failures and coverage for machines. The error is
// the writer's.
func (r *Report) WriteJSON(w io.Writer, o Options) error {
	failures := make([]jsonFailure, len(r.Failures))
	for i, f := range r.Failures {
		failures[i] = jsonFailure{f.Suite, f.Trial, o.expected(f).File, f.At.Line, f.At.Column, f.What.EN, f.Want.EN, f.Got.EN, o.by(f, "")}
	}
	return jsontree.WriteIndented(w, jsonReport{len(r.Suites), r.Trials, r.Checks, r.Unsigned, r.OK() && !o.short(), failures, o.json()})
}

// coverageSuite shows coverage as a suite of its own: one testcase for each
// part, which fails when it stays below the minimum.
func (o *Options) coverageSuite() junit.Suite {
	js := junit.Suite{Name: o.in("覆盖", "coverage"), Properties: &junit.Properties{}}
	for _, part := range Parts {
		n := o.Coverage.Counts[part]
		js.Properties.List = append(js.Properties.List, junit.Property{Name: "coverage." + string(part), Value: fmt.Sprintf("%d/%d", n.Hit, n.All)})
		c := junit.Case{Name: o.in(titles[part].ZH, string(part)), Class: js.Name}
		if n.Share() < o.Minimum {
			var text strings.Builder
			for _, m := range o.Coverage.Missed {
				if m.Part == part {
					fmt.Fprintf(&text, "%s: %s\n", o.Place(&m), m.Text(o.Lang))
				}
			}
			c.Failure = &junit.Failure{Message: fmt.Sprintf("%.1f%% < %.1f%%", n.Share(), o.Minimum), Text: text.String()}
		}
		js.Add(c)
	}
	return js
}

// WriteJUnit writes the report as JUnit XML, one testcase for each trial and
// for each part of the coverage. The error is the writer's.
func (r *Report) WriteJUnit(w io.Writer, o Options) error {
	var all []junit.Suite
	for _, s := range r.Suites {
		js := junit.Suite{Name: s.Title, File: Shown(s.File, o.Suites, o.Folder)}
		for _, trial := range s.Outcomes {
			c := junit.Case{Name: trial.Trial, Class: s.Title, File: Shown(trial.At.File, o.Suites, o.Folder), Line: trial.At.Line}
			if len(trial.Failures) > 0 {
				var text strings.Builder
				for _, f := range trial.Failures {
					fmt.Fprintf(&text, "%s: %s%s\n", o.expected(f), f.Text(o.Lang), o.by(f, o.in("，依据 ", " by ")))
				}
				message, _, _ := strings.Cut(text.String(), "\n")
				c.Failure = &junit.Failure{Message: message, Text: text.String()}
			}
			js.Add(c)
		}
		all = append(all, js)
	}
	if o.Coverage != nil {
		all = append(all, o.coverageSuite())
	}
	return junit.Write(w, all)
}
