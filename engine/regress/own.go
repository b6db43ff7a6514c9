package regress

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/problem"
	"tijian/engine/ruleset"
	"tijian/engine/strictyaml"
)

// Files of ruleset.CasesFolder that are written by programs, besides suites for
// this version that people write.
const (
	OtherwiseName = "otherwise.yaml" // what it expects otherwise than suites that versions share
	AddedName     = "added.yaml"     // the suite of the cases that were added one by one
)

// ownMark begins the names of files of the rules among those of suites, whose
// folder is another.
const ownMark = "rules:"

// Shown is the name of a suite's file for people: below the folder of the suites,
// or of the rules where the suite is a version's own.
func Shown(file, suites, rules string) string {
	if below, own := strings.CutPrefix(file, ownMark); own {
		return path.Join(rules, below)
	}
	return path.Join(suites, file)
}

// A Collection has all cases that must hold for a version of the rules.
type Collection struct {
	Hold []Suite
	// Elsewhere counts the trials that hold for other versions only, by these.
	Elsewhere map[string]int
	set       *ruleset.Set
	alone     bool // of one file: what the version expects otherwise of others does not matter
}

// Trials counts the cases that hold.
func (c *Collection) Trials() (n int) {
	for _, s := range c.Hold {
		n += len(s.Trials)
	}
	return n
}

// Unsigned are the suites that hold with only the trials that await a signature.
func (c *Collection) Unsigned() (waiting []Suite) {
	for _, s := range c.Hold {
		s.Trials = slices.DeleteFunc(slices.Clone(s.Trials), func(t Trial) bool { return !t.Unsigned })
		if len(s.Trials) > 0 {
			waiting = append(waiting, s)
		}
	}
	return waiting
}

// Run runs the trials that hold, and tells after each how many of all were run.
func (c *Collection) Run(engine Assessor, told func(run, all int)) (*Report, Coverage) {
	all := c.Trials()
	report := RunTold(engine, c.Hold, nil, func(run int) { told(run, all) })
	return report, Cover(c.set, report)
}

// Collect gives the cases of a version: those of a folder that hold for it, as
// the version expects them, and its own. With any problem nothing is given.
func Collect(suites, rules fs.FS, set *ruleset.Set) (*Collection, problem.List) {
	all, list := Load(suites)
	lineage := ruleset.LineageOf(rules, set.Version)
	hold, limits := For(all, lineage)
	own, changed := readOwn(rules, set.Version, &list)
	list = append(list, limits...)
	of, limits := For(own, lineage)
	if list = append(list, limits...); len(list) > 0 {
		return nil, list
	}
	_, alone := suites.(one)
	c := &Collection{append(hold, of...), Elsewhere(all, lineage), set, alone}
	c.change(changed, &list)
	if list = append(list, Validate(c.Hold, set)...); len(list) > 0 {
		return nil, list
	}
	return c, nil
}

// CheckOwn finds what is wrong with a version's own cases, without those that
// versions share. Places are below the root of the rules.
func CheckOwn(rules fs.FS, set *ruleset.Set) problem.List {
	var list problem.List
	own, _ := readOwn(rules, set.Version, &list)
	hold, limits := For(own, ruleset.LineageOf(rules, set.Version))
	list = slices.Concat(list, limits, Validate(hold, set))
	for i := range list {
		list[i].File = strings.TrimPrefix(list[i].File, ownMark)
	}
	return list
}

// readOwn reads a version's own cases.
func readOwn(rules fs.FS, version string, list *problem.List) (suites []Suite, changed []*changedEntry) {
	folder := path.Join(version, ruleset.CasesFolder)
	err := eachFile(rules, folder, func(name string, data []byte) {
		if name == path.Join(folder, OtherwiseName) {
			changed = parseChanged(ownMark+name, data, list)
		} else if s := parse(ownMark+name, data, list); s != nil {
			suites = append(suites, *s)
		}
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		list.Add(message.UnreadableSuites.At(problem.Place{File: ownMark + folder}, "error", err))
	}
	return suites, changed
}

// A changedEntry is an expectation of a shared case that a version has otherwise.
type changedEntry struct {
	Suite   strictyaml.Text `yaml:"suite,required"`
	Trial   strictyaml.Text `yaml:"trial,required"`
	Check   strictyaml.Text `yaml:"check,required"`
	Was     strictyaml.Text `yaml:"was,required"`
	Now     strictyaml.Text `yaml:"now"`
	Dropped bool            `yaml:"dropped"`
	Reason  string          `yaml:"reason"`
	Signed  strictyaml.Text `yaml:"signed,required"` // by whom and when; "" awaits a signature
	At      problem.Place
}

func parseChanged(name string, data []byte, list *problem.List) []*changedEntry {
	var entries []*changedEntry
	if f := strictyaml.Parse(name, data, list); f == nil || !f.Decode(&entries, list) {
		return nil
	}
	return slices.DeleteFunc(entries, func(e *changedEntry) bool { return e == nil })
}

// change puts a version's own expectations in place of those of shared cases.
func (c *Collection) change(entries []*changedEntry, list *problem.List) {
	if len(entries) == 0 {
		return
	}
	type caseOf struct{ suite, trial string }
	at := map[caseOf][]*Trial{}
	suites := map[string]*Suite{}
	for i := range c.Hold {
		s := &c.Hold[i]
		name := called(s.File)
		suites[name] = s
		for k := range s.Trials {
			key := caseOf{name, s.Trials[k].Name}
			at[key] = append(at[key], &s.Trials[k])
		}
	}
	// A folder of other suites, such as a site's own, is not what they were written for;
	// the version's own are there beside any.
	elsewhere := !slices.ContainsFunc(entries, func(e *changedEntry) bool {
		s := suites[e.Suite.Value]
		return s != nil && !strings.HasPrefix(s.File, ownMark)
	})
	for _, e := range entries {
		if (c.alone || elsewhere) && suites[e.Suite.Value] == nil {
			continue
		}
		if e.Now.Set() == e.Dropped {
			list.Add(message.NowOrDropped.At(e.At))
			continue
		}
		found := false
		for _, t := range at[caseOf{e.Suite.Value, e.Trial.Value}] {
			found = t.change(e, suites[e.Suite.Value], list) || found
		}
		if !found {
			list.Add(message.NoSuchCase.At(e.At, "suite", e.Suite.Value, "trial", e.Trial.Value, "check", e.Check.Value, "was", e.Was.Value))
		}
	}
}

// change alters the expectation that an entry names and reports whether the
// trial has it.
func (t *Trial) change(e *changedEntry, s *Suite, list *problem.List) bool {
	i := slices.IndexFunc(t.Checks, func(c Check) bool { return c.title() == e.Check.Value && c.Want == e.Was.Value })
	if i < 0 {
		return false
	}
	was := t.Checks[i]
	checks := slices.Clone(t.Checks)
	if e.Dropped {
		t.Checks = slices.Delete(checks, i, i+1)
	} else {
		checks[i] = s.again(&was, e.Now, e.Check.At, list)
		t.Checks = checks
	}
	t.signed = e.Signed
	t.Unsigned = t.Unsigned || signerOf(t.signed.Value) == ""
	return true
}

// again is a check that expects something else.
func (s *Suite) again(was *Check, now strictyaml.Text, at problem.Place, list *problem.List) Check {
	r := &reader{list: list, suite: s}
	changed := Trial{}
	r.check(&changed, was.Kind, strictyaml.Text{Value: was.Name, At: at}, now)
	if was.Kind == Order {
		s.mentions = s.mentions[:len(s.mentions)-1] // its name is no indicator's
	}
	return changed.Checks[0]
}

// title is how a check is called in files and failures: level hemoglobin.
func (c *Check) title() string { return strings.TrimSpace(string(c.Kind) + " " + c.Name) }

// called is the name of a suite's file as a version's own expectations have it,
// which a copy of the version keeps.
func called(file string) string {
	below, own := strings.CutPrefix(file, ownMark)
	if !own {
		return file
	}
	_, name, _ := strings.Cut(below, "/")
	return name
}

// signerOf is the name in a signature, which a date may follow.
func signerOf(signature string) string {
	name, _, _ := strings.Cut(strings.TrimSpace(signature), " ")
	return name
}

// Signers finds the cases that somebody else signed than those who may.
func Signers(suites []Suite, may []string) problem.List {
	var list problem.List
	seen := map[problem.Place]bool{} // the trials of a case share its signature
	for i := range suites {
		for k := range suites[i].Trials {
			t := &suites[i].Trials[k]
			if name := signerOf(t.signed.Value); name != "" && !seen[t.signed.At] && !slices.Contains(may, name) {
				seen[t.signed.At] = true
				list.Add(message.UnknownSigner.At(t.signed.At, "name", name, "known", may))
			}
		}
	}
	return list
}

// An Acceptance is an expectation that a version has otherwise than the suites that
// versions share: of which indicator, risk or derived value, and who signed it.
type Acceptance struct {
	Subject, By string
	At          problem.Place
}

// Accepted lists those of a version that another has not alike, such as the one that it
// came from.
func Accepted(rules fs.FS, version, other string) (list []Acceptance) {
	var faults problem.List // told where the cases are run
	says := func(e *changedEntry) [6]string {
		return [6]string{e.Suite.Value, e.Trial.Value, e.Check.Value, e.Was.Value, e.Now.Value, e.Signed.Value}
	}
	known := map[[6]string]bool{}
	_, before := readOwn(rules, other, &faults)
	for _, e := range before {
		known[says(e)] = true
	}
	_, now := readOwn(rules, version, &faults)
	for _, e := range now {
		if !known[says(e)] {
			ch := Change{Check: e.Check.Value}
			list = append(list, Acceptance{ch.Subject(), signerOf(e.Signed.Value), e.Signed.At})
		}
	}
	return list
}
