// Package trials is what came of the cases of a version, as pages show it.
package trials

import (
	"cmp"
	"encoding/json"
	"net/url"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/regress"
	"tijian/engine/ruleset"
	"tijian/server/console/chart"
	"tijian/server/console/words"
)

// A Run is what came of the cases that hold for a version; with problems
// none was run.
type Run struct {
	Rules    *ruleset.Set
	Cases    *regress.Collection
	Report   *regress.Report
	Coverage regress.Coverage
	Problems problem.List
}

// A View is what came of a run, as pages of any version show it.
type View struct {
	Trials, Failed int
	Unsigned       int           // that await a signature
	Panels         []chart.Panel // of the failures
	Failures       []Failure     // the first of them
	Faults         problem.List  // of the suites themselves
}

// View shows what came of the run.
func (r *Run) View(lang string) View {
	if r.Report == nil || len(r.Problems) > 0 {
		return View{Faults: r.Problems}
	}
	return View{Trials: r.Report.Trials, Failed: len(r.Report.Failures), Unsigned: r.Report.Unsigned,
		Panels: chart.Panels(lang, r.Rules, r.Report), Failures: failuresOf(lang, r.Rules, r.Report)}
}

// A Failure is an expectation that was not met, or what no case reaches.
type Failure struct {
	Case, At, Text string
	Accept         *Accept // nil where it cannot be
	Indicator      string  // to be sent by a new case
	Value          string
}

// shownFailures is how many failures a page shows: one wrong bound can fail
// hundreds of cases.
const shownFailures = 50

// failuresOf are the first failures of a report.
func failuresOf(lang string, set *ruleset.Set, report *regress.Report) (list []Failure) {
	for _, f := range report.Failures[:min(len(report.Failures), shownFailures)] {
		at := f.At
		at.File = regress.Shown(at.File, "", "rules")
		list = append(list, Failure{Case: f.Suite + " · " + f.Trial, At: at.String(), Text: failureText(lang, set, f)})
	}
	return list
}

// failureText says what was expected of which indicator, risk or derived value,
// by the names that people have for them.
func failureText(lang string, set *ruleset.Set, f regress.Failure) string {
	kind, name, _ := strings.Cut(f.Change.Check, " ")
	if f.Change.Suite == "" || words.In(lang)["check."+kind] == "" {
		return f.Text(lang)
	}
	f.What = message.Plain(words.In(lang).Say("check."+kind, cmp.Or(words.NameOf(lang, set, name), name)))
	return f.Text(lang)
}

// Accept is a failing expectation that the draft can have otherwise.
type Accept struct {
	Key     string // what the case is and expects now, as JSON
	Now     string // what came
	Dropped bool   // it can only be asked for no longer
}

func acceptOf(ch regress.Change) *Accept {
	if !ch.Possible() {
		return nil
	}
	a := &Accept{Now: ch.Now, Dropped: ch.Dropped}
	ch.Now, ch.Dropped = "", false
	data, err := json.Marshal(ch)
	if err != nil {
		panic(err) // texts only
	}
	a.Key = string(data)
	return a
}

// Accepted are the expectations that a form says otherwise; false where it is none of ours.
func Accepted(sent url.Values) (changes []regress.Change, ok bool) {
	for _, i := range sent["pick"] {
		var ch regress.Change
		if json.Unmarshal([]byte(sent.Get("case."+i)), &ch) != nil {
			return nil, false
		}
		ch.Now = strings.TrimSpace(sent.Get("now." + i))
		if ch.Dropped = sent.Get("drop."+i) != ""; ch.Dropped {
			ch.Now = ""
		}
		changes = append(changes, ch)
	}
	return changes, true
}
