package release

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"tijian/engine/problem"
	"tijian/engine/record"
	"tijian/engine/ruleset"
	"tijian/engine/sheet"
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
	OneKey      bool          `json:"one_key,omitempty"` // see Releaser
	// Sheet is all that changes, with what whoever approves says of it; nil in a
	// proposal of an earlier program.
	Sheet *sheet.Sheet `json:"sheet"`
}

func (d *Releaser) proposalFile(draft string) string {
	return filepath.Join(d.Files.Rules, workshop, "proposals", draft+".json")
}

// Waiting are the proposals, by the name of their drafts, without their sheets, which
// take long to read. One that cannot be read has its draft only.
func (d *Releaser) Waiting() (list []*Proposal, err error) {
	found, err := os.ReadDir(filepath.Dir(d.proposalFile("")))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, f := range found {
		if draft, is := strings.CutSuffix(f.Name(), ".json"); is {
			list = append(list, d.head(draft))
		}
	}
	return list, err
}

// head reads a proposal without its sheet.
func (d *Releaser) head(draft string) *Proposal {
	p := &Proposal{Draft: draft}
	but := struct {
		*Proposal
		Sheet struct{} `json:"sheet"`
	}{Proposal: p}
	data, err := os.ReadFile(d.proposalFile(draft))
	if err != nil || json.Unmarshal(data, &but) != nil {
		return &Proposal{Draft: draft}
	}
	return p
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
		p = Proposal{Draft: draft, From: current.At(d.now()), By: by.Name, At: d.now().UTC(), Reason: reason, Effective: effective, OneKey: d.OneKey}
		own, err := d.ownExpectations(draft, p.From, by.Name)
		if err != nil {
			return err
		}
		if len(own) > 0 {
			return &Refused{Problems: own}
		}
		try := d.try
		if d.tried != nil {
			try = d.tried
		}
		if p.Effect, p.Sheet, err = try(draft, p.From); err != nil {
			return err
		}
		lock, err := record.NewLock(d.Files.RulesFS(), d.Files.DictionariesFS(), draft)
		if err != nil {
			return err
		}
		p.Fingerprint = lock.Fingerprint()
		return d.keep(&p)
	})
	return p, err
}

// keep writes a proposal.
func (d *Releaser) keep(p *Proposal) error {
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return err
	}
	var i intent
	if err := d.put(&i, d.proposalFile(p.Draft), string(data)+"\n"); err != nil {
		return err
	}
	return d.commit(i)
}

// reasoned gives the milder groups of a sheet their reasons, and what was said of a
// group that the proposal before had alike. The error lists the groups without a
// reason.
func (d *Releaser) reasoned(draft string, s *sheet.Sheet) error {
	said, err := d.signedBefore()
	if err != nil {
		return err
	}
	if p, err := d.Proposed(draft); err == nil && p != nil && p.Sheet != nil {
		for i := range p.Sheet.Groups {
			said[p.Sheet.Groups[i].ID] = &p.Sheet.Groups[i]
		}
	}
	var left []sheet.Group
	for i := range s.Groups {
		g := &s.Groups[i]
		if before := said[g.ID]; before != nil {
			g.Reason = before.Reason
			if before.Decision.Decision == sheet.Agreed {
				g.Decision = before.Decision
			}
		}
		if !g.Milder {
			continue
		}
		g.Reason = cmp.Or(d.reasonFor(g), g.Reason)
		if g.Reason == "" {
			left = append(left, *g)
		}
	}
	if len(left) > 0 {
		refused := &Refused{Reasons: []Reason{reason("milder", len(left))}, Groups: left}
		known := milderNames(s)
		for _, name := range slices.Sorted(maps.Keys(d.Reasons)) {
			if !slices.Contains(known, name) {
				refused.Reasons = append(refused.Reasons, reason("reason-for", name, strings.Join(problem.AllNearest(name, known), " ")))
			}
		}
		return refused
	}
	return nil
}

// milderNames are the names that a reason can be given for.
func milderNames(s *sheet.Sheet) (names []string) {
	for _, g := range s.Milder() {
		names = append(names, g.ID)
		for _, one := range g.MilderSubjects() {
			names = append(append(names, one.Name), one.Words...)
		}
	}
	return names
}

// signedBefore is what was said of groups that were released and taken back since: it
// need not be said again of what is the same to the letter.
func (d *Releaser) signedBefore() (map[string]*sheet.Group, error) {
	said := map[string]*sheet.Group{}
	entries, problems := d.History()
	if err := problems.Err(); err != nil {
		return nil, err
	}
	for i, e := range entries {
		if !slices.ContainsFunc(entries[i:], func(later record.Entry) bool { return later.Act == record.RolledBack && later.From == e.Version }) {
			continue
		}
		for _, one := range e.Signed {
			said[one.Group] = &sheet.Group{Reason: one.Reason, Decision: sheet.Decision{Decision: sheet.Agreed, Comment: one.Comment, By: one.By, On: one.On}}
		}
	}
	return said, nil
}

// reasonFor is why a group may be milder: its own reason, or those of all that gets
// milder in it; "" where one lacks.
func (d *Releaser) reasonFor(g *sheet.Group) string {
	if own := strings.TrimSpace(d.Reasons[g.ID]); own != "" {
		return own
	}
	var all []string
	for _, s := range g.MilderSubjects() {
		one := ""
		for _, name := range append([]string{s.Name}, s.Words...) {
			one = cmp.Or(one, strings.TrimSpace(d.Reasons[name]))
		}
		if one == "" {
			return ""
		}
		if !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return strings.Join(all, "；")
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
