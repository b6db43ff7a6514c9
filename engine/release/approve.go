package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"tijian/engine"
	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
	"tijian/engine/sheet"
)

// Approve releases a proposed draft every group of whose sheet the same person has
// agreed to: it is locked, written into the history and put in force, at once or from
// its day on. The error is a *Refused with the groups that are open or rejected.
func (d *Releaser) Approve(draft string, by Person) (e record.Entry, err error) {
	defer func() { d.told(Approving, draft, by, err) }()
	err = d.onProposal(draft, by, func(p *Proposal, lock record.Lock) error {
		if err := signedBy(p.Sheet, by.Name); err != nil {
			return err
		}
		if problems := d.fit(draft); len(problems) > 0 {
			return &Refused{Problems: problems}
		}
		e = record.Entry{Act: record.Released, Version: draft, From: p.From, At: d.now(), By: p.By, Approved: by.Name,
			Reason: p.Reason, Effective: p.Effective, Fingerprint: p.Fingerprint, Effect: &p.Effect, Signed: p.Sheet.Record(), OneKey: p.OneKey || d.OneKey}
		var i intent
		if err := d.put(&i, filepath.Join(d.Files.Rules, draft, record.LockName), string(lock.Text())); err != nil {
			return err
		}
		return d.enter(&e, i, move{From: d.proposalFile(draft), To: filepath.Join(aside(d.Files.Rules), "proposal")})
	})
	return e, err
}

// Decide keeps what somebody who may approve a proposal says of groups of its sheet,
// by their ids. fingerprint is that of the draft which was looked at.
func (d *Releaser) Decide(draft string, by Person, fingerprint string, decisions map[string]sheet.Decision) (p *Proposal, err error) {
	defer func() { d.told(Deciding, draft, by, err) }()
	err = d.onProposal(draft, by, func(proposed *Proposal, _ record.Lock) error {
		p = proposed
		own, err := d.ownGroups(p.Sheet, by.Name, decisions)
		if err != nil {
			return err
		}
		if len(own) > 0 {
			return &Refused{Reasons: []Reason{reason("own", len(own))}, Groups: own}
		}
		if fingerprint != p.Fingerprint || !p.Sheet.Decide(decisions, by.Name, d.now().UTC()) {
			return ErrSheet
		}
		return d.keep(p)
	})
	return p, err
}

// onProposal has somebody who may approve a proposal act on it, while nobody edits
// the draft.
func (d *Releaser) onProposal(draft string, by Person, f func(p *Proposal, lock record.Lock) error) error {
	if !by.MayApprove {
		return ErrNotAllowed
	}
	return d.act(func() error {
		current, err := d.draft(draft)
		if err != nil {
			return err
		}
		p, err := d.Proposed(draft)
		if err != nil {
			return err
		} else if p == nil {
			return fmt.Errorf("%s: %w", draft, ErrNoProposal)
		}
		free, err := holdFiles(filepath.Join(d.Files.Rules, workshop))
		if err != nil {
			return err
		}
		defer free()
		lock, err := record.NewLock(d.Files.RulesFS(), d.Files.DictionariesFS(), draft)
		switch {
		case err != nil:
			return err
		case p.By == by.Name:
			return ErrSamePerson
		case slices.Contains(by.MadeBy, p.By):
			return ErrMade
		case lock.Fingerprint() != p.Fingerprint || current.At(d.now()) != p.From:
			return ErrChanged
		case p.Sheet == nil:
			return ErrNoSheet
		}
		return f(p, lock)
	})
}

// signedBy makes sure that somebody has agreed to every group.
func signedBy(s *sheet.Sheet, name string) error {
	open, rejected := s.Unsigned(name)
	r := &Refused{Groups: append(rejected, open...)}
	if n := len(rejected); n > 0 {
		r.Reasons = append(r.Reasons, reason("rejected", n))
	}
	if n := len(open); n > 0 {
		r.Reasons = append(r.Reasons, reason("open", n))
	}
	if len(r.Reasons) > 0 {
		return r
	}
	return nil
}

// Edit has somebody, "" for nobody in particular, write files of a draft by f; after is
// what they will hold, by the names that problems show. ErrReleased says that it is none
// any more. Nobody approves it meanwhile.
func Edit(files engine.Files, draft, by string, after map[string][]byte, f func() error) error {
	free, err := holdFiles(filepath.Join(files.Rules, workshop))
	if err != nil {
		return err
	}
	defer free()
	if (&Releaser{Files: files}).locked(draft) {
		return fmt.Errorf("%s: %w", draft, ErrReleased)
	}
	if by != "" {
		if err := noteEdit(files, draft, by, after); err != nil {
			return err
		}
	}
	return f()
}

// Proposed is the proposal of a draft that awaits its approval; nil when there
// is none.
func (d *Releaser) Proposed(draft string) (*Proposal, error) {
	data, err := os.ReadFile(d.proposalFile(draft))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var p Proposal
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err != nil {
		return nil, err
	}
	return &p, nil
}

// enter commits the intent with a new entry of the history, the version in force that
// follows from it, and what comes last.
func (d *Releaser) enter(e *record.Entry, i intent, last ...move) error {
	history, err := record.Append(d.Files.RulesFS(), *e)
	if err != nil {
		return err
	}
	file := filepath.Join(d.Files.Rules, ruleset.CurrentName)
	before, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	active, next := e.Version, ""
	if at, err := ruleset.ParseEffective(e.Effective); err == nil && d.now().Before(at) {
		active, next = e.From, fmt.Sprintf("next: {version: %q, effective: %s}\n", e.Version, e.Effective)
	}
	if err := d.put(&i, filepath.Join(d.Files.Rules, record.HistoryName), string(history)); err != nil {
		return err
	}
	text := withActive(string(before), active, next)
	if said, ok := ruleset.ParseCurrent([]byte(text), d.Files.RulesFS(), new(problem.List)); !ok {
		// Nobody could read it, and nobody would read the new version.
		if err := d.put(&i, file+".unreadable", string(before)); err != nil {
			return err
		}
		text = withActive(d.pins(said), active, next)
	}
	if err := d.put(&i, file, text); err != nil {
		return err
	}
	i.Steps = append(i.Steps, last...)
	if err := d.commit(i); err != nil {
		return err
	}
	entries, _ := d.History()
	*e = entries[len(entries)-1]
	return nil
}

// pins are the namespaces that stay with a version of their own, as current.yaml says
// so; those whose version is gone are left out.
func (d *Releaser) pins(said ruleset.Current) string {
	var lines strings.Builder
	for _, namespace := range slices.Sorted(maps.Keys(said.Pins)) {
		if version := said.Pins[namespace]; d.version(version) == nil {
			fmt.Fprintf(&lines, "  %q: %q\n", namespace, version)
		}
	}
	if lines.Len() == 0 {
		return ""
	}
	return "namespaces:\n" + lines.String()
}

var (
	ofActive = regexp.MustCompile(`(?m)^active:.*\n?`)
	ofNext   = regexp.MustCompile(`(?m)^next:.*\n?(?:[ \t].*\n?)*`)
)

// withActive changes which version is in force and leaves everything else of
// current.yaml as people wrote it.
func withActive(text, active, next string) string {
	text, line := ofNext.ReplaceAllString(text, ""), fmt.Sprintf("active: %q\n%s", active, next)
	if !ofActive.MatchString(text) {
		return line + text
	}
	return ofActive.ReplaceAllLiteralString(text, line)
}
