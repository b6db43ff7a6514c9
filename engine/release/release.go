// Package release makes a version of the rules live as an act: a draft is
// proposed by one person with a reason, tried in every way, approved by
// another, locked, and written into the history. Acts are prepared aside and
// decided by one rename, so that none is ever left half done.
package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
)

// A Desk is where releases are made: the folders of rules and dictionaries, and
// what a draft has to pass.
type Desk struct {
	Files  engine.Files // both folders
	Suites string       // folder of the rules' suites
	// Sentences is the folder of the lexicon's suites; "" when there are none.
	Sentences string
	Checks    []engine.Check
	Demands   Demands
	Now       func() time.Time

	// Step is told how far an act has come; for tests that stop it there.
	Step func(done string)
}

// Demands are what the suites of a draft have to reach.
type Demands struct {
	Coverage float64 // least percent of every part
	Mutation float64 // least score, 0 to 1
	Persons  int     // of the generated population whose answers are compared
}

// A Person acts. Whoever calls has made sure who it is.
type Person struct {
	Name                   string
	MayPropose, MayApprove bool
}

// The errors that a caller may want to tell apart.
var (
	ErrNotAllowed = errors.New("this person's role does not allow the act")
	ErrSamePerson = errors.New("who proposed a release cannot approve it")
	ErrNoProposal = errors.New("nobody has proposed this draft")
	ErrChanged    = errors.New("the draft or the version in force changed after it was proposed")
	ErrReleased   = errors.New("this version is released already")
	ErrReason     = errors.New("a reason is needed")
	ErrWaiting    = errors.New("another version waits for its day; take it back first")
	ErrExists     = errors.New("a version of this name exists")
	ErrUnknown    = errors.New("there is no version of this name")
	ErrName       = errors.New("a name consists of letters, digits, dots, hyphens and underscores")
)

// Refused is a draft that did not pass.
type Refused struct {
	Problems problem.List // of the files
	Reasons  []string     // of everything else
}

func (r *Refused) Error() string {
	if len(r.Problems) > 0 {
		return fmt.Sprintf("the draft does not pass: problems %d", len(r.Problems))
	}
	return "the draft does not pass: " + strings.Join(r.Reasons, "; ")
}

// A Proposal awaits its approval.
type Proposal struct {
	Draft       string        `json:"draft"`
	From        string        `json:"from"` // in force then
	By          string        `json:"by"`
	At          time.Time     `json:"at"`
	Reason      string        `json:"reason"`
	Effective   string        `json:"effective,omitempty"`
	Fingerprint string        `json:"fingerprint"`
	Effect      record.Effect `json:"effect"`
}

func (d *Desk) step(done string) {
	if d.Step != nil {
		d.Step(done)
	}
}

// act runs f alone, after whatever an earlier process left undone.
func (d *Desk) act(f func() error) (err error) {
	// Whoever carries an intent out may stand in another folder.
	if d.Files.Rules, err = filepath.Abs(d.Files.Rules); err != nil {
		return err
	}
	if d.Files.Dictionaries, err = filepath.Abs(d.Files.Dictionaries); err != nil {
		return err
	}
	release, err := hold(filepath.Join(d.Files.Rules, workshop))
	if err != nil {
		return err
	}
	defer release()
	if err := d.carryOut(); err != nil {
		return err
	}
	return f()
}

func (d *Desk) now() time.Time {
	if d.Now != nil {
		return d.Now()
	}
	return time.Now()
}

func (d *Desk) current() (ruleset.Current, error) {
	var list problem.List
	current, ok := ruleset.ReadCurrent(d.Files.RulesFS(), &list)
	if !ok {
		return current, &Refused{Problems: list}
	}
	return current, nil
}

func (d *Desk) version(name string) error {
	if !slices.Contains(ruleset.Versions(d.Files.RulesFS()), name) {
		return fmt.Errorf("%s: %w", name, ErrUnknown)
	}
	return nil
}

// locked reports whether a version is a released one.
func (d *Desk) locked(version string) bool {
	_, err := fs.Stat(d.Files.RulesFS(), path.Join(version, record.LockName))
	return err == nil
}

var (
	validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
	ofVersion = regexp.MustCompile(`(?m)^version:.*$`)
)

// Draft copies a version under a new name, without its lock; from "" is the
// version in force.
func (d *Desk) Draft(name, from string) error {
	if !validName.MatchString(name) {
		return fmt.Errorf("%q: %w", name, ErrName)
	}
	return d.act(func() error {
		if from == "" {
			current, err := d.current()
			if err != nil {
				return err
			}
			from = current.At(d.now())
		}
		if err := d.version(from); err != nil {
			return err
		}
		rules, names := filepath.Join(d.Files.Rules, name), filepath.Join(d.Files.Dictionaries, name)
		for _, folder := range []string{rules, names} {
			if _, err := os.Stat(folder); err == nil {
				return fmt.Errorf("%s: %w", name, ErrExists)
			}
		}
		// Prepared beside where they go, so that a rename suffices.
		asideRules := filepath.Join(d.Files.Rules, workshop, "draft")
		asideNames := filepath.Join(d.Files.Dictionaries, workshop, "draft")
		if err := errors.Join(os.RemoveAll(asideRules), os.RemoveAll(asideNames),
			copyVersion(asideRules, d.Files.RulesFS(), from), copyVersion(asideNames, d.Files.DictionariesFS(), from)); err != nil {
			return err
		}
		manifest := filepath.Join(asideRules, "manifest.yaml")
		text, err := os.ReadFile(manifest)
		if err != nil {
			return err
		}
		if err := replace(manifest, ofVersion.ReplaceAll(text, fmt.Appendf(nil, "version: %q", name))); err != nil {
			return err
		}
		d.step("prepared")
		return d.commit(intent{Moves: [][2]string{{asideRules, rules}, {asideNames, names}}})
	})
}

func copyVersion(to string, tree fs.FS, version string) error {
	from, err := fs.Sub(tree, version)
	if err != nil {
		return err
	}
	if err := os.CopyFS(to, from); err != nil {
		return err
	}
	err = os.Remove(filepath.Join(to, record.LockName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (d *Desk) proposalFile(draft string) string {
	return filepath.Join(d.Files.Rules, workshop, "proposals", draft+".json")
}

// Propose tries a draft in every way and, when it passes, leaves a proposal for
// somebody else to approve. effective "" is at once. The error is a *Refused
// when the draft does not pass.
func (d *Desk) Propose(draft string, by Person, reason, effective string) (p Proposal, err error) {
	switch {
	case !by.MayPropose:
		return p, ErrNotAllowed
	case strings.TrimSpace(reason) == "":
		return p, ErrReason
	}
	if effective != "" {
		if _, err := ruleset.ParseEffective(effective); err != nil {
			return p, err
		}
	}
	err = d.act(func() error {
		current, err := d.draft(draft)
		if err != nil {
			return err
		}
		p = Proposal{Draft: draft, From: current.At(d.now()), By: by.Name, At: d.now().UTC(), Reason: reason, Effective: effective}
		if p.Effect, err = d.try(draft, p.From); err != nil {
			return err
		}
		lock, err := record.NewLock(d.Files.RulesFS(), d.Files.DictionariesFS(), draft)
		if err != nil {
			return err
		}
		p.Fingerprint = lock.Fingerprint()
		data, err := json.MarshalIndent(p, "", "  ")
		if err != nil {
			return err
		}
		return replace(d.proposalFile(draft), append(data, '\n'))
	})
	return p, err
}

// draft makes sure that a draft can be released now.
func (d *Desk) draft(name string) (ruleset.Current, error) {
	current, err := d.current()
	switch {
	case err != nil:
		return current, err
	case current.Next != "" && current.At(d.now()) != current.Next:
		return current, fmt.Errorf("%s: %w", current.Next, ErrWaiting)
	}
	if err := d.version(name); err != nil {
		return current, err
	}
	if d.locked(name) {
		return current, fmt.Errorf("%s: %w", name, ErrReleased)
	}
	return current, nil
}

// Approve releases a proposed draft: it is locked, written into the history and
// put in force, at once or from its day on.
func (d *Desk) Approve(draft string, by Person) (e record.Entry, err error) {
	if !by.MayApprove {
		return e, ErrNotAllowed
	}
	err = d.act(func() error {
		current, err := d.draft(draft)
		if err != nil {
			return err
		}
		var p Proposal
		data, err := os.ReadFile(d.proposalFile(draft))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s: %w", draft, ErrNoProposal)
		} else if err == nil {
			err = json.Unmarshal(data, &p)
		}
		if err != nil {
			return err
		}
		lock, err := record.NewLock(d.Files.RulesFS(), d.Files.DictionariesFS(), draft)
		switch {
		case err != nil:
			return err
		case p.By == by.Name:
			return ErrSamePerson
		case lock.Fingerprint() != p.Fingerprint || current.At(d.now()) != p.From:
			return ErrChanged
		}
		if _, problems := engine.Load(d.Files, draft, d.Checks...); len(problems) > 0 {
			return &Refused{Problems: problems}
		}
		e = record.Entry{Act: record.Released, Version: draft, From: p.From, At: d.now(), By: p.By, Approved: by.Name,
			Reason: p.Reason, Effective: p.Effective, Fingerprint: p.Fingerprint, Effect: &p.Effect}
		return d.enter(&e, []write{{filepath.Join(d.Files.Rules, draft, record.LockName), string(lock.Text())}}, d.proposalFile(draft))
	})
	return e, err
}

// Rollback puts an earlier version back in force, all of it, or takes back one
// that waits for its day. to "" is the version before.
func (d *Desk) Rollback(to string, by Person, reason string) (e record.Entry, err error) {
	switch {
	case !by.MayApprove:
		return e, ErrNotAllowed
	case strings.TrimSpace(reason) == "":
		return e, ErrReason
	}
	err = d.act(func() error {
		current, err := d.current()
		if err != nil {
			return err
		}
		from := current.At(d.now())
		if waiting := current.Next; waiting != "" && from != waiting {
			from, to = waiting, current.Active
		}
		entries, problems := d.History()
		if len(problems) > 0 {
			return &Refused{Problems: problems}
		}
		for i := len(entries) - 1; to == "" && i >= 0; i-- {
			if entries[i].Act == record.Released && entries[i].Version == from {
				to = entries[i].From
			}
		}
		if err := d.version(to); err != nil {
			return err
		}
		if !d.locked(to) && !slices.ContainsFunc(entries, func(e record.Entry) bool { return e.From == to || e.Version == to }) {
			return fmt.Errorf("%s: never released: %w", to, ErrUnknown)
		}
		if _, problems := engine.Load(d.Files, to, d.Checks...); len(problems) > 0 {
			return &Refused{Problems: problems}
		}
		lock, err := record.NewLock(d.Files.RulesFS(), d.Files.DictionariesFS(), to)
		if err != nil {
			return err
		}
		e = record.Entry{Act: record.RolledBack, Version: to, From: from, At: d.now(), By: by.Name, Reason: reason, Fingerprint: lock.Fingerprint()}
		return d.enter(&e, nil, "")
	})
	return e, err
}

// enter commits the writes with a new entry of the history and the version in
// force that follows from it.
func (d *Desk) enter(e *record.Entry, writes []write, done string) error {
	history, err := record.Append(d.Files.RulesFS(), *e)
	if err != nil {
		return err
	}
	file := filepath.Join(d.Files.Rules, ruleset.CurrentName)
	before, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	active, next := e.Version, ""
	if at, err := ruleset.ParseEffective(e.Effective); err == nil && d.now().Before(at) {
		active, next = e.From, fmt.Sprintf("next: {version: %q, effective: %s}\n", e.Version, e.Effective)
	}
	writes = append(writes, write{filepath.Join(d.Files.Rules, record.HistoryName), string(history)}, write{file, withActive(string(before), active, next)})
	i := intent{Writes: writes}
	if done != "" {
		i.Remove = []string{done}
	}
	if err := d.commit(i); err != nil {
		return err
	}
	entries, _ := d.History()
	*e = entries[len(entries)-1]
	return nil
}

var (
	ofActive = regexp.MustCompile(`(?m)^active:.*\n?`)
	ofNext   = regexp.MustCompile(`(?m)^next:.*\n?(?:[ \t].*\n?)*`)
)

// withActive changes which version is in force and leaves everything else of
// current.yaml as people wrote it.
func withActive(text, active, next string) string {
	text = ofNext.ReplaceAllString(text, "")
	return ofActive.ReplaceAllLiteralString(text, fmt.Sprintf("active: %q\n%s", active, next))
}

// History returns the entries, verified. Whatever an earlier process left undone
// is done first where the folder can be written.
func (d *Desk) History() ([]record.Entry, problem.List) {
	return record.ReadHistory(d.Files.RulesFS())
}

// Finish carries out what a process left that was killed in an act.
func (d *Desk) Finish() error { return d.act(func() error { return nil }) }
