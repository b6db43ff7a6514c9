package release

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"tijian/engine/change"
	"tijian/engine/record"
	"tijian/engine/ruleset"
)

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
	// Said is what readers are told otherwise, for whoever approves.
	Said change.List[string] `json:"said,omitempty"`
}

func (d *Releaser) proposalFile(draft string) string {
	return filepath.Join(d.Files.Rules, workshop, "proposals", draft+".json")
}

// Propose tries a draft in every way and, when it passes, leaves a proposal for
// somebody else to approve. effective "" is at once. The error is a *Refused
// when the draft does not pass.
func (d *Releaser) Propose(draft string, by Person, reason, effective string) (p Proposal, err error) {
	defer func() { d.told(Proposing, draft, by, err) }()
	switch {
	case !by.MayPropose:
		return p, ErrNotAllowed
	case strings.TrimSpace(reason) == "":
		return p, ErrReason
	}
	if effective != "" {
		if _, err := ruleset.ParseEffective(effective); err != nil {
			return p, fmt.Errorf("%s: %w", effective, ErrDay)
		}
	}
	err = d.act(func() error {
		current, err := d.draft(draft)
		if err != nil {
			return err
		}
		p = Proposal{Draft: draft, From: current.At(d.now()), By: by.Name, At: d.now().UTC(), Reason: reason, Effective: effective}
		try := d.try
		if d.tried != nil {
			try = d.tried
		}
		if p.Effect, p.Said, err = try(draft, p.From); err != nil {
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
		var i intent
		if err := d.put(&i, d.proposalFile(draft), string(data)+"\n"); err != nil {
			return err
		}
		return d.commit(i)
	})
	return p, err
}

// draft makes sure that a draft can be released now.
func (d *Releaser) draft(name string) (ruleset.Current, error) {
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
