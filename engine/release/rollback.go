package release

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tijian/engine/message"
	"tijian/engine/record"
	"tijian/engine/ruleset"
)

// Rollback puts an earlier version back in force, all of it, or takes back one
// that waits for its day. to "" is the version before; it has to be named when
// the last act was a rollback, too, so that one who runs the command again does
// not go back twice. It asks for nothing but the history and the version itself: a
// current.yaml that is missing or cannot be read is written anew.
func (d *Releaser) Rollback(to string, by Person, reason string) (e record.Entry, err error) {
	defer func() { d.told(Returning, cmp.Or(e.Version, to), by, err) }()
	switch {
	case !by.MayApprove:
		return e, ErrNotAllowed
	case strings.TrimSpace(reason) == "":
		return e, ErrReason
	}
	err = d.act(func() error {
		entries, problems := d.History()
		if len(problems) > 0 {
			return &Refused{Problems: problems}
		}
		current, err := d.standing(entries)
		if err != nil {
			return err
		}
		from, to, err := d.target(current, entries, to)
		if err != nil {
			return err
		}
		if err := d.version(to); err != nil {
			return err
		}
		if !d.locked(to) && !slices.ContainsFunc(entries, func(e record.Entry) bool { return e.From == to || e.Version == to }) {
			return fmt.Errorf("%s: %w", to, message.ActNeverReleased.Err("reason", ErrUnknown))
		}
		if problems := d.fit(to); len(problems) > 0 {
			return &Refused{Problems: problems}
		}
		lock, err := record.NewLock(d.Files.RulesFS(), d.Files.DictionariesFS(), to)
		if err != nil {
			return err
		}
		e = record.Entry{Act: record.RolledBack, Version: to, From: from, At: d.now(), By: by.Name, Reason: reason, Fingerprint: lock.Fingerprint()}
		return d.enter(&e, intent{})
	})
	return e, err
}

// standing is which version is in force, by current.yaml or, where that cannot be read,
// by the history.
func (d *Releaser) standing(entries []record.Entry) (ruleset.Current, error) {
	current, err := d.current()
	if err == nil || len(entries) == 0 {
		return current, err
	}
	last := entries[len(entries)-1]
	if at, err := ruleset.ParseEffective(last.Effective); err == nil && d.now().Before(at) {
		return ruleset.Current{Active: last.From, Next: last.Version, Effective: at}, nil
	}
	return ruleset.Current{Active: last.Version}, nil
}

// target says which version a rollback leaves and which it puts back; wanted ""
// leaves that to the history.
func (d *Releaser) target(current ruleset.Current, entries []record.Entry, wanted string) (from, to string, err error) {
	from = current.At(d.now())
	if current.Next != "" && from != current.Next {
		if wanted != "" && wanted != current.Active {
			return "", "", fmt.Errorf("%s: %w", current.Next, ErrWaiting)
		}
		return current.Next, current.Active, nil
	}
	switch {
	case wanted == from:
		return "", "", fmt.Errorf("%s: %w", from, ErrInForce)
	case wanted != "":
		return from, wanted, nil
	}
	for _, e := range slices.Backward(entries) {
		if e.Version == from && e.Act == record.RolledBack {
			break
		}
		if e.Version == from {
			return from, e.From, nil
		}
	}
	return "", "", ErrTarget
}
