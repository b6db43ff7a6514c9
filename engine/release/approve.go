package release

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"tijian/engine"
	"tijian/engine/record"
	"tijian/engine/ruleset"
)

// Approve releases a proposed draft: it is locked, written into the history and
// put in force, at once or from its day on.
func (d *Releaser) Approve(draft string, by Person) (e record.Entry, err error) {
	defer func() { d.told(Approving, draft, by, err) }()
	if !by.MayApprove {
		return e, ErrNotAllowed
	}
	err = d.act(func() error {
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
		lock, err := record.NewLock(d.Files.RulesFS(), d.Files.DictionariesFS(), draft)
		switch {
		case err != nil:
			return err
		case p.By == by.Name:
			return ErrSamePerson
		case slices.Contains(by.MadeBy, p.By):
			return ErrMade
		case d.Seen != "" && d.Seen != p.Fingerprint, lock.Fingerprint() != p.Fingerprint || current.At(d.now()) != p.From:
			return ErrChanged
		}
		if _, problems := engine.Load(d.Files, draft, d.Checks...); len(problems) > 0 {
			return &Refused{Problems: problems}
		}
		e = record.Entry{Act: record.Released, Version: draft, From: p.From, At: d.now(), By: p.By, Approved: by.Name,
			Reason: p.Reason, Effective: p.Effective, Fingerprint: p.Fingerprint, Effect: &p.Effect}
		return d.enter(&e, []write{{File: filepath.Join(d.Files.Rules, draft, record.LockName), Text: string(lock.Text())}}, d.proposalFile(draft))
	})
	return e, err
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

// enter commits the writes with a new entry of the history and the version in
// force that follows from it.
func (d *Releaser) enter(e *record.Entry, writes []write, done string) error {
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
	writes = append(writes, write{File: filepath.Join(d.Files.Rules, record.HistoryName), Text: string(history)}, write{File: file, Text: withActive(string(before), active, next)})
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
